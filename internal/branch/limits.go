// This file is the bounds of this package; past them nothing is claimed.

package branch

// maxTests is how many blocks before a branch are looked at for a test of the same value (B9).
const maxTests = 500
