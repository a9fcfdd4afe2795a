// This file is how goroutines are related: which may exist in one run, which stem from which, and by whom they are
// started.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Target is a function that a call may enter; closures that different contexts made are different ones.
type Target struct {
	unit  link.UnitID // the function
	maker link.InstID // of a closure the instance that made it; zero for others
}

// StartedWith is the go statement that an iteration copy belongs to and that an origin stems from.
func (l *Order) StartedWith(f link.HeapContext, id link.OriginID) (uint32, bool) {
	for o := l.Origins[id]; o.Parent != 0; o = l.Origins[o.Parent] {
		s := l.Insts[o.Site].Unit.PerSpawn[o.Call]
		if o.Site != f.Owner || s == nil {
			continue
		}
		list := s.Objs
		if f.Call {
			list = s.Calls
		}
		if slices.Contains(list, f.Index) {
			return o.Call, true
		}
	}
	return 0, false
}

// Visits reports whether an origin is a call of a method by the client of a type, other than of one that serves.
func (l *Order) Visits(o *link.Origin) bool {
	return called(l, o) && l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&facts.CallOnce == 0
}

// Serves reports whether an origin is a client's call of a method that serves (passes/source S13).
func Serves(l *Order, o *link.Origin) bool { return called(l, o) && !l.Visits(o) }

// called reports whether an origin is a call by the client of a type.
func called(l *Order, o *link.Origin) bool {
	return o.Parent != 0 && l.Insts[o.Site].Unit.Flag(facts.Client)
}

// SameLoop reports whether two origins are callbacks of one loop.
func (l *Order) SameLoop(x, y *link.Origin) bool {
	a, on := l.Loop(x)
	b, at := l.Loop(y)
	if a != b || a == (facts.Symbol{}) || (on == 0) != (at == 0) {
		return false
	}
	if on == 0 {
		return true
	}
	owner := l.OnlyObject(on)
	return owner != 0 && owner == l.OnlyObject(at)
}

// ParallelTests reports whether two origins belong to different tests that may call t.Parallel.
func (l *Order) ParallelTests(x, y *link.Origin) bool {
	return x.Tree != y.Tree && l.Origins[x.Tree].Parallel && l.Origins[y.Tree].Parallel
}

// Comparable reports whether two origins are of one tree, or one of them stems from an initialiser, and the pair is not
// the mirror image of another one: of two instances of one goroutine only the pairs (first, other) are looked at (O4).
func (l *Order) Comparable(a, b link.OriginID) bool {
	x, y := l.Origins[a], l.Origins[b]
	if x.Tree != y.Tree && l.Origins[x.Tree].Kind != link.RootInit && l.Origins[y.Tree].Kind != link.RootInit &&
		!l.ParallelTests(x, y) {
		return false
	}
	switch {
	case a == b, x.IterationClone && y.IterationClone:
		return false
	case x.Tree != y.Tree && (x.Kind == link.RootInit || y.Kind == link.RootInit):
		return false // all initialisers end before anything else starts
	case y.IterationClone:
		return l.mirrors(x, y)
	case x.IterationClone:
		return l.mirrors(y, x)
	}
	return true
}

// mirrors reports whether x lies under the first instance of the goroutine whose other instance y lies under, or under
// a sibling of it that the same function starts: the other instance belongs to another activation then.
func (l *Order) mirrors(x, y *link.Origin) bool {
	for y.Parent != 0 && l.Origins[y.Parent].IterationClone {
		y = l.Origins[y.Parent]
	}
	for ; x != nil; x = l.Origins[x.Parent] {
		if x.ID == y.Twin || x.Site == y.Site && x.Parent == y.Parent {
			return true
		}
		if x.Parent == 0 {
			return false
		}
	}
	return false
}

// StartsAgain reports whether an origin is, or stems from, another goroutine of the statement that starts a, or of one
// behind the same test.
func (l *Order) StartsAgain(a *link.Origin, id link.OriginID) bool {
	for o := l.Origins[id]; o.Parent != 0; o = l.Origins[o.Parent] {
		if u := l.Insts[a.Site].Unit; o != a && l.Insts[o.Site].Unit == u &&
			(o.Call == a.Call || sameTest(&u.Flow.Calls[o.Call], &u.Flow.Calls[a.Call])) {
			return true
		}
	}
	return false
}

// sameTest reports whether two statements start a goroutine once behind a test of one field.
func sameTest(x, y *facts.Call) bool {
	return x.Flags&y.Flags&facts.CallOnce != 0 && x.Once != 0 && x.Once == y.Once && x.OnceOff == y.OnceOff
}

// PerObject lists what points to the objects for each of which a goroutine is started once: it is started behind a test
// (passes/flow L15), or by the very function that a Once in the object runs, not in a loop of that; none for others.
func PerObject(l *Order, a *link.Origin) []pointsto.Node {
	i := l.Insts[a.Site]
	if c := &i.Unit.Flow.Calls[a.Call]; c.Flags&facts.CallOnce != 0 {
		return []pointsto.Node{i.Node(c.Once)}
	} else if c.Flags&(facts.CallMulti|facts.CallSerial) != 0 {
		return nil
	}
	s := i.Unit.Spawn
	if s == nil || int(a.Call) >= len(s.Calls) || Reaches(s, i.Unit.After(a.Call).At, s.Calls[a.Call]) {
		return nil
	}
	var list []pointsto.Node
	for _, e := range i.In {
		from := l.Insts[e.From]
		once := from.Unit.RunsInOnce(e.Call)
		if e.Spawn || once == nil || once.Addr == 0 {
			return nil
		}
		list = append(list, from.Node(once.Addr))
	}
	return list
}

// Many reports whether a pointer may point to one of many objects.
func (l *Order) Many(n pointsto.Node) bool {
	return n != 0 && slices.ContainsFunc(l.Sets.PointsTo(nil, n), func(addr pointsto.Node) bool {
		o, _, _ := l.ObjectAt(addr)
		return o != nil && o.Inst != 0 && !l.Single(o)
	})
}

// Recursion is the outermost origin that starts itself again and that an origin is, or stems from; nil if there is
// none.
func (l *Order) Recursion(id link.OriginID) *link.Origin {
	var found *link.Origin
	for o := l.Origins[id]; o.Parent != 0; o = l.Origins[o.Parent] {
		if o.Rejoined || o.Twin != 0 && l.Origins[o.Twin].Rejoined {
			found = o
		}
	}
	return found
}

// BeginsRecursion reports whether a recursion of goroutines begins with an origin, or with one that it stems from.
func (l *Order) BeginsRecursion(id link.OriginID) bool {
	for o := l.Origins[id]; o.Parent != 0; o = l.Origins[o.Parent] {
		if l.above[o.ID] || o.Twin != 0 && l.above[o.Twin] {
			return true
		}
	}
	return false
}

// findRecursions marks the goroutines by which a recursion begins that was recognised further down: the statement that
// starts them was reached by other calls first. Those that stand for others elsewhere in the recursion (O7) are like
// them.
func (l *Order) findRecursions() {
	for _, r := range l.Origins[1:] {
		if !r.Rejoined || r.Parent == 0 {
			continue
		}
		l.above[r.ID] = r.Merged
		for o := l.Origins[r.Parent]; o.Parent != 0; o = l.Origins[o.Parent] {
			if o.Call == r.Call && o.Target == r.Target && l.Insts[o.Site].Unit == l.Insts[r.Site].Unit {
				l.above[o.ID] = true
			}
		}
	}
}

// Recursive reports whether an origin stems from a goroutine that starts itself again.
func (l *Order) Recursive(id link.OriginID) bool { return l.Recursion(id) != nil }

// AboveRecursion reports whether y stems from x, or from another instance of x, through a goroutine that starts itself
// again: where all depths are one, what sets them up and who waits for them is often not seen (R13).
func (l *Order) AboveRecursion(x, y link.OriginID) bool {
	for o := l.Origins[y]; o.Parent != 0; o = l.Origins[o.Parent] {
		if o.Parent == x || l.Origins[o.Parent].Twin == x {
			return l.Recursive(y)
		}
	}
	return false
}

// Target is the function that an instance stands for, and who makes it.
func (l *Order) Target(i link.InstID) Target { return Target{l.Insts[i].Unit.ID, l.Insts[i].Maker} }

// DrivenByTest reports whether an origin stems from a callback that a test registers with a server and then drives
// itself, one request after the other, over a connection: an order that no token shows.
func (l *Order) DrivenByTest(id link.OriginID) bool {
	o := l.Origins[id]
	if l.Origins[o.Tree].Kind != link.RootTest {
		return false
	}
	for ; o.Parent != 0; o = l.Origins[o.Parent] {
		if l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&facts.CallServed != 0 {
			return true
		}
	}
	return false
}

// MadeFor reports whether an iteration copy was made for a goroutine, or for one that this stems from.
func (l *Order) MadeFor(f link.HeapContextID, id link.OriginID) bool {
	_, ok := l.StartedWith(l.HeapContexts[f], id)
	return ok
}
