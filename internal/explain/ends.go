// This file puts one end of a pair into words: frames and goroutines.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Frame is a function on a call path and where its caller calls it (zero for the first).
type Frame struct {
	Func      facts.Symbol
	Call      link.Position
	Synthetic bool // made by the compiler: wrapper, bound method
}

// A Goroutine says how an origin starts.
type Goroutine struct {
	Kind     link.RootKind // RootNone: started at Site
	Entry    facts.Symbol  // what it runs
	Site     link.Position // go statement or registration; zero for roots
	API      facts.Symbol  // what the source calls to start it, when a model says so
	Chain    []Frame       // from the root to the function with Site
	Parallel bool          // several may exist at once
	Serves   bool          // a method that returns when another one of its type has been called (passes/source S13)
	Callback bool          // API calls it whenever it likes, not once per call of API
	Other    bool          // the same goroutine as the other end's: another instance of it
}

// An End is one of the two accesses of a race.
type End struct {
	Access    facts.Access
	Name      facts.Symbol // the variable as this access names it
	Func      facts.Symbol
	Pos       link.Position
	Path      []Frame // from the origin's entry to Func
	Goroutine Goroutine
	Held      []HeldLock
	Flags     facts.UnitFlags // of the function
}

// In is where a function on the way to the end goes on to it: the end itself, or the call of the next function.
func (e *End) In(fn facts.Symbol) (at link.Position, on bool) {
	if e.Func == fn {
		return e.Pos, true
	}
	for k := len(e.Path) - 2; k >= 0; k-- {
		if e.Path[k].Func == fn {
			return e.Path[k+1].Call, true
		}
	}
	return at, false
}

// Name is the variable as an access names it.
func (d *Paths) Name(c *order.Candidate) facts.Symbol {
	return d.L.Insts[c.Inst].Unit.Names.Access.Symbol(d.Access(c).Name)
}

// Access is what the summary of its package says of an access.
func (d *Paths) Access(c *order.Candidate) *facts.Access {
	return &d.L.Insts[c.Inst].Unit.Accesses.List[c.Access]
}

// End gathers what is known about one side.
func (d *Paths) End(c *order.Candidate, chain []ChainLink) End {
	i := d.L.Insts[c.Inst]
	a := d.Access(c)
	e := End{
		Access: *a,
		Name:   i.Unit.Names.Access.Symbol(a.Name),
		Func:   i.Unit.Sym,
		Pos:    link.PositionOf(i.Unit.Names.Access, a.Pos),
	}
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
	if o := d.L.Origins[c.Origin]; e.Goroutine.Kind == link.RootExported && o.Parent != 0 && len(e.Path) > 1 &&
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
func (d *Paths) Frame(k ChainLink, first bool) Frame {
	f := Frame{Func: d.L.Insts[k.Inst].Unit.Sym, Synthetic: d.L.Insts[k.Inst].Unit.Flag(facts.Synthetic | facts.Root)}
	if !first && k.From != 0 {
		f.Call = d.L.CallPos(k.From, k.Call)
	}
	return f
}

// Goroutine is a goroutine for people, started by the last go statement of a way to an access.
func (d *Paths) Goroutine(id link.OriginID, chain []ChainLink) Goroutine {
	o := d.L.Origins[id]
	g := Goroutine{Kind: o.Kind, Parallel: o.Multi, Other: o.Shadow}
	if len(o.Entries) > 0 {
		g.Entry = d.L.Insts[o.Entries[0]].Unit.Sym
	}
	if o.Parent == 0 {
		return g
	}
	if g.Serves = order.Serves(d.L, o); g.Serves || d.L.Visits(o) || d.L.Insts[o.Site].Unit.Flag(facts.Root) {
		g.Kind = link.RootExported
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
