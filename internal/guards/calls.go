// This file collects whom functions call, and with which locks held (G3).

package guards

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// calls records the calls that an instruction makes, and the functions that it gives away.
func (a *runs) calls(f *function, instr ssa.Instruction, s state) {
	var call ssa.CallInstruction
	switch x := instr.(type) {
	case *ssa.Call:
		call = x
	case *ssa.Go:
		call = x
	case deferredCall:
		call = x.Defer
	case *ssa.Defer, *ssa.MakeClosure, *ssa.ChangeType, *ssa.MakeInterface, *ssa.DebugRef:
		return
	default:
		a.givenAway(instr)
		return
	}
	if _, ok := a.ops[call]; ok {
		return
	}
	a.called(f, call, s)
	a.arguments(f, call, s)
}

// givenAway notes functions that are stored, returned or sent.
func (a *runs) givenAway(instr ssa.Instruction) {
	if store, ok := instr.(*ssa.Store); ok {
		if l := place.Variable(store.Addr); l != nil && a.places.Stored(l) != nil {
			return // loads of it are known to be this function
		}
	}
	var buf [8]*ssa.Value
	for _, v := range instr.Operands(buf[:0]) {
		if isFunc(*v) {
			if g := a.value(*v); g != nil {
				a.escaped[g] = true
			}
		}
	}
}

// called records whom a call calls.
func (a *runs) called(f *function, call ssa.CallInstruction, s state) {
	c := call.Common()
	_, spawned := call.(*ssa.Go)
	switch g := a.callee(call); {
	case c.IsInvoke():
		a.sites.invokes[c.Method.Name()] = append(a.sites.invokes[c.Method.Name()], site{f, call, s})
	case g != nil:
		g.static = true
		args := a.Inputs(c.Args, c.Value, f.fn)
		f.edges = append(f.edges, edge{to: g, at: call, args: args, state: s, spawn: spawned, once: a.lastReference(call)})
	case c.StaticCallee() != nil:
	default:
		if _, ok := c.Value.(*ssa.Builtin); !ok {
			a.dynamic(f, call, s, spawned)
		}
	}
}

// dynamic records the call of a function value: that of a parameter is a call that the caller makes.
func (a *runs) dynamic(f *function, call ssa.CallInstruction, s state, spawned bool) {
	v := call.Common().Value
	if load, ok := v.(*ssa.UnOp); ok {
		if l := place.Variable(load.X); l != nil {
			if x := a.places.Stored(l); x != nil {
				v = x
			}
		}
	}
	p, ok := v.(*ssa.Parameter)
	if !ok {
		a.sites.values = append(a.sites.values, site{f, call, s})
		return
	}
	g := a.own(p.Parent())
	if g == nil {
		return
	}
	k := slices.Index(p.Parent().Params, p)
	g.takes[k] = append(g.takes[k], edge{to: f, at: call, state: s, spawn: spawned})
}

// arguments records the functions among a call's arguments.
func (a *runs) arguments(f *function, call ssa.CallInstruction, s state) {
	c := call.Common()
	row, modelled := a.src.Model(c)
	g := a.callee(call)
	for k, v := range source.Arguments(c) {
		if !modelled && g == nil {
			a.lend(v, s)
		}
		if g == nil {
			a.show(f, v, s)
		}
		if _, ok := v.Type().Underlying().(*types.Signature); !ok && !isFunc(v) {
			continue
		}
		to := a.value(v)
		switch {
		case to == nil:
		case modelled:
			a.callback(f, row, k, edge{to: to, at: call, args: a.Inputs(nil, v, f.fn), state: s, weak: true})
		case g != nil:
			a.pending = append(a.pending, pendingCall{f, to, g, k, call, s, a.Inputs(nil, v, f.fn)})
		case s.must == (set{}):
			a.escaped[to] = true
		default:
			f.edges = append(f.edges, edge{to: to, at: call, state: s, weak: true})
		}
	}
}

// callback records that a modelled function calls its argument.
func (a *runs) callback(f *function, row *models.Row, k int, e edge) {
	if row != nil {
		for _, cb := range row.Callbacks {
			if cb.Arg == k {
				e.weak, e.spawn, e.once = false, cb.Run != models.RunInline, row.Sync == models.SyncOnce
				if e.once {
					if chain := objects.ChainOf(e.at.Common().Args[0]); len(chain) > 0 {
						e.onceIn = chain[len(chain)-1]
					}
				}
			}
		}
	}
	f.edges = append(f.edges, e)
}

// lend notes that another package's function may call an object's methods while a lock is held.
func (a *runs) lend(v ssa.Value, s state) {
	m, ok := v.(*ssa.MakeInterface)
	if !ok || s.must == (set{}) {
		return
	}
	if n, ok := types.Unalias(source.Deref(m.X.Type())).(*types.Named); ok {
		a.borrowed[n.Origin().Obj()] = true
	}
}

// settle turns functions given to functions of the package into calls.
func (a *runs) settle() {
	for _, p := range a.pending {
		takes := p.given.takes[p.param]
		if len(takes) == 0 {
			a.escaped[p.to] = true
		}
		for _, t := range takes {
			if t.to == p.given {
				e := edge{to: p.to, at: p.at, state: p.state.then(t.state), spawn: t.spawn}
				if p.param < facts.MaskBits && a.flow.Escapes(t.to.fn)&(1<<p.param) == 0 {
					e.args = p.args
				}
				p.from.edges = append(p.from.edges, e)
			} else {
				t.to.edges = append(t.to.edges, edge{to: p.to, at: t.at, state: t.state, spawn: t.spawn})
			}
		}
	}
}
