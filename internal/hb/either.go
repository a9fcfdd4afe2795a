// This file is what holds where two ways of a function join, of which each has acquired something else (H30).

package hb

import "slices"

// pairUp finds the tokens of which a state may have one or the other: both are acquired in one function, which lists
// them in any order, and supplied in one function.
func (v *vocabulary) pairUp(acquired [][]uint32) {
	v.eithers = map[uint32][]uint32{}
	from := map[uint32]map[FuncID]bool{}
	for _, all := range acquired {
		var list []uint32
		for _, id := range all {
			if t := &v.tokens[id]; supplies[t.kind] != nil && t.at == 0 && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
		for k, x := range list {
			for _, y := range list[:k] {
				if len(v.eithers) < maxEithers && v.suppliedBoth(from, x, y) {
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

// suppliedBoth reports whether some function supplies both of two tokens. Functions by token are remembered.
func (v *vocabulary) suppliedBoth(from map[uint32]map[FuncID]bool, x, y uint32) bool {
	for f := range v.supplying(from, x) {
		if v.supplying(from, y)[f] {
			return true
		}
	}
	return false
}

// supplying are the functions that supply a token.
func (v *vocabulary) supplying(from map[uint32]map[FuncID]bool, id uint32) map[FuncID]bool {
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
