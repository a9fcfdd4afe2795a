// This file finds conditions on the ways to two accesses that no run has together (R42).

package ends

import (
	"math"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A literals room knows which comparisons with constants hold where accesses happen, and which of them exclude each
// other (R42).
type literals struct {
	*explain.Paths
	objects *objects   // which abstract objects are concrete ones (Rooms.Objects)
	memory  *unchanged // nil until asked for
}

// A quantity is a number that is the same wherever it is asked for, under conditions that fixed checks. One field is
// set: a slot of memory, or a parameter of an instance of a function, or a counter.
type quantity struct {
	at      order.Location // the slot of memory; zero otherwise
	inst    link.InstID    // with slot: its parameter
	counter *link.Unit     // with slot: the number by which its goroutines are told apart (passes/access A28)
	// number of the parameter, the receiver's is 0, or of the counter; with neither, the constant itself
	slot int64
}

// A literal is a comparison of a quantity with a constant, as the range that it leaves.
type literal struct {
	of        quantity // what is compared
	low, high int64    // both included; low above high if no number is left
	but       int64    // with except: a number in the range that is left out
	except    bool     // but is left out
}

// Exclude reports whether the ways to both ends lead through comparisons that exclude each other: of memory that is not
// written to once it is known, in an object that is the same one, or of an argument of a function that runs once.
func (ls *literals) Exclude(_ order.Location, x, y *End) bool {
	return slices.ContainsFunc(ls.on(x), func(a literal) bool {
		return a.of.counter == nil && slices.ContainsFunc(ls.on(y), func(b literal) bool {
			return a.of == b.of && a.excludes(b) && ls.fixed(a.of, x, y)
		})
	})
}

// OneOfLoop reports whether both ends belong to goroutines that one loop starts, and lie behind a comparison of its
// counter that holds in one of them only.
func (ls *literals) OneOfLoop(loc order.Location, x, y *End) bool {
	o := ls.L.Origins[x.Origin]
	if o.Twin == 0 || o.Twin != y.Origin || o.Parent == 0 {
		return false
	}
	site := ls.L.Insts[o.Site]
	if !ls.once(site) && ls.L.Objects[loc.Obj].Inst != site.ID {
		return false
	}
	return slices.ContainsFunc(ls.on(x), func(a literal) bool {
		return a.of.counter != nil && a.low == a.high && slices.Contains(ls.on(y), a)
	})
}

// once reports whether an instance of a function runs at most once in a run of the program.
func (ls *literals) once(i *link.Instance) bool {
	return i.Once == link.AtMostOnce && ls.L.Origins[i.Origin].Twin == 0
}

// fixed reports whether a quantity is one number for both ends.
func (ls *literals) fixed(q quantity, x, y *End) bool {
	if q.inst != 0 {
		return ls.once(ls.L.Insts[q.inst])
	}
	return ls.objects.Exact(&ls.L.Objects[q.at.Obj], x, y) && ls.memory.keeps(q.at)
}

// on are the literals on the way to an access: those of its function, and of each that leads there. Counters belong to
// its own goroutine.
func (ls *literals) on(c *End) []literal {
	if c.litsKnown {
		return c.lits
	}
	c.litsKnown = true
	if ls.memory == nil {
		ls.memory = newUnchanged(ls.L)
	}
	ls.add(c, c.Inst, c.Fact().Test, true)
	own := true
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0; k-- {
		own = own && !chain[k].Start
		if l := chain[k]; l.From != 0 {
			ls.add(c, l.From, behind(ls.L.Insts[l.From].Unit.Accesses, l.Call), own)
		}
	}
	return c.lits
}

// behind is the test that a call lies behind, counted from one; zero if there is none.
func behind(a *facts.Accesses, call uint32) uint32 {
	if a == nil {
		return 0
	}
	k, ok := slices.BinarySearchFunc(a.Behind, call, func(b facts.Behind, call uint32) int {
		return int(b.Call) - int(call)
	})
	if !ok {
		return 0
	}
	return a.Behind[k].Test
}

// add adds the literals of a test of a function, and of those around it.
func (ls *literals) add(c *End, id link.InstID, test uint32, own bool) {
	i := ls.L.Insts[id]
	for test != 0 && len(c.lits) < maxLiterals {
		t := i.Unit.Accesses.Tests[test-1]
		test = t.Outer
		x, y, turned := t.X, t.Y, false
		if x.Kind == facts.TermConst {
			x, y, turned = y, x, true
		}
		n, ok := ls.value(i, y, maxResolved)
		q, known := ls.value(i, x, maxResolved)
		if !ok || !known || n != (quantity{slot: n.slot}) || q == (quantity{slot: q.slot}) || q.counter != nil && !own {
			continue
		}
		if l, ok := compare(q, t.Op, n.slot, turned); ok {
			c.lits = append(c.lits, l)
		}
	}
}

// value is what a term of a function stands for; a quantity with nothing but a slot is that constant.
func (ls *literals) value(i *link.Instance, t facts.Term, depth int) (quantity, bool) {
	switch t.Kind {
	case facts.TermConst:
		return quantity{slot: t.N}, true
	case facts.TermCounter:
		return quantity{counter: i.Unit, slot: t.N}, true
	case facts.TermParam:
		if len(i.In) == 1 && depth > 0 && i.In[0].From != 0 {
			from := ls.L.Insts[i.In[0].From]
			own := int64(link.InBox(&from.Unit.Flow.Calls[i.In[0].Call], i.Unit))
			if given := order.Given(from.Unit.Accesses, i.In[0].Call, t.N-own); given.Kind != facts.TermUnknown {
				return ls.value(from, given, depth-1)
			}
		}
		return quantity{inst: i.ID, slot: t.N}, true
	case facts.TermLoad:
		places := ls.L.Places(i, t.Addr, t.Off)
		if len(places) != 1 {
			break
		}
		if by, v, ok := ls.memory.initially(places[0]); ok && depth > 0 {
			if q, ok := ls.value(by, v, depth-1); ok {
				return q, true
			}
		}
		return quantity{at: places[0]}, true
	case facts.TermResult:
		return ls.result(i, t, depth)
	}
	return quantity{}, false
}

// result is what a call returns, if it calls one function, which returns one thing.
func (ls *literals) result(i *link.Instance, t facts.Term, depth int) (q quantity, ok bool) {
	var callee *link.Instance
	for _, e := range i.Out {
		if int64(e.Call) != t.N {
			continue
		}
		if callee != nil || e.Spawn {
			return q, false
		}
		callee = ls.L.Insts[e.To]
	}
	if callee == nil || callee.Unit.Accesses == nil || depth == 0 {
		return q, false
	}
	for _, r := range callee.Unit.Accesses.Returned {
		if r.Slot != t.Off {
			continue
		}
		if ok {
			return q, false
		}
		if q, ok = ls.value(callee, r.Value, depth-1); !ok {
			return q, false
		}
	}
	return q, ok
}

// compare is the comparison of a quantity with a number, or, turned, of the number with the quantity.
func compare(q quantity, op facts.Comparison, n int64, turned bool) (literal, bool) {
	l := literal{of: q, low: math.MinInt64, high: math.MaxInt64}
	switch {
	case op == facts.Equal:
		l.low, l.high = n, n
	case op == facts.Unequal:
		l.but, l.except = n, true
	case n == math.MinInt64 || n == math.MaxInt64:
		return l, false
	case op == facts.Less && turned:
		l.low = n + 1
	case op == facts.Less:
		l.high = n - 1
	case turned:
		l.low = n
	default:
		l.high = n
	}
	return l, true
}

// excludes reports whether no number satisfies both literals.
func (l literal) excludes(m literal) bool {
	low, high := max(l.low, m.low), min(l.high, m.high)
	return low > high || low == high && (l.except && l.but == low || m.except && m.but == low)
}
