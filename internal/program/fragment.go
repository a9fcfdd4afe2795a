// This file looks at functions by themselves where the links of a package exceeded a budget (W11): what a function
// makes and hands to its own goroutines and helpers only can be judged without the rest.

package program

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits/exposure"
)

// fragments asks functions by themselves: those that start goroutines, if the links of the package are incomplete, or
// have not entered them, and those that start none.
func (p *Program) fragments(a *answer) {
	if p.cfg.Editable {
		return
	}
	p.strays(a)
	short := p.skipped > 0 || slices.ContainsFunc(p.lib.Notes, func(n facts.Note) bool { return n.Kind == "budget" })
	under := slices.ContainsFunc(p.pkgs, func(x link.Package) bool {
		return p.cfg.InModule(x.Facts.Source.Path) && CallsUnder(x.Facts)
	})
	left := link.MaxFragments
	for _, pkg := range p.pkgs {
		for k := range pkg.Facts.Source.Own {
			starts := short && p.startsItself(pkg.Facts, k, facts.Root|facts.InTest)
			blocks := starts || WaitsItself(pkg.Facts, k) || under && TestsItself(pkg.Facts, k) || holdsWaits(pkg.Facts, k)
			u, kind := &pkg.Facts.Source.Units[k], link.RootExported
			pairs := starts || short && u.Flags&facts.Test != 0 && p.startsItself(pkg.Facts, k, 0)
			if left == 0 || !pkg.Roots || !blocks && !pairs {
				continue
			}
			left--
			switch {
			case u.Flags&facts.Client != 0:
				kind = link.RootClient
			case u.Flags&facts.Main != 0:
				kind = link.RootMain
			case u.Flags&facts.Test != 0:
				kind = link.RootTest
			}
			o := p.fragment(u.Sym, kind, pkg.Facts.Source.Path)
			if o != nil && pairs {
				a.own(o)
			}
			if o != nil && blocks {
				a.problems = append(a.problems, problems(&explain.Paths{L: o, View: a.view}, &a.stats.Walks)...)
			}
		}
	}
}

// strays asks the functions that start goroutines and that no root leads to, each as a root: unexported methods that
// are given to code that is not in view, or called through interfaces that nobody in view fills (races R48).
func (p *Program) strays(a *answer) {
	left := link.MaxFragments
	for _, pkg := range p.pkgs {
		for k := 0; pkg.Roots && k < pkg.Facts.Source.Own && left > 0; k++ {
			sym := pkg.Facts.Source.Units[k].Sym
			if !p.cover.Has(sym) && p.startsItself(pkg.Facts, k, facts.Root|facts.InTest) {
				left--
				p.stray(sym, a)
			}
		}
	}
}

// stray asks a link of one function and all that it reaches, if that is small enough.
func (p *Program) stray(sym facts.Symbol, a *answer) {
	cfg := p.cfg
	cfg.MaxInstances, cfg.MaxSteps = 2*link.FragmentInstances, link.FragmentSteps
	l := link.NewLinker(cfg, p.lib)
	l.NewOrigin(link.Origin{Kind: link.RootInit})
	l.AddEntry(l.NewOrigin(link.Origin{Kind: link.RootExported}), sym)
	if !l.Solve() || len(l.Over) > 0 {
		return
	}
	l.Settle()
	d := races.NewDetector(order.NewOrder(l.Link), a.looked(), a.muted)
	l.Exposed = exposure.Of(l.Link)
	d.Detect()
	a.stray = true
	a.tell(d)
	a.stray = false
}

// WaitsItself reports whether a declared function makes a channel, starts no goroutine, and operates on
// channels itself or by what it calls: then it may wait for itself.
func WaitsItself(pkg *facts.Package, k int) bool {
	u := &pkg.Source.Units[k]
	if u.Flags&facts.Syncs == 0 ||
		u.Flags&(facts.Spawns|facts.Root|facts.Main|facts.Init|facts.Opaque|facts.Degraded) != 0 ||
		strings.Contains(u.Sym.Name, "$") {
		return false
	}
	flow, _, err := pkg.Flow(k)
	if err != nil || flow == nil ||
		!slices.ContainsFunc(flow.Objs, func(o facts.Obj) bool { return o.Kind == facts.ObjChan }) {
		return false
	}
	return does(pkg, k, facts.EventSend, facts.EventRecv, facts.EventCall)
}

// holdsWaits reports whether a unit is the client of a type that only holds a lock or the like, and has methods that
// wait for channels or WaitGroups, or lock something and call function values: calls of users may block each other for
// ever, and one may block itself.
func holdsWaits(pkg *facts.Package, k int) bool {
	u := &pkg.Source.Units[k]
	const calls = facts.Client | facts.Harness
	if u.Flags&(calls|facts.Promised) != calls {
		return false
	}
	of := strings.TrimSuffix(u.Sym.Name, "$client") + ")."
	for n := range pkg.Source.Own {
		if strings.HasPrefix(strings.TrimLeft(pkg.Source.Units[n].Sym.Name, "(*"), of) &&
			(does(pkg, n, facts.EventSend, facts.EventRecv, facts.EventWait, facts.EventCondWait) ||
				locksAndCalls(pkg, n, facts.CallDynamic)) {
			return true
		}
	}
	return false
}

// TestsItself reports whether a test starts no goroutine, synchronises, and calls functions by value: one may want a
// lock that is held where it is called.
func TestsItself(pkg *facts.Package, k int) bool {
	u := &pkg.Source.Units[k]
	const calls = facts.Test | facts.Syncs | facts.Dynamic
	return u.Flags&calls == calls && u.Flags&(facts.Spawns|facts.Parallels|facts.Opaque|facts.Degraded) == 0
}

// CallsUnder reports whether a function of a package locks something, and calls function values or interface methods.
func CallsUnder(pkg *facts.Package) bool {
	for k := range pkg.Source.Own {
		if locksAndCalls(pkg, k, facts.CallDynamic|facts.CallInvoke) {
			return true
		}
	}
	return false
}

// locksAndCalls reports whether a function locks something, and makes calls of some kind.
func locksAndCalls(pkg *facts.Package, k int, calls facts.CallFlags) bool {
	const both = facts.Syncs | facts.Dynamic
	if pkg.Source.Units[k].Flags&both != both || !does(pkg, k, facts.EventLock) {
		return false
	}
	flow, _, err := pkg.Flow(k)
	return err == nil && flow != nil &&
		slices.ContainsFunc(flow.Calls, func(c facts.Call) bool { return c.Flags&calls != 0 })
}

// Blocks reports whether a function of a package locks something, calls a Once, or operates on channels.
func Blocks(pkg *facts.Package) bool {
	for k := range pkg.Source.Own {
		if pkg.Source.Units[k].Flags&facts.Syncs != 0 &&
			does(pkg, k, facts.EventLock, facts.EventOnceBegin, facts.EventSend, facts.EventRecv) {
			return true
		}
	}
	return false
}

// does reports whether a function has an event of one of some kinds.
func does(pkg *facts.Package, k int, ops ...facts.EventOp) bool {
	spawn, _, err := pkg.Spawn(k)
	return err == nil && spawn != nil &&
		slices.ContainsFunc(spawn.Points, func(x facts.Point) bool { return slices.Contains(ops, x.Event.Op) })
}

// startsItself reports whether a declared function, those with some flags aside, contains a go statement, in a function
// literal perhaps.
func (p *Program) startsItself(pkg *facts.Package, k int, aside facts.UnitFlags) bool {
	u := &pkg.Source.Units[k]
	if u.Flags&facts.Spawns == 0 || u.Flags&(aside|facts.Init|facts.Opaque|facts.Degraded) != 0 ||
		strings.Contains(u.Sym.Name, "$") {
		return false
	}
	for i := range pkg.Source.Own {
		if s := pkg.Source.Units[i].Sym; i != k && !strings.HasPrefix(s.Name, u.Sym.Name+"$") {
			continue
		}
		spawn, _, err := pkg.Spawn(i)
		if err == nil && spawn != nil &&
			slices.ContainsFunc(
				spawn.Points,
				func(x facts.Point) bool { return x.Event.Op == facts.EventGo || x.Event.Op == facts.EventGroupGo },
			) {
			return true
		}
	}
	return false
}

// fragment is a link of one function and what it reaches within its package; nil if that is too much.
func (p *Program) fragment(sym facts.Symbol, kind link.RootKind, own string) *order.Order {
	cfg := p.cfg
	cfg.MaxInstances, cfg.MaxSteps = 2*link.FragmentInstances, link.FragmentSteps
	l := link.NewLinker(cfg, p.lib)
	l.Within, l.Around, l.Cut = own, kind == link.RootTest, map[link.SiteKey]bool{}
	l.NewOrigin(link.Origin{Kind: link.RootInit})
	l.AddEntry(l.NewOrigin(link.Origin{Kind: kind}), sym)
	if !l.Solve() || len(l.Over) > 0 {
		return nil
	}
	l.Settle()
	return order.NewOrder(l.Link)
}

// own tells the races on what a function has made and no code that its link leaves out gets hold of (R51).
func (a *answer) own(o *order.Order) {
	d := races.NewDetector(o, a.looked(), a.muted)
	o.Exposed = exposure.Of(d.L.Link)
	d.Detect()
	o.Cfg.Enter(link.Pairing)
	found := d.Finish()
	for k := range found {
		found[k].Race.Stray = true
	}
	a.add(found)
}
