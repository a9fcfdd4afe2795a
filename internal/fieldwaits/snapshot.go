// This file finds sends on channels that come from a copy of a container, made under a lock that is held no more, while
// others take channels out of the container under the lock and close them (T42).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A copier looks for such sends.
type copier struct {
	*finder
	locks *locks.Result // which locks are held where
}

// A found is what a channel is known as: what the container in a field holds, or the field of what a container holds.
type found struct {
	in    facts.Symbol // the container
	field facts.Symbol // the field, if the channel is one of an element
}

// stale are the sends that may come behind a close (T42).
func (c *copier) stale() []lonely {
	closes := map[facts.Symbol]ssa.CallInstruction{} // by container, or by field of its elements
	each(c.finder, func(i ssa.Instruction) {
		call, ok := i.(ssa.CallInstruction)
		if !ok || !isClose(call.Common()) || !c.underLock(call) || fielduse.AnyInstr(call.Parent(), awaits(c.finder)) {
			return
		}
		if !fielduse.AnyInstr(call.Parent(), c.takesOut) {
			return
		}
		ch := call.Common().Args[0]
		if in := containerOf(ch); in != (facts.Symbol{}) {
			closes[in] = call
		} else if field := fielduse.LoadedField(ch); field != (facts.Symbol{}) {
			closes[field] = call
		}
	})
	if len(closes) == 0 {
		return nil
	}
	var list []lonely
	each(c.finder, func(i ssa.Instruction) {
		for _, ch := range sentOn(i) {
			x := c.copied(ch)
			name := x.in
			if x.field != (facts.Symbol{}) {
				name = x.field
			}
			end := closes[name]
			if end == nil || end.Parent() == i.Parent() || c.underLock(i) || fielduse.AnyInstr(i.Parent(), recovers) {
				continue
			}
			at, ok := c.finder.Spot(i)
			also, own := c.finder.Spot(end)
			if ok && own {
				at.At = c.Place(ch.Pos())
				if s, plain := i.(*ssa.Send); plain {
					at.At = c.Place(s.Pos())
				} else if s, cases := i.(*ssa.Select); cases {
					at.At = c.Place(casePos(s, ch))
				}
				list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: name, At: at.At, Also: also})
			}
		}
	})
	return list
}

// casePos is where the case of a select that sends on a channel stands.
func casePos(s *ssa.Select, ch ssa.Value) (pos token.Pos) {
	for _, st := range s.States {
		if st.Chan == ch {
			pos = st.Pos
		}
	}
	return pos
}

// sentOn are the channels that an instruction sends on.
func sentOn(i ssa.Instruction) (list []ssa.Value) {
	switch x := i.(type) {
	case *ssa.Send:
		list = append(list, x.Chan)
	case *ssa.Select:
		for _, s := range x.States {
			if s.Dir == types.SendOnly {
				list = append(list, s.Chan)
			}
		}
	}
	return list
}

// underLock reports whether a lock is held at an instruction, or by who calls its function by name.
func (c *copier) underLock(i ssa.Instruction) bool {
	holds := func(x ssa.CallInstruction) bool { return len(c.locks.Held(x)) > 0 }
	return len(c.locks.Held(i)) > 0 || slices.ContainsFunc(c.Callers(i.Parent()), holds)
}

// takesOut reports whether an instruction takes something out of a map, or puts another list in its place.
func (c *copier) takesOut(i ssa.Instruction) bool {
	switch x := i.(type) {
	case ssa.CallInstruction:
		b, ok := x.Common().Value.(*ssa.Builtin)
		return ok && (b.Name() == "delete" || b.Name() == "clear")
	case *ssa.MapUpdate:
		_, list := x.Value.Type().Underlying().(*types.Slice)
		return list
	case *ssa.Store:
		_, field := x.Addr.(*ssa.FieldAddr)
		_, list := x.Val.Type().Underlying().(*types.Slice)
		return field && list
	}
	return false
}

// containerOf is the field with the map or slice of which a value is an element, or a key; or an element of an element.
func containerOf(v ssa.Value) facts.Symbol {
	of := func(x ssa.Value) facts.Symbol {
		if f := fielduse.LoadedField(x); f != (facts.Symbol{}) {
			return f
		}
		return containerOf(x)
	}
	switch x := v.(type) {
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok {
				return of(r.X)
			}
		case *ssa.Lookup:
			return of(t.X)
		}
	case *ssa.Lookup:
		return of(x.X)
	case *ssa.UnOp:
		if e, ok := x.X.(*ssa.IndexAddr); ok {
			return of(e.X)
		}
	}
	return facts.Symbol{}
}

// copied tells what a channel is known as that comes from the copy of a container.
func (c *copier) copied(ch ssa.Value) found {
	if load, ok := ch.(*ssa.UnOp); ok {
		if f, ok := load.X.(*ssa.FieldAddr); ok {
			of := f.X
			if cell, ok := of.(*ssa.Alloc); ok { // a variable that is given elements
				if given := place.Stores(cell); len(given) == 1 {
					of = given[0]
				}
			}
			if in := c.elementOfCopy(of); in != (facts.Symbol{}) {
				return found{in, source.FieldSymbol(f.X.Type(), f.Field)}
			}
			return found{}
		}
	}
	return found{in: c.elementOfCopy(ch)}
}

// elementOfCopy is the container of whose copy a value is an element.
func (c *copier) elementOfCopy(v ssa.Value) facts.Symbol {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return facts.Symbol{}
	}
	e, ok := load.X.(*ssa.IndexAddr)
	if !ok || fielduse.LoadedField(e.X) != (facts.Symbol{}) {
		return facts.Symbol{}
	}
	return c.copyOf(e.X, map[ssa.Value]bool{})
}

// copyOf is the container that a slice was filled from while a lock was held.
func (c *copier) copyOf(v ssa.Value, seen map[ssa.Value]bool) (in facts.Symbol) {
	if seen[v] || len(seen) > maxFollowed {
		return in
	}
	seen[v] = true
	first := func(list ...ssa.Value) facts.Symbol {
		for _, x := range list {
			if f := c.copyOf(x, seen); f != (facts.Symbol{}) {
				return f
			}
		}
		return facts.Symbol{}
	}
	switch x := v.(type) {
	case *ssa.Phi:
		return first(x.Edges...)
	case *ssa.Slice:
		return first(x.X)
	case *ssa.Alloc:
		return c.stored(x, seen)
	case *ssa.MakeSlice:
		return c.stored(x, seen)
	case *ssa.Lookup:
		if len(seen) > 1 && c.underLock(x) {
			return containerOf(x)
		}
	case *ssa.UnOp:
		if cell, ok := x.X.(*ssa.Alloc); ok {
			return c.stored(cell, seen)
		}
		if f := fielduse.LoadedField(x); f != (facts.Symbol{}) && len(seen) > 1 && c.underLock(x) {
			return f // what a library function or append copies as a whole
		}
	case *ssa.Call:
		return first(c.copiedBy(x)...)
	}
	return in
}

// copying are the packages whose functions copy what they are given.
var copying = []string{"slices", "maps", "golang.org/x/exp/slices", "golang.org/x/exp/maps"}

// copiedBy are the values of which one is what a call returns, or what it copies.
func (c *copier) copiedBy(x *ssa.Call) (list []ssa.Value) {
	if place.IsBuiltin(&x.Call, "append") {
		return x.Call.Args
	}
	g := x.Call.StaticCallee()
	if g == nil {
		return nil
	}
	g = source.Origin(g)
	if _, own := unitOf(c.finder, g); !own {
		if p := g.Pkg; p != nil && slices.Contains(copying, p.Pkg.Path()) {
			return x.Call.Args
		}
		return nil
	}
	for _, b := range g.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			list = append(list, ret.Results[0])
		}
	}
	return list
}

// stored is the same of what is stored to a variable, or to its elements.
func (c *copier) stored(to ssa.Value, seen map[ssa.Value]bool) (in facts.Symbol) {
	for _, i := range *to.Referrers() {
		switch x := i.(type) {
		case *ssa.Store:
			if x.Addr == to {
				in = c.copyOf(x.Val, seen)
			}
		case *ssa.IndexAddr:
			for _, s := range *x.Referrers() {
				if s, ok := s.(*ssa.Store); ok && s.Addr == ssa.Value(x) && c.underLock(s) {
					in = containerOf(s.Val)
				}
			}
		}
		if in != (facts.Symbol{}) {
			return in
		}
	}
	return in
}
