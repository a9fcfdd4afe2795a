// This file finds the locks that a goroutine works under because whoever waits for it holds them (G35).

package guards

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/flagged"
)

// lent is who lends locks to whom, found when it is first asked for.
func (c *claim) lent() *lending {
	if c.a.lending == nil {
		c.a.lending = newLending(c.a.runs)
	}
	return c.a.lending
}

func newLending(a *runs) *lending {
	l := &lending{
		runs: a, lent: map[int]set{}, at: map[ssa.Instruction]state{}, into: map[*function][]calledFrom{},
		seen: map[*function]bool{}, callers: map[entered][]flagged.Caller[entered]{}, told: map[wayKey][][]flagged.Step{},
	}
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		for k := range f.edges {
			e := &f.edges[k]
			l.into[e.to] = append(l.into[e.to], calledFrom{f, e})
		}
	}
	return l
}

// by is the locks that whoever waits for the goroutines of a root holds from their start until it has waited.
func (l *lending) by(root int) set {
	if s, ok := l.lent[root]; ok {
		return s
	}
	l.lent[root] = set{}
	r := &l.roots[root]
	if r.kind != Goroutine || r.in == nil {
		return set{}
	}
	for k := range r.in.edges {
		if e := &r.in.edges[k]; e.at == r.site && e.spawn {
			l.lent[root] = l.around(r.in, e, lentDepth)
			break
		}
	}
	return l.lent[root]
}

// around is the locks held from a call, or go statement, until its function has waited for goroutines; if it does not,
// from the calls of that function until their functions have.
func (l *lending) around(f *function, e *edge, depth int) set {
	if w := l.waitBehind(f, e.at); w != nil {
		return l.heldFrom(f, e.state, l.before(f, w))
	}
	if depth == 0 || len(l.into[f]) == 0 || f.capped {
		return set{}
	}
	for k := range f.contexts {
		if f.contexts[k].from == nil {
			return set{}
		}
	}
	all := everyLock()
	for _, c := range l.into[f] {
		if c.edge.spawn || c.edge.weak {
			return set{}
		}
		all = all.and(l.around(c.from, c.edge, depth-1))
	}
	return all
}

// heldFrom is the locks that a function, in all its contexts, holds both in one state and in another one, with those
// that are lent to it itself.
func (l *lending) heldFrom(f *function, from, to state) set {
	all := everyLock()
	for k := range f.contexts {
		c := &f.contexts[k].key
		start, end := from.must.or(c.must.minus(from.lost)), to.must.or(c.must.minus(to.lost))
		all = all.and(start.and(end).or(l.by(c.root)))
	}
	if len(f.contexts) == 0 || f.capped {
		return set{}
	}
	return all
}

// waitBehind is a wait of a function for WaitGroups or groups that every way from an instruction passes.
func (l *lending) waitBehind(f *function, at ssa.Instruction) ssa.Instruction {
	for _, w := range l.meeting(f).waits {
		if _, call := w.(*ssa.Call); call && !precedes(w, at) && passedBy(at, w) {
			return w
		}
	}
	return nil
}

// before is what a function has done to locks before one of its waits.
func (l *lending) before(f *function, w ssa.Instruction) state {
	if !l.seen[f] {
		l.seen[f] = true
		waits := map[ssa.Instruction]bool{}
		for _, x := range l.meeting(f).waits {
			waits[x] = true
		}
		l.walk(f, func(instr ssa.Instruction, s state) {
			if waits[instr] {
				l.at[instr] = s
			}
		})
	}
	return l.at[w]
}

// lentTo reports whether x is in a goroutine for which somebody waits who holds a lock until then that excludes what y
// holds.
func (c *claim) lentTo() bool {
	x, y := c.x, c.y
	if c.rootOf(x).kind != Goroutine || x.key.root == y.key.root {
		return false
	}
	return c.lent().by(x.key.root).excludes(y.may)
}
