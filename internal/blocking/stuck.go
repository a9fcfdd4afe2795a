// This file is the judgement of a finished search: terminal components, stuck threads, and who waits for whom (B10 to
// B13).

package blocking

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	strong "github.com/syncvet/syncvet/internal/graph"
)

// A component is a terminal component.
type component struct {
	first  int   // its first state
	movers uint8 // the slots that move within it, as bits
}

// terminals returns the terminal components in the order of their first states: those that no transition leaves, and
// of whose states all moves are known (B14).
func (g *graph) terminals() []component {
	c := strong.From(transitions{g}, len(g.states), func(v uint32) bool { return v == 0 })
	in := make([]int, len(g.states)) // by state: number of its component
	for i := range c.Len() {
		for _, v := range c.Members(i) {
			in[v] = i
		}
	}
	var found []component
	for i := range c.Len() {
		members := c.Members(i)
		t, leaves := component{first: int(slices.Min(members))}, false
		for _, v := range members {
			leaves = leaves || !g.whole[v]
			for _, e := range g.out(int(v)) {
				t.movers |= e.movers
				leaves = leaves || in[e.to] != i
			}
		}
		if !leaves {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b component) int { return cmp.Compare(a.first, b.first) })
	return found
}

// transitions are the states as a graph.
type transitions struct{ *graph }

// Succ is as strong.Graph has it.
func (t transitions) Succ(v, cursor uint32) (succ, next uint32, ok bool) {
	out := t.out(int(v))
	if int(cursor) >= len(out) {
		return 0, 0, false
	}
	return uint32(out[cursor].to), cursor + 1, true
}

// stuck returns the findings about threads that wait for ever.
func (g *graph) stuck(c *contest) []Finding {
	seen := map[string]int{}
	var all []Finding
	var targets [][]int // by finding: the states in which it has come about
	ahead := g.System.ahead()
	for _, end := range g.terminals() {
		w := &waits{graph: g, st: decode(g.states[end.first]), ahead: ahead}
		w.find(end.movers)
		for _, root := range w.roots() {
			if g.helped(w.st, root) {
				continue
			}
			kind := w.kind(root)
			key := w.key(kind, root)
			if k, ok := seen[key]; ok {
				targets[k] = append(targets[k], end.first)
				continue
			}
			seen[key] = len(all)
			targets = append(targets, []int{end.first})
			steps, names := g.trace(end.first)
			all = append(all, Finding{Kind: kind, Global: end.movers == 0, Steps: steps,
				Members: w.blocked(root, names), Victims: w.blocked(w.behind(root), names)})
		}
	}
	for k := range all {
		c.free(all[k].Steps, targets[k])
	}
	return all
}

// A waits is who is stuck in a state and waits for whom. Sets of slots are bits.
type waits struct {
	*graph
	st    state             // of a terminal component
	ahead [][]reachSet      // by process and point: what it leads to
	stuck uint8             // stuck threads
	on    [maxThreads]uint8 // by slot: stuck threads that could wake it (B11)
	reach [maxThreads]uint8 // by slot: the same, transitively
}

// find fills in the tables, given who still moves.
func (w *waits) find(movers uint8) {
	for slot := range maxThreads {
		if w.st.live(slot) && movers>>slot&1 == 0 {
			w.stuck |= 1 << slot
		}
	}
	for slot := range maxThreads {
		if w.stuck>>slot&1 != 0 && w.parks(slot, movers) {
			w.stuck &^= 1 << slot
		}
	}
	for slot := range maxThreads {
		if w.stuck>>slot&1 != 0 {
			w.on[slot] = w.wakers(slot) & w.stuck
		}
	}
	w.reach = w.on
	for range maxThreads {
		for i := range maxThreads {
			for j := range maxThreads {
				if w.reach[i]>>j&1 != 0 {
					w.reach[i] |= w.reach[j]
				}
			}
		}
	}
}

// roots returns the sets of stuck threads that wait for each other and for nobody else (B12), in the order of their
// least slots.
func (w *waits) roots() []uint8 {
	var sets []uint8
	for i := range maxThreads {
		if w.stuck>>i&1 == 0 {
			continue
		}
		set, bottom := w.reach[i]|1<<i, true
		for j := range maxThreads {
			if set>>j&1 != 0 && w.reach[j]|1<<j != set {
				bottom = false
			}
		}
		if bottom && !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return sets
}

// kind names the trouble of a root (B12).
func (w *waits) kind(root uint8) FindingKind {
	switch {
	case root&(root-1) != 0:
		return Deadlock
	case w.on[bits.TrailingZeros8(root)] == root:
		return SelfBlock
	}
	return Leak
}

// behind returns the stuck threads that wait for a root, directly or not.
func (w *waits) behind(root uint8) uint8 {
	var set uint8
	for slot := range maxThreads {
		if w.reach[slot]&root != 0 {
			set |= 1 << slot
		}
	}
	return set &^ root
}

// key identifies a finding: its kind and the set of its points (B13).
func (w *waits) key(kind FindingKind, root uint8) string {
	type at struct {
		proc  ProcID  // whose code it is
		point PointID // where it is stuck
		woken bool    // a signal has come: it waits for the mutex only
	}
	var points []at
	for slot := range maxThreads {
		if root>>slot&1 != 0 {
			points = append(points, at{w.st.proc(slot), w.st.point(slot), w.st.mood(slot) == woken})
		}
	}
	slices.SortFunc(points, func(a, b at) int {
		return cmp.Or(cmp.Compare(a.proc, b.proc), cmp.Compare(a.point, b.point), compareBool(a.woken, b.woken))
	})
	return fmt.Sprint(kind, slices.Compact(points))
}

// compareBool puts false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// blocked describes a set of threads, named as in a trace.
func (w *waits) blocked(set uint8, names []int) []Blocked {
	var all []Blocked
	for slot := range maxThreads {
		if set>>slot&1 == 0 {
			continue
		}
		b := Blocked{
			Thread: names[slot],
			Proc:   w.st.proc(slot),
			Point:  w.st.point(slot),
			Woken:  w.st.mood(slot) == woken,
			Holds:  w.holds(slot),
		}
		for other := range maxThreads {
			if w.on[slot]>>other&1 != 0 {
				b.For = append(b.For, names[other])
			}
		}
		slices.Sort(b.For)
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b Blocked) int { return cmp.Compare(a.Thread, b.Thread) })
	return all
}

// holds reports whether a thread holds a lock.
func (w *waits) holds(slot int) bool {
	for o := range w.Objects {
		if w.Objects[o].Kind == Lock && (int(w.st.object(ObjID(o))[0]) == slot+1 || w.st.reads(ObjID(o), slot) > 0) {
			return true
		}
	}
	return false
}

// panics returns the findings about operations that panic, one for each operation and reason.
func (g *graph) panics(contest *contest) []Finding {
	type key struct {
		why   Panic   // what the panic says
		proc  ProcID  // whose code it is
		point PointID // the operation
	}
	seen := map[key]int{}
	var all []Finding
	var targets [][]int
	for _, c := range g.crashes {
		st, slot := decode(g.states[c.from]), int(c.label.slot)
		k := key{c.why, st.proc(slot), st.point(slot)}
		if n, ok := seen[k]; ok {
			targets[n] = append(targets[n], c.from)
			continue
		}
		seen[k] = len(all)
		targets = append(targets, []int{c.from})
		steps, names := g.trace(c.from)
		steps = append(steps, g.describe(st, c.label, names))
		all = append(
			all,
			Finding{
				Kind:    Crash,
				Why:     c.why,
				Steps:   steps,
				Members: []Blocked{{Thread: names[slot], Proc: k.proc, Point: k.point}},
			},
		)
	}
	for k := range all {
		contest.free(all[k].Steps, targets[k])
	}
	return all
}
