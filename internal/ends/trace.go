// This file finds how one end of a pair comes to know an object: from the access back through copies, calls and
// captured variables, along the end's own call path, to where the object was made or to the memory that its address was
// loaded from (K1).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A trails room knows where an end's pointer comes from, and who knows the object by then (K1, K2).
type trails struct {
	*explain.Paths
	agreed map[agreement]bool // answers of agree for the question that meetOn asks now
}

// contextOf is the call path of a candidate, over all goroutines from the root on.
func (ts *trails) contextOf(c *End) *link.Context {
	if c.context == nil {
		for _, k := range c.Chain() {
			c.context = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: c.context}
		}
	}
	return c.context
}

// Knows reports whether both ends may know an object at one time (K1).
func (ts *trails) Knows(loc order.Location, x, y *End) bool {
	o := &ts.L.Objects[loc.Obj]
	if o.Decl.Kind == facts.ObjGlobal {
		return len(ts.sourcesOf(ts.reachingDefs(loc, x))) > 0 && len(ts.sourcesOf(ts.reachingDefs(loc, y))) > 0
	}
	if o.Inst == 0 || o.Decl.Kind == facts.ObjParam || o.Decl.Kind == facts.ObjUnknown {
		return true
	}
	return ts.meetOn(x, y, ts.reachingDefs(loc, x), ts.reachingDefs(loc, y), 0) && ts.meetByPaths(loc, x, y) &&
		!looped{ts}.ownRound(loc, x, y) && !looped{ts}.ownRound(loc, y, x)
}

// meetByPaths reports whether two ends may know an object at one time by some call path each, where iterations have
// elements of their own.
func (ts *trails) meetByPaths(loc order.Location, x, y *End) bool {
	if x.only.holds(x.onlyPath) && y.only.holds(y.onlyPath) {
		return true // that was asked
	}
	ways, others := ts.contexts(x), ts.contexts(y)
	if len(ways) == 0 || len(others) == 0 {
		return true
	}
	t := ts.L.Traced()
	t.Apart = true
	defer func() { t.Apart = false }()
	for _, w := range ways {
		xs := ts.sightingsIn(loc, x, w)
		for _, o := range others {
			ts.agreed = map[agreement]bool{}
			if ts.meet(xs, ts.sightingsIn(loc, y, o), 0) {
				return true
			}
		}
	}
	return false
}

// contexts are all call paths of a candidate within its goroutine, each with the one way to that from the root on; none
// if there are too many, or a function calls itself on the way.
func (ts *trails) contexts(c *End) []*link.Context {
	var above *link.Context // of the function that the goroutine begins with
	for k := ts.contextOf(c); k != nil && above == nil; k = k.Up {
		if k.Start {
			above = k
		}
	}
	if above == nil {
		return nil
	}
	var list []*link.Context
	var back []link.Edge // innermost first
	var walk func(i link.InstID) bool
	walk = func(i link.InstID) bool {
		if len(back) > maxContexts || len(list) == maxContexts {
			return false
		}
		if i == above.Inst {
			ctx := above
			for _, e := range slices.Backward(back) {
				ctx = &link.Context{Inst: e.To, From: e.From, Call: e.Call, Up: ctx}
			}
			list = append(list, ctx)
		}
		for _, e := range ts.L.Insts[i].In {
			if e.Spawn && i == above.Inst {
				continue
			}
			back = append(back, e)
			if e.Spawn || ts.L.Insts[e.From].Origin != c.Origin || !walk(e.From) {
				return false
			}
			back = back[:len(back)-1]
		}
		return true
	}
	if !walk(c.Inst) {
		return nil
	}
	return list
}

// meetOn reports whether some reaching definitions of one end and some of the other may be of one object. That
// iterations have elements of their own counts if each end's call path is the only one to its access: a path stands for
// others that lead there in the same state.
func (ts *trails) meetOn(x, y *End, xs, ys []link.ReachingDef, depth int) bool {
	ts.agreed = map[agreement]bool{}
	t := ts.L.Traced()
	t.Apart = x.only.holds(x.onlyPath) && y.only.holds(y.onlyPath)
	defer func() { t.Apart = false }()
	return ts.meet(xs, ys, depth)
}

// onlyPath reports whether each function on a candidate's path in its goroutine has one caller there.
func (c *End) onlyPath() bool {
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0 && !chain[k].Start; k-- {
		if i := c.D.L.Insts[chain[k].Inst]; chain[k].From != 0 && (len(i.In) != 1 || i.In[0].Spawn) {
			return false
		}
	}
	return true
}

// reachingDefs are the addresses by which an access touches a location.
func (ts *trails) reachingDefs(loc order.Location, c *End) []link.ReachingDef {
	if !c.seenKnown {
		c.seen, c.seenKnown = ts.sightingsIn(loc, c, ts.contextOf(c)), true
	}
	return c.seen
}

func (ts *trails) sightingsIn(loc order.Location, c *End, ctx *link.Context) []link.ReachingDef {
	a := c.Fact()
	var list []link.ReachingDef
	for k := range max(a.Len, 1) {
		if k+a.Off <= loc.Off {
			t := ts.L.Objects[loc.Obj].Base + pointsto.Node(loc.Off-a.Off-k)
			if n := ts.L.Insts[c.Inst].Node(a.Addr); ts.L.Sets.Has(n, t) {
				list = append(list, link.ReachingDef{Inst: c.Inst, Node: a.Addr, Target: t, Ctx: ctx})
			}
		}
	}
	return list
}

// meet reports whether one of some reaching definitions and one of others may be of one object.
func (ts *trails) meet(xs, ys []link.ReachingDef, depth int) bool {
	b := ts.sourcesOf(ys)
	for _, p := range ts.sourcesOf(xs) {
		for _, q := range b {
			if ts.agree(p, q, depth) {
				return true
			}
		}
	}
	return false
}

// sourcesOf are those of all reaching definitions.
func (ts *trails) sourcesOf(list []link.ReachingDef) []link.Source {
	if len(list) == 1 {
		return ts.L.Traced().Trace(list[0])
	}
	var all []link.Source
	for _, s := range list {
		all = append(all, ts.L.Traced().Trace(s)...)
	}
	return all
}

// putInto lists what the goroutine that made an object stored into the slot that a source was loaded from.
func (ts *trails) putInto(p link.Source) []link.ReachingDef {
	var list []link.ReachingDef
	o, _, _ := ts.L.ObjectAt(p.Slot)
	for _, w := range ts.L.Traced().StoresOf(link.Placing{Slot: p.Slot, Target: p.Target}) {
		if i := ts.L.Insts[w.Inst]; i.Origin == ts.L.Insts[o.Inst].Origin {
			list = append(list, link.ReachingDef{Inst: i.ID, Node: i.Unit.Flow.Cons[w.Con].Src, Target: p.Target, Ctx: nil})
		}
	}
	return list
}

// placers lists the functions and constraints by which an address may be stored where a source was loaded from, up to
// maxPlacers.
func (ts *trails) placers(p link.Source) []placer {
	var list []placer
	for _, w := range ts.L.Traced().StoresOf(link.Placing{Slot: p.Slot, Target: p.Target}) {
		if p := (placer{ts.L.Insts[w.Inst].Unit, w.Con}); len(list) < maxPlacers && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// A placer is a statement that stores an address.
type placer struct {
	unit *link.Unit // the function, in whichever context
	con  int        // into its flow's constraints
}

// eachItsOwn reports whether two goroutines of one go statement have each the element that its iteration selects, and
// no two elements hold one address: its object was made once and put into one place, or each that is made there is.
func (ts *trails) eachItsOwn(p, q link.Source) bool {
	if p.By == 0 || q.By == 0 || ts.L.Origins[p.By].Twin != q.By {
		return false
	}
	o, _, _ := ts.L.ObjectAt(p.Target)
	return o != nil && p.Target == q.Target && (o.Decl.Flags&facts.ObjOneUse != 0 && ts.L.Single(o) || ts.kept(o))
}

// kept reports whether each of the objects that a function makes goes to a caller that puts it into one place.
func (ts *trails) kept(o *link.Object) bool {
	if o.Inst == 0 || o.Decl.Flags&facts.ObjGiven == 0 {
		return false
	}
	in := ts.L.Insts[o.Inst].In
	return len(in) > 0 && !slices.ContainsFunc(in, func(e link.Edge) bool {
		return e.Spawn || ts.L.Insts[e.From].Unit.Flow.Calls[e.Call].Flags&facts.CallKept == 0
	})
}

// putOnce reports whether two slots of different holders hold different objects, though they are one abstract object: a
// single statement stores such objects into either, and its function has made the object itself and puts it into what
// it was given: each activation into one holder only (K1).
func (ts *trails) putOnce(p, q link.Source) bool {
	a, b := ts.placers(p), ts.placers(q)
	if len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		return false
	}
	o, _, _ := ts.L.ObjectAt(p.Target)
	if o == nil || o.Inst == 0 || ts.L.Insts[o.Inst].Unit != a[0].unit {
		return false
	}
	u := a[0].unit
	c := &u.Flow.Cons[a[0].con]
	made := slices.ContainsFunc(u.Flow.Cons, func(k facts.Con) bool {
		return k.Op == facts.ConAddr && k.Dst == c.Src && &u.Flow.Objs[k.Obj] == o.Decl
	})
	return made && slices.Contains(u.Flow.Params, c.Dst)
}

// An agreement is a question: may two sources, so many holders away from the accesses, have given one address?
type agreement struct {
	p, q  link.Source // one of each end
	depth int         // holders between these and the accesses
}

// agree reports whether two sources may have given one address. Each question is answered once; past maxAgree of them,
// they may.
func (ts *trails) agree(p, q link.Source, depth int) bool {
	at := agreement{p, q, depth}
	if yes, known := ts.agreed[at]; known {
		return yes
	}
	if len(ts.agreed) >= maxAgree {
		return true
	}
	ts.agreed[at] = true // for the count; nothing asks it again before the answer: what is asked meanwhile is deeper
	yes := ts.sameAddress(p, q, depth)
	ts.agreed[at] = yes
	return yes
}

// sameAddress reports whether two sources may have given one address: loaded from one slot, or from the same slot of
// objects that two goroutines made, each for itself, where both put one address.
func (ts *trails) sameAddress(p, q link.Source, depth int) bool {
	if p.Slot == 0 || q.Slot == 0 {
		return true
	}
	if ts.eachItsOwn(p, q) {
		return false
	}
	o, _, off := ts.L.ObjectAt(p.Slot)
	if p.Slot != q.Slot {
		other, _, at := ts.L.ObjectAt(q.Slot)
		if o.Decl.Kind == facts.ObjFunc {
			return true // two functions that were made with one object
		}
		if ts.putOnce(p, q) {
			return false
		}
		if off != at || o.Inst == 0 || other.Inst == 0 || ts.L.AllocPos(o) != ts.L.AllocPos(other) {
			return true
		}
		return depth < maxHolders && ts.L.Insts[o.Inst].Origin != ts.L.Insts[other.Inst].Origin &&
			ts.meet(ts.putInto(p), ts.putInto(q), depth+1)
	}
	if o.Decl.Kind == facts.ObjFunc {
		switch {
		case !ts.L.Single(o) || o.Decl.Flags&facts.ObjOneUse == 0:
			return true // it may have been put into several places
		case p.By != 0 && q.By != 0:
			return ts.L.Origins[p.By].Twin != q.By
		}
	}
	switch {
	case o.Inst == 0 || depth >= maxHolders || ts.L.HeldByAll(p):
		return true
	case o.Decl.Kind == facts.ObjChan && off > 0:
		return false // a message is received once
	}
	return ts.meet([]link.ReachingDef{p.Base}, []link.ReachingDef{q.Base}, depth+1)
}
