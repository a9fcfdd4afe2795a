// This file finds decisions that are stale when they are acted on: what was read in one critical section of a lock
// decides what is written in a later one, which does not look again (G17 to G21).

package guards

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/access"
)

// Atomicity finds the stale decisions of a package (rule AV5001), in the order of the source: a check and an act in two
// critical sections of one lock. The first end is the act, the second the check.
func Atomicity(r *access.Result) []evidence.Evidence {
	a := newAnalysis(r)
	a.findFunctions()
	a.findLocks()
	a.solveNets()
	a.collect()
	a.findRoots()
	a.solveContexts()
	s := &staleness{
		a:               a,
		sectionAccesses: map[*function][]sectionAccess{},
		writers:         map[facts.Symbol][]*function{},
		known:           map[facts.Symbol][]sectionAccess{},
	}
	return s.find()
}

// doubtDecides is of a decision that may well be meant (G21).
var doubtDecides = evidence.Doubt{
	ID: "G21", Title: "what is written is not computed from what was read, or who calls is not in view",
}

// A found is a stale decision and where it is acted on.
type found struct {
	evidence.Evidence
	at token.Pos // the act, or the call that makes it
}

// A staleness looks for stale decisions in all functions of a package.
type staleness struct {
	a               *analysis                        // what the phases before found
	accesses        map[*function][]direct           // by function, of objects that others may have; filled by group
	sectionAccesses map[*function][]sectionAccess    // memo of sectionAccessesOf
	writers         map[facts.Symbol][]*function     // who writes each variable under a lock
	known           map[facts.Symbol][]sectionAccess // memo of sections, by function
	list            []found                          // found so far; in the order of acts at the end
}

// find looks at each function.
func (s *staleness) find() []evidence.Evidence {
	s.group()
	for _, f := range s.a.funcs {
		if f != nil {
			for _, d := range s.sectionAccessesOf(f) {
				if d.kind.Writes() && d.lock != (facts.Symbol{}) && !slices.Contains(s.writers[d.name], f) {
					s.writers[d.name] = append(s.writers[d.name], f)
				}
			}
		}
	}
	for _, f := range s.a.funcs {
		if f != nil && len(f.contexts) > 0 {
			s.function(f)
		}
	}
	slices.SortStableFunc(s.list, func(x, y found) int { return cmp.Compare(x.at, y.at) })
	var list []evidence.Evidence
	for k := range s.list {
		list = append(list, s.list[k].Evidence)
	}
	return list
}

// function pairs the checks and acts of one function; one report for each act.
func (s *staleness) function(f *function) {
	sectionAccesses := s.sectionAccessesOf(f)
	if !slices.ContainsFunc(sectionAccesses, func(d sectionAccess) bool { return d.kind.Writes() }) {
		return
	}
	w := s.newWindow(f, sectionAccesses)
	seen, acted := map[facts.Symbol]bool{}, map[[2]ssa.Instruction]bool{}
	for k := range sectionAccesses {
		act := &sectionAccesses[k]
		if !act.kind.Writes() || act.checked || act.lock == (facts.Symbol{}) || seen[act.name] || w.looksAgain(act) {
			continue
		}
		for j := range sectionAccesses {
			check := &sectionAccesses[j]
			if check.kind.Writes() || acted[[2]ssa.Instruction{check.instr, act.instr}] || !check.meets(act) ||
				!w.parted(check, act) {
				continue
			}
			decides, updates := controls(check.instr, act.instr, s.a.code), act.val != nil && s.a.derives(act.val, check.instr)
			if !decides && !updates || w.claimed(check, act) || w.under(check, act) {
				continue
			}
			if key, ok := s.contested(f, act); ok {
				seen[act.name], acted[[2]ssa.Instruction{check.instr, act.instr}] = true, true
				s.add(f, key, check, act, updates && !decides)
				break
			}
		}
	}
}

// add records one.
func (s *staleness) add(f *function, ctx int, check, act *sectionAccess, update bool) {
	r := &s.a.roots[f.contexts[ctx].key.root]
	x := evidence.Evidence{
		Kind: evidence.StaleCheck, Engine: evidence.ByName, Grade: evidence.Low, Name: act.name,
		Doubts:   []evidence.Doubt{doubtDecides},
		Guarding: evidence.Guarding{Guard: act.lock, Update: update},
	}
	if !f.capped && r.kind != Callback && (update || !act.plain) {
		x.Grade, x.Doubts = evidence.Medium, []evidence.Doubt{evidence.DoubtCallers}
	}
	path := s.a.frames(s.a.path(f, ctx))
	who := evidence.Goroutine{Kind: rootKinds[r.kind], Site: s.a.position(r.pos)}
	x.Ends = []evidence.End{act.end(s.a, path, who), check.end(s.a, path, who)}
	s.list = append(s.list, found{x, at(act.instr)})
}

// contested finds a context in which a function runs while somebody else may write the variable under the lock (G20).
func (s *staleness) contested(f *function, act *sectionAccess) (ctx int, ok bool) {
	for k := range f.contexts {
		c := &f.contexts[k].key
		if c.root == single || c.weak || c.once || c.must != (set{}) || s.owned(c, act) {
			continue
		}
		if s.overlaps(c.root) {
			return k, true
		}
		for _, g := range s.writers[act.name] {
			if slices.ContainsFunc(
				g.contexts,
				func(x context) bool { return x.key.root != c.root && x.key.root != single && !x.key.once },
			) {
				return k, true
			}
		}
	}
	return 0, false
}

// overlaps reports whether several goroutines of a root may run at once.
func (s *staleness) overlaps(root int) bool {
	r := &s.a.roots[root]
	if r.multi || r.site == nil {
		return r.multi
	}
	row := s.a.flow.Model(r.site)
	return row != nil && slices.ContainsFunc(row.Callbacks, func(c models.Callback) bool {
		return c.Run != models.RunInline && (c.Self >= models.SelfParallel)
	})
}

// owned reports whether the object is still its maker's in a context.
func (s *staleness) owned(c *contextKey, d *sectionAccess) bool {
	p, ok := d.on.root.(*ssa.Parameter)
	if !ok {
		return s.a.Makes(d.on.root) && s.a.Private(d.on.root, d.instr)
	}
	k := slices.Index(p.Parent().Params, p)
	return k < facts.MaskBits && (c.owned|c.made)&(1<<k) != 0
}
