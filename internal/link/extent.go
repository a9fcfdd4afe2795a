// This file says how many concrete objects an abstract one stands for: in a run of the program, or in one activation of
// a function (O6).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// An Extent is what is counted in: a run of the program, or one activation of a function with all that it starts.
type Extent struct {
	*Link
	In span // nil: the whole run
}

// A span is a part of a run that what belongs to it is counted in.
type span interface {
	Covers(OriginID) bool     // the part is one of this goroutine's
	StartsOne(OriginID) bool  // it starts one such goroutine only
	Once(InstID) bool         // it runs the instance at most once
	OwnOnce(HeapContext) bool // it makes such an iteration copy for one goroutine only
}

// Single reports whether an abstract object stands for one concrete object per run: static storage, or an allocation
// site that runs once in an origin that runs once.
func (l *Link) Single(o *Object) bool { return Extent{l, nil}.Single(o) }

// PerInstance reports whether an abstract object stands for one concrete object per instance of the goroutine it
// belongs to.
func (l *Link) PerInstance(o *Object) bool { return Extent{l, nil}.PerInstance(o) }

// Single reports whether an object is there once in the extent.
func (x Extent) Single(o *Object) bool {
	switch {
	case o.Decl.Kind == facts.ObjGlobal:
		return true
	case o.Inst == 0 || o.Decl.Kind == facts.ObjUnknown || o.Decl.Flags&facts.ObjInLoop != 0:
		return false
	}
	return x.Once(o.Inst) && !x.Multi(x.Insts[o.Inst].Origin) && !x.Doubled(o.HeapContext)
}

// PerInstance: an iteration copy, or something a goroutine that has a twin makes once.
func (x Extent) PerInstance(o *Object) bool {
	if o.Inst == 0 || o.Decl.Kind == facts.ObjUnknown {
		return false
	}
	if x.Doubled(o.HeapContext) {
		return x.Once(x.HeapContexts[o.HeapContext].Owner) && x.oncePerCopy(o)
	}
	return o.Decl.Flags&facts.ObjInLoop == 0 && x.Once(o.Inst) && x.Multi(x.Insts[o.Inst].Origin)
}

// Once reports whether an instance runs at most once per run of its origin, or per activation.
func (x Extent) Once(i InstID) bool {
	if x.In != nil && x.In.Covers(x.Insts[i].Origin) {
		return x.In.Once(i)
	}
	return x.Insts[i].Once == AtMostOnce
}

// Multi reports whether several instances of an origin may exist.
func (x Extent) Multi(o OriginID) bool {
	if x.In != nil && (x.In.Covers(o) || x.In.StartsOne(o)) {
		return false
	}
	return x.Origins[o].Multi
}

// Doubled reports whether an iteration copy has another: the spawn site that it belongs to runs more than once.
func (x Extent) Doubled(id HeapContextID) bool {
	f := x.HeapContexts[id]
	if id == 0 || x.In != nil && x.In.OwnOnce(f) {
		return false
	}
	return slices.ContainsFunc(x.Twins, func(t TwinSite) bool {
		return t.Inst == f.Owner && f.of(x.Insts[t.Inst].Unit.PerSpawn[t.Call])
	})
}

// of reports whether an iteration copy is of what a spawn site gets anew.
func (f HeapContext) of(s *facts.SpawnSite) bool {
	switch {
	case s == nil:
		return false
	case f.Call:
		return slices.Contains(s.Calls, f.Index)
	}
	return slices.Contains(s.Objs, f.Index)
}

// oncePerCopy reports whether an iteration of the spawning function makes an object of an iteration copy at most once:
// there, or by calls outside loops from the call that belongs to the iteration.
func (l *Link) oncePerCopy(o *Object) bool {
	x := l.HeapContexts[o.HeapContext]
	if o.Inst == x.Owner {
		return true
	}
	if o.Decl.Flags&facts.ObjInLoop != 0 {
		return false
	}
	for i := l.Insts[o.Inst]; ; i = l.Insts[i.In[0].From] {
		switch {
		case len(i.In) != 1:
			return false
		case i.In[0].From == x.Owner:
			return i.In[0].Call == x.Index
		case l.Insts[i.In[0].From].Unit.Flow.Calls[i.In[0].Call].Flags&facts.CallInLoop != 0:
			return false
		}
	}
}
