// This file writes the state of a link in a form that does not depend on how it came about, except for the numbers that arrange gives.

package program

import (
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// State gives instances with their contexts, calls and points-to sets, goroutines and objects.
func (p *Program) State() string {
	var b strings.Builder
	fmt.Fprintln(&b, "whole", p.whole, "over", p.over)
	for _, s := range p.shares {
		fmt.Fprintln(&b, "share of", s.groups)
		writeState(s.link, &b)
	}
	return b.String()
}

// writeState writes one link.
func writeState(l *Live, b *strings.Builder) {
	fmt.Fprintln(b, "over", len(l.over), "twins", len(l.twins))
	for _, t := range l.twins {
		fmt.Fprintln(b, "twin", t.inst, t.call)
	}
	for _, o := range l.origins[1:] {
		fmt.Fprintln(b, "origin", o.id, o.kind, o.root, o.parent, o.site, o.call, o.entries, o.tree, o.twin, o.shadow, o.rejoined, o.parallel, o.multi, o.depth, named(l, o.callee))
	}
	for k := range l.objects[1:] {
		o := &l.objects[k+1]
		fmt.Fprintln(b, "object", k+1, o.inst, o.site, o.decl.Kind, o.decl.Size, o.sym, o.typ, flavorName(l, o.flavor))
	}
	for _, i := range l.insts[1:] {
		call := i.key.call
		if i.unit.prelude {
			call = 0
		}
		fmt.Fprintln(b, "instance", i.id, i.unit.sym, i.origin, i.key.caller, call, i.maker, flavorName(l, i.flavor), i.once, i.in, i.out)
		if i.unit.flow == nil {
			continue
		}
		for n := facts.Node(1); n <= facts.Node(i.unit.flow.Nodes); n++ {
			if set := l.g.PointsTo(nil, i.node(n)); len(set) > 0 {
				fmt.Fprint(b, "  ", n)
				for _, addr := range set {
					fmt.Fprint(b, " ", named(l, addr))
				}
				fmt.Fprintln(b)
			}
		}
	}
	for k := range l.objects[1:] {
		o := &l.objects[k+1]
		for s := range o.decl.Size {
			if set := l.g.PointsTo(nil, o.base+pointsto.Node(s)); len(set) > 0 {
				fmt.Fprint(b, "slot ", k+1, "+", s)
				for _, addr := range set {
					fmt.Fprint(b, " ", named(l, addr))
				}
				fmt.Fprintln(b)
			}
		}
	}
}

// named gives an address by its object's number.
func named(l *Live, addr pointsto.Node) string {
	if addr == 0 {
		return "-"
	}
	_, id, off := l.objectAt(addr)
	return fmt.Sprint(id, "+", off)
}

// flavorName gives an iteration copy without its number.
func flavorName(l *Live, id flavorID) string {
	f := l.flavors[id]
	return fmt.Sprint(f.owner, f.call, f.index, f.copy)
}

// LockOrder gives the edges of the lock-order graph of the first link.
func (p *Program) LockOrder() []string {
	return LockOrder(&Paths{l: newOrder(p.shares[0].link.Link), view: View{Weakest: Low}})
}
