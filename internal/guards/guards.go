// This file is the entry point and what the phases share.

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// A Suspect is a variable that a lock guards at most accesses, and not at one.
type Suspect struct {
	Name     facts.Symbol // the field or package-level variable
	Var      facts.VarKind
	Guard    facts.Symbol // the lock; zero when the other accesses are atomic
	Outlier  Access       // without the guard
	Other    Access       // what it races with
	Held     int          // at how many accesses the guard is held
	Total    int          // of how many
	Unlocked []Access     // the other accesses without it, in the order of the source
	Lazy     bool         // the odd access sets a variable on first use, without any lock; Other is the same access
	Shared   bool         // the odd access is one under the guard held for reading
	Promised bool         // the type is documented to be safe for concurrent use, and the odd access holds no lock at all
	// how many functions of Outlier.Path, from the last one on, are also entered with the guard held: they cannot take it
	Under    int
	Callers  []token.Pos // Under: where the outermost of these is called with the guard held
	Asleep   *Sleep      // a wait with the guard held for what is done by who comes to Outlier; nil: none is seen
	Declared uint32      // the line of the comment that names the guard; 0: it is inferred
	Likely   bool        // the evidence is strong enough to be shown by default (G9)
}

// An Access is one end of the race that a Suspect means.
type Access struct {
	Kind  facts.AccessKind
	Pos   token.Pos
	Func  *ssa.Function
	Locks []Lock
	Path  []Step // how Func is entered, outermost first; the first step is the root
	Root  Root
	All   bool // the access is of all fields of a struct, or of what is returned
	Leak  bool // the access is what callers do with a map or slice that is returned here
	// in Unlocked: the guard may be held there on some way, so that taking it there may block
	Entered bool
}

// A Lock is a lock held at an access.
type Lock struct {
	Name  facts.Symbol
	Read  bool
	At    token.Pos // where it was taken; not valid if that is not known
	Other bool      // it is that of another object than the one accessed, as far as the functions on the way tell
}

// A Step is a function on the way to an access and where its caller calls it (not valid for the first).
type Step struct {
	Func *ssa.Function
	Call token.Pos
}

// A Root says how a goroutine comes to an access.
type Root struct {
	Kind RootKind
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

// An analysis is the inference for one package.
type analysis struct {
	*runs
	handouts *handouts
	vars     map[variable]*evidence            // what is known of each variable
	changes  map[types.Object]bool             // what somebody writes who is not its only owner
	under    map[section]map[types.Object]bool // what each function accesses in its own critical sections of a lock
	wide     map[int]bool                      // lock classes that several entries hold at accesses of one variable
	order    []variable                        // keys of vars in the order found
	fills    map[facts.Symbol]set              // by what holds a container: locks held where its contents are written
	alone    map[facts.Symbol]bool             // fields that a comment says are not used concurrently (G23)
	used     map[directive.Key]bool            // comments that cover suspects
	without  string                            // the rule that is not asked; empty: all are
}

// A code answers for the functions of a package by themselves: what they call, make, hold and give away.
type code struct {
	src       *source.Result                  // units, names and positions
	flow      *flow.Result                    // models of calls
	spawn     *spawn.Result                   // which calls start goroutines
	places    *place.Package                  // what variables with one store hold
	funcs     []*function                     // by own unit; nil for those left out
	lent      map[*types.Var]bool             // fields that point to objects which others have too
	shown     map[*types.Var]bool             // fields that are not the only way to what they point to
	copies    map[ssa.Value]bool              // structs that their function fills with what it loads atomically (G29)
	snapshots map[types.Object]bool           // their types
	published map[ssa.Value][]ssa.Instruction // memo of private
}

// A locking knows the locks of a package, and who takes them.
type locking struct {
	*code
	ops        map[ssa.CallInstruction]operation // calls that lock or unlock
	alias      map[any]any                       // the lock that a Cond's holder stands for
	classes    map[any]int                       // lock classes by what holds the lock
	names      []lockName                        // by class
	directives *directive.Table                  // what comments say
	met        map[*function]*meeting            // memo of meeting
	sleepers   []sleeper                         // waits, with what is held there
}

// A runs knows who runs the functions of a package, and with which locks held.
type runs struct {
	*locking
	embedded map[*types.TypeName]bool // types that exported ones embed: their methods are called from outside
	sites    dynamicSites             // calls of unknown functions
	escaped  map[*function]bool       // functions whose value goes where it is not followed
	// types handed, as interfaces, to other packages' functions while a lock is held
	borrowed map[*types.TypeName]bool
	pending  []pendingCall                  // function values given to functions of the package
	roots    []root                         // who runs functions; those of every package first
	docs     map[*types.TypeName]string     // documentation of the package's types
	serials  map[*types.TypeName][][]string // memo of callersOf
	setups   map[*ssa.Function]bool         // memo of settingUp, by method
}

// A lockName is a lock class for people, and for comparing with variables.
type lockName struct {
	sym   facts.Symbol
	chain []types.Object // struct types whose value holds the lock, innermost first; or the variable
}

// Infer finds the suspects of a package, in the order of the source, and the comments that keep others out of the list.
func Infer(r *access.Result) ([]Suspect, map[directive.Key]bool) {
	a := newAnalysis(r)
	return a.infer(), a.used
}

// infer goes through the phases.
func (a *analysis) infer() []Suspect {
	a.findFunctions()
	if !a.findLocks() {
		return nil
	}
	a.solveNets()
	a.collect()
	a.findRoots()
	a.solveContexts()
	a.solveEntries()
	return a.judge()
}

func newAnalysis(r *access.Result) *analysis {
	l := r.Spawn.Locks
	c := &code{
		src: r.Source, flow: l.Flow, spawn: r.Spawn, places: l.Places,
		published: map[ssa.Value][]ssa.Instruction{}, lent: map[*types.Var]bool{}, shown: map[*types.Var]bool{},
		copies: map[ssa.Value]bool{}, snapshots: map[types.Object]bool{},
	}
	k := &locking{
		code: c, ops: map[ssa.CallInstruction]operation{}, alias: map[any]any{}, classes: map[any]int{},
		names: make([]lockName, 1), directives: directive.NewTable(r.Source.Pkg.Source.Directives),
		met: map[*function]*meeting{},
	}
	who := &runs{
		locking: k, embedded: map[*types.TypeName]bool{}, escaped: map[*function]bool{},
		borrowed: map[*types.TypeName]bool{}, docs: r.Source.TypeDocs(), serials: map[*types.TypeName][][]string{},
		setups: map[*ssa.Function]bool{},
		sites:  dynamicSites{invokes: map[string][]site{}},
	}
	return &analysis{
		runs: who, handouts: &handouts{code: c, known: map[ssa.Value][]ssa.Instruction{}},
		vars: map[variable]*evidence{}, wide: map[int]bool{}, under: map[section]map[types.Object]bool{},
		changes: map[types.Object]bool{}, fills: map[facts.Symbol]set{}, alone: r.Source.SerialFields(),
		used: map[directive.Key]bool{},
	}
}
