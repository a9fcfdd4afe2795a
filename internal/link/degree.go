// This file bounds the contexts of small functions in a link that is edited, where the order in which contexts are
// asked for must not decide: by how many functions mention the callee (U6).

package link

import (
	"math/bits"

	"github.com/syncvet/syncvet/facts"
)

// contexts is how many contexts there may be of the kind that a call would get.
func (l *Linker) contexts(caller *Instance, target *Unit, f HeapContextID) int {
	w := 1
	if caller.Chain != nil {
		w = caller.Chain.width
	}
	if f == 0 {
		w *= l.Degree(target.Sym) * caller.Unit.sitesOf(target.Sym)
	}
	return w
}

// Degree is the number of functions in view that mention a function, rounded up to a power of two.
func (l *Library) Degree(sym facts.Symbol) int {
	if l.Degrees == nil {
		l.Degrees, l.Widths = map[facts.Symbol]int{}, map[facts.Symbol]int{}
		for s, at := range l.Places {
			for _, x := range at.Pkg.Source.Units[at.Index].Uses {
				if x.Kind == facts.SymFunc && x != s {
					l.Degrees[x]++
				}
			}
		}
	}
	d := RoundUp(l.Degrees[sym])
	l.Widths[sym] = d
	return d
}

// RoundUp gives the power of two that is not smaller, at least one.
func RoundUp(n int) int {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len(uint(n-1))
}

// sitesOf is the number of calls of a function in the unit that name it, rounded up to a power of two; one if it is
// called otherwise.
func (u *Unit) sitesOf(sym facts.Symbol) int {
	if u.Sites == nil {
		u.Sites = (FlowOf{u.Flow, u.Names.Flow}).Sites()
	}
	return RoundUp(u.Sites[sym])
}

// Sites counts static calls, and those of closures made there, by callee.
func (f FlowOf) Sites() map[facts.Symbol]int {
	n := map[facts.Symbol]int{}
	for i := range f.Calls {
		if c := &f.Calls[i]; c.Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
			n[f.Names.Symbol(c.Callee)]++
		}
	}
	for _, sym := range f.closures() {
		n[sym]++
	}
	return n
}

// closures gives the closures that calls of the function call for sure, since it has just made them: such a call names
// its callee as a static call does.
func (f FlowOf) closures() map[uint32]facts.Symbol {
	made := map[facts.Node]facts.Symbol{}
	for k := range f.Cons {
		c := &f.Cons[k]
		_, again := made[c.Dst]
		switch {
		case c.Op == facts.ConStore:
		case c.Op == facts.ConAddr && c.Off == 0 && f.Objs[c.Obj].Kind == facts.ObjFunc && !again:
			made[c.Dst] = f.Names.Symbol(f.Objs[c.Obj].Sym)
		default:
			made[c.Dst] = facts.Symbol{}
		}
	}
	list := map[uint32]facts.Symbol{}
	for k := range f.Calls {
		if c := &f.Calls[k]; c.Flags&facts.CallDynamic != 0 && made[c.Recv] != (facts.Symbol{}) {
			list[uint32(k)] = made[c.Recv]
		}
	}
	return list
}

// callsByName reports whether a call names its callee: a function, or a closure that was made there.
func (u *Unit) callsByName(call uint32) bool {
	if u.Flow.Calls[call].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		return true
	}
	if u.closures == nil {
		u.closures = (FlowOf{u.Flow, u.Names.Flow}).closures()
	}
	return u.closures[call] != (facts.Symbol{})
}
