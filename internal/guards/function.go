// This file is the functions looked at: which, what they do to locks, and whom they call (G3).

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A function is one function of the package.
type function struct {
	fn       *ssa.Function
	init     bool  // it is, or is part of, package initialisation
	locks    bool  // it or what it calls operates on locks
	net      state // at its returns
	defers   []*ssa.Defer
	edges    []edge
	takes    map[int][]edge // by parameter that is a function: where that is called; to is nil
	contexts []context
	// exported functions, goroutines and callbacks that lead here; not all once there are several
	entries map[*function]bool
	static  bool // something calls it by name
	capped  bool // it has more contexts than are kept
}

// An edge is a call.
type edge struct {
	to    *function
	at    ssa.CallInstruction
	args  []ssa.Value // parallel to the parameters; nil: not known
	state state       // of the caller just before
	spawn bool        // a goroutine of its own runs it
	weak  bool        // it may be none, or hold other locks
	once  bool        // it happens once, for each object
}

// A site is a call whose callee is not known.
type site struct {
	in    *function
	at    ssa.CallInstruction
	state state
}

// dynamicSites are the calls whose callees are not known.
type dynamicSites struct {
	invokes map[string][]site // of interface methods, by name
	values  []site            // of function values
}

// A pendingCall is a function value given to a function of the package.
type pendingCall struct {
	from  *function
	to    *function // what is given
	given *function // to whom
	param int
	at    ssa.CallInstruction
	state state
}

// findFunctions selects the functions: not those of tests, nor roots.
func (a *code) findFunctions() {
	a.funcs = make([]*function, len(a.src.Funcs))
	for i, fn := range a.src.Funcs {
		u := &a.src.Pkg.Source.Units[i]
		if u.Flags&(facts.Root|facts.InTest|facts.Degraded) != 0 || fn.Blocks == nil || a.flow.Flow(i) == nil {
			continue
		}
		a.funcs[i] = &function{fn: fn, init: u.Flags&facts.Init != 0, takes: map[int][]edge{}}
	}
}

// own is the function looked at for a function of the package or an instance of one; else nil.
func (a *code) own(g *ssa.Function) *function {
	if g == nil {
		return nil
	}
	i, ok := a.src.UnitOf(g)
	if !ok {
		return nil
	}
	return a.funcs[i]
}

// callee is the function of the package that a call surely calls; else nil.
func (a *code) callee(call ssa.CallInstruction) *function {
	c := call.Common()
	if c.IsInvoke() {
		return nil
	}
	return a.value(c.Value)
}

// value is the function that a function value surely is; nil if that is not known, or not of the package.
func (a *code) value(v ssa.Value) *function {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Function:
			return a.own(x)
		case *ssa.MakeClosure:
			return a.own(x.Fn.(*ssa.Function))
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			l := place.Variable(x.X)
			if x.Op != token.MUL || l == nil {
				return nil
			}
			if v = a.places.Stored(l); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// findLocks collects the operations and deferred calls; it reports whether there are locks or atomic accesses at all,
// or comments that ask for a lock.
func (a *locking) findLocks() bool {
	any := a.directives.Guards()
	a.each(a.findConds)
	a.each(a.findLent)
	a.each(a.findShown)
	a.each(a.findCopied)
	a.each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		f := a.own(instr.Parent())
		if op, ok := a.operation(call); ok {
			a.ops[call], f.locks, any = op, true, true
		} else if row := a.flow.Model(call); row != nil && atomicKind(row.Sync) != 0 {
			any = true
		}
		if d, ok := instr.(*ssa.Defer); ok {
			f.defers = append(f.defers, d)
		}
	})
	return any
}

// each visits the instructions of all functions.
func (a *code) each(visit func(ssa.Instruction)) {
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				visit(instr)
			}
		}
	}
}

// netRounds bounds how deep wrappers of lock operations may be nested.
const netRounds = 4

// solveNets finds what calling each function does to locks.
func (a *locking) solveNets() {
	for range netRounds {
		changed := false
		for _, f := range a.funcs {
			if f == nil || !f.locks && !a.callsLocks(f) {
				continue
			}
			f.locks = true
			if exit := a.walk(f, nil); exit != nil && *exit != f.net {
				f.net, changed = *exit, true
			}
		}
		if !changed {
			break
		}
	}
}

// callsLocks reports whether a function calls one with a net effect.
func (a *locking) callsLocks(f *function) bool {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if g := a.callee(call); g != nil && g.net != (state{}) {
					return true
				}
			}
		}
	}
	return false
}

// collect finds calls and accesses with the locks held there.
func (a *analysis) collect() {
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		a.walk(f, func(instr ssa.Instruction, s state) {
			a.calls(f, instr, s)
			a.accesses(f, instr, s)
			a.sleeps(f, instr, s)
		})
	}
	a.settle()
}

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

func isFunc(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Function, *ssa.MakeClosure, *ssa.ChangeType, *ssa.MakeInterface:
		return true
	}
	return false
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
		f.edges = append(f.edges, edge{to: g, at: call, args: c.Args, state: s, spawn: spawned, once: a.lastReference(call)})
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
		if _, ok := v.Type().Underlying().(*types.Signature); !ok && !isFunc(v) {
			continue
		}
		to := a.value(v)
		switch {
		case to == nil:
		case modelled:
			a.callback(f, call, row, k, to, s)
		case g != nil:
			a.pending = append(a.pending, pendingCall{f, to, g, k, call, s})
		case s.must == (set{}):
			a.escaped[to] = true
		default:
			f.edges = append(f.edges, edge{to: to, at: call, state: s, weak: true})
		}
	}
}

// callback records that a modelled function calls its argument.
func (a *runs) callback(f *function, call ssa.CallInstruction, row *models.Row, k int, to *function, s state) {
	e := edge{to: to, at: call, state: s, weak: true}
	if row != nil {
		for _, cb := range row.Callbacks {
			if cb.Arg == k {
				e.weak, e.spawn, e.once = false, cb.Run != models.RunInline, row.Sync == models.SyncOnce
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
				p.from.edges = append(p.from.edges, edge{to: p.to, at: p.at, state: p.state.then(t.state), spawn: t.spawn})
			} else {
				t.to.edges = append(t.to.edges, edge{to: p.to, at: t.at, state: t.state, spawn: t.spawn})
			}
		}
	}
}
