// This file finds what an operation means in a scope (W2, W5).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// resolve finds what an operation means: one object of the scope, the nil channel, something else, or several things.
func (s *scope) resolve(f frameID, e *facts.Event) (key order.SyncKey, how resolution) {
	if e.Flags&facts.EventConst != 0 && onChannel[e.Op] {
		return order.SyncKey{}, isNil
	}
	return s.meaning(f, e.Addr, e.Off)
}

// meaning is what a place in memory means to an operation.
func (s *scope) meaning(f frameID, addr facts.Node, off uint32) (key order.SyncKey, how resolution) {
	if addr == 0 {
		return order.SyncKey{}, isOther
	}
	i := s.w.l.Insts[s.frames[f].inst]
	keys, unseen := s.w.objects(i, addr, off)
	if s.guests != nil && len(keys) > 1 { // another constructor's objects are another value's
		keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool {
			by := s.w.l.Objects[k.Obj].Inst
			return by != 0 && !s.tree[by]
		})
	}
	if len(keys) > 1 || unseen && len(keys) > 0 {
		if g, n := s.actual(f, addr); n != 0 {
			return s.meaning(g, n, off)
		}
		for _, k := range keys {
			if s.objs[k] != 0 {
				return k, isVague
			}
		}
		return order.SyncKey{}, isOther
	}
	if len(keys) == 0 {
		switch g, n := s.actual(f, addr); {
		case n != 0:
			return s.meaning(g, n, off)
		case !unseen && s.w.isNil(i, addr):
			return order.SyncKey{}, isNil
		}
		return order.SyncKey{}, isOther
	}
	if s.objs[keys[0]] == 0 {
		return keys[0], isOther
	}
	if s.severalIn(keys[0]) || s.element(i, addr, maxElementSteps) && s.loops(f, addr) {
		return keys[0], isVague
	}
	return keys[0], isOne
}

// severalIn reports whether a place is part of an array of several elements, which share it (W2): which of them an
// operation means, no index says.
func (s *scope) severalIn(key order.SyncKey) bool {
	d := s.w.l.Objects[key.Obj].Decl
	return d.Kind == facts.ObjArray || d.Flags&facts.ObjElements != 0
}

// element reports whether what a node points to is an element of a slice or map, or is loaded from one: in another
// round of a loop it is another one.
func (s *scope) element(i *link.Instance, addr facts.Node, depth int) bool {
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Dst != addr || c.Op != facts.ConLoad && c.Op != facts.ConOffset && c.Op != facts.ConCopy || depth == 0 {
			continue
		}
		if c.Op == facts.ConLoad && s.inContainer(i, c.Src) || s.element(i, c.Src, depth-1) {
			return true
		}
	}
	return false
}

// inContainer reports whether a node may point into a slice or map.
func (s *scope) inContainer(i *link.Instance, n facts.Node) bool {
	return slices.ContainsFunc(s.w.l.Sets.PointsTo(nil, i.Node(n)), func(a pointsto.Node) bool {
		o, _, _ := s.w.l.ObjectAt(a)
		return o != nil && (o.Decl.Kind == facts.ObjArray || o.Decl.Kind == facts.ObjMap)
	})
}

// loops reports whether an operation on what a node points to, or a call on the way there, stands in a loop.
func (s *scope) loops(f frameID, addr facts.Node) bool {
	spawn := s.w.l.Insts[s.frames[f].inst].Unit.Spawn
	if spawn != nil &&
		slices.ContainsFunc(
			spawn.Points,
			func(p facts.Point) bool { return p.Event.Addr == addr && p.Event.Flags&facts.EventInLoop != 0 },
		) {
		return true
	}
	x := s.frames[f]
	return x.up != 0 && s.w.l.Insts[s.frames[x.up].inst].Unit.Flow.Calls[x.call].Flags&facts.CallInLoop != 0
}

// A resolution says what an operation means.
type resolution uint8

const (
	isOther resolution = iota // nothing of the scope
	isOne                     // one object
	isVague                   // one object of the scope, or something else
	isNil                     // the nil channel
)

// actual follows a parameter to the argument that the caller passes for it; zero if it is none.
func (s *scope) actual(f frameID, n facts.Node) (frameID, facts.Node) {
	x := s.frames[f]
	up, call := x.up, x.call
	if up == 0 {
		k := s.bodies[x.proc]
		if up, call = k.from, k.call; up == 0 {
			return 0, 0
		}
	}
	i := s.w.l.Insts[x.inst]
	from := s.w.l.Insts[s.frames[up].inst]
	p := slices.Index(i.Unit.Flow.Params, n)
	c := &from.Unit.Flow.Calls[call]
	if p < 0 || c.Flags&(facts.CallInvoke|facts.CallDynamic) != 0 || p >= len(c.Args) {
		return 0, 0
	}
	return up, c.Args[p]
}
