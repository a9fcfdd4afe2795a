// This file finds sends to subscribers under the lock that they need to leave (T43).

package fieldwaits

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// crowded are the sends without alternative to all that a container holds, under a lock that an exported function takes
// to take something out of the container (T43).
func (c *copier) crowded() []lonely {
	type leaver struct {
		lock facts.Symbol    // the lock
		in   facts.Symbol    // the container
		at   ssa.Instruction // where the lock is taken
	}
	var leavers []leaver
	each(c.finder, func(i ssa.Instruction) {
		in := takenFrom(i)
		if in == (facts.Symbol{}) || !c.forUsers(i.Parent(), 0) || fielduse.AnyInstr(i.Parent(), awaits(c.finder)) ||
			c.starts(i.Parent()) {
			return
		}
		for _, n := range c.locks.Held(i) {
			s := c.locks.Sites(i.Parent())[n]
			leavers = append(leavers, leaver{s.Name, in, s.Instr})
		}
	})
	var list []lonely
	each(c.finder, func(i ssa.Instruction) {
		s, ok := i.(*ssa.Send)
		if !ok || c.drained(s.Chan) || takenOut(s) || fielduse.MakesRoom(s) {
			return
		}
		in := containerOf(s.Chan)
		if in == (facts.Symbol{}) {
			if in = containerOf(baseOf(s.Chan)); in == (facts.Symbol{}) {
				return
			}
		}
		held, at := c.holds(s)
		k := slices.IndexFunc(leavers, func(l leaver) bool {
			return l.in == in && slices.Contains(held, l.lock) && l.at.Parent() != s.Parent()
		})
		if k < 0 {
			return
		}
		sent, ok1 := c.finder.Spot(s)
		out, ok2 := c.finder.Spot(leavers[k].at)
		if ok1 && ok2 {
			list = append(list, lonely{
				What: facts.TakeSend, Unit: sent.Unit, Name: place.Holder(s.Chan), At: sent.At,
				Wants: out, Lock: leavers[k].lock, Locked: c.Place(at),
			})
		}
	})
	return list
}

// takenFrom is the field with the map or slice from which an instruction takes something out.
func takenFrom(i ssa.Instruction) facts.Symbol {
	switch x := i.(type) {
	case ssa.CallInstruction:
		if place.IsBuiltin(x.Common(), "delete") {
			m := x.Common().Args[0]
			if f := fielduse.LoadedField(m); f != (facts.Symbol{}) {
				return f
			}
			return containerOf(m)
		}
	case *ssa.Store:
		if call, ok := x.Val.(*ssa.Call); ok && shortens(call) {
			return fielduse.AddressedField(x.Addr)
		}
	case *ssa.MapUpdate:
		if call, ok := x.Value.(*ssa.Call); ok && shortens(call) {
			return fielduse.LoadedField(x.Map)
		}
	}
	return facts.Symbol{}
}

// shortens reports whether a call makes a list without some element: append of two parts of a list, or slices.Delete.
func shortens(c *ssa.Call) bool {
	if place.IsBuiltin(&c.Call, "append") && len(c.Call.Args) == 2 {
		_, front := c.Call.Args[0].(*ssa.Slice)
		tail, back := c.Call.Args[1].(*ssa.Slice)
		return front && back && tail.Low != nil
	}
	g := c.Call.StaticCallee()
	if g == nil || source.Origin(g).Pkg == nil || source.Origin(g).Pkg.Pkg.Path() != "slices" {
		return false
	}
	name := source.Origin(g).Name()
	return name == "Delete" || name == "DeleteFunc"
}

// forUsers reports whether users may call a function: it is exported, a literal that is returned, or an exported one
// calls it by name, or has a Once run it.
func (c *copier) forUsers(fn *ssa.Function, depth int) bool {
	if fn.Parent() != nil {
		m := place.Closure(fn)
		return m != nil && slices.ContainsFunc(*m.Referrers(), func(i ssa.Instruction) bool {
			_, ok := i.(*ssa.Return)
			return ok || runsOnce(i) && c.forUsers(fn.Parent(), depth)
		})
	}
	calls := func(x ssa.CallInstruction) bool {
		_, plain := x.(*ssa.Call)
		return plain && c.forUsers(x.Parent(), depth+1)
	}
	return token.IsExported(fn.Name()) || depth < maxAbove && slices.ContainsFunc(c.Callers(fn), calls)
}

// runsOnce reports whether an instruction has a Once run what it is given.
func runsOnce(i ssa.Instruction) bool {
	c, ok := i.(*ssa.Call)
	return ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().String() == "(*sync.Once).Do"
}

// starts reports whether a function starts a goroutine, which may receive what is left.
func (c *copier) starts(fn *ssa.Function) bool {
	return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool { return len(c.Started(i)) > 0 })
}

// drained reports whether a goroutine of the package itself goes over what is sent on a channel of a field: it does not
// leave on its own.
func (c *copier) drained(ch ssa.Value) bool {
	u := c.All()[fielduse.HolderField(ch)]
	return u != nil && slices.ContainsFunc(u.List, func(x fielduse.Use) bool {
		receives := x.What == fielduse.Receives || x.What == fielduse.Polls && !x.Sends
		return receives && len(c.finder.OnlyStarts(x.Instr.Parent())) > 0
	})
}

// holds are the names of the locks that are held at an instruction, by its function or by one that calls it by name,
// and where one of them was taken.
func (c *copier) holds(i ssa.Instruction) (names []facts.Symbol, at token.Pos) {
	add := func(i ssa.Instruction) {
		for _, n := range c.locks.Held(i) {
			s := c.locks.Sites(i.Parent())[n]
			names, at = append(names, s.Name), s.Instr.Pos()
		}
	}
	add(i)
	for _, x := range c.Callers(i.Parent()) {
		add(x)
	}
	return names, at
}

// takenOut reports whether a send is on what its function has found in a map, and deletes from that before it sends, or
// in the same block: who has put it there waits for one message, and leaves room for it.
func takenOut(s *ssa.Send) bool {
	m, key := foundIn(s.Chan)
	return m != nil && fielduse.AnyInstr(s.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		return ok && place.IsBuiltin(&c.Call, "delete") && place.SameLoad(c.Call.Args[0], m) &&
			place.SameLoad(c.Call.Args[1], key) && (c.Block() == s.Block() || branch.Precedes(c, s))
	})
}

// foundIn is the map in which a value was found, and under which key; nil if it was not.
func foundIn(v ssa.Value) (m, key ssa.Value) {
	x, ok := v.(*ssa.Extract)
	if !ok {
		if l, ok := v.(*ssa.Lookup); ok {
			return l.X, l.Index
		}
		return nil, nil
	}
	switch t := x.Tuple.(type) {
	case *ssa.Lookup:
		return t.X, t.Index
	case *ssa.Next:
		for _, r := range *t.Referrers() {
			if k, ok := r.(*ssa.Extract); ok && k.Index == 1 && !t.IsString {
				return t.Iter.(*ssa.Range).X, k
			}
		}
	}
	return nil, nil
}
