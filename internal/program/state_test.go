// This file writes the state of a link in a form that does not depend on how it came about, except for the numbers that
// arrange gives.

package program

import (
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockorder"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
	"github.com/syncvet/syncvet/internal/relink"
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
func writeState(l *relink.Live, b *strings.Builder) {
	fmt.Fprintln(b, "over", len(l.Over), "twins", len(l.Twins))
	for _, t := range l.Twins {
		fmt.Fprintln(b, "twin", t.Inst, t.Call)
	}
	for _, o := range l.Origins[1:] {
		fmt.Fprintln(
			b,
			"origin",
			o.ID,
			o.Kind,
			o.Root,
			o.Parent,
			o.Site,
			o.Call,
			o.Entries,
			o.Tree,
			o.Twin,
			o.IterationClone,
			o.Rejoined,
			o.Parallel,
			o.Multi,
			o.Depth,
			named(l, o.Callee),
		)
	}
	for k := range l.Objects[1:] {
		o := &l.Objects[k+1]
		fmt.Fprintln(b, "object", k+1, o.Inst, o.Site, o.Decl.Kind, o.Decl.Size, o.Sym, o.Typ, heapContextName(l,
			o.HeapContext))
	}
	for _, i := range l.Insts[1:] {
		call := i.Key.Call
		if i.Unit.Synthetic {
			call = 0
		}
		fmt.Fprintln(
			b,
			"instance",
			i.ID,
			i.Unit.Sym,
			i.Origin,
			i.Key.Caller,
			call,
			i.Maker,
			heapContextName(l, i.HeapContext),
			i.Once,
			i.In,
			i.Out,
		)
		if i.Unit.Flow == nil {
			continue
		}
		for n := facts.Node(1); n <= facts.Node(i.Unit.Flow.Nodes); n++ {
			if set := l.Sets.PointsTo(nil, i.Node(n)); len(set) > 0 {
				fmt.Fprint(b, "  ", n)
				for _, addr := range set {
					fmt.Fprint(b, " ", named(l, addr))
				}
				fmt.Fprintln(b)
			}
		}
	}
	for k := range l.Objects[1:] {
		o := &l.Objects[k+1]
		for s := range o.Decl.Size {
			if set := l.Sets.PointsTo(nil, o.Base+pointsto.Node(s)); len(set) > 0 {
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
func named(l *relink.Live, addr pointsto.Node) string {
	if addr == 0 {
		return "-"
	}
	_, id, off := l.ObjectAt(addr)
	return fmt.Sprint(id, "+", off)
}

// heapContextName gives an iteration copy without its number.
func heapContextName(l *relink.Live, id link.HeapContextID) string {
	f := l.HeapContexts[id]
	return fmt.Sprint(f.Owner, f.Call, f.Index, f.Copy)
}

// LockOrder gives the edges of the lock-order graph of the first link.
func (p *Program) LockOrder() []string {
	return lockorder.Edges(
		&explain.Paths{L: order.NewOrder(p.shares[0].link.Link), View: explain.View{Weakest: evidence.Low}},
	)
}
