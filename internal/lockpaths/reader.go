// This file is who reads a function for what its instructions do to locks, semaphores and what is waited for: which
// function a call enters, and where the callee's locks are in its caller.

package lockpaths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A reader knows what the instructions of one function do.
type reader struct {
	r          *Result       // what is known of the package
	fn         *ssa.Function // whose instructions these are
	graph      *branch.Graph // its control flow, as far as branches on constants leave it
	spots      *place.Paths  // access paths of its values
	blocks     [][]lockEvent // by block
	some       bool          // some lock event matters
	recovering []*ssa.Defer  // of functions that recover panics
}

// place is a position as facts know it.
func (m *reader) place(pos token.Pos) facts.Position { return m.r.Place(pos) }

// callee is what a call calls, if that is known here.
func (m *reader) callee(c *ssa.CallCommon) (closure, bool) {
	if c.IsInvoke() {
		return closure{}, false
	}
	return m.function(c.Value)
}

// function is the function that a value is, if that is known here.
func (m *reader) function(v ssa.Value) (closure, bool) {
	for range valueSteps {
		switch x := v.(type) {
		case *ssa.Function:
			return closure{fn: x}, true
		case *ssa.MakeClosure:
			return closure{fn: x.Fn.(*ssa.Function), bindings: x.Bindings}, true
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a := place.Variable(x.X); x.Op == token.MUL && a != nil {
				if s := m.r.Places.Stored(a); s != nil {
					v = s
					continue
				}
			}
		}
		break
	}
	return closure{}, false
}

// method is the declared method behind a method value's wrapper: its receiver is the binding.
func (m *reader) method(c closure) (*ssa.Function, []ssa.Value, bool) {
	if len(c.bindings) != 1 || c.fn.Synthetic == "" || c.fn.Object() == nil {
		return nil, nil, false
	}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			g, args := call.Call.StaticCallee(), call.Call.Args
			if g != nil && len(args) > 0 && args[0] == ssa.Value(c.fn.FreeVars[0]) {
				return g, c.bindings, true
			}
		}
	}
	return nil, nil, false
}

// locate finds a callee's lock among this function's.
func (m *reader) locate(p place.OuterPath, c closure, args []ssa.Value) place.Path {
	switch p.Root {
	case facts.RootGlobal:
		return m.spots.Extend(place.Path{Global: p.Global}, p.Steps)
	case facts.RootParam:
		if p.Index < len(args) {
			return m.spots.Extend(m.spots.Of(args[p.Index]), p.Steps)
		}
	case facts.RootFree:
		if p.Index < len(c.bindings) {
			return m.spots.Extend(m.spots.Of(c.bindings[p.Index]), p.Steps)
		}
	}
	return place.Path{}
}

// onlyCalled reports whether a function value is only called, at once or deferred.
func onlyCalled(c *ssa.MakeClosure) bool {
	for _, r := range *c.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if r.Call.Value != ssa.Value(c) {
				return false
			}
		case *ssa.Defer:
			if r.Call.Value != ssa.Value(c) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
