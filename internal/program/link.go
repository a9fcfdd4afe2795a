// This file is the link: from summaries to solved points-to sets, a call graph and origins.

package program

import (
	"maps"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Link is a program joined from summaries. It is read only once it is solved, but for notes of what a question cost too much. Everything is
// indexed by dense ids; maps exist at the boundary only.
type Link struct {
	*library
	cfg Config
	g   *solver

	insts   []*instance                    // by instID
	origins []*origin                      // by originID
	objects []object                       // by objID
	objAt   []objID                        // by slot 0
	statics map[facts.Symbol]pointsto.Node // globals and plain functions
	instIDs map[instKey]instID             // contexts made

	flavorIDs map[flavor]flavorID
	flavors   []flavor
	twins     []twinSite // spawn sites with a twin, for objects made later

	over    map[string]bool  // budgets exceeded
	linked  map[string]bool  // of these, the ones exceeded before anything was asked
	width   int              // bound on the contexts of a function, if the link is recorded
	weight  int              // bytes that its instances take, estimated (U11)
	within  string           // of a fragment: the package whose functions are linked (W11); empty: all are
	cut     map[siteKey]bool // of a fragment: calls that are left out
	unknown int              // calls whose callee nobody in view knows
}

// A linker makes a link: what it needs to know for that, and for changing it later.
type linker struct {
	*Link

	clones   map[instKey]int         // contexts per call site that a unit has in an origin
	starts   map[originKey]originID  // origins made
	siblings map[siblingKey]originID // first origins of sites and targets

	labelIDs map[labelKey]pointsto.Label
	labels   []labelKey
	classIDs map[classKey]pointsto.Class
	classes  []classKey

	watches  []*watch               // dynamic calls waiting for callees, by watch number
	handled  map[handling]*dispatch // dynamic calls on objects; static ones, too, if the link is recorded
	ordering string                 // what made the order of discovery decide; empty if nothing did

	// Only if the link is recorded.
	reasons   map[edgeKey]*reasons       // what call edges exist by
	sites     map[siteKey]*life          // of go statements: that they run more than once
	rejoins   map[originKey]*rejoining   // recursive spawns
	watchesAt map[pointsto.Node][]*watch // dynamic calls by what is watched
	unheard   []*watch                   // those that have not been told what was there before them
	roots     []*origin                  // in order
	asked     []*instance                // of which it is to be known whether they run more than once
}

// A watch is a dynamic or interface call whose receiver's points-to set is still growing.
type watch struct {
	inst   instID
	call   uint32
	method facts.Symbol // the method asked for; zero for function values
	plain  bool         // the receiver is a value of a type parameter, or the payload of a box of one: its objects' types decide
	node   pointsto.Node
	parent *life // it watches as long as this exists
}

// newLinker makes an empty link.
func newLinker(cfg Config, lib *library) *linker {
	l := &linker{
		Link: &Link{
			cfg: cfg, library: lib, insts: make([]*instance, 1), origins: make([]*origin, 1), objects: make([]object, 1),
			statics: map[facts.Symbol]pointsto.Node{}, instIDs: map[instKey]instID{}, flavorIDs: map[flavor]flavorID{}, flavors: make([]flavor, 1),
			over: map[string]bool{}, width: maxWidth,
		},
		clones: map[instKey]int{}, starts: map[originKey]originID{}, siblings: map[siblingKey]originID{},
		labelIDs: map[labelKey]pointsto.Label{}, labels: make([]labelKey, 1), classIDs: map[classKey]pointsto.Class{}, classes: make([]classKey, 1),
		handled: map[handling]*dispatch{},
	}
	l.g = newSolver(pointsto.Options{Match: l.match, Budget: cfg.MaxSteps}, cfg.Editable)
	if cfg.Editable {
		l.reasons, l.sites, l.rejoins, l.watchesAt = map[edgeKey]*reasons{}, map[siteKey]*life{}, map[originKey]*rejoining{}, map[pointsto.Node][]*watch{}
	}
	return l
}

// run links what is reachable from the first of some groups of roots, and from more of them while the link is small, and gives the
// groups left over (L4): solve, find the spawn sites that run more than once, give them twins, and solve again until no more
// twins are needed. Then it is known what has only one copy.
func (l *linker) run(pkgs []Package, groups []rootGroup) []rootGroup {
	groups = l.grow(pkgs, groups)
	l.linked = maps.Clone(l.over)
	return groups
}

// grow does so, under the numbers of discovery.
func (l *linker) grow(pkgs []Package, groups []rootGroup) []rootGroup {
	l.initialisers(pkgs)
	if !l.solve() {
		return nil
	}
	for len(groups) > 0 {
		l.addGroup(groups[0])
		groups = groups[1:]
		if !l.solve() {
			return groups
		}
		if len(l.insts) >= batchInstances && !l.cfg.Editable {
			break
		}
	}
	l.settle()
	return groups
}

// settle adds twins until no more are needed.
func (l *linker) settle() {
	for round := 0; ; round++ {
		l.multiplicity()
		if round == maxTwinRounds {
			l.byOrder("rounds of twins")
			break
		}
		if !l.addTwins() {
			break
		}
		if !l.solve() {
			return
		}
	}
	if l.passSole() {
		l.solve()
		l.multiplicity()
	}
}

// workPerInstance is what an instance costs beyond the steps of the solver, in such steps.
const workPerInstance = 100

// work is what the link has cost, in steps of the solver.
func (l *Link) work() int { return l.g.Stats().Steps + workPerInstance*len(l.insts) }

// solve draws all conclusions, and tells whether the budget allowed it.
func (l *linker) solve() bool {
	if !l.g.Solve(l.found) {
		l.exceeded("solve")
		return false
	}
	return true
}

// batchInstances is how many instances a link has when no further roots are added to it: enough that initialisers are not linked
// again for each small root, and few enough that the largest links are those of single roots.
const batchInstances = 4000

// maxTwinRounds bounds how often new twins may make more spawn sites run twice.
const maxTwinRounds = 4

// found is told of each object that reaches a dynamic call.
func (l *linker) found(w uint32, addr pointsto.Node) {
	l.dispatch(l.watches[w], addr)
}

// watch asks to be told of the objects that reach a node.
func (l *linker) watch(n pointsto.Node, w watch) {
	if n == 0 {
		return
	}
	w.node = n
	if l.g.rec != nil {
		l.watchesAt[n] = append(l.watchesAt[n], &w)
	}
	if l.g.live != nil {
		l.unheard = append(l.unheard, &w)
		return
	}
	l.watches = append(l.watches, &w)
	l.g.Watch(n, uint32(len(l.watches)-1))
}

// recursiveValue is a recursive go statement of a function value, whose origins at another depth may not be known yet.
const recursiveValue = "recursive go statement of a function value"

// byOrder records that the order of discovery decided about something.
func (l *linker) byOrder(cause string) {
	if l.ordering == "" {
		l.ordering = cause
	}
}

// exceeded records that a budget ran out: the result is incomplete.
func (l *Link) exceeded(what string) {
	if !l.over[what] {
		l.over[what] = true
		if l.g.rec == nil {
			l.note("budget", budgetNote(what).Text)
		}
	}
}

// budgetNote says which budget ran out.
func budgetNote(what string) facts.Note {
	return facts.Note{Kind: "budget", Text: "link: too many " + what}
}
