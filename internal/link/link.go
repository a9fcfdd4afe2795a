// This file is the link: from summaries to solved points-to sets, a call graph and origins.

package link

import (
	"fmt"
	"maps"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Link is a program joined from summaries. It is read only once it is solved, but for notes of what a question cost
// too much. Everything is indexed by dense ids; maps exist at the boundary only.
type Link struct {
	*Library
	Cfg  Config
	Sets *solver

	Meant bool // its roots are harnesses of types that only hold a lock or the like (C7)
	// what may be spent on pairs of accesses that were looked at together often (races L9), in steps; zero: as much as
	// on others
	MaxLater int

	Insts   []*Instance                    // by instID
	Origins []*Origin                      // by originID
	Objects []Object                       // by objID
	ObjAt   []ObjID                        // by slot 0
	Statics map[facts.Symbol]pointsto.Node // globals and plain functions
	InstIDs map[InstKey]InstID             // contexts made

	FlavorIDs map[Flavor]FlavorID
	Flavors   []Flavor
	Twins     []TwinSite // spawn sites with a twin, for objects made later

	Over    map[string]bool  // budgets exceeded
	Linked  map[string]bool  // of these, the ones exceeded before anything was asked
	Width   int              // bound on the contexts of a function, if the link is recorded
	Weight  int              // bytes that its instances take, estimated (U11)
	Within  string           // of a fragment: the package whose functions are linked (W11); empty: all are
	Around  bool             // of a fragment: the module's other packages are linked, too
	Cut     map[SiteKey]bool // of a fragment: calls that are left out
	Unknown int              // calls whose callee nobody in view knows
}

// A Linker makes a link: what it needs to know for that, and for changing it later.
type Linker struct {
	*Link

	clones    map[InstKey]int         // contexts per call site that a unit has in an origin
	contexted map[UnitID]int          // the same in all origins together
	invoked   map[InstKey][]UnitID    // methods that have contexts for an interface call (Caller, Call)
	Starts    map[OriginKey]OriginID  // origins made
	Siblings  map[SiblingKey]OriginID // first origins of sites and targets
	deep      map[deepKey][]OriginID  // origins within recursions

	labelIDs map[labelKey]pointsto.Label
	labels   []labelKey
	ClassIDs map[ClassKey]pointsto.Class
	Classes  []ClassKey

	Watches  []*Watch               // dynamic calls waiting for callees, by watch number
	Handled  map[Handling]*Dispatch // dynamic calls on objects; static ones, too, if the link is recorded
	Ordering string                 // what made the order of discovery decide; empty if nothing did

	// Only if the link is recorded.
	Reasons   map[EdgeKey]*Reasons       // what call edges exist by
	Sites     map[SiteKey]*Life          // of go statements: that they run more than once
	Rejoins   map[OriginKey]*Rejoining   // recursive spawns
	WatchesAt map[pointsto.Node][]*Watch // dynamic calls by what is watched
	Unheard   []*Watch                   // those that have not been told what was there before them
	Roots     []*Origin                  // in order
	Asked     []*Instance                // of which it is to be known whether they run more than once
}

// A Watch is a dynamic or interface call whose receiver's points-to set is still growing.
type Watch struct {
	Inst   InstID
	Call   uint32
	method facts.Symbol // the method asked for; zero for function values
	// the receiver is a value of a type parameter, or the payload of a box of one: its objects' types decide
	plain  bool
	Node   pointsto.Node
	Parent *Life // it watches as long as this exists
}

// NewLinker makes an empty link.
func NewLinker(cfg Config, lib *Library) *Linker {
	l := &Linker{
		Link: &Link{
			Cfg: cfg, Library: lib, Insts: make([]*Instance, 1), Origins: make([]*Origin, 1), Objects: make([]Object, 1),
			Statics: map[facts.Symbol]pointsto.Node{}, InstIDs: map[InstKey]InstID{}, FlavorIDs: map[Flavor]FlavorID{},
			Flavors: make([]Flavor, 1),
			Over:    map[string]bool{}, Width: maxWidth,
		},
		clones: map[InstKey]int{}, contexted: map[UnitID]int{}, invoked: map[InstKey][]UnitID{},
		Starts:   map[OriginKey]OriginID{},
		Siblings: map[SiblingKey]OriginID{}, deep: map[deepKey][]OriginID{},
		labelIDs: map[labelKey]pointsto.Label{}, labels: make([]labelKey, 1), ClassIDs: map[ClassKey]pointsto.Class{},
		Classes: make([]ClassKey, 1),
		Handled: map[Handling]*Dispatch{},
	}
	l.Sets = newSolver(pointsto.Options{Match: l.Match, Budget: cfg.MaxSteps}, cfg.Editable)
	if cfg.Editable {
		l.Reasons, l.Sites, l.Rejoins, l.WatchesAt = map[EdgeKey]*Reasons{}, map[SiteKey]*Life{}, map[OriginKey]*Rejoining{}, map[pointsto.Node][]*Watch{}
	}
	return l
}

// Run links what is reachable from the first of some groups of roots, and from more of them while the link is small,
// and gives the groups left over (L4): solve, find the spawn sites that run more than once, give them twins, and solve
// again until no more twins are needed. Then it is known what has only one copy. Of a link that is not going to be
// edited only the Link is left then.
func (l *Linker) Run(pkgs []Package, groups []RootGroup) []RootGroup {
	groups = l.grow(pkgs, groups)
	l.Linked = maps.Clone(l.Over)
	if !l.Cfg.Editable {
		l.release()
	}
	return groups
}

// release lets go of what is only needed to link: while the link is asked, that takes memory for nothing.
func (l *Linker) release() {
	for _, i := range l.Insts[1:] {
		i.Forced, i.OfCopy = nil, nil
	}
	for _, o := range l.Origins[1:] {
		o.actuals, o.again = nil, nil
	}
	l.Sets.Seal()
	*l = Linker{Link: l.Link, Ordering: l.Ordering}
}

// grow does so, under the numbers of discovery.
func (l *Linker) grow(pkgs []Package, groups []RootGroup) []RootGroup {
	starting{l}.initialisers(pkgs)
	if !l.Solve() {
		return nil
	}
	for len(groups) > 0 {
		starting{l}.addGroup(groups[0])
		groups = groups[1:]
		if !l.Solve() {
			return groups
		}
		if (len(l.Insts) >= batchInstances || l.Sets.Stats().Steps >= l.Cfg.MaxSteps/2) && !l.Cfg.Editable {
			break
		}
	}
	l.Settle()
	return groups
}

// Settle adds twins until no more are needed.
func (l *Linker) Settle() {
	for round := 0; ; round++ {
		l.Multiplicity()
		if round == maxTwinRounds {
			l.byOrder("rounds of twins")
			break
		}
		if !l.addTwins() {
			break
		}
		if !l.Solve() {
			return
		}
	}
	if (instancing{l}).passSole() {
		l.Solve()
		l.Multiplicity()
	}
}

// What links cost, in steps of looking at pairs (Config.MaxPairs).
const (
	solverSteps     = 8  // so many steps of the solver cost one
	workPerInstance = 50 // an instance costs so many beyond the steps of the solver
)

// Work is what the link has cost, in steps of looking at pairs.
func (l *Link) Work() int { return l.Sets.Stats().Steps/solverSteps + workPerInstance*len(l.Insts) }

// Solve draws all conclusions, and reports whether the budget allowed it: for one growth, and, in a link that is not
// going to be edited, for all of them together (L5).
func (l *Linker) Solve() bool {
	if !l.Sets.Solve(l.found) || l.Sets.Rec == nil && l.Sets.Stats().Steps > l.Cfg.MaxSteps+l.Cfg.MaxSteps/2 {
		l.Exceeded("solve")
		return false
	}
	return true
}

// batchInstances is how many instances a link has when no further roots are added to it: enough that initialisers are
// not linked again for each small root, and few enough that the largest links are those of single roots.
const batchInstances = 4000

// found is told of each object that reaches a dynamic call.
func (l *Linker) found(w uint32, addr pointsto.Node) {
	l.Dispatch(l.Watches[w], addr)
}

// watch asks to be told of the objects that reach a node.
func (l *Linker) watch(n pointsto.Node, w Watch) {
	if n == 0 {
		return
	}
	w.Node = n
	if l.Sets.Rec != nil {
		l.WatchesAt[n] = append(l.WatchesAt[n], &w)
	}
	if l.Sets.Live != nil {
		l.Unheard = append(l.Unheard, &w)
		return
	}
	l.Watches = append(l.Watches, &w)
	l.Sets.Watch(n, uint32(len(l.Watches)-1))
}

// recursiveValue is a recursive go statement of a function value, whose origins at another depth may not be known yet.
const recursiveValue = "recursive go statement of a function value"

// byOrder records that the order of discovery decided about something.
func (l *Linker) byOrder(cause string) {
	if l.Ordering == "" {
		l.Ordering = cause
	}
}

// Exceeded records that a budget ran out: the result is incomplete.
func (l *Link) Exceeded(what string) {
	if !l.Over[what] {
		l.Over[what] = true
		if l.Sets.Rec == nil {
			l.Note("budget", BudgetNote(what).Text)
		}
	}
}

// BudgetNote says which budget ran out.
func BudgetNote(what string) facts.Note {
	return facts.Note{Kind: "budget", Text: "link: too many " + what}
}

// firstNames is how many names a note has.
const firstNames = 5

// FirstNames joins the first few of some names, and says how many more there are.
func FirstNames(names []string) string {
	if n := len(names) - firstNames; n > 0 {
		return strings.Join(names[:firstNames], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}
