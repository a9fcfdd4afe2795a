// This file is what the phases share: what each finds out about the package, for those behind it.

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/guards/flagged"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/guards/slots"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// An analysis is the inference for one package.
type analysis struct {
	*runs
	vars      map[variable]*usage               // what is known of each variable
	changes   map[types.Object]bool             // what somebody writes who is not its only owner
	under     map[section]map[types.Object]bool // what each function accesses in its own critical sections of a lock
	wide      map[int]bool                      // lock classes that several entries hold at accesses of one variable
	order     []variable                        // keys of vars in the order found
	fills     map[facts.Symbol]set              // by what holds a container: locks held where its contents are written
	alone     map[facts.Symbol]bool             // fields that a comment says are not used concurrently (G23)
	used      map[directive.Key]bool            // comments that cover suspects
	lending   *lending                          // which locks those hold who wait for goroutines; nil until asked
	flags     *flags                            // which flags are claimed under locks; nil until asked
	slots     *slots.Package                    // which channels are used as locks; nil until asked
	without   []string                          // rules that are not asked
	decisions []int                             // of how many claims each row of the table has decided
}

// A code answers for the functions of a package by themselves: what they call, make, hold and give away.
type code struct {
	*objects.Package
	src    *source.Result // units, names and positions
	flow   *flow.Result   // models of calls
	spawn  *spawn.Result  // which calls start goroutines
	places *place.Package // what variables with one store hold
	funcs  []*function    // by own unit; nil for those left out
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
	handed   map[handedMethod]bool    // methods of interfaces that functions return
	embedded map[*types.TypeName]bool // types that exported ones embed: their methods are called from outside
	sites    dynamicSites             // calls of unknown functions
	escaped  map[*function]bool       // functions whose value goes where it is not followed
	// types handed, as interfaces, to other packages' functions while a lock is held
	borrowed map[*types.TypeName]bool
	showings map[*types.TypeName]showing    // how objects are shown, by their type
	pending  []pendingCall                  // function values given to functions of the package
	roots    []root                         // who runs functions; those of every package first
	docs     map[*types.TypeName]string     // documentation of the package's types
	serials  map[*types.TypeName][][]string // memo of callersOf
	setups   map[*ssa.Function]bool         // memo of settingUp, by method
}

// A lending answers which locks are held by those who wait for the goroutines of a package.
type lending struct {
	*runs
	lent map[int]set                // memo of by, by root; none while it is computed
	at   map[ssa.Instruction]state  // what has been done to locks before a wait
	into map[*function][]calledFrom // who calls each function, or starts it
	seen map[*function]bool         // functions of which at has all waits

	callers map[entered][]flagged.Caller[entered] // memo of callersOf
	told    map[wayKey][][]flagged.Step           // memo of ways
}

// An entered is a function in one of its contexts.
type entered struct {
	f   *function // the function
	ctx int       // into its contexts
}

// A wayKey is an instruction to which ways lead.
type wayKey struct {
	in entered         // its function
	at ssa.Instruction // the instruction
}

// A calledFrom is an edge with the function that it leaves.
type calledFrom struct {
	from *function // the function with the call
	edge *edge     // the call
}

// A lockName is a lock class for people, and for comparing with variables.
type lockName struct {
	sym   facts.Symbol   // the field or variable that holds the lock; zero for the unknown lock
	chain []types.Object // struct types whose value holds the lock, innermost first; or the variable
}

// A section is the critical sections of one lock in one function.
type section struct {
	f     *function // the function
	class int       // of the lock
}

// A sleeper is a wait in a function, of what a field or variable holds.
type sleeper struct {
	pos   token.Pos     // of the wait
	what  facts.EventOp // EventWait, EventRecv or EventSend
	f     *function     // the function that waits
	state state         // of f just before
	key   any           // what holds the channel or WaitGroup, as lockKey has it; never nil
}

// A sleepKey is what is waited for, and how.
type sleepKey struct {
	key  any           // what holds the channel or WaitGroup, as lockKey has it
	what facts.EventOp // how it is waited for
}

// A meeting is what a function's own instructions, and the small functions that they call, do with other goroutines.
type meeting struct {
	waits  []ssa.Instruction // waits for goroutines, of its own instructions
	gives  []exchange        // sends and closes
	takes  []exchange        // receives and atomic loads
	stores []any             // variables that it writes atomically
}

// An exchange is a channel or variable, and the instruction of the function that uses it, itself or by a call.
type exchange struct {
	at   ssa.Instruction // may be a call, go or defer statement
	with any             // its key, as of locks
	send bool            // a send, not a close
}
