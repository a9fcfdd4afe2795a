// This file is what a mistake is: what a function does wrong by itself, and where.

package lockpaths

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// A mistakeKind says what a function does wrong.
type mistakeKind uint8

// The kinds of mistakes.
const (
	Twice     mistakeKind = iota + 1 // it waits for a lock that it holds itself
	LeftHeld                         // some returns leave a lock held that others release
	NeverFree                        // every return leaves a lock held, and nothing else in the package unlocks it
	OnceAgain                        // a Once's function runs the Once
	Unheld                           // it unlocks what is not locked
	Panicked                         // a panic that it recovers leaves a lock held that its returns release
	LeftSlot                         // some returns keep a slot of a semaphore that nobody gives back
)

// A mistake is what one function does wrong with a lock, whatever other goroutines do.
type mistake struct {
	Kind   mistakeKind      // which mistake it is, and so which of the fields below mean something
	Unit   int              // of the function
	Name   facts.Symbol     // of the lock
	Doubt  uint8            // on how many levels it hangs on conditions that nothing is known about
	Read   bool             // Twice: it wants to read; LeftHeld: it holds it for reading
	Reads  bool             // Twice: it holds it for reading; Unheld: it was locked in the other mode
	Held   facts.Position   // where the lock was taken; zero where unknown
	HeldBy []evidence.Frame // the calls on the way there
	Freed  facts.Position   // Unheld: where it was unlocked before; zero where unknown
	At     facts.Position   // where the lock is wanted, unlocked or left behind
	Via    []evidence.Frame // the calls on the way there
	Round  bool             // LeftHeld, LeftSlot: it is left behind at the end of a loop's round
	Writer facts.Position   // Twice, both for reading: where somebody wants to write
}

// same reports whether two mistakes are one.
func (x *mistake) same(y *mistake) bool {
	return x.Unit == y.Unit && x.Kind == y.Kind && x.Held == y.Held && x.At == y.At && slices.Equal(x.Via, y.Via)
}
