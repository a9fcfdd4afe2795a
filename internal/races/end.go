// This file is one access of a pair, with what rules have found out about it: how control comes to it, under which
// conditions, and where its pointer comes from. It is asked for many pairs, and answers each question once.

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An end is one of the two accesses of a pair, on the location that the pair is about.
type end struct {
	order.Candidate
	d   *explain.Paths
	loc order.Location

	links      []explain.ChainLink        // memo of chain; nil until asked
	told       *facts.Access              // memo of access; nil until asked
	context    *link.Context              // memo of contextOf; nil until asked
	path       []order.Step               // memo of steps; nil until asked
	conds      []condition                // memo of conditions, if condsKnown
	kinds      uint64                     // memo of kindsOn; zero until asked
	signalled  map[facts.CondKind][]int64 // memo of signals; nil until asked
	waits      []counting                 // memo of waitedFor, if waitsKnown
	once       []order.Location           // memo of oncesAround, if onceKnown
	seen       []link.Sighting            // memo of sightings, if seenKnown
	from       []link.Source              // memo of sources, if fromKnown
	held       *holders                   // memo of holders; nil until asked
	arrival    *provenance                // memo of provenance; nil until asked
	phases     map[link.ObjID]phase       // memo of phaseOf; nil until asked
	tests      map[order.Location]bool    // memo of mayHaveTested; nil until asked
	called     visit                      // memo of visit, if callKnown
	key        endKey                     // memo of endKey; zero until asked
	most       int                        // memo of choices; zero until asked
	number     uint32                     // of the access, among those of the link; zero until asked
	tops       []link.InstID              // memo of topsOf
	topsFor    link.OriginID              // for what this origin makes; zero until asked
	meant      int                        // one more than targets; zero until asked
	condsKnown bool
	waitsKnown bool
	onceKnown  bool
	seenKnown  bool
	fromKnown  bool
	callKnown  bool
	inTests    answer // memo of tested
	only       answer // memo of onlyPath
	throughOne answer // memo of calledThroughMany
}

// A condition is one under which an access happens, or a call on the way to it.
type condition struct {
	at  *link.Instance // whose function tests it
	is  *facts.Cond
	own bool // it is tested by the access's own goroutine
}

// An answer remembers whether something holds.
type answer uint8

// The answers.
const (
	unasked answer = iota
	no
	yes
)

// holds is the answer, which find gives when first asked.
func (a *answer) holds(find func() bool) bool {
	if *a == unasked {
		*a = no
		if find() {
			*a = yes
		}
	}
	return *a == yes
}

// newEnd is a candidate as an end of a pair on a location.
func newEnd(p *explain.Paths, loc order.Location, c *order.Candidate) end {
	return end{Candidate: *c, d: p, loc: loc}
}

// chain is the whole way to the access, from the root on.
func (c *end) chain() []explain.ChainLink {
	if c.links == nil {
		c.links = c.d.Chain(&c.Candidate)
	}
	return c.links
}

// access is what the summary of its package says of the access.
func (c *end) access() *facts.Access {
	if c.told == nil {
		c.told = c.d.Access(&c.Candidate)
	}
	return c.told
}

// name is the variable as the access names it.
func (c *end) name() facts.Symbol { return c.d.Name(&c.Candidate) }

// place is the access as internal/hb knows it.
func (c *end) place() hb.Place { return c.d.L.Place(&c.Candidate) }

// object is what holds the accessed variable.
func (c *end) object() *link.Object { return &c.d.L.Objects[c.loc.Obj] }

// conditions are those under which the access happens, innermost first.
func (c *end) conditions() []condition {
	if c.condsKnown {
		return c.conds
	}
	c.condsKnown = true
	c.addConditions(c.Inst, false, c.Access, true)
	own := true
	chain := c.chain()
	for k := len(chain) - 1; k >= 0; k-- {
		own = own && !chain[k].Start
		if l := chain[k]; l.From != 0 {
			c.addConditions(l.From, true, l.Call, own)
		}
	}
	return c.conds
}

// addConditions adds those of an access of a function, or of a call.
func (c *end) addConditions(id link.InstID, call bool, index uint32, own bool) {
	i := c.d.L.Insts[id]
	if i.Unit.Accesses == nil {
		return
	}
	for n := range i.Unit.Accesses.Conds {
		if k := &i.Unit.Accesses.Conds[n]; k.Call == call && k.Index == index {
			c.conds = append(c.conds, condition{i, k, own})
		}
	}
}
