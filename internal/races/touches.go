// This file is in which states accesses happen, and which of them look alike: pairs are made of those that differ.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A touches room knows in which states accesses happen, and which of them look alike.
type touches struct {
	*explain.Paths
}

// Expand adds an access in each state in which its function is entered, unless all memory it touches is owned there.
func (ts *touches) Expand(
	list []order.Candidate,
	i *link.Instance,
	index uint32,
	a *facts.Access,
	seen map[order.Signature]bool,
) []order.Candidate {
	for _, e := range ts.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		if len(list) >= maxPerSide {
			break
		}
		s := ts.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(a.Point)+1)
		if s == 0 || a.OwnIf != 0 && a.OwnIf&^ts.L.Solved.Owned(s) == 0 {
			continue
		}
		sig := ts.signature(i, s, a)
		if !seen[sig] {
			seen[sig] = true
			list = append(list, order.Candidate{Signature: sig, Inst: i.ID, Access: index, Entry: e})
		}
	}
	return list
}

// signature is that of an access in a state.
func (ts *touches) signature(i *link.Instance, s hb.StateID, a *facts.Access) order.Signature {
	weak := a.Flags&(facts.AccessElement|facts.AccessUnsafe|facts.AccessModel) != 0
	return order.Signature{
		Origin: i.Origin,
		State:  s,
		Kind:   a.Kind,
		Index:  a.Index,
		Lo:     a.Lo,
		Hi:     a.Hi,
		Weak:   weak,
		Hidden: ts.hidden(i, a),
		Caller: ts.callerOf(i),
	}
}

// hidden reports whether a directive covers the line of an access, for races of any rule.
func (ts *touches) hidden(i *link.Instance, a *facts.Access) bool {
	return !ts.L.Told.Empty() &&
		ts.L.Told.AnyLine(link.PositionOf(i.Unit.Names.Access, a.Pos).File, link.PositionOf(i.Unit.Names.Access, a.Pos).Line)
}

// callerOf is the instance if accesses of others in the same state must not stand for its own: directives about calls may
// treat it in another way, or a goroutine runs it as one of several function objects, of which each may be another
// goroutine's; else 0.
func (ts *touches) callerOf(i *link.Instance) link.InstID {
	if ts.L.Told.Orders() || ts.oneOfSeveral(i) {
		return i.ID
	}
	return 0
}

// oneOfSeveral reports whether an instance of a function literal is entered by one call, which may enter others instead.
func (ts *touches) oneOfSeveral(i *link.Instance) bool {
	if len(i.In) != 1 || i.In[0].Spawn || i.Unit.Flow == nil || len(i.Unit.Flow.FreeVars) == 0 {
		return false
	}
	by := i.In[0]
	return slices.ContainsFunc(ts.L.Insts[by.From].Out, func(e link.Edge) bool { return e.Call == by.Call && e.To != i.ID })
}

// SameGuard reports whether both accesses hold a lock that lies equally far from the accessed location in the same
// concrete object: relative must-locks, sound whatever the points-to sets say (R6). Two read locks do not exclude each
// other.
func (ts *touches) SameGuard(x, y *order.Candidate) bool {
	a, b := ts.Access(x), ts.Access(y)
	if a.Len > 1 || b.Len > 1 {
		return false
	}
	for _, g := range a.Guards {
		p := &ts.L.Insts[x.Inst].Unit.Locks.Sites[g]
		for _, h := range b.Guards {
			q := &ts.L.Insts[y.Inst].Unit.Locks.Sites[h]
			if int64(p.Off)-int64(a.Off) == int64(q.Off)-int64(b.Off) && (p.Op == facts.Lock || q.Op == facts.Lock) {
				return true
			}
		}
	}
	return false
}

// sameAccess reports whether two accesses are the same access of one unit in two instances.
func (ts *touches) sameAccess(x, y *end) bool {
	return ts.L.Insts[x.Inst].Unit == ts.L.Insts[y.Inst].Unit && x.Lo == y.Lo
}
