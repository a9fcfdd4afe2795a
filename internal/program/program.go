// This file is the package's face: a Program is given packages and asked for races.

package program

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/relink"
	"github.com/syncvet/syncvet/internal/waits"
)

// A Program is a set of packages linked and solved. It is not safe for concurrent use, but several may run at once.
type Program struct {
	cfg    link.Config
	pkgs   []link.Package // what it consists of
	lib    *link.Library  // of the last link; nil before the first
	cover  *link.Cover    // of its functions, if not Editable; nil before the first question
	shares []*share       // if Editable: its links
	whole  bool           // if Editable: all roots are in one link
	over   bool           // if Editable: some roots are in none
	known  *answer        // the last answer; nil before the first question
	told   told           // what News compares with
	cause  string         // why the last Update linked all anew; empty if it did not, or had to
}

// New makes an empty program.
func New(cfg link.Config) *Program {
	def := func(x *int, v int) {
		if *x == 0 {
			*x = v
		}
	}
	def(&cfg.MaxInstances, link.DefaultInstances)
	def(&cfg.MaxOrigins, link.DefaultOrigins)
	def(&cfg.MaxSteps, link.DefaultSteps)
	def(&cfg.MaxOrderSteps, link.DefaultOrderSteps)
	def(&cfg.MaxPairs, link.DefaultPairs)
	def(&cfg.MaxWork, link.DefaultWork)
	def(&cfg.MaxWhole, link.DefaultWhole)
	def(&cfg.MaxTotal, link.DefaultTotal)
	def(&cfg.MaxMemory, link.DefaultMemory)
	return &Program{cfg: cfg}
}

// Of makes the program of one package, which has the roots, and of what it imports.
func Of(own *facts.Package, imports []*facts.Package) *Program {
	p := New(link.Config{Own: own.Source.Path, Module: own.Source.Module})
	pkgs := []link.Package{{Facts: own, Roots: true}}
	for _, imp := range imports {
		pkgs = append(pkgs, link.Package{Facts: imp})
	}
	p.Update(pkgs)
	return p
}

// Update makes the program consist of the given packages: the first is the most important one when two know the same
// function. Packages are compared by content with those of the last Update, and only what differs is done again
// (U1-U7); the result is that of a new program. It says how much had to be done.
func (p *Program) Update(pkgs []link.Package) relink.Step {
	step := p.revise(pkgs)
	p.pkgs, p.known = pkgs, nil
	return step
}

// revise changes the links by the difference, or makes new ones if they are kept.
func (p *Program) revise(pkgs []link.Package) relink.Step {
	if p.cause = ""; !p.cfg.Editable {
		return relink.Relinked
	}
	if p.lib == nil {
		p.relink(pkgs)
		return relink.Relinked
	}
	e := relink.Compare(p.lib, pkgs)
	groups := link.RootGroups(pkgs)
	if whole := e.Lib.Whole(groups, p.cfg.MaxWhole); e.Cause == "" && whole != p.whole {
		e.Cause = "size"
	}
	if p.cause = e.Cause; p.cause != "" {
		p.relink(pkgs)
		return relink.Relinked
	}
	old := p.start(e, groups, pkgs)
	if relink.Reread(p.lib, e); len(p.lib.Notes) > 0 {
		p.cause = "damage"
		p.relink(pkgs)
		return relink.Relinked
	}
	p.divide(pkgs, old)
	step := relink.Unchanged
	for _, s := range p.shares {
		step = max(step, s.step)
	}
	return step
}

// start prepares the shares whose roots are still there for an edit.
func (p *Program) start(e *relink.Edit, groups []link.RootGroup, pkgs []link.Package) map[groupKey]*share {
	old := map[groupKey]*share{}
	if p.whole {
		s := p.shares[0]
		s.start(e, groups, pkgs, p.forSets(s))
		return map[groupKey]*share{keyOf(groups): s}
	}
	now := map[groupKey][]link.RootGroup{}
	for k := range groups {
		now[groupName(&groups[k])] = groups[k : k+1]
	}
	for _, s := range p.shares {
		if list := now[keyOf(s.groups)]; list != nil {
			s.start(e, list, pkgs, p.forSets(s))
			old[keyOf(list)] = s
		}
	}
	return old
}

// Cause says why the last Update linked something anew; it is empty if it did not, or had to.
func (p *Program) Cause() string {
	cause := p.cause
	for _, s := range p.shares {
		cause = cmp.Or(cause, s.cause)
	}
	return cause
}

// Links is how many links a program under edit has.
func (p *Program) Links() int { return len(p.shares) }

// Steps counts the links of a program under edit by how much of them the last Update had to redo.
func (p *Program) Steps() map[relink.Step]int {
	n := map[relink.Step]int{}
	for _, s := range p.shares {
		n[s.step]++
	}
	return n
}

// answer gives what is known to a view. All questions are answered at once, since links are not kept: to ask several in
// the same view costs what one does.
func (p *Program) answer(see explain.View) *answer {
	if see.Weakest == 0 {
		see.Weakest = explain.Medium
	}
	more := see
	more.Order = true
	if p.known == nil || p.known.view != see && p.known.view != more {
		p.known = p.ask(see)
	}
	return p.known
}

// Races gives the races of the current program: one per variable and missing protection, most certain first, in a fixed
// order.
func (p *Program) Races(see explain.View) []races.Race { return p.answer(see).races }

// Doubted gives the variables on which there are races of low confidence, whether the view shows them or not.
func (p *Program) Doubted(see explain.View) map[facts.Symbol]bool { return p.answer(see).doubted }

// Violations gives the violations of order, if the view asks for them: most certain first, in a fixed order.
func (p *Program) Violations(see explain.View) []races.Violation { return p.answer(see).violations }

// Muted gives the directives that keep races out of the answer to a view.
func (p *Program) Muted(see explain.View) map[directive.Key]bool { return p.answer(see).muted }

// Problems gives the deadlocks, leaks and misuse of the current program, most certain first, in a fixed order.
func (p *Program) Problems(see explain.View) []waits.Problem { return p.answer(see).problems }

// Notes gives what went wrong in the last answer: exceeded budgets and damaged summaries. Any note makes the result
// incomplete.
func (p *Program) Notes() []facts.Note {
	if p.lib == nil {
		return nil
	}
	notes := p.lib.Notes
	for _, s := range p.shares {
		for _, what := range slices.Sorted(maps.Keys(s.link.Over)) {
			notes = append(notes[:len(notes):len(notes)], link.BudgetNote(what))
		}
	}
	if p.over {
		notes = append(notes[:len(notes):len(notes)], link.BudgetNote("roots"))
	}
	return notes
}

// Stats gives the sizes of what the last answer rests on, and Chord's funnel.
func (p *Program) Stats() Stats {
	if p.known == nil {
		return Stats{}
	}
	return p.known.stats
}

// System gives the constraint system of all roots of a program with Config.Editable; nil for others.
func (p *Program) System() *relink.System {
	if !p.cfg.Editable {
		return nil
	}
	return relink.NewSystem(p.cfg, p.pkgs)
}

// Stats are the sizes of all links of a program together.
type Stats struct {
	races.Stages
	Units       int // functions reached
	Entered     int // functions of the packages with roots that some link entered; of a program under edit zero
	Declared    int // of so many with code
	Instances   int // with their contexts
	Own         int // of these, of functions of the module
	Origins     int // twins included
	Objects     int
	Constraints int
	Nodes       int
	Facts       int   // points-to facts
	Unknown     int   // call sites whose callee nobody in view knows
	Rules       []int // pairs that each rule of races.Rules ruled out or made low; nil: none
	waits.Walks
}

// count adds a link, what its stages left, and what each rule decided.
func (s *Stats) count(l *link.Link, x *races.Stages, rules []int) {
	if s.Rules == nil {
		s.Rules = make([]int, len(rules))
	}
	for k, n := range rules {
		s.Rules[k] += n
	}
	g := l.Sets.Stats()
	s.Instances += len(l.Insts) - 1
	for _, i := range l.Insts[1:] {
		if l.InModule(i.Unit.Sym.Pkg) {
			s.Own++
		}
	}
	s.Origins += len(l.Origins) - 1
	s.Objects += len(l.Objects) - 1
	s.Constraints += g.Constraints
	s.Nodes += g.Nodes
	s.Facts += g.Facts
	s.Unknown += l.Unknown
	s.Stages.Add(x)
}
