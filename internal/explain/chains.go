// This file is the chains of calls that lead to an access, and whose affair they are.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A link in a chain: an instance and the call that entered it.
type ChainLink struct {
	Inst  link.InstID // what is entered
	From  link.InstID // caller; zero for the entry of a root
	Call  uint32      // the call or go statement, index into From's Flow.Calls
	Start bool        // an origin starts here
}

// A chainKey is what a way leads to.
type chainKey struct {
	origin link.OriginID // whose goroutine it is
	inst   link.InstID   // the function it leads to
	entry  hb.Entry      // how the goroutine came into that function
}

// Chain is the whole way to an access: from the root origin's entry over every spawn site to the function. It must not
// be changed.
func (d *Paths) Chain(c *order.Candidate) []ChainLink {
	key := chainKey{c.Origin, c.Inst, c.Entry}
	chain, ok := d.chains[key]
	if !ok {
		chain = d.findChain(c)
		if d.chains == nil {
			d.chains = map[chainKey][]ChainLink{}
		}
		d.chains[key] = chain
	}
	return chain
}

func (d *Paths) findChain(c *order.Candidate) []ChainLink {
	var back []ChainLink
	back = d.walk(back, c.Origin, c.Inst, c.Entry)
	for o := d.L.Origins[c.Origin]; o.Parent != 0; o = d.L.Origins[o.Parent] {
		last := &back[len(back)-1]
		last.From, last.Call, last.Start = o.Site, o.Call, true
		entries := d.L.Solved.Entries(hb.OriginID(o.Parent), hb.FuncID(o.Site))
		var e hb.Entry
		if len(entries) > 0 {
			e = entries[0]
		}
		back = d.walk(back, o.Parent, o.Site, e)
	}
	back[len(back)-1].Start = true
	slices.Reverse(back)
	return slices.Clip(back)
}

// walk appends the call path of one origin, innermost first.
func (d *Paths) walk(back []ChainLink, o link.OriginID, i link.InstID, e hb.Entry) []ChainLink {
	for range order.MaxPath {
		if e.Caller == 0 {
			break
		}
		c := ChainLink{Inst: i, From: link.InstID(e.Caller)}
		c.Call = d.L.CallAt(c.From, e.Point)
		back = append(back, c)
		i, e = c.From, d.L.Solved.Entries(hb.OriginID(o), e.Caller)[e.Parent]
	}
	return append(back, ChainLink{Inst: i})
}

// Ours decides whether a pair is reported in this package, where the programmer can act: a frame of this package must
// be needed for it, that is, stand behind the last frame that both chains share, or there a function is entered by a
// value, or a method by an interface, that this package has made, or a literal made by a function that is not on the
// way: the package of that call need not know it; and an access in another module counts only if its goroutine passes
// through ours.
func (d *Paths) Ours(cx, cy []ChainLink, x, y *order.Candidate) bool {
	if d.View.Deps {
		return true
	}
	common := max(Parting(cx, cy)-1, 0)
	own := func(c []ChainLink) bool {
		ours := func(k ChainLink) bool { return d.L.Insts[k.Inst].Unit.Sym.Pkg == d.L.Cfg.Own }
		behind := c[min(common, len(c)):]
		return slices.ContainsFunc(behind, ours) || slices.ContainsFunc(c, ours) &&
			slices.ContainsFunc(behind, func(k ChainLink) bool {
				return k.From != 0 && d.L.Gives(link.Edge{From: k.From, To: k.Inst, Call: k.Call}, func(i link.InstID) bool {
					return slices.ContainsFunc(c, func(l ChainLink) bool { return l.Inst == i })
				})
			})
	}
	return (own(cx) || own(cy)) && d.Reaches(cx) && d.Reaches(cy)
}

// Reaches reports whether an access is in our module, or its goroutine's path from its start has a frame that is.
func (d *Paths) Reaches(c []ChainLink) bool {
	for k := len(c) - 1; k >= 0; k-- {
		if d.L.OfModule(c[k].Inst) {
			return true
		}
		if c[k].Start {
			return k > 0 && d.L.OfModule(c[k-1].Inst) // the statement that starts it is ours
		}
	}
	return false
}

// Parting is the number of links, from the root on, that two ways have in common.
func Parting(a, b []ChainLink) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Inst == b[n].Inst && a[n].Call == b[n].Call {
		n++
	}
	return n
}
