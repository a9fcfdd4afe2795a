// This file puts one end of a pair into words: frames and goroutines.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// roots are the kinds of goroutines by those of origins.
var roots = map[link.RootKind]evidence.RootKind{
	link.RootNone: evidence.RootNone, link.RootInit: evidence.RootInit, link.RootMain: evidence.RootMain,
	link.RootTest: evidence.RootTest, link.RootExported: evidence.RootExported, link.RootClient: evidence.RootClient,
}

// assumptions are what is assumed of callers by what clients stand for.
var assumptions = map[link.ClientKind]evidence.Assumption{
	link.ByGoroutine: evidence.ByGoroutine, link.ByHolding: evidence.ByHolding, link.ByPromise: evidence.ByPromise,
	link.ByDemand: evidence.ByDemand, link.ByContext: evidence.ByContext,
}

// RootOf is how the goroutine of an origin begins.
func (d *Paths) RootOf(o *link.Origin) evidence.RootKind { return roots[o.Kind] }

// Assumes says why two calls of a client are taken to overlap; NoClient if an origin stems from none.
func (d *Paths) Assumes(id link.OriginID) evidence.Assumption { return assumptions[d.L.ClientOf(id)] }

// Name is the variable as an access names it.
func (d *Paths) Name(c *order.Candidate) facts.Symbol {
	return d.L.Insts[c.Inst].Unit.Names.Access.Symbol(d.Access(c).Name)
}

// Access is what the summary of its package says of an access.
func (d *Paths) Access(c *order.Candidate) *facts.Access {
	return &d.L.Insts[c.Inst].Unit.Accesses.List[c.Access]
}

// AccessPos is where an access stands.
func (d *Paths) AccessPos(c *order.Candidate) link.Position {
	return link.PositionOf(d.L.Insts[c.Inst].Unit.Names.Access, d.Access(c).Pos)
}

// End gathers what is known about one side.
func (d *Paths) End(c *order.Candidate, chain []ChainLink) evidence.End {
	i := d.L.Insts[c.Inst]
	a := d.Access(c)
	e := evidence.End{Steps: []evidence.Step{{
		Act:    evidence.ActAccesses,
		Access: *a,
		Name:   i.Unit.Names.Access.Symbol(a.Name),
		Func:   i.Unit.Sym,
		Pos:    d.AccessPos(c),
	}}}
	if i.Unit.Info != nil {
		e.Flags = i.Unit.Info.Flags
	}
	start := len(chain) - 1
	for start > 0 && !chain[start].Start {
		start--
	}
	for _, k := range chain[start:] {
		e.Path = append(e.Path, d.Frame(k, k.Start))
	}
	e.Goroutine = d.Goroutine(c.Origin, chain[:start])
	if k := start + 1; k < len(chain) && e.Path[0].Synthetic {
		e.Goroutine.Entry = e.Path[1].Func
	}
	if o := d.L.Origins[c.Origin]; e.Goroutine.Kind == evidence.RootExported && o.Parent != 0 && len(e.Path) > 1 &&
		!d.L.Cfg.InModule(e.Path[0].Func.Pkg) { // what a library does between its caller and a function that it was given
		e.Path = slices.Clone(e.Path[1:])
		e.Path[0].Call = link.Position{}
		e.Goroutine.Entry = e.Path[0].Func
	}
	for _, h := range d.L.Solved.Held(c.State) {
		e.Held = append(e.Held, d.held(h, chain))
	}
	return e
}

// Frame names a chain link; the first frame of a goroutine has no caller.
func (d *Paths) Frame(k ChainLink, first bool) evidence.Frame {
	f := evidence.Frame{
		Func: d.L.Insts[k.Inst].Unit.Sym, Synthetic: d.L.Insts[k.Inst].Unit.Flag(facts.Synthetic | facts.Root),
	}
	if !first && k.From != 0 {
		f.Call = d.L.CallPos(k.From, k.Call)
	}
	return f
}

// Goroutine is a goroutine for people, started by the last go statement of a way to an access.
func (d *Paths) Goroutine(id link.OriginID, chain []ChainLink) evidence.Goroutine {
	o := d.L.Origins[id]
	g := evidence.Goroutine{Kind: roots[o.Kind], Parallel: o.Multi, Other: o.IterationClone}
	if len(o.Entries) > 0 {
		g.Entry = d.L.Insts[o.Entries[0]].Unit.Sym
	}
	if o.Parent == 0 {
		return g
	}
	if g.Serves = order.Serves(d.L, o); g.Serves || d.L.Visits(o) || d.L.Insts[o.Site].Unit.Flag(facts.Root) {
		g.Kind = evidence.RootExported
		return g
	}
	g.Site = d.L.CallPos(o.Site, o.Call)
	u := d.L.Insts[o.Site].Unit
	g.API = u.Names.Flow.Symbol(u.Flow.Calls[o.Call].API)
	g.Callback = u.Flow.Calls[o.Call].Flags&(facts.CallMulti|facts.CallSerial) != 0
	for k, c := range chain {
		g.Chain = append(g.Chain, d.Frame(c, k == 0))
	}
	return g
}
