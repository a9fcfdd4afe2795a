// This file bounds the contexts of small functions in a link that is edited, where the order in which contexts are asked for must not
// decide: by how many functions mention the callee (U6).

package program

import (
	"math/bits"

	"github.com/syncvet/syncvet/facts"
)

// maxWidth bounds the product of the degrees along a call string.
const maxWidth = 64

// contexts is how many contexts there may be of the kind that a call would get.
func (l *linker) contexts(caller *instance, target *unit, f flavorID) int {
	w := 1
	if caller.chain != nil {
		w = caller.chain.width
	}
	if f == 0 {
		w *= l.degree(target.sym) * caller.unit.sitesOf(target.sym)
	}
	return w
}

// degree is the number of functions in view that mention a function, rounded up to a power of two.
func (l *library) degree(sym facts.Symbol) int {
	if l.degrees == nil {
		l.degrees, l.widths = map[facts.Symbol]int{}, map[facts.Symbol]int{}
		for s, at := range l.places {
			for _, x := range at.pkg.Source.Units[at.index].Uses {
				if x.Kind == facts.SymFunc && x != s {
					l.degrees[x]++
				}
			}
		}
	}
	d := roundUp(l.degrees[sym])
	l.widths[sym] = d
	return d
}

// roundUp gives the power of two that is not smaller, at least one.
func roundUp(n int) int {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len(uint(n-1))
}

// sitesOf is the number of calls of a function in the unit that name it, rounded up to a power of two; one if it is called otherwise.
func (u *unit) sitesOf(sym facts.Symbol) int {
	if u.sites == nil {
		u.sites = (flowOf{u.flow, u.names.flow}).sites()
	}
	return roundUp(u.sites[sym])
}

// sites counts static calls, and those of closures made there, by callee.
func (f flowOf) sites() map[facts.Symbol]int {
	n := map[facts.Symbol]int{}
	for i := range f.Calls {
		if c := &f.Calls[i]; c.Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
			n[f.names.Symbol(c.Callee)]++
		}
	}
	for _, sym := range f.closures() {
		n[sym]++
	}
	return n
}

// closures gives the closures that calls of the function call for sure, since it has just made them: such a call names its callee as a static call does.
func (f flowOf) closures() map[uint32]facts.Symbol {
	made := map[facts.Node]facts.Symbol{}
	for k := range f.Cons {
		c := &f.Cons[k]
		_, again := made[c.Dst]
		switch {
		case c.Op == facts.ConStore:
		case c.Op == facts.ConAddr && c.Off == 0 && f.Objs[c.Obj].Kind == facts.ObjFunc && !again:
			made[c.Dst] = f.names.Symbol(f.Objs[c.Obj].Sym)
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

// callsByName tells whether a call names its callee: a function, or a closure that was made there.
func (u *unit) callsByName(call uint32) bool {
	if u.flow.Calls[call].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		return true
	}
	if u.closures == nil {
		u.closures = (flowOf{u.flow, u.names.flow}).closures()
	}
	return u.closures[call] != (facts.Symbol{})
}
