// This file groups pairs by cause. A pair is graded before it joins a group, and the best pair of a group stands for
// it: what a group says does not depend on the order in which its pairs are found.

package races

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A group is the pairs of one cause.
type group struct {
	key   RaceKey                // the cause
	pairs []graded               // of each two accesses the best pair, in the order found
	at    map[[2]ends.EndKey]int // by the two accesses, in either order, into pairs
	best  int                    // into pairs
}

// A graded pair is one that may be reported.
type graded struct {
	loc     order.Location      // what both access
	x, y    order.Candidate     // the accesses, in the order in which the pair was looked at
	conf    evidence.Confidence // how certain the race is
	prot    hb.Protection       // whether both ends hold one lock, perhaps
	witness witness             // what makes it a better or worse example than others
}

// report puts a pair into its group, if it is this package's affair and certain enough. Of each two accesses the best
// pair is kept. What is cheap to know comes first: most pairs are of two accesses that a pair of high confidence is
// known of, and no better as a witness.
func (d *Detector) report(p *pair) {
	x, y := p.x, p.y
	if d.mute(p) || !d.View.Generated && d.generated(&x.Candidate) && d.generated(&y.Candidate) {
		return
	}
	tested, conf := x.Tested() || y.Tested(), evidence.Confidence(0)
	doubted := d.Outside[x.Name()] || tested && d.Doubted[x.Name()]
	if doubted {
		if conf = d.grade(p); conf > d.View.Weakest && (d.Amiss[x.Name()] || which(p.doubts)) {
			return // neither shown nor news
		}
	}
	key := d.cause(p.loc, x, y)
	g := d.seen[key]
	v := graded{
		loc:     p.loc,
		x:       x.Candidate,
		y:       y.Candidate,
		conf:    evidence.High,
		prot:    p.protection(),
		witness: d.witness(x, y),
	}
	old := d.known(g, &v)
	if old != nil && old.conf == evidence.High && !d.better(&v, old) {
		return
	}
	if !doubted {
		conf = d.grade(p)
	}
	if v.conf = conf; old != nil && !d.better(&v, old) {
		return
	}
	if !d.Ours(x.Chain(), y.Chain(), &x.Candidate, &y.Candidate) {
		d.noteElsewhere(p)
		return
	}
	d.spent += (len(table) - firstSearch) * stepsPerSearch
	if d.ruledOut(p, firstSearch, len(table)) && met(p) != evidence.Unordered {
		return
	}
	if v.conf > evidence.Medium && !d.L.Meant && !slices.ContainsFunc(p.doubts, func(r *Rule) bool { return r.Calls }) {
		for _, end := range []*ends.End{x, y} {
			d.Doubted[end.Name()] = true
			if !tested {
				d.Outside[end.Name()] = true
			}
			if !which(p.doubts) {
				d.Amiss[end.Name()] = true
			}
		}
	}
	if v.conf <= d.View.Weakest {
		d.put(key, v)
	}
}

// cause is the group of a pair.
func (d *Detector) cause(loc order.Location, x, y *ends.End) RaceKey {
	o := &d.L.Objects[loc.Obj]
	key := RaceKey{alloc: d.L.AllocPos(o), static: o.Sym, tests: x.Tested() || y.Tested()}
	if own := d.L.Cfg.Own; d.L.Insts[x.Inst].Unit.Sym.Pkg == own || d.L.Insts[y.Inst].Unit.Sym.Pkg == own {
		key.name = x.Name()
		if key.name == (facts.Symbol{}) || y.Fact().Len > max(x.Fact().Len, 1) {
			key.name = y.Name() // a struct that is copied as a whole: its fields are one cause
		}
	}
	return key
}

// generated reports whether an access stands in a generated file.
func (d *Detector) generated(c *order.Candidate) bool {
	return d.L.Insts[c.Inst].Unit.Flag(facts.Generated)
}

// witness says how well a pair is shown.
func (d *Detector) witness(x, y *ends.End) witness {
	w := witness{steps: len(x.Chain()) + len(y.Chain())}
	for _, c := range []*ends.End{x, y} {
		if d.L.Insts[c.Inst].Unit.Flag(facts.InTest | facts.Generated) {
			w.foreign++
		}
		if !c.Kind.Writes() {
			w.reads++
		}
	}
	return w
}

// known is the pair of the same two accesses that a group has; nil if it has none.
func (d *Detector) known(g *group, p *graded) *graded {
	if g == nil {
		return nil
	}
	if k, ok := g.at[d.accesses(p)]; ok {
		return &g.pairs[k]
	}
	return nil
}

// accesses are the two accesses of a pair.
func (d *Detector) accesses(p *graded) [2]ends.EndKey {
	return [2]ends.EndKey{d.endKey(&p.x), d.endKey(&p.y)}
}

// put puts a pair into a group, in place of another pair of the same accesses.
func (d *Detector) put(key RaceKey, p graded) {
	g := d.seen[key]
	if g == nil {
		g = &group{key: key, at: map[[2]ends.EndKey]int{}}
		d.seen[key] = g
		d.groups = append(d.groups, g)
	}
	a := d.accesses(&p)
	k, ok := g.at[a]
	if !ok {
		k = len(g.pairs)
		g.pairs = append(g.pairs, p)
		g.at[a], g.at[[2]ends.EndKey{a[1], a[0]}] = k, k
	}
	g.pairs[k] = p
	if d.better(&p, &g.pairs[g.best]) {
		g.best = k
	}
}

// better reports whether a pair is to be shown rather than another one: it is more certain, or a better witness, or, so
// that the order of statements does not matter, of functions that come first by name.
func (d *Detector) better(p, q *graded) bool {
	return cmp.Or(
		cmp.Compare(p.conf, q.conf),
		p.witness.compare(q.witness),
		d.compareEnds(&p.x, &q.x),
		d.compareEnds(&p.y, &q.y),
	) < 0
}

// compareEnds orders accesses by the names of their functions.
func (d *Detector) compareEnds(a, b *order.Candidate) int {
	x, y := d.L.Insts[a.Inst].Unit.Sym, d.L.Insts[b.Inst].Unit.Sym
	return cmp.Or(cmp.Compare(x.Pkg, y.Pkg), cmp.Compare(x.Name, y.Name))
}

// ranked are the pairs that a group stands for, the best one first: those of low confidence only if all are.
func (d *Detector) ranked(g *group) []*graded {
	var list []*graded
	for k := range g.pairs {
		if g.pairs[k].conf <= max(g.pairs[g.best].conf, evidence.Medium) {
			list = append(list, &g.pairs[k])
		}
	}
	slices.SortStableFunc(list, func(p, q *graded) int {
		switch {
		case d.better(p, q):
			return -1
		case d.better(q, p):
			return 1
		}
		return 0
	})
	return list
}

// race explains a group by its best pair.
func (d *Detector) race(g *group) evidence.Evidence {
	v := &g.pairs[g.best]
	o := &d.L.Objects[v.loc.Obj]
	r := evidence.Evidence{Kind: evidence.Race, Engine: evidence.InView, Grade: v.conf, Racing: evidence.Racing{
		Object:  o.Decl.Kind,
		Alloc:   d.L.AllocPos(o),
		Static:  o.Sym,
		MayLock: v.prot == hb.MayAlias,
		Meant:   d.L.Meant,
	}}
	r.Pairs, r.Assumes = d.counterexamples(g), d.Assumes(v.x.Origin)
	near, _ := d.Near(&v.x, &v.y, func(order.Location) bool { return false })
	r.Related = append(d.Missed(&v.x, &v.y), near...)
	r.Client = d.L.ClientType(v.x.Origin)
	r.Under = [2]int{d.Under(&v.x, &v.y), d.Under(&v.y, &v.x)}
	x, y := ends.NewEnd(d.Paths, v.loc, &v.x), ends.NewEnd(d.Paths, v.loc, &v.y)
	shown := d.pair(v.loc, &x, &y)
	if met(shown); shown.run != "" {
		r.Run = shown.run
	} else {
		r.Doubts = doubtsOf(d.doubts(shown))
	}
	r.Ends = []evidence.End{d.End(&v.x, d.Chain(&v.x)), d.End(&v.y, d.Chain(&v.y))}
	if d.before(&r.Ends[1], &r.Ends[0]) {
		r.Swap()
	}
	r.Name = r.Ends[0].Last().Name
	seen := map[evidence.Places]bool{}
	for _, p := range d.ranked(g) {
		if at := d.standing(p); !seen[at] {
			seen[at] = true
			r.Places = append(r.Places, at)
			for _, c := range []*order.Candidate{&p.x, &p.y} {
				if !slices.ContainsFunc(d.L.Solved.Held(c.State), func(h hb.Held) bool { return h.Mode != hb.Body }) {
					r.AddBare(d.AccessPos(c))
				}
			}
		}
	}
	slices.SortFunc(r.Bare, facts.ComparePos)
	r.Asleep = d.sleepers(g, &r)
	return r
}

// sleepers are the waits for a goroutine of some pair during which a lock is held that could guard its variable: one
// held at an end, or one of the type that the variable belongs to.
func (d *Detector) sleepers(g *group, r *evidence.Evidence) []evidence.Wait {
	if d.waits == nil {
		d.waits = &explain.Waits{Paths: d.Paths}
	}
	var list []evidence.Wait
	origins := map[link.OriginID]bool{}
	for k := range g.pairs {
		origins[g.pairs[k].x.Origin], origins[g.pairs[k].y.Origin] = true, true
	}
	waits := d.waits.UnderLock(origins)
	for k := range waits {
		w := &waits[k]
		typ, _, field := strings.Cut(w.Lock.Name, ".")
		about := slices.ContainsFunc(r.Ends[:], func(e evidence.End) bool {
			of, _, _ := strings.Cut(e.Last().Name.Name, ".")
			return field && e.Last().Name.Pkg == w.Lock.Pkg && of == typ ||
				slices.ContainsFunc(e.Held, func(h evidence.HeldLock) bool { return h.Name == w.Lock })
		})
		known := slices.ContainsFunc(list, func(v evidence.Wait) bool { return v.Lock == w.Lock })
		if about && !known {
			list = append(list, *w)
		}
	}
	return list
}

// standing is where a pair's accesses stand.
func (d *Detector) standing(p *graded) evidence.Places {
	return inOrder(d.AccessPos(&p.x), d.AccessPos(&p.y))
}

// Finish explains the groups: one race for each two places.
func (d *Detector) Finish() []Found {
	var list []Found
	for _, g := range d.groups {
		r := d.race(g)
		key := g.key
		key.alloc = r.Alloc // lines may have moved since (U9)
		list = append(list, Found{r, key, g.pairs[g.best].witness})
	}
	return OnePlace(list)
}

// before orders the ends of a report: our own unprotected write first.
func (d *Detector) before(a, b *evidence.End) bool {
	rank := func(e *evidence.End) int {
		n := 0
		if e.Last().Func.Pkg != d.L.Cfg.Own {
			n += 4
		}
		if len(e.Held) > 0 {
			n += 2
		}
		if !e.Last().Access.Kind.Writes() {
			n++
		}
		return n
	}
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(a.Last().Pos.File.Name, b.Last().Pos.File.Name),
		cmp.Compare(a.Last().Pos.Line, b.Last().Pos.Line),
		cmp.Compare(a.Last().Pos.Col, b.Last().Pos.Col),
	) < 0
}

// noteElsewhere notes where a pair stands that another package tells: one that it would tell without runs, too, which
// may be others there.
func (d *Detector) noteElsewhere(p *pair) {
	if met(p) != evidence.Unordered {
		return
	}
	q := *p
	q.meeting, q.run, q.doubts = evidence.Unmet, "", nil
	if d.ruledOut(&q, 0, firstDoubt) || d.grade(&q) > evidence.Medium || d.ruledOut(&q, firstSearch, len(table)) {
		return
	}
	d.Elsewhere[inOrder(d.AccessPos(&p.x.Candidate), d.AccessPos(&p.y.Candidate))] = true
}
