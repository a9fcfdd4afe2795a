// This file is the package's face: a Program is given packages and asked for races.

package program

import (
	"github.com/syncvet/syncvet/facts"
)

// Config bounds a link. The zero value of a bound means its default.
type Config struct {
	Own           string // import path of the package analysed: reports must need one of its frames
	Module        string // its module: accesses elsewhere count only when reached through it
	MaxInstances  int    // unit instances
	MaxOrigins    int    // origins, twins included
	MaxSteps      int    // points-to facts
	MaxOrderSteps int    // work of the happens-before tabulation
	Editable      bool   // Update will be called again: keep what it takes to change the link by the difference
}

// A View says what the reader wants to see.
type View struct {
	Deps    bool       // also what lies wholly inside dependencies
	Weakest Confidence // weakest confidence wanted; zero means Medium
}

// Default bounds. They are counts, not times, so that results do not depend on the machine.
const (
	defaultInstances  = 40_000
	defaultOrigins    = 4_000
	defaultSteps      = 4_000_000
	defaultOrderSteps = 4_000_000
)

// A Package is one package's summaries, and whether its main, tests and exported functions are roots of the program.
type Package struct {
	Facts *facts.Package
	Roots bool
}

// A Program is a set of packages linked and solved. It is not safe for concurrent use, but several may run at once.
type Program struct {
	cfg    Config
	link   *linker   // nil before the first Update
	search *detector // what is known about pairs; nil until somebody asks
	pkgs   []Package // what the link is of
	told   []Race    // what News compares with
	stats  Stats
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
	return &Program{cfg: cfg}
}

// Update makes the program consist of the given packages: the first is the most important one when two know the same
// function. Packages are compared by content with those of the last Update, and only what differs is done again (U1-U4); the
// result is that of a new program. It says how much had to be done.
func (p *Program) Update(pkgs []Package) Step {
	step := p.revise(pkgs)
	p.pkgs = pkgs
	p.stats = Stats{}
	p.stats.count(p.link)
	return step
}

// revise changes the link by the difference, or makes a new one.
func (p *Program) revise(pkgs []Package) Step {
	if p.link != nil && p.cfg.Editable {
		if e := p.link.compare(p.pkgs, pkgs); e.step < Relinked && p.link.rework(e) {
			if e.step > Unchanged {
				p.search = nil
				p.link.unsettle()
			}
			return e.step
		}
	}
	p.link, p.search = newLinker(p.cfg), nil
	p.link.run(pkgs)
	return Relinked
}

// detector gives the current program's happens-before relation and shared accesses, which all questions rest on.
func (p *Program) detector() *detector {
	if p.search == nil {
		p.search = p.link.prepare()
	}
	return p.search
}

// Races gives the races of the current program: one per variable and missing protection, most certain first, in a fixed order.
func (p *Program) Races(see View) []Race {
	d := p.detector().fresh(see)
	d.detect()
	races := d.finish()
	p.stats.Stages = d.stages
	return races
}

// Notes gives what went wrong: exceeded budgets and damaged summaries. Any note makes the result incomplete.
func (p *Program) Notes() []facts.Note {
	if p.link == nil {
		return nil
	}
	return p.link.notes
}

// Stats gives the sizes of the current program and Chord's funnel.
func (p *Program) Stats() Stats { return p.stats }

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

// Stats are the sizes of one link.
type Stats struct {
	Stages
	Units       int // functions reached
	Instances   int // with their contexts
	Origins     int // twins included
	Objects     int
	Constraints int
	Nodes       int
	Facts       int // points-to facts
	Unknown     int // call sites whose callee nobody in view knows
}

func (s *Stats) count(l *linker) {
	g := l.g.Stats()
	s.Units, s.Instances, s.Origins, s.Objects = len(l.units)-1, len(l.insts)-1, len(l.origins)-1, len(l.objects)-1
	s.Constraints, s.Nodes, s.Facts, s.Unknown = g.Constraints, g.Nodes, g.Facts, l.unknown
}
