// This file is the link: from summaries to solved points-to sets, a call graph and origins.

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A linker holds one link's state. Everything is indexed by dense ids; maps exist at the boundary only.
type linker struct {
	cfg   Config
	views []*facts.Package // the packages in view
	g     *solver

	places  map[facts.Symbol]place         // where functions can be read
	types   map[facts.Symbol]*facts.Type   // method tables
	unitIDs map[facts.Symbol]unitID        // functions looked at
	units   []*unit                        // by unitID
	instIDs map[instKey]instID             // contexts made
	insts   []*instance                    // by instID
	clones  map[instKey]int                // contexts per call site that a unit has in an origin
	origins []*origin                      // by originID
	starts  map[originKey]originID         // origins made
	objects []object                       // by objID
	objAt   []objID                        // by slot 0
	statics map[facts.Symbol]pointsto.Node // globals and plain functions

	typeIDs   map[facts.Symbol]uint32
	typeSyms  []facts.Symbol
	labelIDs  map[labelKey]pointsto.Label
	labels    []labelKey
	classIDs  map[classKey]pointsto.Class
	classes   []classKey
	flavorIDs map[flavor]flavorID
	flavors   []flavor

	watches []watch          // dynamic calls waiting for callees, by watch number
	bound   map[binding]bool // call edges already made
	twins   []twinSite       // spawn sites with a twin, for objects made later
	syncs   []syncKey        // synchronisation objects by their number in internal/hb
	ordered *hb.Program      // what was handed to internal/hb
	extra   [][]uint32       // by instance: the calls of the points that its function has there beyond those of its skeleton
	solved  *hb.Result       // what it answered; nil until somebody asks
	notes   []facts.Note     // contained failures
	over    map[string]bool  // budgets exceeded
	capped  bool             // which contexts a unit has depends on which were asked for first (maxClones)
	unknown int              // calls whose callee nobody in view knows
}

// A watch is a dynamic or interface call whose receiver's points-to set is still growing.
type watch struct {
	inst   instID
	call   uint32
	method facts.Symbol // the method asked for; zero for function values
	plain  bool         // the receiver is a value of a type parameter, or the payload of a box of one: its objects' types decide
}

// A binding identifies a call edge: with the object called for function values, since captures differ.
type binding struct {
	inst   instID
	call   uint32
	to     instID
	callee pointsto.Node // box or function object; zero for static calls
}

// newLinker makes an empty link.
func newLinker(cfg Config) *linker {
	l := &linker{
		cfg: cfg, places: map[facts.Symbol]place{}, types: map[facts.Symbol]*facts.Type{}, unitIDs: map[facts.Symbol]unitID{},
		units: make([]*unit, 1), instIDs: map[instKey]instID{}, insts: make([]*instance, 1), origins: make([]*origin, 1),
		starts: map[originKey]originID{}, objects: make([]object, 1), statics: map[facts.Symbol]pointsto.Node{},
		typeIDs: map[facts.Symbol]uint32{}, typeSyms: make([]facts.Symbol, 1), labelIDs: map[labelKey]pointsto.Label{}, labels: make([]labelKey, 1),
		classIDs: map[classKey]pointsto.Class{}, classes: make([]classKey, 1), flavorIDs: map[flavor]flavorID{}, flavors: make([]flavor, 1),
		bound: map[binding]bool{}, clones: map[instKey]int{}, over: map[string]bool{},
	}
	l.g = newSolver(pointsto.Options{Match: l.match, Budget: cfg.MaxSteps}, cfg.Editable)
	return l
}

// run links everything reachable from the roots: solve, find the spawn sites that run more than once, give them twins,
// and solve again until no more twins are needed. Then it is known what has only one copy.
func (l *linker) run(pkgs []Package) {
	views := make([]*facts.Package, len(pkgs))
	for i := range pkgs {
		views[i] = pkgs[i].Facts
	}
	l.views = views
	l.index(views)
	l.roots(pkgs)
	for range maxTwinRounds {
		if !l.g.Solve(l.found) {
			l.exceeded("solve")
			return
		}
		l.multiplicity()
		l.g.becauseOfAll()
		twins := l.addTwins()
		l.g.becauseOfNothing()
		if !twins {
			break
		}
	}
	l.g.becauseOfAll()
	l.passSole()
	l.g.becauseOfNothing()
	l.g.Solve(l.found)
	l.multiplicity()
}

// maxTwinRounds bounds how often new twins may make more spawn sites run twice.
const maxTwinRounds = 4

// found is told of each object that reaches a dynamic call.
func (l *linker) found(w uint32, addr pointsto.Node) {
	l.g.because(w, addr)
	l.dispatch(l.watches[w], addr)
	l.g.becauseOfNothing()
}

// watch asks to be told of the objects that reach a node.
func (l *linker) watch(n pointsto.Node, w watch) {
	if n == 0 {
		return
	}
	l.watches = append(l.watches, w)
	l.g.Watch(n, uint32(len(l.watches)-1))
}

// note records a contained failure once.
func (l *linker) note(kind, text string) {
	n := facts.Note{Kind: kind, Text: text}
	for _, old := range l.notes {
		if old == n {
			return
		}
	}
	l.notes = append(l.notes, n)
}

// exceeded records that a budget ran out: the result is incomplete.
func (l *linker) exceeded(what string) {
	if !l.over[what] {
		l.over[what] = true
		l.note("budget", "link: too many "+what)
	}
}
