// This file is the package's face: a Program is given packages and asked for races.

package program

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
)

// Config bounds a link. The zero value of a bound means its default.
type Config struct {
	Own           string // import path of the package analysed: reports must need one of its frames
	Module        string // its module: accesses elsewhere count only when reached through it
	MaxInstances  int    // unit instances of one link
	MaxOrigins    int    // origins of one link, twins included
	MaxSteps      int    // steps of the points-to solver between two growths of one link
	MaxOrderSteps int    // work of the happens-before tabulation of one link
	MaxWork       int    // work of all links of a package, in steps of the solver
	MaxWhole      int    // size up to which all roots of a program under edit are linked together (U10)
	MaxTotal      int    // unit instances of all links of a program under edit, but for those of the last one
	MaxMemory     int    // bytes that the links of a program under edit may take together (U11)
	Workers       int    // goroutines that large updates of an Editable program may use; 0 means one
	Editable      bool   // Update will be called again: keep links, and what it takes to change them by the difference

	Begin func(Stage) // is told when a stage of an answer begins, for those who measure; nil is not told
}

// A View says what the reader wants to see.
type View struct {
	Deps    bool       // also what lies wholly inside dependencies
	Weakest Confidence // weakest confidence wanted; zero means Medium
	Order   bool       // also violations of order
}

// Default bounds. They are counts, not times, so that results do not depend on the machine.
const (
	defaultInstances  = 24_000
	defaultOrigins    = 2_000
	defaultSteps      = 8_000_000
	defaultOrderSteps = 4_000_000
	defaultWork       = 12_000_000
	defaultWhole      = 2048
	defaultTotal      = 48_000
	defaultMemory     = 512 << 20
)

// A Package is one package's summaries, and whether its main, tests and exported functions are roots of the program.
type Package struct {
	Facts *facts.Package
	Roots bool
}

// A Program is a set of packages linked and solved. It is not safe for concurrent use, but several may run at once.
type Program struct {
	cfg    Config
	pkgs   []Package // what it consists of
	lib    *library  // of the last link; nil before the first
	shares []*share  // if Editable: its links
	whole  bool      // if Editable: all roots are in one link
	over   bool      // if Editable: some roots are in none
	known  *answer   // the last answer; nil before the first question
	told   told      // what News compares with
	cause  string    // why the last Update linked all anew; empty if it did not, or had to
}

// New makes an empty program.
func New(cfg Config) *Program {
	def := func(x *int, v int) {
		if *x == 0 {
			*x = v
		}
	}
	def(&cfg.MaxInstances, defaultInstances)
	def(&cfg.MaxOrigins, defaultOrigins)
	def(&cfg.MaxSteps, defaultSteps)
	def(&cfg.MaxOrderSteps, defaultOrderSteps)
	def(&cfg.MaxWork, defaultWork)
	def(&cfg.MaxWhole, defaultWhole)
	def(&cfg.MaxTotal, defaultTotal)
	def(&cfg.MaxMemory, defaultMemory)
	return &Program{cfg: cfg}
}

// Update makes the program consist of the given packages: the first is the most important one when two know the same
// function. Packages are compared by content with those of the last Update, and only what differs is done again (U1-U7); the
// result is that of a new program. It says how much had to be done.
func (p *Program) Update(pkgs []Package) Step {
	step := p.revise(pkgs)
	p.pkgs, p.known = pkgs, nil
	return step
}

// revise changes the links by the difference, or makes new ones if they are kept.
func (p *Program) revise(pkgs []Package) Step {
	if p.cause = ""; !p.cfg.Editable {
		return Relinked
	}
	if p.lib == nil {
		p.relink(pkgs)
		return Relinked
	}
	e := compare(p.lib, pkgs)
	groups := rootGroups(pkgs, false)
	if whole := e.lib.whole(groups, p.cfg.MaxWhole); e.cause == "" && whole != p.whole {
		e.cause = "size"
	}
	if p.cause = e.cause; p.cause != "" {
		p.relink(pkgs)
		return Relinked
	}
	old := p.start(e, groups, pkgs)
	if reread(p.lib, e); len(p.lib.notes) > 0 {
		p.cause = "damage"
		p.relink(pkgs)
		return Relinked
	}
	p.divide(pkgs, old)
	step := Unchanged
	for _, s := range p.shares {
		step = max(step, s.step)
	}
	return step
}

// start prepares the shares whose roots are still there for an edit.
func (p *Program) start(e *edit, groups []rootGroup, pkgs []Package) map[groupKey]*share {
	old := map[groupKey]*share{}
	if p.whole {
		s := p.shares[0]
		s.start(e, groups, pkgs, p.forSets(s))
		return map[groupKey]*share{keyOf(groups): s}
	}
	now := map[groupKey][]rootGroup{}
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
func (p *Program) Steps() map[Step]int {
	n := map[Step]int{}
	for _, s := range p.shares {
		n[s.step]++
	}
	return n
}

// answer gives what is known to a view. All questions are answered at once, since links are not kept: to ask several in the same view
// costs what one does.
func (p *Program) answer(see View) *answer {
	if see.Weakest == 0 {
		see.Weakest = Medium
	}
	more := see
	more.Order = true
	if p.known == nil || p.known.view != see && p.known.view != more {
		p.known = p.ask(see)
	}
	return p.known
}

// Races gives the races of the current program: one per variable and missing protection, most certain first, in a fixed order.
func (p *Program) Races(see View) []Race { return p.answer(see).races }

// Violations gives the violations of order, if the view asks for them: most certain first, in a fixed order.
func (p *Program) Violations(see View) []Violation { return p.answer(see).violations }

// Muted gives the directives that keep races out of the answer to a view.
func (p *Program) Muted(see View) map[directive.Key]bool { return p.answer(see).muted }

// Problems gives the deadlocks, leaks and misuse of the current program, most certain first, in a fixed order.
func (p *Program) Problems(see View) []Problem { return p.answer(see).problems }

// Notes gives what went wrong in the last answer: exceeded budgets and damaged summaries. Any note makes the result incomplete.
func (p *Program) Notes() []facts.Note {
	if p.lib == nil {
		return nil
	}
	notes := p.lib.notes
	for _, s := range p.shares {
		for _, what := range slices.Sorted(maps.Keys(s.link.over)) {
			notes = append(notes[:len(notes):len(notes)], budgetNote(what))
		}
	}
	if p.over {
		notes = append(notes[:len(notes):len(notes)], budgetNote("roots"))
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
func (p *Program) System() *System {
	if !p.cfg.Editable {
		return nil
	}
	return newSystem(p.cfg, p.pkgs)
}

// Stages counts what remains after each stage (Chord, section 4): the numbers never grow from one stage to the next.
type Stages struct {
	Accesses  int // accesses in reachable instances
	Original  int // pairs on one location with a write, not both atomic
	Reachable int // by two origins that may exist in one run
	Aliasing  int // the same memory: element indices may be equal
	Shared    int // of a kind that conflicts
	Unordered int // nothing orders them
	Unlocked  int // no common lock, not even by may-alias
	Capped    int // locations with too many pairs to look at
	Reported  int // after the rules about where and how often
}

// Stats are the sizes of all links of a program together.
type Stats struct {
	Stages
	Units       int // functions reached
	Instances   int // with their contexts
	Own         int // of these, of functions of the module
	Origins     int // twins included
	Objects     int
	Constraints int
	Nodes       int
	Facts       int // points-to facts
	Unknown     int // call sites whose callee nobody in view knows
	Walks
}

// count adds a link and what its stages left.
func (s *Stats) count(l *Link, x *Stages) {
	g := l.g.Stats()
	s.Instances += len(l.insts) - 1
	for _, i := range l.insts[1:] {
		if l.inModule(i.unit.sym.Pkg) {
			s.Own++
		}
	}
	s.Origins += len(l.origins) - 1
	s.Objects += len(l.objects) - 1
	s.Constraints += g.Constraints
	s.Nodes += g.Nodes
	s.Facts += g.Facts
	s.Unknown += l.unknown
	s.Stages.add(x)
}

// add adds what remains in another link.
func (s *Stages) add(x *Stages) {
	s.Accesses += x.Accesses
	s.Original += x.Original
	s.Reachable += x.Reachable
	s.Aliasing += x.Aliasing
	s.Shared += x.Shared
	s.Unordered += x.Unordered
	s.Unlocked += x.Unlocked
	s.Capped += x.Capped
}
