// This file reduces the constraints of a function (L10).

package flow

import (
	"github.com/syncvet/syncvet/facts"
)

// simplify substitutes and drops until nothing changes.
func (g *system) simplify() {
	g.parent = make([]variable, g.last+1)
	for i := range g.parent {
		g.parent[i] = variable(i)
	}
	for range maxRounds {
		changed := g.dedupe()
		if !g.substitute() && !changed {
			return
		}
	}
	g.dedupe()
}

// find is the variable that stands for v.
func (g *system) find(v variable) variable {
	for g.parent[v] != v {
		g.parent[v] = g.parent[g.parent[v]]
		v = g.parent[v]
	}
	return v
}

// dedupe rewrites all constraints to the variables that stand for theirs, and drops empty and repeated ones.
func (g *system) dedupe() (changed bool) {
	seen := make(map[con]bool, len(g.cons))
	kept := g.cons[:0]
	for _, c := range g.cons {
		c.dst, c.src = g.find(c.dst), g.find(c.src)
		idle := c.op == facts.ConCopy && c.dst == c.src || c.op != facts.ConAddr && c.src == 0 || c.dst == 0
		if !idle && !seen[c] {
			seen[c] = true
			kept = append(kept, c)
		}
	}
	changed = len(kept) < len(g.cons)
	g.cons = kept
	return changed
}

// substitute unites variables with one copy with its source, equal single-source ones with each other, and empty ones
// with zero.
func (g *system) substitute() (changed bool) {
	incoming := make([]uint32, g.last+1)
	for _, c := range g.cons {
		if c.op != facts.ConStore {
			incoming[c.dst]++
		}
	}
	first := map[con]variable{}
	for _, c := range g.cons {
		if c.op == facts.ConStore || incoming[c.dst] != 1 || g.input[c.dst] {
			continue
		}
		into := c.src
		if c.op != facts.ConCopy {
			key := c
			key.dst = 0
			if into = first[key]; into == 0 {
				first[key] = c.dst
				continue
			}
		}
		changed = g.unite(c.dst, into) || changed
	}
	for v := range g.parent {
		if v != 0 && g.parent[v] == variable(v) && incoming[v] == 0 && !g.input[variable(v)] {
			g.parent[v] = 0
			changed = true
		}
	}
	return changed
}

// unite lets into stand for v.
func (g *system) unite(v, into variable) bool {
	v, into = g.find(v), g.find(into)
	if v == into {
		return false
	}
	g.parent[v] = into
	return true
}
