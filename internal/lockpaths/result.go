// This file is what is known of a package: what its functions do, and what was met on their ways.

package lockpaths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/passes/locks"
)

// A Result answers for the functions of one package.
type Result struct {
	*fielduse.Package
	Locks *locks.Result // mutex operations, and what is held where

	summaries map[*ssa.Function]*summary      // what calls do to locks; nil: nothing, or under way
	pending   []*ssa.Function                 // summaries under way, callers first
	again     map[*ssa.Function]bool          // of these, those that were asked for again
	partial   map[*ssa.Function]*ssa.Function // summaries made while that one was under way, and without it
	redoing   bool                            // one of them is made again: its callees are not
	orders    []order                         // locks taken under others
	calls     map[*ssa.Function][]callSite    // where own functions that have to do with locks are called
	mistakes  []mistake                       // of the package's functions
	keepers   []keeper                        // functions that always return with a lock held
	underLock []waitUnder                     // waits while a lock is held
	selfWaits []SelfWait                      // waits for what the goroutine itself has deferred
	leftSlots []leftSlot                      // returns that keep a slot of a semaphore
	givers    []giver                         // who gives back slots that it has not taken
	// locks that some function unlocks without having locked them; nil: none
	freed  map[facts.Symbol]bool
	handed *handlers // fields with functions of users; nil: not looked for yet
}

// A keeper is a function that returns with a lock held on every way.
type keeper struct {
	unit int            // of the function
	hold hold           // the lock, as one of the returns leaves it
	at   facts.Position // of a return
	told bool           // other returns release it, and a result tells callers which it was
}

// An order is one lock taken while another one is held.
type order struct {
	fn         *ssa.Function    // the function that holds the one and takes the other, itself or by a call
	unit       int              // of fn
	held, want facts.Symbol     // the locks, as reports name them; never the same
	reads      bool             // held for reading
	read       bool             // wanted for reading
	close      bool             // both are fields of one object, or package-level variables
	drawn      bool             // one of them is in an object that is taken out of a container of the other one's
	bound      bool             // one of them is in an object that a field of the other one's leads to
	gates      []facts.Symbol   // other locks that are held on all such ways
	heldAt     facts.Position   // where held was taken
	heldBy     []evidence.Frame // the calls on the way there
	at         facts.Position   // where want is taken
	via        []evidence.Frame // the calls on the way there
	doubt      uint8            // as in mistake
}

// A callSite is a call of a function and the locks held there.
type callSite struct {
	from *ssa.Function  // the caller
	held []facts.Symbol // surely held there, as reports name them
}

// A giver is a declared function that gives back a slot which it has not taken.
type giver struct {
	fn   *ssa.Function // declared, not a function literal
	name facts.Symbol  // of the semaphore
}

// A leftSlot is a return of a function that keeps a slot which others have given back, or of which the caller hears of
// an error only.
type leftSlot struct {
	mistake mistake // what it is, if the slot is not given back elsewhere
	failed  bool    // the return reports an error
	always  bool    // every return keeps it
}

// A SelfWait is a Wait behind which the same goroutine would call Done, which it has deferred (T22).
type SelfWait struct {
	Unit int              // of the function
	Name facts.Symbol     // of the WaitGroup
	At   facts.Position   // of the Wait
	Via  []evidence.Frame // the calls on the way from the function to it; nil: it stands there
}

// A waitUnder is a wait for a field's object while a lock is held.
type waitUnder struct {
	unit   int              // of fn
	fn     *ssa.Function    // the function that waits
	what   uint8            // facts.TakeRecv, TakeSend, TakeWait
	name   facts.Symbol     // the field whose object is waited for
	held   facts.Symbol     // the lock, as reports name it
	reads  bool             // held for reading
	close  bool             // both are fields of one object
	heldAt facts.Position   // where the lock was taken
	heldBy []evidence.Frame // the calls on the way there
	at     facts.Position   // where it is waited
	via    []evidence.Frame // the calls on the way there
	doubt  uint8            // as in mistake
}

// writers finds for each lock where it is taken for writing.
func (r *Result) writers() map[facts.Symbol]facts.Position {
	found := map[facts.Symbol]facts.Position{}
	for _, fn := range r.Flow.Source.Funcs {
		for _, s := range r.Locks.Sites(fn) {
			name := within(s.Name, fn)
			if s.Op != facts.Lock || s.Try || found[name] != (facts.Position{}) {
				continue
			}
			found[name] = r.Place(s.Instr.Pos())
		}
	}
	return found
}

// within is a lock's name, a local variable's with the outermost function around: variables of other functions have the
// same names.
func within(name facts.Symbol, fn *ssa.Function) facts.Symbol {
	if name.Kind == facts.SymLocal {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		name.Name += "@" + fn.RelString(nil)
	}
	return name
}
