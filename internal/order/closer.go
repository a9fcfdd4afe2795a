// This file finds channels that tell of the end of a WaitGroup's goroutines: a goroutine waits for these, and closes
// the channel then. Who finds it closed has waited for them, too (S16).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A closingPoint is a place where a function closes a channel that its activation has made, or who started it.
type closingPoint struct {
	fn    hb.FuncID  // the function
	point hb.PointID // the close
}

// throughClosers puts a Wait before each place where a function finds a channel closed that it has made itself, if all
// that close it are goroutines that the same activation starts, outside of loops and behind all that it adds, and each
// has waited for the WaitGroup before, which that activation has made, too. The Wait is then one of its own.
func throughClosers(b *orderBuilder) {
	closes := map[hb.ObjID][]closingPoint{}
	for f := range b.p.Funcs {
		for p := range b.p.Funcs[f].Points {
			if e := &b.p.Funcs[f].Points[p].Event; e.Op == hb.OpClose {
				for _, o := range e.Objs {
					closes[o] = append(closes[o], closingPoint{hb.FuncID(f), hb.PointID(p)})
				}
			}
		}
	}
	for f := range b.p.Funcs {
		fn := &b.p.Funcs[f]
		for p := range len(fn.Points) {
			e := &fn.Points[p].Event
			if e.Op != hb.OpRecvClosed || !e.Local || len(e.Objs) == 0 {
				continue
			}
			if group := waitedByClosers(b, hb.FuncID(f), e.Objs, closes); len(group) > 0 {
				before(fn, hb.PointID(p), hb.Event{Op: hb.OpWait, Objs: group, Local: true})
			}
		}
	}
}

// waitedByClosers are the objects of the WaitGroup that all who close some channels have waited for; nil if there is
// none.
func waitedByClosers(b *orderBuilder, f hb.FuncID, channels []hb.ObjID, closes map[hb.ObjID][]closingPoint) []hb.ObjID {
	var group []hb.ObjID
	for _, c := range channels {
		if len(closes[c]) == 0 || b.p.Objs[c].External {
			return nil
		}
		for _, at := range closes[c] {
			g := waitedBefore(b, at)
			if len(g) == 0 || group != nil && !slices.Equal(g, group) || !startedLast(b, f, at.fn, g) {
				return nil
			}
			group = g
		}
	}
	return group
}

// waitedBefore are the objects of a WaitGroup, known by name, that has been waited for on every way to a close of a
// channel that is known by name, too.
func waitedBefore(b *orderBuilder, at closingPoint) []hb.ObjID {
	fn := &b.p.Funcs[at.fn]
	if !fn.Points[at.point].Event.Local {
		return nil
	}
	for p := range fn.Points {
		e := &fn.Points[p].Event
		if e.Op == hb.OpWait && e.Local && len(e.Objs) > 0 && fn.Precedes(hb.PointID(p), at.point) {
			return e.Objs
		}
	}
	return nil
}

// startedLast reports whether a function runs as a goroutine that another one starts, and nobody else, once in an
// activation at most, and not before it adds to a WaitGroup, by that name.
func startedLast(b *orderBuilder, f, closer hb.FuncID, group []hb.ObjID) bool {
	in := b.l.Insts[closer].In
	if len(in) != 1 || !in[0].Spawn || in[0].From != link.InstID(f) {
		return false
	}
	fn := &b.p.Funcs[f]
	o := hb.OriginID(b.l.Insts[closer].Origin)
	for p := range fn.Points {
		if !slices.Contains(fn.Points[p].Event.Origins, o) {
			continue
		}
		for _, q := range fn.Behind(hb.PointID(p), hb.NoPoint) {
			e := &fn.Points[q].Event
			if q == hb.PointID(p) || e.Op == hb.OpAdd && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool {
				return slices.Contains(group, o)
			}) {
				return false
			}
		}
	}
	return true
}
