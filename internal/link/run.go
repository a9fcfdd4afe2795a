// This file makes a link, from summaries to solved points-to sets: the stages and their order.

package link

import (
	"maps"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// NewLinker makes an empty link.
func NewLinker(cfg Config, lib *Library) *Linker {
	l := &Linker{
		Link: &Link{
			Cfg: cfg, Library: lib, Insts: make([]*Instance, 1), Origins: make([]*Origin, 1), Objects: make([]Object, 1),
			Statics: map[facts.Symbol]pointsto.Node{}, InstIDs: map[InstKey]InstID{},
			HeapContextIDs: map[HeapContext]HeapContextID{},
			HeapContexts:   make([]HeapContext, 1),
			Over:           map[string]bool{}, Width: maxWidth,
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
		l.Reasons, l.Sites = map[EdgeKey]*Reasons{}, map[SiteKey]*Liveness{}
		l.Rejoins, l.WatchesAt = map[OriginKey]*Rejoining{}, map[pointsto.Node][]*Watch{}
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

// Solve draws all conclusions, and reports whether the budget allowed it: for one growth, and, in a link that is not
// going to be edited, for all of them together (L5).
func (l *Linker) Solve() bool {
	if !l.Sets.Solve(l.found) || l.Sets.Rec == nil && l.Sets.Stats().Steps > l.Cfg.MaxSteps+l.Cfg.MaxSteps/2 {
		l.Exceeded("solve")
		return false
	}
	return true
}

// found is told of each object that reaches a dynamic call.
func (l *Linker) found(w uint32, addr pointsto.Node) {
	l.Dispatch(l.Watches[w], addr)
}
