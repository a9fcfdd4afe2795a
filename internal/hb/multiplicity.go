// This file decides which origins may have several instances, and which functions an instance may run more than once
// (H2).

package hb

import "slices"

// A site is a point of a function with an event that others may be ordered after.
type site struct {
	fn FuncID  // zero, with pt: no point, such as the start of an origin
	pt PointID // index into the function's Points
}

// A start is one way an origin comes into being.
type start struct {
	by OriginID // who executes the go event
	at site     // the go event
}

// counts knows how often things run.
type counts struct {
	p        *Program          // whose parts are counted
	order    [][]FuncID        // components of the call graph, callees first
	part     []int             // by function: its component's index into order, plus one; zero: it has none
	knots    []bool            // by index into order: its functions may call themselves, directly or not
	calls    []int             // by function: how often the origin that is looked at enters it; scratch, zero in between
	runs     [][]FuncID        // by origin: functions it may run
	loop     [][]int           // by function: loops of its points; nil until asked for
	repeated []map[FuncID]bool // by origin: functions it may run more than once per instance
	starts   [][]start         // by origin: how it is started
	local    []bool            // by origin: one instance of its parent may start several
	many     []bool            // by origin: several instances may exist in one run
}

// count finds out how often things run.
func count(p *Program) *counts {
	n := len(p.Origins)
	c := &counts{p: p, runs: make([][]FuncID, n), loop: make([][]int, len(p.Funcs)), repeated: make([]map[FuncID]bool, n),
		starts: make([][]start, n), local: make([]bool, n), many: make([]bool, n)}
	c.components()
	for o := 1; o < n; o++ {
		c.runs[o] = runs(p, OriginID(o))
		c.repeated[o] = c.repeat(OriginID(o))
	}
	for o := 1; o < n; o++ {
		c.collect(OriginID(o))
	}
	for o := 1; o < n; o++ {
		c.local[o] = c.severalStarts(OriginID(o))
		c.many[o] = c.local[o]
	}
	c.inherit()
	return c
}

// inLoop reports whether a point lies in a cycle of its function.
func (c *counts) inLoop(s site) bool { return c.loops(s.fn)[s.pt] != 0 }

func (c *counts) loops(f FuncID) []int {
	if c.loop[f] == nil {
		c.loop[f] = loops(&c.p.Funcs[f])
	}
	return c.loop[f]
}

// components finds the components of the call graph.
func (c *counts) components() {
	c.order = callOrder(c.p)
	c.part, c.calls = make([]int, len(c.p.Funcs)), make([]int, len(c.p.Funcs))
	c.knots = make([]bool, len(c.order))
	for k, list := range c.order {
		for _, f := range list {
			c.part[f] = k + 1
		}
		c.knots[k] = len(list) > 1 || callsItself(c.p, list[0])
	}
}

// repeat finds the functions an instance may enter more than once: entered by two calls, by a call in a loop, by a
// repeated function or by recursion.
func (c *counts) repeat(o OriginID) map[FuncID]bool {
	list := slices.Clone(c.runs[o]) // callers first, those of one component together
	slices.SortFunc(list, func(f, g FuncID) int { return c.part[g] - c.part[f] })
	for _, f := range c.p.Origins[o].Entry {
		c.calls[f]++
	}
	repeated := make(map[FuncID]bool)
	for len(list) > 0 && c.part[list[0]] > 0 {
		part := c.part[list[0]]
		n := slices.IndexFunc(list, func(f FuncID) bool { return c.part[f] != part })
		if n < 0 {
			n = len(list)
		}
		for _, f := range list[:n] {
			if c.calls[f] > 1 || c.knots[part-1] {
				repeated[f] = true
			}
		}
		for _, f := range list[:n] {
			c.countCalls(f, repeated)
		}
		list = list[n:]
	}
	for _, f := range c.runs[o] {
		c.calls[f] = 0
	}
	return repeated
}

// callsItself reports whether a function calls itself directly.
func callsItself(p *Program, f FuncID) bool {
	found := false
	eachCallee(&p.Funcs[f], func(c FuncID) { found = found || c == f })
	return found
}

// countCalls adds what one function calls to the counts.
func (c *counts) countCalls(f FuncID, repeated map[FuncID]bool) {
	fn := &c.p.Funcs[f]
	for k := 1; k < len(fn.Points); k++ {
		e := &fn.Points[k].Event
		if e.Op != OpCall || len(e.Callees) == 0 {
			continue
		}
		n := 1
		if repeated[f] || c.inLoop(site{f, PointID(k)}) {
			n = 2
		}
		for _, g := range e.Callees {
			c.calls[g] += n
		}
	}
}

// collect records what an origin starts.
func (c *counts) collect(o OriginID) {
	for _, f := range c.runs[o] {
		fn := &c.p.Funcs[f]
		for k := 1; k < len(fn.Points); k++ {
			if e := &fn.Points[k].Event; e.Op == OpGo {
				for _, child := range e.Origins {
					c.starts[child] = append(c.starts[child], start{o, site{f, PointID(k)}})
				}
			}
		}
	}
}

// severalStarts reports whether an origin may be started more than once by one instance of its parent, or by several
// parents.
func (c *counts) severalStarts(o OriginID) bool {
	if c.p.Origins[o].Multi || len(c.starts[o]) > 1 || c.p.Origins[o].Root && len(c.starts[o]) > 0 {
		return true
	}
	for _, s := range c.starts[o] {
		if c.repeated[s.by][s.at.fn] || c.inLoop(s.at) {
			return true
		}
	}
	return false
}

// inherit makes the children of a multiple origin multiple.
func (c *counts) inherit() {
	for changed := true; changed; {
		changed = false
		for o := range c.many {
			for _, s := range c.starts[o] {
				if c.many[s.by] && !c.many[o] {
					c.many[o], changed = true, true
				}
			}
		}
	}
}

// parent is the only origin that starts o; zero for roots and if there are several.
func (c *counts) parent(o OriginID) OriginID {
	if c.p.Origins[o].Root || len(c.starts[o]) == 0 {
		return 0
	}
	by := c.starts[o][0].by
	for _, s := range c.starts[o] {
		if s.by != by {
			return 0
		}
	}
	return by
}

// twinned reports whether every start of an origin may as well start its twin, so that the twin stands for all others.
func (c *counts) twinned(o OriginID) bool {
	t := c.p.Origins[o].Twin
	if t == 0 || t == o || len(c.starts[o]) != len(c.starts[t]) {
		return false
	}
	for k, s := range c.starts[o] {
		if c.starts[t][k] != s {
			return false
		}
	}
	return true
}

// one reports whether an origin stands for one instance, once an instance of it has been chosen (H2).
func (c *counts) one(o OriginID) bool {
	for depth := 0; depth < len(c.many); depth++ {
		switch {
		case !c.many[o] || c.twinned(o):
			return true
		case c.local[o]:
			return false
		}
		if o = c.parent(o); o == 0 {
			return false
		}
	}
	return false
}

// starters visits an origin and those that it descends from, as long as each is started at one place only.
func (c *counts) starters(o OriginID, f func(OriginID, start) bool) {
	for depth := 0; depth < len(c.many); depth++ {
		s := c.starts[o]
		if len(s) != 1 || c.p.Origins[o].Root || !f(o, s[0]) {
			return
		}
		o = s[0].by
	}
}
