// This file measures the algorithms one after the other on one system.

package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/syncvet/syncvet/internal/pointsto"
	"github.com/syncvet/syncvet/internal/relink"
)

// A row is what one algorithm took.
type row struct {
	name    string          // of the algorithm, as the table has it
	deletes []time.Duration // by statement, in the order of the sample
	inserts []time.Duration // likewise; shorter where a deletion was given up
	capped  int             // deletions that were given up
	wrong   int             // statements after whose deletion facts were left too much
	stale   int             // these facts
	elapsed time.Duration   // of all of them, by the clock on the wall; zero if not of interest
}

// maxEdit is when a published algorithm's deletion is given up.
const maxEdit = 20 * time.Second

// measure runs all algorithms. The live solver goes last: it alone numbers what it adds back anew.
func measure(sys *relink.System, budget time.Duration, scratch []row) []row {
	sample := slices.Clone(sys.Statements)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
	base := newPAG(sys.Live)
	scratch = append(scratch, row{name: "from scratch: batch solver, system ready", deletes: fromScratch(sys.Live)})
	d := newD4(base)
	neighbour := published("D4: neighbour rule", sample, budget, base, d.remove, d.components)
	runtime.GC()
	e := &echo{pag: newPAG(sys.Live)}
	reset := published("ECHO: reset and recover", sample, budget, e.pag, e.remove, nothing)
	e = &echo{pag: newPAG(sys.Live), reach: true}
	reach := published("ECHO: reachability", sample, budget, e.pag, e.remove, nothing)
	base, d, e = nil, nil, nil
	runtime.GC()
	one, exact := live(sys.Live, "syncvet: 1 worker", 1, sample, budget)
	two, _ := live(sys.Live, "syncvet: 2 workers", 2, sample[:len(one.deletes)], 10*budget)
	rows := []row{reset.row, reach.row, neighbour.row, one, two}
	for k, o := range []outcome{reset, reach, neighbour} {
		for i, left := range o.left {
			if i < len(exact) && left > exact[i] && left >= 0 {
				rows[k].wrong++
				rows[k].stale += left - exact[i]
			}
		}
	}
	return append(scratch, rows...)
}

func nothing() {}

// fromScratch times the batch solver on all constraints, guards aside since they all hold.
func fromScratch(l *pointsto.Live) []time.Duration {
	var times []time.Duration
	for range 3 {
		start := clock()
		g := pointsto.New(pointsto.Options{Match: l.Match()})
		for n := pointsto.Node(1); int(n) <= l.NumNodes(); {
			if _, _, label, ok := l.Object(n); ok {
				size := l.Size(n)
				g.NewObject(size, label)
				n += pointsto.Node(size)
			} else {
				g.NewNode()
				n++
			}
		}
		for id := pointsto.ConID(1); int(id) <= l.NumConstraints(); id++ {
			if c, _, counts := l.Constraint(id); counts {
				g.Add(c)
			}
		}
		g.Solve(nil)
		times = append(times, clock()-start)
	}
	return times
}

// An outcome is a row and the number of facts after each deletion; -1 where it was given up.
type outcome struct {
	row
	left []int // by statement, in the order of the sample
}

// published runs one of the published algorithms.
func published(
	name string,
	sample []relink.Statement,
	budget time.Duration,
	p *pag,
	remove func([]con),
	after func(),
) outcome {
	o := outcome{row: row{name: name}}
	facts := p.facts
	for start, k := time.Now(), 0; k < len(sample) && time.Since(start) < budget; k++ {
		p.deadline, p.gaveUp = time.Now().Add(maxEdit), false
		t := clock()
		remove(sample[k].IDs)
		o.deletes = append(o.deletes, clock()-t)
		left := p.facts
		if p.gaveUp {
			o.capped++
			left = -1
		}
		o.left = append(o.left, left)
		if p.gaveUp {
			break // the graph is of no more use
		}
		t = clock()
		p.deadline = time.Time{}
		p.restore(sample[k].IDs)
		o.inserts = append(o.inserts, clock()-t)
		after()
		if p.facts != facts {
			panic(fmt.Sprintf("%s: statement %d: %d facts instead of %d", name, k, p.facts, facts))
		}
	}
	return o
}

// live runs the product's solver. It gives the statements the numbers that they have when they are added back.
func live(l *pointsto.Live, name string, workers int, sample []relink.Statement, budget time.Duration) (row, []int) {
	r := row{name: name}
	var exact []int
	l.SetWorkers(workers)
	facts, start := l.NumFacts(), time.Now()
	for k := 0; k < len(sample) && time.Since(start) < budget; k++ {
		type given struct {
			c pointsto.Constraint // what the constraint says
			g pointsto.Guard      // on what condition
		}
		var stated []given
		ids := sample[k].IDs
		for _, id := range ids {
			c, g, _ := l.Constraint(id)
			stated = append(stated, given{c, g})
		}
		t := clock()
		for _, id := range ids {
			l.Delete(id)
		}
		l.Settle()
		r.deletes = append(r.deletes, clock()-t)
		exact = append(exact, l.NumFacts())
		t = clock()
		for i, s := range stated {
			ids[i] = l.Add(s.c, s.g)
		}
		l.Settle()
		r.inserts = append(r.inserts, clock()-t)
		if l.NumFacts() != facts {
			panic("live: not as before")
		}
	}
	r.elapsed = time.Since(start)
	return r, exact
}
