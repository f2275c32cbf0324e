// SPDX-License-Identifier: MIT
#pragma once

namespace defcol {

// Drivers keep displays and threads for the whole process, and these do not survive fork(): in a child whose
// parent had used OpenGL a new context hangs or renders nothing. Throws FORKED there; elsewhere remembers the
// process.
void note_use_of_gl();

}  // namespace defcol
