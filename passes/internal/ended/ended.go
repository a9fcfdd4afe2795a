// Package ended finds function literals that have ended where their maker goes on, whoever runs them: the maker has
// waited for a signal that the literal gives last (passes/access A29, A31).
package ended

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/handed"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	flow   *flow.Result       // what the passes before know
	locks  *locks.Result      // and what variables hold
	src    *source.Result     // and the functions
	paired map[[2]member]bool // memo of signalledBehind
}

// New answers for a package.
func New(l *locks.Result) *Package {
	return &Package{flow: l.Flow, locks: l, src: l.Flow.Source, paired: map[[2]member]bool{}}
}

// An Over is a literal, and a place behind which it has ended.
type Over struct {
	Lit  *ssa.MakeClosure // the literal
	at   ssa.Instruction  // behind it, if from is nil
	from *ssa.BasicBlock  // from here on
	// nobody else knows the literal before; nil if that is not seen
	known *ssa.BasicBlock
}

// Before reports whether the literal has ended before an instruction runs.
func (o *Over) Before(instr ssa.Instruction) bool {
	ended := o.from
	if ended != nil && ended.Dominates(instr.Block()) || ended == nil && instr != o.at && branch.Precedes(o.at, instr) {
		return true
	}
	if ended == nil {
		ended = o.at.Block()
	}
	// or control comes there on no way from where others know it, but past that
	return o.known != nil && instr.Block() != o.known && instr.Block() != ended && (ended == o.known ||
		!branch.Reached(o.known, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
			return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ssa.BasicBlock) bool { return s == ended })
		})[instr.Block()])
}

// Overs are the places behind which a literal has ended.
func (r *Package) Overs(m *ssa.MakeClosure) []Over { return r.overs(m, maxAwaited) }

// overs are those places, however often the literal is handed on.
func (r *Package) overs(m *ssa.MakeClosure, depth int) []Over {
	list := append(r.answered(m), r.answeredBeside(m)...)
	var calls []*ssa.Call
	for _, use := range uses(m) {
		call, ok := use.(*ssa.Call)
		if !ok {
			return list
		}
		calls = append(calls, call)
	}
	if len(calls) != 1 || calls[0].Call.StaticCallee() == nil {
		return list
	}
	k := slices.Index(calls[0].Call.Args, ssa.Value(m))
	if k >= 0 && r.awaits(calls[0].Call.StaticCallee(), k, depth) {
		list = append(list, Over{Lit: m, at: calls[0]})
	}
	return list
}

// Awaits are the parameters of a function of the package, as facts.Spawn.Awaits has them, for which that is so.
func (r *Package) Awaits(fn *ssa.Function) (params uint64) {
	for i, p := range fn.Params {
		if i < facts.MaskBits && place.IsFunc(p.Type()) && r.awaits(fn, i, maxAwaited) {
			params |= 1 << i
		}
	}
	return params
}

// awaitsElsewhere is awaits for a function of another package.
func (r *Package) awaitsElsewhere(fn *ssa.Function, param int) bool {
	c, _, ok := r.src.Imported(r.src.FuncSymbol(fn))
	if !ok {
		return false
	}
	s, _, err := r.src.Imports[c.Import].Spawn(c.Unit)
	return s != nil && err == nil && param < facts.MaskBits && s.Awaits&(1<<param) != 0
}

// awaits reports whether a function that has been given a function has it run by a literal of its own,
// and does not return, once others may know that literal, before it has ended.
func (r *Package) awaits(fn *ssa.Function, param, depth int) bool {
	u, own := r.src.UnitOf(source.Origin(fn))
	if !own {
		return r.awaitsElsewhere(fn, param)
	}
	if fn = r.src.Funcs[u]; depth == 0 || param >= len(fn.Params) || len(fn.Blocks) == 0 {
		return false
	}
	m := r.wrapper(fn.Params[param])
	if m == nil || r.flow.Graph(fn).Cyclic(m.Block()) {
		return false
	}
	ends := r.overs(m, depth-1)
	known := r.knownFrom(m)
	return len(ends) > 0 && !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		if !branch.Returns(b) || b == fn.Recover || b != known && !branch.Reaches(known, b) {
			return false
		}
		last := b.Instrs[len(b.Instrs)-1]
		return !slices.ContainsFunc(ends, func(o Over) bool { return o.Before(last) })
	})
}

// knownFrom is the block from which on others may know a literal.
func (r *Package) knownFrom(m *ssa.MakeClosure) *ssa.BasicBlock {
	u := uses(m)
	if len(u) != 1 {
		return m.Block()
	}
	switch x := u[0].(type) {
	case *ssa.Select:
		if body := handed.Sent(x, m); body != nil {
			return body
		}
	case *ssa.Call:
		if from := handed.From(r.src, x, m); from != nil {
			return from
		}
	}
	return u[0].Block()
}

// wrapper is the only literal that a parameter is captured by, where nothing else is done with the parameter, and the
// literal does nothing but call it.
func (r *Package) wrapper(p *ssa.Parameter) *ssa.MakeClosure {
	u := uses(p)
	if len(u) != 1 {
		return nil
	}
	s, ok := u[0].(*ssa.Store)
	if !ok {
		return nil
	}
	a, ok := s.Addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	m, free := captor(a, s)
	if m == nil || free == nil {
		return nil
	}
	for _, use := range uses(free) {
		load, ok := use.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return nil
		}
		for _, x := range uses(load) {
			if call, ok := x.(*ssa.Call); !ok || call.Call.Value != ssa.Value(load) {
				return nil
			}
		}
	}
	return m
}

// captor is the only literal that captures a variable, and its name for it, if the maker stores to the variable once
// and else only loads from it.
func captor(a *ssa.Alloc, stored *ssa.Store) (m *ssa.MakeClosure, free *ssa.FreeVar) {
	for _, use := range uses(a) {
		switch x := use.(type) {
		case *ssa.Store:
			if x != stored {
				return nil, nil
			}
		case *ssa.UnOp:
		case *ssa.MakeClosure:
			if m != nil {
				return nil, nil
			}
			m = x
			free = x.Fn.(*ssa.Function).FreeVars[slices.Index(x.Bindings, ssa.Value(a))]
		default:
			return nil, nil
		}
	}
	return m, free
}

// answered are the places where the maker of a literal has received the signal that the literal gives last, on a
// channel that the maker has made for it.
func (r *Package) answered(m *ssa.MakeClosure) []Over {
	var list []Over
	for _, b := range m.Bindings {
		a, ok := b.(*ssa.Alloc)
		if !ok {
			continue
		}
		stored := r.locks.Places.Stored(a)
		s, ok := onlyStore(a)
		if !ok || stored == nil || !isMadeChan(stored) || !branch.Precedes(s, m) {
			continue
		}
		if by, free := captor(a, s); by != m || !signalsLast(m.Fn.(*ssa.Function), free) {
			continue
		}
		for _, use := range uses(a) {
			if load, ok := use.(*ssa.UnOp); ok {
				received, only := receives(m, load)
				if !only {
					list = nil
					break
				}
				list = append(list, received...)
			}
		}
		if len(list) > 0 {
			return r.behindCall(m, list)
		}
	}
	return list
}

// behindCall notes from where on others may know a literal that a call hands over unless it fails.
func (r *Package) behindCall(m *ssa.MakeClosure, list []Over) []Over {
	if u := uses(m); len(u) == 1 {
		if call, ok := u[0].(*ssa.Call); ok {
			for k := range list {
				list[k].known = handed.From(r.src, call, m)
			}
		}
	}
	return list
}

// onlyStore is the store to a variable that is stored to once by its own function.
func onlyStore(a *ssa.Alloc) (only *ssa.Store, ok bool) {
	for _, use := range uses(a) {
		if s, isStore := use.(*ssa.Store); isStore {
			if only != nil {
				return nil, false
			}
			only = s
		}
	}
	return only, only != nil
}

// isMadeChan reports whether a value is a new channel.
func isMadeChan(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	_, ok := v.(*ssa.MakeChan)
	return ok
}

// receives are the places behind receives from a channel that was loaded; only reports whether nothing else is done
// with it.
func receives(m *ssa.MakeClosure, load *ssa.UnOp) (list []Over, only bool) {
	for _, use := range uses(load) {
		switch x := use.(type) {
		case *ssa.UnOp:
			list = append(list, Over{Lit: m, at: x})
		case *ssa.Select:
			for k, s := range x.States {
				if s.Chan != ssa.Value(load) {
					continue
				}
				if s.Send != nil {
					return nil, false
				}
				if body := branch.CaseBody(x, k); body != nil {
					list = append(list, Over{Lit: m, from: body})
				}
			}
		default:
			return nil, false
		}
	}
	return list, true
}

// signalsLast reports whether all that a literal does with a captured channel is to close it or to send on it, once,
// and nothing comes after that.
func signalsLast(fn *ssa.Function, ch *ssa.FreeVar) bool {
	var signal ssa.Instruction
	for _, use := range uses(ch) {
		load, ok := use.(*ssa.UnOp)
		if !ok {
			return false
		}
		for _, x := range uses(load) {
			if sentTo(x) != ssa.Value(load) || signal != nil {
				return false
			}
			signal = x
		}
	}
	if signal == nil {
		return false
	}
	for _, b := range fn.Blocks {
		if branch.Returns(b) && b != fn.Recover && !signal.Block().Dominates(b) {
			return false
		}
	}
	if _, deferred := signal.(*ssa.Defer); deferred {
		return !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
				d, ok := i.(*ssa.Defer)
				return ok && d != signal && branch.Precedes(d, signal) // it runs later
			})
		})
	}
	b := signal.Block()
	rest := b.Instrs[slices.Index(b.Instrs, signal)+1:]
	return branch.Returns(b) && !slices.ContainsFunc(rest, func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Return, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// sentTo is the channel that an instruction sends on or closes, also when its function ends; nil for others.
func sentTo(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		if place.IsNil(x.Chan) {
			return nil
		}
		return x.Chan
	case *ssa.Call, *ssa.Defer:
		c := x.(ssa.CallInstruction).Common()
		if place.IsBuiltin(c, "close") {
			return c.Args[0]
		}
	}
	return nil
}

// uses are the instructions that use a value.
func uses(v ssa.Value) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(*v.Referrers()), func(i ssa.Instruction) bool {
		_, debug := i.(*ssa.DebugRef)
		return debug
	})
}
