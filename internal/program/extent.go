// This file says how many concrete objects an abstract one stands for: in a run of the program, or in one activation of a function (O6).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// An extent is what is counted in: a run of the program, or one activation of a function with all that it starts.
type extent struct {
	*Link
	in span // nil: the whole run
}

// A span is a part of a run that what belongs to it is counted in.
type span interface {
	covers(originID) bool    // the part is one of this goroutine's
	startsOne(originID) bool // it starts one such goroutine only
	once(instID) bool        // it runs the instance at most once
	ownOnce(flavor) bool     // it makes such an iteration copy for one goroutine only
}

// single tells whether an abstract object stands for one concrete object per run: static storage, or an allocation site
// that runs once in an origin that runs once.
func (l *Link) single(o *object) bool { return extent{l, nil}.single(o) }

// perInstance tells whether an abstract object stands for one concrete object per instance of the goroutine it belongs to.
func (l *Link) perInstance(o *object) bool { return extent{l, nil}.perInstance(o) }

func (x extent) single(o *object) bool {
	switch {
	case o.decl.Kind == facts.ObjGlobal:
		return true
	case o.inst == 0 || o.decl.Kind == facts.ObjUnknown || o.decl.Flags&facts.ObjInLoop != 0:
		return false
	}
	return x.once(o.inst) && !x.multi(x.insts[o.inst].origin) && !x.doubled(o.flavor)
}

// perInstance: an iteration copy, or something a goroutine that has a twin makes once.
func (x extent) perInstance(o *object) bool {
	if o.inst == 0 || o.decl.Kind == facts.ObjUnknown {
		return false
	}
	if x.doubled(o.flavor) {
		return x.once(x.flavors[o.flavor].owner) && x.oncePerCopy(o)
	}
	return o.decl.Flags&facts.ObjInLoop == 0 && x.once(o.inst) && x.multi(x.insts[o.inst].origin)
}

// once tells whether an instance runs at most once per run of its origin, or per activation.
func (x extent) once(i instID) bool {
	if x.in != nil && x.in.covers(x.insts[i].origin) {
		return x.in.once(i)
	}
	return x.insts[i].once == atMostOnce
}

// multi tells whether several instances of an origin may exist.
func (x extent) multi(o originID) bool {
	if x.in != nil && (x.in.covers(o) || x.in.startsOne(o)) {
		return false
	}
	return x.origins[o].multi
}

// doubled tells whether an iteration copy has another: the spawn site that it belongs to runs more than once.
func (x extent) doubled(id flavorID) bool {
	f := x.flavors[id]
	if id == 0 || x.in != nil && x.in.ownOnce(f) {
		return false
	}
	return slices.ContainsFunc(x.twins, func(t twinSite) bool {
		return t.inst == f.owner && f.of(x.insts[t.inst].unit.perSpawn[t.call])
	})
}

// of tells whether an iteration copy is of what a spawn site gets anew.
func (f flavor) of(s *facts.SpawnSite) bool {
	switch {
	case s == nil:
		return false
	case f.call:
		return slices.Contains(s.Calls, f.index)
	}
	return slices.Contains(s.Objs, f.index)
}

// oncePerCopy tells whether an iteration of the spawning function makes an object of an iteration copy at most once: there, or by
// calls outside loops from the call that belongs to the iteration.
func (l *Link) oncePerCopy(o *object) bool {
	x := l.flavors[o.flavor]
	if o.inst == x.owner {
		return true
	}
	if o.decl.Flags&facts.ObjInLoop != 0 {
		return false
	}
	for i := l.insts[o.inst]; ; i = l.insts[i.in[0].from] {
		switch {
		case len(i.in) != 1:
			return false
		case i.in[0].from == x.owner:
			return i.in[0].call == x.index
		case l.insts[i.in[0].from].unit.flow.Calls[i.in[0].call].Flags&facts.CallInLoop != 0:
			return false
		}
	}
}
