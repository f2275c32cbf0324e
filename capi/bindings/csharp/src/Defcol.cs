// SPDX-License-Identifier: MIT
// Collision detection for deforming meshes: libdefcol for C#. Handles are owned (SafeHandle), statuses become
// exceptions, contacts are views over memory of the library, valid until the detector runs again.
using System;
using System.Runtime.InteropServices;
using Defcol.Native;

namespace Defcol
{
    public sealed class DefcolException : Exception
    {
        public int Status { get; }
        public DefcolException(int status)
            : base(Marshal.PtrToStringAnsi(Functions.defcol_last_error_message())) { Status = status; }
    }

    internal static class Checked
    {
        public static int Call(int status)
        {
            if (status < 0) throw new DefcolException(status);
            return status;
        }
    }

    // Elements of the library's memory, without a copy. mono's class library has no Span<T>, and the language of its
    // compiler no constraint for a generic one: where there are spans, new ReadOnlySpan<int>(Raw.kind, count) does it.
    public unsafe struct Int32View
    {
        private readonly int* data;
        public int Length { get; }
        public Int32View(IntPtr data, ulong length)
        {
            this.data = (int*)data;
            Length = data == IntPtr.Zero ? 0 : checked((int)length);
        }
        public ref readonly int this[int index]
        {
            get
            {
                if ((uint)index >= (uint)Length) throw new IndexOutOfRangeException();
                return ref data[index];
            }
        }
    }

    public unsafe struct UInt32View
    {
        private readonly uint* data;
        public int Length { get; }
        public UInt32View(IntPtr data, ulong length)
        {
            this.data = (uint*)data;
            Length = data == IntPtr.Zero ? 0 : checked((int)length);
        }
        public ref readonly uint this[int index]
        {
            get
            {
                if ((uint)index >= (uint)Length) throw new IndexOutOfRangeException();
                return ref data[index];
            }
        }
    }

    public unsafe struct DoubleView
    {
        private readonly double* data;
        public int Length { get; }
        public DoubleView(IntPtr data, ulong length)
        {
            this.data = (double*)data;
            Length = data == IntPtr.Zero ? 0 : checked((int)length);
        }
        public ref readonly double this[int index]
        {
            get
            {
                if ((uint)index >= (uint)Length) throw new IndexOutOfRangeException();
                return ref data[index];
            }
        }
    }

    // The handle's 64 bits are what a pointer has room for on every platform there is a library for.
    public abstract class OwnedHandle : SafeHandle
    {
        protected OwnedHandle() : base(IntPtr.Zero, true) { }
        public override bool IsInvalid => handle == IntPtr.Zero;
        protected void Own(ulong value) { SetHandle((IntPtr)(long)value); }
        internal ulong Value
        {
            get
            {
                if (IsClosed) throw new ObjectDisposedException(GetType().Name);
                return (ulong)(long)handle;
            }
        }
    }

    public sealed unsafe class Context : OwnedHandle
    {
        public Context(uint workerCount = 1)
        {
            defcol_context_desc desc;
            defcol_context created;
            Checked.Call(Functions.defcol_context_desc_init((IntPtr)(&desc), (UIntPtr)sizeof(defcol_context_desc)));
            desc.worker_count = workerCount;
            Checked.Call(Functions.defcol_context_create((IntPtr)(&desc), (IntPtr)(&created)));
            Own(created.value);
        }
        internal defcol_context Native => new defcol_context { value = Value };
        protected override bool ReleaseHandle()
        {
            return Functions.defcol_context_destroy(new defcol_context { value = (ulong)(long)handle }) >= 0;
        }
    }

    public sealed unsafe class Mesh : OwnedHandle
    {
        private Mesh() { }

        // Packed x, y, z; three or four vertex numbers per element.
        public static Mesh FromTriangles(Context context, double[] positions, uint[] triangles)
        {
            return Create(context, positions, triangles, null);
        }
        public static Mesh FromTetrahedra(Context context, double[] positions, uint[] tetrahedra)
        {
            return Create(context, positions, null, tetrahedra);
        }
        public void SetPositions(double[] positions)
        {
            fixed (double* data = positions)
            {
                Checked.Call(Functions.defcol_mesh_set_positions(Native, (IntPtr)data, (ulong)positions.Length / 3, 0,
                                                                 Constants.DEFCOL_SCALAR_FLOAT64));
            }
        }

        private static Mesh Create(Context context, double[] positions, uint[] triangles, uint[] tetrahedra)
        {
            defcol_mesh_desc desc;
            defcol_mesh created;
            Checked.Call(Functions.defcol_mesh_desc_init((IntPtr)(&desc), (UIntPtr)sizeof(defcol_mesh_desc)));
            fixed (double* positionData = positions)
            fixed (uint* triangleData = triangles, tetrahedronData = tetrahedra)
            {
                desc.positions = (IntPtr)positionData;
                desc.vertex_count = (ulong)positions.Length / 3;
                desc.triangles = (IntPtr)triangleData;
                desc.triangle_count = triangles == null ? 0 : (ulong)triangles.Length / 3;
                desc.tetrahedra = (IntPtr)tetrahedronData;
                desc.tetrahedron_count = tetrahedra == null ? 0 : (ulong)tetrahedra.Length / 4;
                Checked.Call(Functions.defcol_mesh_create(context.Native, (IntPtr)(&desc), (IntPtr)(&created)));
            }
            var mesh = new Mesh();
            mesh.Own(created.value);
            return mesh;
        }
        internal defcol_mesh Native => new defcol_mesh { value = Value };
        protected override bool ReleaseHandle()
        {
            // BAD_HANDLE: its context was destroyed before it.
            int status = Functions.defcol_mesh_destroy(new defcol_mesh { value = (ulong)(long)handle });
            return status >= 0 || status == Constants.DEFCOL_ERROR_BAD_HANDLE;
        }
    }

    public sealed unsafe class Detector : OwnedHandle
    {
        public Detector(Context context, int backend = Constants.DEFCOL_BACKEND_AUTO, uint queries = 0, uint fields = 0)
        {
            defcol_detector_desc desc;
            defcol_detector created;
            Checked.Call(Functions.defcol_detector_desc_init((IntPtr)(&desc), (UIntPtr)sizeof(defcol_detector_desc)));
            desc.backend = backend;
            desc.queries = queries;
            desc.fields = fields;
            Checked.Call(Functions.defcol_detector_create(context.Native, (IntPtr)(&desc), (IntPtr)(&created)));
            Own(created.value);
        }
        public void Add(Mesh mesh, bool selfCollision = false)
        {
            Checked.Call(Functions.defcol_detector_add_mesh(
                Native, mesh.Native, selfCollision ? (uint)Constants.DEFCOL_MESH_SELF_COLLISION : 0));
        }
        // DEFCOL_OK, DEFCOL_TRUNCATED or DEFCOL_INCOMPLETE.
        public int Detect() { return Checked.Call(Functions.defcol_detector_detect(Native, IntPtr.Zero)); }
        public Contacts Contacts()
        {
            defcol_contacts view;
            Checked.Call(Functions.defcol_contacts_init((IntPtr)(&view), (UIntPtr)sizeof(defcol_contacts)));
            Checked.Call(Functions.defcol_detector_contacts(Native, (IntPtr)(&view)));
            return new Contacts(view);
        }
        private defcol_detector Native => new defcol_detector { value = Value };
        protected override bool ReleaseHandle()
        {
            int status = Functions.defcol_detector_destroy(new defcol_detector { value = (ulong)(long)handle });
            return status >= 0 || status == Constants.DEFCOL_ERROR_BAD_HANDLE;
        }
    }

    // Valid until the detector runs again or is disposed.
    public struct Contacts
    {
        public readonly defcol_contacts Raw;
        internal Contacts(defcol_contacts raw) { Raw = raw; }
        public ulong Count => Raw.count;
        public Int32View Kind => new Int32View(Raw.kind, Raw.count);
        public UInt32View MeshA => new UInt32View(Raw.mesh_a, Raw.count);
        public UInt32View PrimitiveA => new UInt32View(Raw.primitive_a, Raw.count);
        public UInt32View MeshB => new UInt32View(Raw.mesh_b, Raw.count);
        public UInt32View PrimitiveB => new UInt32View(Raw.primitive_b, Raw.count);
        public DoubleView Normals => new DoubleView(Raw.normals, 3 * Raw.count);
        public DoubleView Distances => new DoubleView(Raw.distances, Raw.count);
    }
}
