// This file is what is known of a function: what it does to locks, whom it calls, and in which contexts it runs.

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A function is one function of the package.
type function struct {
	fn       *ssa.Function  // the code
	init     bool           // it is, or is part of, package initialisation
	locks    bool           // it or what it calls operates on locks
	net      state          // at its returns
	defers   []*ssa.Defer   // its deferred calls, in the order of the function; applied at its returns
	edges    []edge         // calls of functions of the package, goroutines included
	takes    map[int][]edge // by parameter that is a function: where that is called
	contexts []context      // each once, roots first
	// exported functions, goroutines and callbacks that lead here; not all once there are several
	entries map[*function]bool
	static  bool // something calls it by name
	capped  bool // it has more contexts than are kept
}

// An edge is a call.
type edge struct {
	to    *function           // the callee; in takes the function with the call
	at    ssa.CallInstruction // the call, go or defer statement; of a function that is given away, the call that gives it
	args  []ssa.Value         // by parameter, then what a closure captures; nil: not known
	state state               // of the caller just before
	spawn bool                // a goroutine of its own runs it
	weak  bool                // it may be none, or hold other locks
	once  bool                // it happens once, for each object
	// the outermost struct type, or the variable, in which the Once lies; nil: none, or the last reference
	onceIn types.Object
}

// A site is a call whose callee is not known.
type site struct {
	in    *function           // the caller
	at    ssa.CallInstruction // the call, go or defer statement
	state state               // of the caller just before it
}

// dynamicSites are the calls whose callees are not known.
type dynamicSites struct {
	invokes map[string][]site // of interface methods, by name
	values  []site            // of function values
}

// A pendingCall is a function value given to a function of the package.
type pendingCall struct {
	from  *function           // the function that gives it
	to    *function           // what is given
	given *function           // to whom
	param int                 // which parameter of given, the receiver's is 0
	at    ssa.CallInstruction // the call that gives it
	state state               // of from just before that call
	args  []ssa.Value         // nil by parameter, then what the closure captures
}

// A context is one way in which a function is entered.
type context struct {
	key  contextKey          // what tells contexts of one function apart
	from *function           // caller; nil for roots
	ctx  int                 // which context of the caller
	at   ssa.CallInstruction // the call; nil for roots
}

// A contextKey tells contexts apart.
type contextKey struct {
	root  int    // into analysis.roots
	must  set    // surely held
	may   set    // perhaps held
	seen  set    // surely held some time before
	owned uint64 // parameters, then captured variables, whose objects nobody else has
	made  uint64 // parameters, then captured variables, whose objects a caller of this goroutine has made
	weak  bool   // it may be none, or hold other locks
	once  bool   // below Once.Do, or where the last reference was given back
	// the outermost struct type, or the variable, in which the Once lies; nil: none, or the last reference
	onceIn types.Object
}

// A root is one kind of goroutine.
type root struct {
	kind  RootKind            // how the goroutine comes into the package
	pos   token.Pos           // of the go statement; not valid for others
	site  ssa.CallInstruction // of a goroutine
	in    *function           // where that is
	multi bool                // several of one site may run on one object
}

// The roots that are always there.
const (
	callers = iota // all that exported functions stand for
	single         // initialisation and main
	values         // whoever has a function value
)
