// This file answers questions about two places: what the table says of each pair of accesses there, and, where there is
// no pair, what leaves it out before the table is asked. It looks at every access by itself: no other one stands for
// it.

package asked

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// A Lack is why there is no pair of two accesses to ask the table about.
type Lack uint8

// The lacks, the one that says least first: of several the last one is told.
const (
	LackNone      Lack = iota // there is a pair
	NeverWritten              // nobody writes to it while others may see it
	OneGoroutine              // one goroutine alone makes both accesses
	OwnObjects                // no object is used by two goroutines there
	NeverTogether             // no run has both goroutines
	Unshared                  // the goroutine has made the object and not passed it on yet
	Impassable                // constants keep every goroutine from one of the accesses
	Harmless                  // neither access writes, or both are atomic: true whoever makes them
)

// An Answer is two accesses that somebody asks about, and what is known of them.
type Answer struct {
	Ends    [2]evidence.End // the accesses, with their goroutines
	Lack    Lack            // why the table was not asked; zero if it was
	Verdict races.Verdict   // what it says, if it was
	Edges   []OrderedBy     // what orders them, if it says so; empty: the order of statements
	// the method that a client which is made up is taken to call before the others, if they are ordered by that only;
	// zero if not
	First   facts.Symbol
	Commons []facts.Symbol // locks held at both ends, by name
	Kept    Kept           // what keeps them apart, if they are excluded
}

// Kept is what keeps two accesses apart, if a lock or the like does.
type Kept = hb.Kept

// What is no lock, and keeps accesses apart.
const (
	KeptByOnce  = hb.KeptByOnce
	KeptBySlot  = hb.KeptBySlot
	KeptByTurn  = hb.KeptByTurn
	KeptByUnset = hb.KeptByUnset
)

// An OrderedBy is one step of what orders two accesses: a release and an acquire.
type OrderedBy struct {
	Kind string        // as internal/hb names it
	From link.Position // zero: the start or the end of a goroutine
	To   link.Position // zero: the start or the end of a goroutine
	// a client that is made up does it: it makes a value before it calls methods, each in a goroutine of its own
	Assumed bool
}

// An accessInstance is an access in one instance.
type accessInstance struct {
	inst  *link.Instance // the function, in its context
	index uint32         // into its unit's Accesses.List
}

// access is what the summary says of it.
func (s accessInstance) access() *facts.Access { return &s.inst.Unit.Accesses.List[s.index] }

// name is the variable as the access names it.
func (s accessInstance) name() facts.Symbol { return s.inst.Unit.Names.Access.Symbol(s.access().Name) }

// Asker reports whether an access at a place, in a function, is meant.
type Asker func(at link.Position, fn facts.Symbol) bool

// A Question is the two places that somebody asks about.
type Question [2]Asker

// A witness is a detector that is asked.
type witness struct{ *races.Detector }

// Between gives what is known of the pairs of accesses at two places, and whether goroutines come to accesses at each:
// one answer of each two goroutines, places and reasons, what may race first.
func Between(of *races.Detector, q Question) (list []Answer, reached [2]bool) {
	d := witness{of}
	x, y := d.instances(q[0]), d.instances(q[1])
	reached = [2]bool{len(x) > 0, len(y) > 0}
	if len(d.L.Shared) > 0 {
		d.L.Solve()
	}
	seen := map[answerKey]int{} // into list, plus one
	var apart []Answer          // accesses by two goroutines of what each has its own of
	n, ruledOut := 0, 0
	for _, p := range x {
		for _, q := range y {
			if n++; n > maxPairs || len(list)-ruledOut >= maxAsked {
				break
			}
			own := p.inst.Origin != q.inst.Origin && p.name() == q.name()
			if own && len(apart) < maxAsked && len(d.common(p, q)) == 0 {
				apart = append(apart, d.lacking(p, q, OwnObjects)...)
			}
			for _, a := range d.asked(p, q) {
				out := a.Lack != LackNone || a.Verdict.Rule != nil
				switch k := a.key(); {
				case seen[k] == 0 && out && ruledOut >= maxAsked: // what may race may come yet
				case seen[k] == 0:
					list = append(list, a)
					seen[k] = len(list)
					if out {
						ruledOut++
					}
				default:
					if was := &list[seen[k]-1]; Compare(&a, was) < 0 {
						*was = a
					}
				}
			}
		}
	}
	list = append(list, apart...)
	slices.SortStableFunc(list, func(a, b Answer) int { return Compare(&a, &b) })
	return list, reached
}

// An answerKey is what answers that say the same have in common.
type answerKey struct {
	at    [2]link.Position // where the accesses stand
	entry [2]facts.Symbol  // functions that their goroutines begin with
	site  [2]link.Position // where these are started; zero for roots
	rule  string           // that decides the verdict; "" if none does
	lack  Lack             // why the table was not asked; zero if it was
}

// key is that of an answer.
func (x *Answer) key() answerKey {
	k := answerKey{lack: x.Lack}
	for n := range x.Ends {
		k.at[n], k.entry[n], k.site[n] = x.Ends[n].Last().Pos, x.Ends[n].Goroutine.Entry, x.Ends[n].Goroutine.Site
	}
	if r := x.Verdict.Rule; r != nil {
		k.rule = r.ID
	}
	return k
}

// instances are the accesses that are asked about, those of tests behind the others.
func (d witness) instances(meant Asker) []accessInstance {
	var list []accessInstance
	for _, i := range d.L.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for k := range i.Unit.Accesses.List {
			if meant(link.PositionOf(i.Unit.Names.Access, i.Unit.Accesses.List[k].Pos), i.Unit.Sym) {
				list = append(list, accessInstance{i, uint32(k)})
			}
		}
	}
	test := func(s accessInstance) int {
		if o := d.L.Origins[s.inst.Origin]; o.Kind == link.RootTest || d.L.Origins[o.Tree].Kind == link.RootTest {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b accessInstance) int { return test(a) - test(b) })
	return list
}

// asked looks at two accesses: at each location that both touch, in each two states.
func (d witness) asked(p, q accessInstance) []Answer {
	if p.inst.Unit.Accesses == nil || !order.Happens(d.L, p.inst, p.access()) || !order.Happens(d.L, q.inst, q.access()) {
		if p.name() != q.name() {
			return nil
		}
		return d.lacking(p, q, Impassable)
	}
	both := d.common(p, q)
	if len(both) == 0 {
		return nil // of other variables, as a rule: said once for the places, if nothing else is to be said
	}
	lack := NeverWritten
	var list []Answer
	for _, loc := range both {
		if d.L.Shared[loc] != nil {
			found, why := d.onLocation(loc, p, q)
			list, lack = append(list, found...), max(lack, why)
		} else if !d.L.MayShare(loc.Obj) {
			lack = max(lack, d.unshared(p, q))
		}
	}
	if atomic := p.access().Kind.Atomic() && q.access().Kind.Atomic(); len(list) == 0 &&
		!(atomic && lack == NeverWritten) {
		return d.lacking(p, q, lack)
	}
	return list
}

// unshared is the lack of two accesses of an object that no two goroutines use.
func (d witness) unshared(p, q accessInstance) Lack {
	if p.inst.Origin == q.inst.Origin && !d.L.Origins[p.inst.Origin].Multi {
		return OneGoroutine
	}
	return OwnObjects
}

// common are the locations that both accesses touch.
func (d witness) common(p, q accessInstance) []order.Location {
	touched := func(s accessInstance) (list []order.Location) {
		a := s.access()
		d.L.Each(s.inst, a, func(o *link.Object, id link.ObjID, off uint32) {
			for k := off; k < min(off+max(a.Len, 1), o.Decl.Size); k++ {
				list = append(list, order.Location{Obj: id, Off: k})
			}
		})
		return list
	}
	theirs := touched(q)
	return slices.DeleteFunc(touched(p), func(l order.Location) bool { return !slices.Contains(theirs, l) })
}

// onLocation asks the table about two accesses of a location.
func (d witness) onLocation(loc order.Location, p, q accessInstance) (list []Answer, lack Lack) {
	if p.inst.Origin == q.inst.Origin {
		return nil, d.unshared(p, q)
	}
	x := order.InstancesOf(d.L).Expand(nil, p.inst, p.index, p.access())
	y := order.InstancesOf(d.L).Expand(nil, q.inst, q.index, q.access())
	if len(x) == 0 || len(y) == 0 {
		return nil, Unshared
	}
	if !d.L.Comparable(p.inst.Origin, q.inst.Origin) {
		if s := d.L.Origins[p.inst.Origin]; s.Twin == q.inst.Origin || d.L.Origins[q.inst.Origin].Twin == s.ID ||
			s.IterationClone ||
			d.L.Origins[q.inst.Origin].IterationClone {
			return nil, LackNone // the mirror image of a pair that is looked at
		}
		return nil, NeverTogether
	}
	for i := range x {
		for j := range y {
			list = append(list, d.judged(loc, &x[i], &y[j]))
		}
	}
	return list, LackNone
}

// judged asks the table about two candidates.
func (d witness) judged(loc order.Location, x, y *order.Candidate) Answer {
	out := Answer{Ends: [2]evidence.End{d.End(x, d.Chain(x)), d.End(y, d.Chain(y))}, Verdict: d.Judge(loc, x, y)}
	r := out.Verdict.Rule
	if r == nil {
		return out
	}
	switch r.Effect {
	case races.Ordered:
		for _, e := range d.L.Solved.Why(d.L.Place(x), d.L.Place(y)) {
			if e.Holds {
				assumed := d.madeUp(e.From) || d.madeUp(e.To)
				out.Edges = append(out.Edges, OrderedBy{e.Kind.String(), d.where(e.From), d.where(e.To), assumed})
			}
		}
		if !slices.ContainsFunc(out.Edges, func(e OrderedBy) bool { return !e.Assumed }) && len(out.Edges) > 0 {
			out.First = d.first(x, y)
		}
	case races.Excluded:
		out.Kept = d.L.Solved.Keeps(d.L.Place(x), d.L.Place(y))
		for _, h := range out.Ends[0].Held {
			if slices.ContainsFunc(
				out.Ends[1].Held,
				func(g evidence.HeldLock) bool { return g.Name == h.Name && g.Name.Name != "" },
			) {
				out.Commons = append(out.Commons, h.Name)
			}
		}
	}
	return out
}

// first is the method that a client which is made up calls itself, before it calls others in goroutines, on the way to
// one of two accesses; zero if there is none. That it makes a value before others have it is no such call.
func (d witness) first(x, y *order.Candidate) facts.Symbol {
	for _, c := range []*order.Candidate{x, y} {
		chain := d.Chain(c)
		if len(chain) < 2 || chain[1].Start || d.L.Origins[d.L.Insts[chain[0].Inst].Origin].Kind != link.RootClient {
			continue
		}
		if f := d.L.Insts[chain[1].Inst].Unit.Sym; strings.Contains(f.Name, ".") {
			return f
		}
	}
	return facts.Symbol{}
}

// lacking is the answer about two accesses of which there is no pair. The ways to them are not known.
func (d witness) lacking(p, q accessInstance, lack Lack) []Answer {
	if lack == LackNone {
		return nil
	}
	if x, y := p.access().Kind, q.access().Kind; !x.Writes() && !y.Writes() || x.Atomic() && y.Atomic() {
		lack = Harmless
	}
	end := func(s accessInstance) evidence.End {
		u := s.inst.Unit
		return evidence.End{
			Steps: []evidence.Step{{
				Act:    evidence.ActAccesses,
				Access: *s.access(),
				Name:   u.Names.Access.Symbol(s.access().Name),
				Func:   u.Sym,
				Pos:    link.PositionOf(u.Names.Access, s.access().Pos),
			}},
			Path:      []evidence.Frame{{Func: u.Sym}},
			Goroutine: d.Goroutine(s.inst.Origin, nil),
		}
	}
	return []Answer{{Ends: [2]evidence.End{end(p), end(q)}, Lack: lack}}
}

// Compare orders answers: what nothing rules out, then what the table rules out, then what was no pair.
func Compare(a, b *Answer) int {
	rank := func(x *Answer) int {
		switch {
		case x.Lack != LackNone:
			return 20 - int(x.Lack)
		case x.Harmless():
			return 30
		case x.Verdict.Rule != nil:
			return 5
		}
		return int(x.Verdict.Confidence())
	}
	return cmp.Compare(rank(a), rank(b))
}

// Harmless reports whether the two accesses are none that could race, whoever makes them: two reads, or two atomic ones
// (R1).
func (x *Answer) Harmless() bool { return x.Verdict.Rule != nil && x.Verdict.Rule.Harmless() }

// madeUp reports whether one end of an edge lies in a client that is made up.
func (d witness) madeUp(at hb.Site) bool {
	i := d.L.Insts[at.Func]
	return at.Func != 0 && d.L.Origins[i.Origin].Kind == link.RootClient &&
		slices.Contains(d.L.Origins[i.Origin].Entries, i.ID)
}

// where is the place of one end of an edge; zero for the start and the end of a goroutine.
func (d witness) where(at hb.Site) link.Position {
	i := d.L.Insts[at.Func]
	if at.Func == 0 || i.Unit.Spawn == nil || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return link.Position{}
	}
	return link.PositionOf(i.Unit.Names.Spawn, i.Unit.Spawn.Points[at.Point-1].Event.Pos)
}
