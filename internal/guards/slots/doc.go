// Package slots finds where a function has the one slot of a channel that is used as a lock (G64).
//
// A channel with room for one value holds one while somebody has it: who has sent to it, until he receives, or gives
// that over to somebody else, is alone. It is used so if all that is received from it is dropped, nobody closes it, and
// each receive is made by who has sent in the same function, or is the last thing that its function does: who waits
// for something goes on afterwards. That last one gives back what it was handed over.
//
// A function has the slot behind its send, also in a select, until it receives, or calls a function that does. Where
// ways join of which one has sent and the other has been told something by a receive meanwhile, it was handed the slot.
//
// Approximations: channels are told apart by the field or variable that holds them; who has received where others have
// sent has the slot; who gives back a slot that he has not taken himself was handed it (all: fewer races).
//
// # Tests
//
// testdata/races/channels has guard_slot_kept_ok and guard_slot_kept_race: the first is reported without the rule
// (TestGuardAblation in the module's root), the second whatever it says.
package slots
