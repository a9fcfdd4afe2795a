// This file is one access of a pair, with what rules have found out about it: how control comes to it, under which
// conditions, and where its pointer comes from. It is asked for many pairs, and answers each question once.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An End is one of the two accesses of a pair, on the location that the pair is about.
type End struct {
	order.Candidate
	D   *explain.Paths // how control comes to accesses of the link
	loc order.Location // what the pair is about; the access may be of more

	links     []explain.ChainLink        // memo of chain; nil until asked
	told      *facts.Access              // memo of Fact; nil until asked
	context   *link.Context              // memo of contextOf; nil until asked
	path      []order.Step               // memo of steps; nil until asked
	conds     []condition                // memo of conditions, if condsKnown
	kinds     uint64                     // memo of kindsOn; zero until asked
	signalled map[facts.CondKind][]int64 // memo of signals; nil until asked
	below     map[facts.CondKind][]int64 // the same of what holds the location; nil until asked
	waits     []counting                 // memo of waitedFor, if waitsKnown
	lits      []literal                  // memo of literals.on, if litsKnown
	once      []order.Location           // memo of oncesAround, if onceKnown
	seen      []link.ReachingDef         // memo of reaching definitions, if seenKnown
	from      []link.Source              // memo of sources, if fromKnown
	held      *holders                   // memo of holders; nil until asked
	arrival   *provenance                // memo of provenance; nil until asked
	phases    map[link.ObjID]phase       // memo of phaseOf; nil until asked
	tests     map[order.Location]bool    // memo of mayHaveTested; nil until asked
	called    Visit                      // memo of visit, if callKnown
	most      int                        // memo of choices; zero until asked
	Number    uint32                     // of the access, for who counts pairs of accesses; zero until asked
	tops      []link.InstID              // memo of topsOf
	topsFor   link.OriginID              // for what this origin makes; zero until asked
	meant     int                        // one more than targets; zero until asked
	// the answer of that name is known, though it may be empty or zero
	condsKnown bool
	waitsKnown bool
	litsKnown  bool
	onceKnown  bool
	seenKnown  bool
	fromKnown  bool
	callKnown  bool
	inTests    Answer // memo of tested
	only       Answer // memo of onlyPath
	throughOne Answer // memo of calledThroughMany
}

// A condition is one under which an access happens, or a call on the way to it.
type condition struct {
	at  *link.Instance // whose function tests it
	is  *facts.Cond    // what is tested, and how it came out
	own bool           // it is tested by the access's own goroutine
}

// An Answer remembers whether something holds.
type Answer uint8

// The answers.
const (
	Unasked Answer = iota
	No
	Yes
)

// holds is the answer, which find gives when first asked.
func (a *Answer) holds(find func() bool) bool {
	if *a == Unasked {
		*a = No
		if find() {
			*a = Yes
		}
	}
	return *a == Yes
}

// NewEnd is a candidate as an end of a pair on a location.
func NewEnd(p *explain.Paths, loc order.Location, c *order.Candidate) End {
	return End{Candidate: *c, D: p, loc: loc}
}

// Chain is the whole way to the access, from the root on.
func (c *End) Chain() []explain.ChainLink {
	if c.links == nil {
		c.links = c.D.Chain(&c.Candidate)
	}
	return c.links
}

// Fact is what the summary of its package says of the access.
func (c *End) Fact() *facts.Access {
	if c.told == nil {
		c.told = c.D.Access(&c.Candidate)
	}
	return c.told
}

// Name is the variable as the access names it.
func (c *End) Name() facts.Symbol { return c.D.Name(&c.Candidate) }

// Place is the access as internal/hb knows it.
func (c *End) Place() hb.Place { return c.D.L.Place(&c.Candidate) }

// object is what holds the accessed variable.
func (c *End) object() *link.Object { return &c.D.L.Objects[c.loc.Obj] }

// conditions are those under which the access happens, innermost first.
func (c *End) conditions() []condition {
	if c.condsKnown {
		return c.conds
	}
	c.condsKnown = true
	c.addConditions(c.Inst, false, c.Access, true)
	own := true
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0; k-- {
		own = own && !chain[k].Start
		if l := chain[k]; l.From != 0 {
			c.addConditions(l.From, true, l.Call, own)
		}
	}
	return c.conds
}

// addConditions adds those of an access of a function, or of a call.
func (c *End) addConditions(id link.InstID, call bool, index uint32, own bool) {
	i := c.D.L.Insts[id]
	if i.Unit.Accesses == nil {
		return
	}
	for n := range i.Unit.Accesses.Conds {
		if k := &i.Unit.Accesses.Conds[n]; k.Call == call && k.Index == index {
			c.conds = append(c.conds, condition{i, k, own})
		}
	}
}

// Tested reports whether the way to an access leads through a test file.
func (c *End) Tested() bool {
	return c.inTests.holds(func() bool { return slices.ContainsFunc(c.Chain(), c.inTest) })
}

// InTest reports whether the access itself stands in a test file.
func (c *End) InTest() bool { return c.D.L.Insts[c.Inst].Unit.Flag(facts.InTest) }

// TestedWithin is the same of the function that starts the goroutine, and of the way from there on.
func (c *End) TestedWithin() bool {
	chain := c.Chain()
	at := started(chain)
	return slices.ContainsFunc(chain[at:], c.inTest) || at > 0 && c.inTest(chain[at-1])
}

// CalledBack reports whether the goroutine of an access in a test file is started by other code of the module, whose
// own function it begins with.
func (c *End) CalledBack() bool {
	chain := c.Chain()
	at := started(chain)
	return at > 0 && c.InTest() && !c.inTest(chain[at]) && !c.inTest(chain[at-1]) &&
		c.D.L.OfModule(chain[at-1].Inst)
}

// inTest reports whether what is entered stands in a test file.
func (c *End) inTest(k explain.ChainLink) bool { return c.D.L.Insts[k.Inst].Unit.Flag(facts.InTest) }

// started is where on a way the last goroutine starts; zero if none does.
func started(chain []explain.ChainLink) int {
	for at := len(chain) - 1; at > 0; at-- {
		if chain[at].Start {
			return at
		}
	}
	return 0
}
