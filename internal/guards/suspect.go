// This file is what is found: the form in which an access without its lock is handed to the checker.

package guards

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// A Suspect is a variable that a lock guards at most accesses, and not at one.
type Suspect struct {
	Name     facts.Symbol  // the field or package-level variable
	Var      facts.VarKind // the variable itself, or what kind of container it holds
	Guard    facts.Symbol  // the lock; zero when the other accesses are atomic
	Outlier  Access        // without the guard
	Other    Access        // what it races with
	Held     int           // at how many accesses the guard is held
	Total    int           // of how many
	Unlocked []Access      // the other accesses without it, in the order of the source
	Lazy     bool          // the odd access sets a variable on first use, without any lock; Other is the same access
	Shared   bool          // the odd access is one under the guard held for reading
	Promised bool          // the type is documented to be safe for concurrent use, and the odd access holds no lock at all
	// how many functions of Outlier.Path, from the last one on, are also entered with the guard held: they cannot take it
	Under    int
	Callers  []token.Pos // Under: where the outermost of these is called with the guard held
	Asleep   *Sleep      // a wait with the guard held for what is done by who comes to Outlier; nil: none is seen
	Once     bool        // Guard is a Once behind which others read the variable, and which sets it
	Declared uint32      // the line of the comment that names the guard; 0: it is inferred
	Likely   bool        // the evidence is strong enough to be shown by default (G9)
}

// An Access is one end of the race that a Suspect means.
type Access struct {
	Kind  facts.AccessKind // read or write, atomic or not
	Pos   token.Pos        // in the source, in the package analysed
	Func  *ssa.Function    // the function that makes it; nil in Unlocked
	Locks []Lock           // surely held, without those that cannot be named; nil in Unlocked
	Path  []Step           // how Func is entered, outermost first; the first step is the root
	Root  Root             // how the first function of Path is entered
	All   bool             // the access is of all fields of a struct, or of what is returned
	Leak  bool             // the access is what callers do with a map or slice that is returned here
	Twin  bool             // Leak: it is what an object does with a lock of its own that gets a map of another one here
	// in Unlocked: the guard may be held there on some way, so that taking it there may block
	Entered bool
}

// A Lock is a lock held at an access.
type Lock struct {
	Name  facts.Symbol // the field or variable that holds it
	Read  bool         // held for reading only
	At    token.Pos    // where it was taken; not valid if that is not known
	Other bool         // it is that of another object than the one accessed, as far as the functions on the way tell
}

// A Step is a function on the way to an access and where its caller calls it (not valid for the first).
type Step struct {
	Func *ssa.Function // the function
	Call token.Pos     // in the function of the step before
}

// A Root says how a goroutine comes to an access.
type Root struct {
	Kind RootKind  // the caller of the package, a goroutine, a callback, or a function that runs once
	Pos  token.Pos // of the go statement; not valid for others
}

// A RootKind says who runs a function.
type RootKind uint8

// The kinds of roots.
const (
	Caller    RootKind = iota // whoever calls an exported function
	Goroutine                 // a goroutine started in this package
	Callback                  // whoever was given a function value
	Single                    // initialisation, or main before it starts anything
)

// A Sleep is a wait for somebody else.
type Sleep struct {
	Pos  token.Pos     // of the wait, in the package analysed
	What facts.EventOp // EventWait, EventRecv or EventSend
}

// Rule gives the id of the rule that a suspect falls under.
func (s *Suspect) Rule() string {
	switch {
	case s.Guard == (facts.Symbol{}) && !s.Promised:
		return "RC1005"
	case s.Var == facts.VarMap:
		return "RC1003"
	case s.Var == facts.VarSlice:
		return "RC1004"
	}
	return "RC1001"
}
