// This file is what holds where two ways of a function join, of which each has acquired something else (H30).

package hb

import "slices"

// supplies are the operations that supply what the tokens stand for of which (H30) speaks.
var supplies = map[tokenKind][]Op{
	message: {OpSend, OpClose}, received: {OpRecv}, closed: {OpClose}, onceDone: {OpOnceEnd}, observed: {OpAtomicStore},
}

// pairUp finds the tokens of which a state may have one or the other: both are acquired in one function, and supplied in
// one function.
func (v *vocabulary) pairUp() {
	v.eithers = map[uint32][]uint32{}
	acquired := make([][]uint32, len(v.p.Funcs))
	v.each(func(at site, e *Event) {
		for _, t := range v.acquires(at, e) {
			id := v.token(t)
			if supplies[t.kind] != nil && t.at == 0 && !slices.Contains(acquired[at.fn], id) {
				acquired[at.fn] = append(acquired[at.fn], id)
			}
		}
	})
	from := map[uint32]map[FuncID]bool{}
	for _, list := range acquired {
		for k, x := range list {
			for _, y := range list[:k] {
				if len(v.eithers) < maxEithers && v.together(from, x, y) {
					both := v.token(token{kind: either, ways: [2]uint32{min(x, y), max(x, y)}})
					for _, id := range [2]uint32{x, y} {
						if !slices.Contains(v.eithers[id], both) {
							v.eithers[id] = append(v.eithers[id], both)
						}
					}
				}
			}
		}
	}
}

// together reports whether some function supplies both of two tokens. Functions by token are remembered.
func (v *vocabulary) together(from map[uint32]map[FuncID]bool, x, y uint32) bool {
	for f := range v.suppliers(from, x) {
		if v.suppliers(from, y)[f] {
			return true
		}
	}
	return false
}

// suppliers are the functions that supply a token.
func (v *vocabulary) suppliers(from map[uint32]map[FuncID]bool, id uint32) map[FuncID]bool {
	if list, ok := from[id]; ok {
		return list
	}
	list := map[FuncID]bool{}
	for _, op := range supplies[v.tokens[id].kind] {
		for _, s := range v.byOp[op] {
			if v.meets(v.objsOf(s), v.tokens[id].objs) {
				list[v.sites[s].fn] = true
			}
		}
	}
	from[id] = list
	return list
}
