// This file is in which states accesses happen, and which of them look alike: pairs are made of those that differ.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// AccessInstances knows in which states the accesses of a link happen, and which of them look alike.
type AccessInstances struct{ *Order }

// InstancesOf are those of an order.
func InstancesOf(l *Order) AccessInstances { return AccessInstances{l} }

// Expand adds an access to those of its origin, in each state in which its function is entered, unless all memory it
// touches is owned there, or one of the list looks like it.
func (l AccessInstances) Expand(list []Candidate, i *link.Instance, index uint32, a *facts.Access) []Candidate {
	var sig Signature // but for the state; zero: not asked yet
	for _, e := range l.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		if len(list) >= maxPerSide {
			break
		}
		s := l.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(a.Point)+1)
		if s == 0 || a.OwnIf != 0 && a.OwnIf&^l.Solved.Owned(s) == 0 {
			continue
		}
		if sig.Origin == 0 {
			sig = l.SignatureOf(i, s, a)
		}
		if sig.State = s; !slices.ContainsFunc(list, func(c Candidate) bool { return c.Signature == sig }) {
			list = append(list, Candidate{Signature: sig, Inst: i.ID, Access: index, Entry: e})
		}
	}
	return list
}

// SignatureOf is that of an access in a state.
func (l AccessInstances) SignatureOf(i *link.Instance, s hb.StateID, a *facts.Access) Signature {
	weak := a.Flags&(facts.AccessElement|facts.AccessUnsafe|facts.AccessModel) != 0
	return Signature{
		Origin: i.Origin,
		State:  s,
		Kind:   a.Kind,
		Index:  a.Index,
		Lo:     a.Lo,
		Hi:     a.Hi,
		Weak:   weak,
		Hidden: l.hidden(i, a),
		Caller: l.callerOf(i),
	}
}

// hidden reports whether a directive covers the line of an access, for races of any rule.
func (l AccessInstances) hidden(i *link.Instance, a *facts.Access) bool {
	return !l.Told.Empty() &&
		l.Told.AnyLine(link.PositionOf(i.Unit.Names.Access, a.Pos).File, link.PositionOf(i.Unit.Names.Access, a.Pos).Line)
}

// callerOf is the instance if accesses of others in the same state must not stand for its own: directives about calls
// may treat it in another way, or a goroutine runs it as one of several function objects, of which each may be another
// goroutine's; else 0.
func (l AccessInstances) callerOf(i *link.Instance) link.InstID {
	if l.Told.Orders() || l.oneOfSeveral(i) {
		return i.ID
	}
	return 0
}

// oneOfSeveral reports whether an instance of a function literal is entered by one call, which may enter others
// instead.
func (l AccessInstances) oneOfSeveral(i *link.Instance) bool {
	if len(i.In) != 1 || i.In[0].Spawn || i.Unit.Flow == nil || len(i.Unit.Flow.FreeVars) == 0 {
		return false
	}
	by := i.In[0]
	return slices.ContainsFunc(l.Insts[by.From].Out, func(e link.Edge) bool { return e.Call == by.Call && e.To != i.ID })
}

// SameGuard reports whether both accesses hold a lock that lies equally far from the accessed location in the same
// concrete object: relative must-locks, sound whatever the points-to sets say (R6). Two read locks do not exclude each
// other.
func (l AccessInstances) SameGuard(x, y *Candidate) bool {
	a, b := l.access(x), l.access(y)
	if a.Len > 1 || b.Len > 1 {
		return false
	}
	for _, g := range a.Guards {
		p := &l.Insts[x.Inst].Unit.Locks.Sites[g]
		for _, h := range b.Guards {
			q := &l.Insts[y.Inst].Unit.Locks.Sites[h]
			if int64(p.Off)-int64(a.Off) == int64(q.Off)-int64(b.Off) && (p.Op == facts.Lock || q.Op == facts.Lock) {
				return true
			}
		}
	}
	return false
}

// access is what the summary of its package says of a candidate's access.
func (l AccessInstances) access(c *Candidate) *facts.Access {
	return &l.Insts[c.Inst].Unit.Accesses.List[c.Access]
}
