// This file finds decisions that are stale when they are acted on: what was read in one critical section of a lock
// decides what is written in a later one, which does not look again (G17 to G21).

package guards

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/access"
)

// A Stale is a check and an act in two critical sections of one lock (rule AV5001).
type Stale struct {
	Name   facts.Symbol  // the variable
	Var    facts.VarKind // the variable itself, or what kind of container it holds
	Lock   facts.Symbol  // held at both, and released between them
	Check  SectionAccess // the read that decides
	Act    SectionAccess // the write that comes of it, in a later critical section
	Path   []Step        // how the function is entered in which both happen, outermost first
	Root   Root          // how the first function of Path is entered
	Update bool          // what was read is a part of what is written; else it decides whether something is
	Likely bool          // the evidence is strong enough to be shown at medium confidence (G21)
}

// A SectionAccess is one of the two ends of a Stale.
type SectionAccess struct {
	Kind facts.AccessKind // a read or a write
	Read bool             // the lock is held for reading
	At   token.Pos        // in the function where both happen: the access, or the call that makes it
	Call facts.Symbol     // what is called there; zero: the access itself stands there
	Func facts.Symbol     // contains the access
	File facts.Symbol     // of the access
	Line int              // 1-based
	Col  int              // 1-based, in bytes
}

// Atomicity finds the stale decisions of a package, in the order of the source.
func Atomicity(r *access.Result) []Stale {
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

// A staleness looks for stale decisions in all functions of a package.
type staleness struct {
	a               *analysis                        // what the phases before found
	accesses        map[*function][]direct           // by function, of objects that others may have; filled by group
	sectionAccesses map[*function][]sectionAccess    // memo of sectionAccessesOf
	writers         map[facts.Symbol][]*function     // who writes each variable under a lock
	known           map[facts.Symbol][]sectionAccess // memo of sections, by function
	list            []Stale                          // found so far; in the order of acts at the end
}

// find looks at each function.
func (s *staleness) find() []Stale {
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
	slices.SortStableFunc(s.list, func(x, y Stale) int { return cmp.Compare(x.Act.At, y.Act.At) })
	return s.list
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
	s.list = append(s.list, Stale{
		Name: act.name, Var: act.what, Lock: act.lock, Check: check.report(s.a), Act: act.report(s.a), Path: s.a.path(f, ctx),
		Root:   Root{r.kind, r.pos},
		Update: update, Likely: !f.capped && r.kind != Callback && (update || !act.plain),
	})
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
	return k < 64 && (c.owned|c.made)&(1<<k) != 0
}
