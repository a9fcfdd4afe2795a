// This file looks at functions by themselves where the links of a package exceeded a budget (W11): what a function makes and hands to its own
// goroutines and helpers only can be judged without the rest.

package program

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits"
)

// fragments asks each function that starts goroutines by itself, if the links of the package are incomplete.
func (p *Program) fragments(a *answer) {
	short := func(n facts.Note) bool { return n.Kind == "budget" }
	if p.cfg.Editable || !slices.ContainsFunc(p.lib.Notes, short) {
		return
	}
	left := link.MaxFragments
	for _, pkg := range p.pkgs {
		for k := range pkg.Facts.Source.Own {
			u := &pkg.Facts.Source.Units[k]
			if left == 0 || !pkg.Roots || !p.startsItself(pkg.Facts, k) {
				continue
			}
			left--
			kind := link.RootExported
			if u.Flags&facts.Main != 0 {
				kind = link.RootMain
			}
			a.problems = append(a.problems, p.fragment(u.Sym, kind, pkg.Facts.Source.Path, a)...)
		}
	}
}

// startsItself reports whether a declared function, tests aside, contains a go statement, in a function literal perhaps.
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
func (p *Program) fragment(sym facts.Symbol, kind link.RootKind, own string, a *answer) []waits.Problem {
	cfg := p.cfg
	cfg.MaxInstances, cfg.MaxSteps = 2*link.FragmentInstances, link.FragmentSteps
	l := link.NewLinker(cfg, p.lib)
	l.Within, l.Cut = own, map[link.SiteKey]bool{}
	l.NewOrigin(link.Origin{Kind: link.RootInit})
	l.AddEntry(l.NewOrigin(link.Origin{Kind: kind}), sym)
	if !l.Solve() || len(l.Over) > 0 {
		return nil
	}
	l.Settle()
	return waits.BlockProblems(&explain.Paths{L: order.NewOrder(l.Link), View: a.view}, &a.stats.Walks)
}
