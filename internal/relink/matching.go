// This file finds out which nodes, allocation sites and constraints of a function are those of its former version (U3).
// Any assignment is correct, since these numbers mean nothing outside; a good one makes the difference small.

package relink

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// A matching says what of a new flow was there before.
type matching struct {
	nodes     []facts.Node // by new node: the old one; 0 if it is new
	objs      []int        // by new allocation site: the old one; -1 if it is new
	cons      []int        // by new constraint: the old one; -1 if it is new
	gone      []int        // old constraints that are in the new flow no more
	calls     []int        // by new call: the old one; -1 if it is new
	lost      []int        // old calls that are in the new flow no more
	signature bool         // parameters, captured values and results are the same
}

// match compares two versions of a flow.
func match(old, now link.FlowOf) *matching {
	a := &matching{objs: alignObjs(old, now), calls: alignCalls(old, now)}
	types := map[facts.Symbol]uint64{}
	number := func(t facts.Symbol) uint64 {
		if _, ok := types[t]; !ok {
			types[t] = uint64(len(types) + 1)
		}
		return types[t]
	}
	former := func(list []int) func(uint32) uint64 {
		return func(o uint32) uint64 {
			if k := list[o]; k >= 0 {
				return uint64(k)
			}
			return 1<<40 + uint64(o)
		}
	}
	self := func(o uint32) uint64 { return uint64(o) }
	a.nodes = alignNodes(old.Roles(self, self, number), now.Roles(former(a.objs), former(a.calls), number))
	a.signature = a.sameSignature(old, now)
	a.checkCalls(old, now)
	a.matchCons(old, now)
	return a
}

// rewires reports whether calls differ, or what callers pass.
func (a *matching) rewires() bool {
	return !a.signature || len(a.lost) > 0 || slices.Contains(a.calls, -1)
}

// same reports whether nothing differs, numbers included, from a flow of so many nodes, sites and so on.
func (a *matching) sameAs(old *facts.Flow) bool {
	return !a.rewires() && len(a.gone) == 0 && !slices.Contains(a.cons, -1) && len(a.objs) == len(old.Objs) &&
		!slices.Contains(a.objs, -1) &&
		len(a.nodes) == int(old.Nodes)+1
}

// alignCalls matches calls of the same function, in order.
func alignCalls(old, now link.FlowOf) []int {
	type call struct {
		flags facts.CallFlags // without those that other calls of the function decide about
		// what it calls, what the source calls, and the loop that runs the callback; as in facts.Call
		callee, api, loop facts.Symbol
		off               uint32 // Call.OnceOff
		args, results     int    // how many slots
	}
	key := func(f link.FlowOf) []call {
		keys := make([]call, len(f.Calls))
		for i := range f.Calls {
			c := &f.Calls[i]
			keys[i] = call{
				c.Flags &^ (facts.CallMaybe | facts.CallChecked),
				f.Names.Symbol(c.Callee),
				f.Names.Symbol(c.API),
				f.Names.Symbol(c.Loop),
				c.OnceOff,
				len(c.Args),
				len(c.Results),
			}
		}
		return keys
	}
	return partners(key(old), key(now))
}

// partners gives for each of the new keys the index of the old one that it is matched with, -1 if there is none.
func partners[K comparable](old, now []K) []int {
	list := make([]int, len(now))
	for i := range list {
		list[i] = -1
	}
	for _, m := range common(old, now) {
		list[m.now] = m.old
	}
	return list
}

// checkCalls takes calls whose arguments or results are other nodes for different ones.
func (a *matching) checkCalls(old, now link.FlowOf) {
	kept := make([]bool, len(old.Calls))
	for k, from := range a.calls {
		if from < 0 {
			continue
		}
		x, y := &old.Calls[from], &now.Calls[k]
		if a.same([]facts.Node{x.Recv, x.Once, x.LoopOn}, []facts.Node{y.Recv, y.Once, y.LoopOn}) && a.same(x.Args, y.Args) &&
			a.same(x.Results, y.Results) {
			kept[from] = true
		} else {
			a.calls[k] = -1
		}
	}
	for k, ok := range kept {
		if !ok {
			a.lost = append(a.lost, k)
		}
	}
}

// alignObjs matches allocation sites with equal contents, in order.
func alignObjs(old, now link.FlowOf) []int {
	type site struct {
		obj       facts.Obj    // without position and references, whose numbers mean nothing outside
		typ, name facts.Symbol // its type, and what it is the object of
	}
	key := func(f link.FlowOf) []site {
		keys := make([]site, len(f.Objs))
		for i, o := range f.Objs {
			keys[i] = site{o, f.Names.Symbol(o.Type), f.Names.Symbol(o.Sym)}
			keys[i].obj.Pos, keys[i].obj.Type, keys[i].obj.Sym = 0, 0, 0
		}
		return keys
	}
	return partners(key(old), key(now))
}

// alignNodes matches nodes with equal roles, in order; and one by one those in between, where there are as many in
// both.
func alignNodes(old, now []uint64) []facts.Node {
	nodes := make([]facts.Node, len(now))
	last := pairing{0, 0}
	for _, m := range append(common(old[1:], now[1:]), pairing{len(old) - 1, len(now) - 1}) {
		m.old, m.now = m.old+1, m.now+1
		if m.old-last.old == m.now-last.now {
			for k := 1; k < m.old-last.old; k++ {
				nodes[last.now+k] = facts.Node(last.old + k)
			}
		}
		if m.now < len(now) {
			nodes[m.now] = facts.Node(m.old)
		}
		last = m
	}
	return nodes
}

// A pairing is two equal elements of two sequences.
type pairing struct {
	old int // index into the former sequence
	now int // index into the new one
}

// common gives a longest common subsequence; of what is too long to compare, only the equal beginning and end.
func common[T comparable](old, now []T) []pairing {
	var list []pairing
	i := 0
	for ; i < min(len(old), len(now)) && old[i] == now[i]; i++ {
		list = append(list, pairing{i, i})
	}
	m, n := len(old), len(now)
	for ; m > i && n > i && old[m-1] == now[n-1]; m, n = m-1, n-1 {
		list = append(list, pairing{m - 1, n - 1})
	}
	if (m-i)*(n-i) <= maxAlign {
		list = longest(list, old, now, pairing{i, i}, pairing{m, n})
	}
	slices.SortFunc(list, func(a, b pairing) int { return cmp.Compare(a.old, b.old) })
	return list
}

// longest appends a longest common subsequence of old[from.old:to.old] and now[from.now:to.now].
func longest[T comparable](list []pairing, old, now []T, from, to pairing) []pairing {
	width := to.now - from.now + 1
	best := make([]int32, (to.old-from.old+1)*width) // of what lies behind
	at := func(i, j int) int { return (i-from.old)*width + j - from.now }
	for i := to.old - 1; i >= from.old; i-- {
		for j := to.now - 1; j >= from.now; j-- {
			if old[i] == now[j] {
				best[at(i, j)] = best[at(i+1, j+1)] + 1
			} else {
				best[at(i, j)] = max(best[at(i+1, j)], best[at(i, j+1)])
			}
		}
	}
	for i, j := from.old, from.now; i < to.old && j < to.now; {
		switch {
		case old[i] == now[j]:
			list = append(list, pairing{i, j})
			i, j = i+1, j+1
		case best[at(i+1, j)] >= best[at(i, j+1)]:
			i++
		default:
			j++
		}
	}
	return list
}

// same reports whether lists of nodes are the same; both may have none at a place.
func (a *matching) same(old, now []facts.Node) bool {
	return slices.EqualFunc(
		old,
		now,
		func(x, y facts.Node) bool { return x == 0 && y == 0 || y != 0 && a.nodes[y] == x && x != 0 },
	)
}

// sameSignature compares parameters, captured values and results.
func (a *matching) sameSignature(old, now link.FlowOf) bool {
	return a.same(old.Params, now.Params) && a.same(old.FreeVars, now.FreeVars) && a.same(old.Results, now.Results)
}

// matchCons finds the constraints that are the same between the same nodes; equal ones are counted.
func (a *matching) matchCons(old, now link.FlowOf) {
	type con struct {
		con facts.Con    // without reference; of the new version with the nodes of the former one
		typ facts.Symbol // its type
	}
	left := map[con][]int{}
	for k, c := range old.Cons {
		key := con{c, old.Names.Symbol(c.Type)}
		key.con.Type = 0
		left[key] = append(left[key], k)
	}
	a.cons = make([]int, len(now.Cons))
	used := make([]bool, len(old.Cons))
	for k, c := range now.Cons {
		a.cons[k] = -1
		key := con{c, now.Names.Symbol(c.Type)}
		key.con.Type, key.con.Dst, key.con.Src = 0, a.nodes[c.Dst], a.nodes[c.Src]
		if c.Op == facts.ConAddr {
			if a.objs[c.Obj] < 0 {
				continue
			}
			key.con.Obj = uint32(a.objs[c.Obj])
		}
		if list := left[key]; len(list) > 0 && (c.Dst == 0 || key.con.Dst != 0) && (c.Src == 0 || key.con.Src != 0) {
			a.cons[k], used[list[0]] = list[0], true
			left[key] = list[1:]
		}
	}
	for k, u := range used {
		if !u {
			a.gone = append(a.gone, k)
		}
	}
}
