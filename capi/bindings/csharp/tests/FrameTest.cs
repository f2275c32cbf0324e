// SPDX-License-Identifier: MIT
using System;
using Defcol;
using Defcol.Native;

public static class FrameTest
{
    private static void Require(bool condition, string what)
    {
        if (!condition) throw new Exception("not so: " + what);
    }

    private static double[] Spike(double z)
    {
        return new[] { 0.25, 0, z, 0, -0.25, z + 1, 0.5, -0.25, z + 1, 0.25, 0.25, z + 1 };
    }

    public static void Main()
    {
        double[] square = { -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0 };
        foreach (int backend in new[] { Constants.DEFCOL_BACKEND_AUTO, Constants.DEFCOL_BACKEND_BRUTE_FORCE,
                                        Constants.DEFCOL_BACKEND_HASH, Constants.DEFCOL_BACKEND_CONE_BVH,
                                        Constants.DEFCOL_BACKEND_GJK_CUT })
        {
            using (var context = new Context())
            using (var sheet = Mesh.FromTriangles(context, square, new uint[] { 0, 1, 2, 0, 2, 3 }))
            using (var spike = Mesh.FromTetrahedra(context, Spike(0.5), new uint[] { 0, 1, 2, 3 }))
            using (var detector = new Detector(context, backend, (uint)Constants.DEFCOL_QUERY_TRIANGLE_PAIRS,
                                               (uint)Constants.DEFCOL_FIELD_NORMALS))
            {
                detector.Add(sheet);
                detector.Add(spike);
                Require(detector.Detect() == Constants.DEFCOL_OK && detector.Contacts().Count == 0, "apart at first");
                spike.SetPositions(Spike(-0.5));
                detector.Detect();
                Contacts contacts = detector.Contacts();
                Require(contacts.Count == 3, "three contacts, backend " + backend);
                for (int i = 0; i < 3; ++i)
                {
                    double x = contacts.Normals[3 * i], y = contacts.Normals[3 * i + 1], z = contacts.Normals[3 * i + 2];
                    Require(Math.Abs(x * x + y * y + z * z - 1) < 1e-12, "unit normals");
                    Require(contacts.MeshA[i] == 0 && contacts.MeshB[i] == 1, "the meshes in order");
                }
                try
                {
                    spike.SetPositions(square);
                    spike.SetPositions(new double[] { 1, 2, 3 });
                    Require(false, "a wrong count is refused");
                }
                catch (DefcolException error)
                {
                    Require(error.Status == Constants.DEFCOL_ERROR_INVALID_ARGUMENT, "status of the exception");
                    Require(error.Message.Contains("1 vertices"), "its message");
                }
            }
        }
        // Whatever is disposed first does no harm.
        var early = new Context();
        var orphan = Mesh.FromTriangles(early, square, new uint[] { 0, 1, 2 });
        early.Dispose();
        orphan.Dispose();
        Console.WriteLine("C#: good");
    }
}
