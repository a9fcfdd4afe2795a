// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package gate

// MaxConditions bounds the conditions of one block: those farthest out count (more races).
const MaxConditions = 8

// maxIdle bounds the blocks of a waiting loop; one with more is not taken for one (more races).
const maxIdle = 6
