// This file goes through the instructions of a block: one method per kind.

package ownership

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// block goes through a block.
func (a *analysis) block(b *ssa.BasicBlock, s *state) {
	for _, instr := range b.Instrs {
		a.instr(s, instr)
	}
}

func (a *analysis) instr(s *state, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		a.renew(s, instr.(ssa.Value))
	case *ssa.MakeClosure:
		a.makeClosure(s, instr)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MultiConvert,
		*ssa.MakeInterface, *ssa.TypeAssert, *ssa.SliceToArrayPointer, *ssa.Range:
		a.set(instr.(ssa.Value), a.view(selectedFrom(instr)))
	case *ssa.Convert:
		a.note(s, instr, instr.X)
		a.set(instr, a.view(instr.X))
	case *ssa.Field:
		a.set(instr, a.part(instr.X))
	case *ssa.Index:
		a.set(instr, a.part(instr.X))
	case *ssa.Extract:
		a.extract(s, instr)
	case *ssa.Phi:
		a.phi(instr)
	case *ssa.UnOp:
		a.unOp(s, instr)
	case *ssa.Lookup:
		a.note(s, instr, instr.X)
		a.set(instr, a.load(s, instr.X))
	case *ssa.Next:
		a.note(s, instr, instr.Iter)
		a.set(instr, a.load(s, instr.Iter))
	case *ssa.Store:
		a.note(s, instr, instr.Addr)
		a.put(s, instr.Addr, instr.Val)
	case *ssa.MapUpdate:
		a.note(s, instr, instr.Map)
		a.put(s, instr.Map, instr.Key)
		a.put(s, instr.Map, instr.Value)
	case *ssa.Send:
		s.release(a.view(instr.X).roots)
	case *ssa.Select:
		a.selects(s, instr)
	case *ssa.Panic:
		s.publish(a.view(instr.X).roots)
	case *ssa.Go:
		a.spawn(s, instr)
	case ssa.CallInstruction:
		a.call(s, instr)
	case *ssa.BinOp, *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.MakeChan, *ssa.Return, *ssa.RunDefers:
		// no pointer to memory of this function moves; deferred calls have had their effect where they were deferred
	}
}

// renew makes a root afresh (W7).
func (a *analysis) renew(s *state, v ssa.Value) {
	i, ok := a.bit[v]
	if !ok {
		a.set(v, unknown)
		return
	}
	s.published = s.published&^(1<<i) | a.shared&(1<<i)
	s.released &^= 1 << i
	s.unclean &^= 1 << i
	s.held[i] = 0
	a.set(v, view{roots: 1 << i})
}

// part is a piece of a struct or array value.
func (a *analysis) part(x ssa.Value) view {
	v := a.view(x)
	v.loose = true
	return v
}

// extract is one of several results; fresh ones are roots.
func (a *analysis) extract(s *state, v *ssa.Extract) {
	if _, ok := a.bit[v]; ok {
		a.renew(s, v)
		a.uncleanFresh(s, v)
		return
	}
	a.set(v, a.view(v.Tuple))
}

// uncleanFresh marks the memory of a call's fresh result: the callee stored to it.
func (a *analysis) uncleanFresh(s *state, v ssa.Value) { s.unclean |= a.view(v).roots }

// phi is one of its edges; of what is made in the same cycle it may be an older instance (W7).
func (a *analysis) phi(v *ssa.Phi) {
	var w view
	for _, e := range v.Edges {
		w = w.or(a.view(e))
	}
	if a.graph.Cyclic(v.Block()) && w.roots&a.renewed != 0 {
		w.loose = true
	}
	a.set(v, w)
}

func (a *analysis) unOp(s *state, v *ssa.UnOp) {
	switch v.Op {
	case token.MUL:
		a.note(s, v, v.X)
		if a.flow.Layout.HasPointers(v.Type()) {
			a.set(v, a.load(s, v.X))
		}
	case token.ARROW:
		a.renewOr(s, v)
	}
}

// renewOr makes a root afresh if the value is one; else it is unknown.
func (a *analysis) renewOr(s *state, v ssa.Value) {
	if _, ok := a.bit[v]; ok {
		a.renew(s, v)
		return
	}
	a.set(v, unknown)
}

// load is what memory holds (W4).
func (a *analysis) load(s *state, addr ssa.Value) view {
	at := a.view(addr)
	if at.roots != 0 && at.roots&^a.whole == 0 {
		return at
	}
	w := view{roots: s.contents(at.roots)}
	w.loose = at.loose || at.roots&(s.unclean|s.published) != 0 || w.roots&a.renewed != 0
	return w
}

// put stores a value (W3).
func (a *analysis) put(s *state, addr, val ssa.Value) {
	if a.flow.Layout.HasPointers(val.Type()) {
		a.store(s, a.view(addr), a.view(val))
	}
}

func (a *analysis) store(s *state, at, v view) {
	if at.roots == 0 || at.loose || at.roots&s.published != 0 {
		s.publish(v.roots)
	}
	if at.roots == 0 || at.loose || at.roots&(a.params|s.released|a.shared) != 0 {
		s.released |= s.reach(v.roots)
	}
	for i := range s.held {
		if at.roots&(1<<i) != 0 {
			s.held[i] |= v.roots
		}
	}
	if v.loose {
		s.unclean |= at.roots
	}
}

func (a *analysis) selects(s *state, instr *ssa.Select) {
	for _, st := range instr.States {
		if st.Send != nil {
			s.release(a.view(st.Send).roots)
		}
	}
	a.set(instr, unknown)
}

// spawn publishes all that the goroutine is given.
func (a *analysis) spawn(s *state, instr *ssa.Go) {
	s.release(a.view(instr.Call.Value).roots)
	for _, x := range source.Arguments(&instr.Call) {
		s.release(a.view(x).roots)
	}
}

// call applies a call or a deferred call (W5).
func (a *analysis) call(s *state, instr ssa.CallInstruction) {
	c := instr.Common()
	for _, x := range source.Arguments(c) {
		a.note(s, instr, x)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		a.builtin(s, b, instr)
		return
	}
	if row, ok := a.flow.Source.Model(c); ok {
		a.modelled(s, row, instr)
		return
	}
	a.called(s, a.view(c.Value))
	var given uint64
	g := c.StaticCallee()
	for k, x := range source.Arguments(c) {
		v := a.view(x)
		given |= v.roots
		a.pass(s, v, g, k)
	}
	a.result(s, instr, view{roots: given, loose: true})
}

// pass gives an argument to a callee; nil for one that is not known.
func (a *analysis) pass(s *state, v view, g *ssa.Function, k int) {
	if v.roots&^a.whole == 0 {
		return
	}
	if g == nil || k >= facts.MaskBits || a.flow.Escapes(g)&(1<<k) != 0 {
		s.publish(v.roots)
		return
	}
	if f, ok := a.flow.Source.Flags(g); ok && f&facts.EffectFree != 0 {
		return
	}
	s.publish(s.contents(v.roots))
	s.unclean |= v.roots
}

// result sets what a call returns: a root if it is fresh.
func (a *analysis) result(s *state, instr ssa.CallInstruction, other view) {
	v, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	if _, fresh := a.bit[v]; fresh {
		a.renew(s, v)
		a.uncleanFresh(s, v)
		return
	}
	a.set(v, other)
}

// builtin applies a builtin: append and copy move pointers from slice to slice.
func (a *analysis) builtin(s *state, b *ssa.Builtin, instr ssa.CallInstruction) {
	args := instr.Common().Args
	v, isCall := instr.(*ssa.Call)
	switch b.Name() {
	case "append":
		if !isCall {
			return
		}
		w := a.view(args[0])
		if i, ok := a.bit[v]; ok && a.grows[v] {
			w.roots |= 1 << i
		} else if ok {
			a.renew(s, v)
			w = a.view(v)
		}
		if len(args) > 1 {
			a.store(s, w, a.load(s, args[1]))
		}
		a.set(v, w)
	case "copy":
		a.store(s, a.view(args[0]), a.load(s, args[1]))
	case "ssa:wrapnilchk", "Add", "Slice", "SliceData":
		a.set(v, a.view(args[0]))
	case "recover":
		if isCall {
			a.set(v, unknown)
		}
	}
}

// modelled applies what a row says; a nil row keeps nothing and returns something unknown.
func (a *analysis) modelled(s *state, row *models.Row, instr ssa.CallInstruction) {
	args := source.Arguments(instr.Common())
	result := unknown
	if row != nil {
		at := func(k int) view {
			if k < len(args) {
				return a.view(args[k])
			}
			return view{}
		}
		for _, k := range row.Retains {
			s.release(at(k).roots)
		}
		for _, k := range row.Writes {
			s.unclean |= at(k).roots
		}
		for _, cb := range row.Callbacks {
			if cb.Run != models.RunInline || cb.Method != "" {
				s.publish(at(cb.Arg).roots)
			} else {
				a.called(s, at(cb.Arg))
			}
		}
		for _, k := range row.Returns {
			result = result.or(at(k))
		}
		if row.Sync == models.SyncPut || row.Sync == models.SyncAtomicWrite || row.Sync == models.SyncAtomicRMW {
			for _, x := range args[min(1, len(args)):] {
				s.release(a.view(x).roots)
			}
		}
	}
	a.result(s, instr, result)
}
