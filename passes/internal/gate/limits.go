// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package gate

// MaxConditions bounds the conditions of one block: those farthest out count (more races). Halved 0, doubled 0.
const MaxConditions = 8

// maxIdle bounds the blocks of a waiting loop; one with more is not taken for one (more races). Halved 0, doubled 0.
const maxIdle = 6
