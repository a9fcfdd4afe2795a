// This file finds variables that a function hands out: contents and addresses that it returns (G6).

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// leaks records that an exported function returns a map or slice that a variable goes on holding.
func (t *accessFinder) leaks(ret *ssa.Return) {
	if !t.a.open(t.f) {
		return
	}
	for _, r := range ret.Results {
		list, _ := place.Results(r)
		for _, v := range list {
			t.leak(v, ret.Pos())
		}
	}
}

// leak records one such result.
func (t *accessFinder) leak(v ssa.Value, pos token.Pos) {
	kind, vk := facts.MapRead, facts.VarMap
	switch source.Core(v.Type()).(type) {
	case *types.Map:
	case *types.Slice:
		kind, vk = facts.Read, facts.VarSlice
	default:
		t.leakAddress(v, pos)
		return
	}
	h, ok := t.a.HolderOf(v, leakSteps)
	if !ok || h.Obj.Pkg() != t.a.src.Types() || h.Load == nil || t.a.movedOut(h.Load) {
		return
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if h.Load != x {
			return
		}
	case *ssa.Lookup, *ssa.Extract:
	default:
		return
	}
	x := accessSite{kind: kind, pos: pos, leak: true, depth: h.Depth}
	if h.Depth > 0 {
		x.what = vk
	}
	t.add(variable{h.Obj, true}, h.Sym, vk, h.Chain, x, v)
}

// divides records that a map goes on being held by one object, and is put into the same field of a new one that has a
// lock of its own: that lock keeps out nobody who holds the first one's (G36).
func (t *accessFinder) divides(s *ssa.Store) {
	to, ok := s.Addr.(*ssa.FieldAddr)
	from, isLoad := s.Val.(*ssa.UnOp)
	if !ok || !isLoad || from.Op != token.MUL || !t.a.Makes(t.a.Base(to)) {
		return
	}
	if _, isMap := source.Core(s.Val.Type()).(*types.Map); !isMap {
		return
	}
	at, ok := from.X.(*ssa.FieldAddr)
	if !ok || objects.FieldOf(at) != objects.FieldOf(to) || t.a.Makes(t.a.Base(at)) || !ownLock(to) || t.a.movedOut(from) {
		return
	}
	x := accessSite{kind: facts.MapRead, pos: s.Pos(), leak: true, twin: true}
	if h, ok := t.a.HolderOf(from, leakSteps); ok && h.Obj.Pkg() == t.a.src.Types() {
		t.add(variable{h.Obj, true}, h.Sym, facts.VarMap, h.Chain, x, from)
	}
}

// ownLock reports whether the struct that has a field holds a lock, and no pointer to one.
func ownLock(x *ssa.FieldAddr) bool {
	own := false
	for f := range objects.StructOf(x.X.Type()).Fields() {
		if isSync(source.Deref(f.Type())) {
			if isSync(f.Type()) {
				own = true
			} else {
				return false
			}
		}
	}
	return own
}

// leakAddress records that the address of a struct inside of another one is returned: callers read its fields.
func (t *accessFinder) leakAddress(v ssa.Value, pos token.Pos) {
	addr, ok := v.(*ssa.FieldAddr)
	if !ok || isSync(source.Deref(addr.Type())) {
		return
	}
	n, named := types.Unalias(source.Deref(addr.Type())).(*types.Named)
	if !named || n.Obj().Pkg() != t.a.src.Types() {
		return
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return
	}
	x := accessSite{kind: facts.Read, pos: pos, leak: true, outer: objects.FieldOf(addr)}
	t.fields(addr, n, st, x, (*types.Var).Exported)
}
