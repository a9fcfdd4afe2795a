// This file is locks that a go event hands over to the goroutine it starts (H28).

package hb

import (
	"slices"
)

// releasing maps the locks that can be handed over to the operation that releases them.
var releasing = map[tokenKind]Op{held: OpUnlock, slot: OpRecv, baton: OpSend}

// An act is an operation on a lock in an origin.
type act struct {
	origin   OriginID // who does it
	acquired setID    // held just before
}

// acts lists the operations of a kind that may act on one of some objects.
func (q *occurrences) acts(op Op, objs setID) []act {
	var list []act
	for o := 1; o < len(q.counts.runs); o++ {
		for _, f := range q.counts.runs[o] {
			for _, k := range q.releases(f) {
				if q.p.Funcs[f].Points[k].Event.Op != op || !q.meets(q.objs[f][k], objs) {
					continue
				}
				if s := q.t.before(OriginID(o), site{f, k}); s != 0 {
					list = append(list, act{OriginID(o), q.t.states[s].acquired})
				}
			}
		}
	}
	return list
}

// releases are the points of a function with operations that release locks: few, where each lock asks all functions.
func (q *occurrences) releases(f FuncID) []PointID {
	if q.released == nil {
		q.released = make([][]PointID, len(q.p.Funcs))
	}
	if q.released[f] == nil {
		list := []PointID{}
		for k := 1; k < len(q.p.Funcs[f].Points); k++ {
			switch q.p.Funcs[f].Points[k].Event.Op {
			case OpUnlock, OpRecv, OpSend:
				list = append(list, PointID(k))
			}
		}
		q.released[f] = list
	}
	return q.released[f]
}

// handings finds the locks that goroutines release without holding them, while whoever starts such a goroutine does;
// nil if there are none.
func (q *occurrences) handings(refused map[uint32]bool) *handing {
	h := &handing{given: make([][]uint32, len(q.p.Origins)), gone: make([]setID, len(q.sites))}
	found := false
	for _, id := range q.locks {
		t := &q.tokens[id]
		op, ok := releasing[t.kind]
		if !ok || q.outside(t.objs) {
			continue
		}
		for _, a := range q.acts(op, t.objs) {
			if q.has(a.acquired, id) || slices.Contains(h.given[a.origin], id) {
				continue
			}
			if given := !refused[id] && q.givenTo(a.origin, id); given || q.drop&keepLost != 0 {
				q.hands(h, a.origin, id, given)
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	return h
}

// givenTo reports whether whatever starts an origin holds a lock, and starts one goroutine at a time.
func (q *occurrences) givenTo(o OriginID, lock uint32) bool {
	if x := &q.p.Origins[o]; x.Root || x.Multi && q.drop&dropHandedMulti == 0 || len(x.Entry) != 1 ||
		len(q.counts.starts[o]) == 0 {
		return false
	}
	return !slices.ContainsFunc(q.counts.starts[o], func(s start) bool {
		x := q.at[occKey{s.by, q.number[s.at]}]
		return x != 0 && !q.has(q.list[x].place.acquired, lock)
	})
}

// hands notes that whatever starts an origin hands a lock over to it, or to the other goroutine that it starts instead;
// or that it may have, if it is not known to be given.
func (q *occurrences) hands(h *handing, o OriginID, lock uint32, given bool) {
	for _, s := range q.counts.starts[o] {
		n := q.number[s.at]
		if q.drop&dropHandedKept == 0 {
			h.gone[n] = q.union(h.gone[n], q.make(lock))
		}
		for _, x := range q.event(n).Origins {
			if given && !slices.Contains(h.given[x], lock) {
				h.given[x] = append(h.given[x], lock)
			}
		}
	}
}

// wrongly lists the locks that are not handed over wherever they should have been: a goroutine may start without, or
// somebody releases what he may not hold.
func (q *occurrences) wrongly(h *handing) []uint32 {
	wrong := map[uint32]bool{}
	for o, locks := range h.given {
		for _, id := range locks {
			t := &q.tokens[id]
			released := t.kind != held || q.drop&dropHandedUnlock != 0 || // (H17) asks about messages
				!slices.ContainsFunc(q.acts(OpUnlock, t.objs), func(a act) bool { return !q.has(a.acquired, id) })
			if !released || !q.givenTo(OriginID(o), id) {
				wrong[id] = true
			}
		}
	}
	var list []uint32
	for _, id := range q.locks {
		if wrong[id] {
			list = append(list, id)
		}
	}
	return list
}
