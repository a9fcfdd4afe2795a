// Package flagged tells that a flag under a lock keeps two accesses apart (G63).
//
// A flag is a field with a truth value. Who finds it unset under a lock, and sets it before he lets go of the lock, has
// claimed it; what he does then, and a goroutine that he starts then, own what the flag stands for. Who finds it unset,
// and still holds the lock, has it for himself as well: either nobody had claimed it yet, and who does so later waits
// for the lock, or it was taken back, which is done under the lock, too, and only when the owner is past the access.
//
// That the owner is past it is known if he takes the flag back himself, in a function on the way to the access or below
// it, from where control does not come to the access again without another claim; if who takes it back has sent to him
// before, over a channel without a buffer, and from no receive of his he comes to the access again; or if who takes it
// back has waited for him, as the caller of this package finds.
//
// Approximations: flags and locks are told apart by field, not by object (fewer races).
//
// # Tests
//
// testdata/races/locks has guard_running_ok and guard_running_race: the first is reported without the rule
// (TestGuardAblation in the module's root), the second whatever it says. TestWays
// counts ways up a ladder of calls, and that they end.
package flagged
