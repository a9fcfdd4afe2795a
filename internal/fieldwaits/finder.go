// This file is what is found of operations that nothing can complete, and who looks for them.

package fieldwaits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// A lonely is an operation that waits for a partner that does not exist.
type lonely struct {
	What uint8            // facts.TakeRecv, TakeSend, TakeWait; TakeCond: for a condition
	Unit int              // of the function
	Name facts.Symbol     // of the field
	At   facts.Position   // of the operation
	Via  []evidence.Frame // the calls on the way from the function to the operation; nil: it stands there
	By   fielduse.Spot    // a Wait that another function leaves without a Done: where that returns; zero for others
	Pipe bool             // it is an end of a pipe; By leaves the other one open
	// By goes on to the next message without the Done of this one
	Round bool
	// it is the close of a test's server: where a handler waits, for Sent, and where that comes; zero for others
	Handler, Frees fielduse.Spot
	Served         bool // it is Shutdown, of the handler's own server
	Nil            bool // By makes the object, and not the channel
	// a Wait for goroutines that send without a receiver: one of these sends, and the channel; zero for others
	Sends fielduse.Spot
	Sent  facts.Symbol
	// a send to who receives until a channel is closed only: where he does so, and that channel; zero for others
	Leaves fielduse.Spot
	Stop   facts.Symbol
	Quits  fielduse.Spot // a send of an answer: where who has asked may give up; zero for others
	Drops  fielduse.Spot // a receive of a notice: where that is dropped if nobody waits; zero for others
	Stays  fielduse.Spot // a wait for the end of a function that has none: what that has deferred; zero for others
	Keeps  fielduse.Spot // a wait for the end of a context: where that is made
	// a receive in a loop that never ends: the method that ends the life of its value; zero for others
	Outlives fielduse.Spot
	Cuts     fielduse.Spot // the same of one that is cut off from its parent
	// the field in which its cancel function is kept, and left; zero for others
	Kept facts.Symbol
	// a send under a lock that a receiver takes to leave: where that takes it, the lock, where the sender has taken it
	Wants  fielduse.Spot
	Lock   facts.Symbol
	Locked facts.Position
	Takes  fielduse.Spot // a send of a worker into its own queue: where all workers receive; zero for others
	Again  fielduse.Spot // the operation is a Done that panics: where the message that it is for is sent again, on Sent
	Also   fielduse.Spot // the operation is a Done that panics: where another Done of the goroutine is deferred
}

// A finder looks for operations on the fields of a package that nothing can complete.
type finder struct {
	*fielduse.Package
	values map[string]bool // methods used as values or called through interfaces, by name; nil until asked for
}

// each calls a function for each instruction of the package, tests aside.
func each(r *finder, do func(ssa.Instruction)) {
	for _, fn := range r.Flow.Source.Funcs {
		if r.IsTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				do(i)
			}
		}
	}
}

// isClose reports whether a call closes a channel.
func isClose(c *ssa.CallCommon) bool {
	return place.IsBuiltin(c, "close")
}

// goes are the go statements that start a function; nil if anything else does, or calls it.
func (r *finder) goes(fn *ssa.Function) (list []*ssa.Go) {
	for _, c := range r.OnlyStarts(fn) {
		g, ok := c.(*ssa.Go)
		if !ok {
			return nil
		}
		list = append(list, g)
	}
	return list
}

// started is the one go statement that starts a function, by its unit, where nothing else can call it.
func started(own *lockpaths.Result, unit int) (facts.Position, bool) {
	r := &finder{Package: own.Package}
	fns := r.Flow.Source.Funcs
	if unit < len(fns) && fns[unit] != nil && (fns[unit].Parent() != nil || !token.IsExported(fns[unit].Name())) {
		if goes := r.OnlyStarts(fns[unit]); len(goes) == 1 {
			return r.Place(goes[0].Pos()), true
		}
	}
	return facts.Position{}, false
}

// firstArg is what a call is given first; nil for nothing.
func firstArg(c ssa.CallInstruction) ssa.Value {
	if len(c.Common().Args) == 0 {
		return nil
	}
	return c.Common().Args[0]
}

// awaits tells instructions that receive, or wait for a WaitGroup: what follows may come behind what others do.
func awaits(r *finder) func(ssa.Instruction) bool {
	return func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.UnOp:
			_, ok := x.X.Type().Underlying().(*types.Chan)
			return ok
		case ssa.CallInstruction:
			row := r.Flow.Model(x)
			return row != nil && row.Sync == models.SyncWait
		}
		return false
	}
}
