// This file looks at functions by themselves where the links of a package exceeded a budget (W11): what a function makes and hands to its own
// goroutines and helpers only can be judged without the rest.

package program

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Bounds of one fragment, and of all of a package.
const (
	fragmentInstances = 150
	fragmentSteps     = 100_000
	maxFragments      = 200
)

// fragments asks each function that starts goroutines by itself, if the links of the package are incomplete.
func (p *Program) fragments(a *answer) {
	short := func(n facts.Note) bool { return n.Kind == "budget" }
	if p.cfg.Editable || !slices.ContainsFunc(p.lib.notes, short) {
		return
	}
	left := maxFragments
	for _, pkg := range p.pkgs {
		for k := range pkg.Facts.Source.Own {
			u := &pkg.Facts.Source.Units[k]
			if left == 0 || !pkg.Roots || !p.startsItself(pkg.Facts, k) {
				continue
			}
			left--
			kind := RootExported
			if u.Flags&facts.Main != 0 {
				kind = RootMain
			}
			a.problems = append(a.problems, p.fragment(u.Sym, kind, pkg.Facts.Source.Path, a)...)
		}
	}
}

// startsItself tells whether a declared function, tests aside, contains a go statement, in a function literal perhaps.
func (p *Program) startsItself(pkg *facts.Package, k int) bool {
	u := &pkg.Source.Units[k]
	if u.Flags&facts.Spawns == 0 || u.Flags&(facts.Root|facts.InTest|facts.Init|facts.Opaque|facts.Degraded) != 0 || strings.Contains(u.Sym.Name, "$") {
		return false
	}
	for i := range pkg.Source.Own {
		if s := pkg.Source.Units[i].Sym; i != k && !strings.HasPrefix(s.Name, u.Sym.Name+"$") {
			continue
		}
		spawn, _, err := pkg.Spawn(i)
		if err == nil && spawn != nil && slices.ContainsFunc(spawn.Points, func(x facts.Point) bool { return x.Event.Op == facts.EventGo || x.Event.Op == facts.EventGroupGo }) {
			return true
		}
	}
	return false
}

// fragment gives the goroutines that block for ever in a link of one function and what it reaches within its package.
func (p *Program) fragment(sym facts.Symbol, kind RootKind, own string, a *answer) []Problem {
	cfg := p.cfg
	cfg.MaxInstances, cfg.MaxSteps = 2*fragmentInstances, fragmentSteps
	l := newLinker(cfg, p.lib)
	l.within, l.cut = own, map[siteKey]bool{}
	l.newOrigin(origin{kind: RootInit})
	l.addEntry(l.newOrigin(origin{kind: kind}), sym)
	if !l.solve() || len(l.over) > 0 {
		return nil
	}
	l.settle()
	return blockProblems(&Paths{l: newOrder(l.Link), view: a.view}, &a.stats.Walks)
}

// outside tells whether a fragment leaves a call of a function out: one of another package, or one more than it may have.
func (l *linker) outside(i *instance, k uint32, u *unit) bool {
	if l.within == "" || u.prelude || u.flag(facts.Inert) || u.sym.Pkg == l.within && len(l.insts) < fragmentInstances {
		return false
	}
	l.cut[siteKey{i.id, k}] = true
	return true
}

// strewn are the nodes of an instance of a fragment that are stored where nobody knows: in what its parameters point to.
func (w *waiting) strewn(i *instance) []facts.Node {
	var list []facts.Node
	for k := range i.unit.flow.Cons {
		if c := &i.unit.flow.Cons[k]; c.Op == facts.ConStore && w.nowhere(i.node(c.Dst)) {
			list = append(list, c.Src)
		}
	}
	return list
}

// nowhere tells whether nothing is known of what a node points to.
func (w *waiting) nowhere(n pointsto.Node) bool {
	found := false
	w.each(n, func(objID) { found = true })
	return !found
}
