// This file writes the state of a link in a form that does not depend on how it came about, except for the numbers that arrange gives.

package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// State gives instances with their contexts, calls and points-to sets, goroutines and objects.
func (p *Program) State() string {
	var b strings.Builder
	fmt.Fprintln(&b, "whole", p.whole, "over", p.over)
	for _, s := range p.shares {
		fmt.Fprintln(&b, "share of", s.groups)
		s.link.state(&b)
	}
	return b.String()
}

// state writes one link.
func (l *linker) state(b *strings.Builder) {
	fmt.Fprintln(b, "over", len(l.over), "twins", len(l.twins))
	for _, t := range l.twins {
		fmt.Fprintln(b, "twin", t.inst, t.call)
	}
	for _, o := range l.origins[1:] {
		fmt.Fprintln(b, "origin", o.id, o.kind, o.root, o.parent, o.site, o.call, o.entries, o.tree, o.twin, o.shadow, o.rejoined, o.parallel, o.multi, o.depth, l.named(o.callee))
	}
	for k := range l.objects[1:] {
		o := &l.objects[k+1]
		fmt.Fprintln(b, "object", k+1, o.inst, o.site, o.decl.Kind, o.decl.Size, o.sym, o.typ, l.flavorName(o.flavor))
	}
	for _, i := range l.insts[1:] {
		call := i.key.call
		if i.unit.prelude {
			call = 0
		}
		fmt.Fprintln(b, "instance", i.id, i.unit.sym, i.origin, i.key.caller, call, i.maker, l.flavorName(i.flavor), i.once, i.in, i.out)
		if i.unit.flow == nil {
			continue
		}
		for n := facts.Node(1); n <= facts.Node(i.unit.flow.Nodes); n++ {
			if set := l.g.PointsTo(nil, i.node(n)); len(set) > 0 {
				fmt.Fprint(b, "  ", n)
				for _, addr := range set {
					fmt.Fprint(b, " ", l.named(addr))
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
					fmt.Fprint(b, " ", l.named(addr))
				}
				fmt.Fprintln(b)
			}
		}
	}
}

// named gives an address by its object's number.
func (l *linker) named(addr pointsto.Node) string {
	if addr == 0 {
		return "-"
	}
	_, id, off := l.objectAt(addr)
	return fmt.Sprint(id, "+", off)
}

// flavorName gives an iteration copy without its number.
func (l *linker) flavorName(id flavorID) string {
	f := l.flavors[id]
	return fmt.Sprint(f.owner, f.call, f.index, f.copy)
}

// LockOrder gives the edges of the lock-order graph, by goroutine: the lock held and the lock wanted.
func (p *Program) LockOrder() []string {
	d := &Paths{l: newOrder(p.shares[0].link.Link), view: View{Weakest: Low}}
	d.l.solve()
	s := &lockSearch{Paths: d, list: make([]*acquisition, 1), edges: map[lockgraph.EdgeID]lockEdge{}, writers: map[hb.ObjID][]uint32{}}
	s.graph = lockgraph.New(lockgraph.Options{Parallel: s.parallel, Writer: s.writer, Exact: s.exact})
	s.collect()
	var list []string
	for _, a := range s.list[1:] {
		for _, h := range a.held {
			list = append(list, fmt.Sprint(d.l.insts[a.inst].unit.sym.Name, ": ", s.lockName(h.Objs[0]), " -> ", s.lockName(a.objs[0])))
		}
	}
	slices.Sort(list)
	return list
}

func (s *lockSearch) lockName(o hb.ObjID) string { return s.l.objects[s.l.syncs[o].obj].sym.Name }
