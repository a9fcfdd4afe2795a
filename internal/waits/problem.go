// This file tells claims apart, and says whom the story of one is about.

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// A problemKey tells problems apart: what goes wrong, and where; a lock and a channel may block each other from both
// sides. What only tests lead to does not stand for the rest.
type problemKey struct {
	kind  evidence.Kind   // what goes wrong
	at    link.Position   // where; zero for BlockedUnderLock, which what tells apart
	what  [2]facts.Symbol // for BlockedUnderLock what the first two wait for, sorted by name; else zero
	tests bool            // only tests lead to it
}

// keyOf is that of a problem.
func keyOf(p *evidence.Evidence) problemKey {
	k := problemKey{kind: p.Kind, tests: p.InTests()}
	if p.Kind != evidence.BlockedUnderLock {
		k.at = p.At()
		return k
	}
	for n := range min(2, len(p.Ends)) {
		s := p.Ends[n].Steps
		k.what[n] = s[len(s)-1].Name
	}
	if k.what[1].Name < k.what[0].Name {
		k.what[0], k.what[1] = k.what[1], k.what[0]
	}
	return k
}

// leadFirst puts first, of the threads that wait for each other, one that waits for something else than a lock, and
// next one that waits for a lock: the story is about these two, whoever else is caught in it.
func leadFirst(p *evidence.Evidence) {
	wants := func(t *evidence.End) bool {
		act := t.Steps[len(t.Steps)-1].Act
		return act == evidence.ActWantsLock || act == evidence.ActWantsRLock
	}
	order := make([]int, len(p.Ends))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch first := slices.IndexFunc(p.Ends[:p.Together], func(t evidence.End) bool { return !wants(&t) }); {
		case i >= p.Together:
			return 3
		case i == first:
			return 0
		case wants(&p.Ends[i]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	threads, to := make([]evidence.End, len(order)), make([]int, len(order))
	for n, i := range order {
		threads[n], to[i] = p.Ends[i], n
	}
	p.Ends = threads
	for i := range p.Trace {
		p.Trace[i].Thread = to[p.Trace[i].Thread]
	}
	for i := range p.Ends {
		for k := range p.Ends[i].Steps {
			p.Ends[i].Steps[k].Thread = i
		}
	}
	if last := p.Ends[0].Steps[len(p.Ends[0].Steps)-1]; last.Name.Name != "" {
		p.Name = last.Name
	}
}
