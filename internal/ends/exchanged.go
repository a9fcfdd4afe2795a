// This file tells apart what two fields or variables hold that are exchanged, as the buffers are of which one is read
// while the other one is filled (K62).

package ends

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// An exchange is two names of which a function stores in each what the other one held.
type exchange struct {
	in   facts.Symbol // the function in which local names are meant; zero if there are none
	a, b facts.Symbol // the names
}

// An exchanges room knows which names are exchanged.
type exchanges struct {
	*explain.Paths
	swaps []exchange // memo of all; nil until asked
}

// all are those of the link.
func (xs *exchanges) all() []exchange {
	if xs.swaps == nil {
		xs.swaps = []exchange{}
		seen := map[link.UnitID]bool{}
		for _, i := range xs.L.Insts[1:] {
			if i.Unit.Accesses == nil || seen[i.Unit.ID] {
				continue
			}
			seen[i.Unit.ID] = true
			for _, x := range i.Unit.Accesses.Exchanges {
				name := i.Unit.Names.Access.Symbol
				xs.swaps = append(xs.swaps, exchange{name(x.In), name(x.A), name(x.B)})
			}
		}
	}
	return xs.swaps
}

// Exchanged reports whether two ends have found the memory by two names that are exchanged: they mean different things
// at one time. Who has found it under a lock that he does not hold any more may use it after the exchange.
func (xs *exchanges) Exchanged(x, y *End) bool {
	a, b := x.Name(), y.Name()
	return a != b && slices.ContainsFunc(xs.all(), func(e exchange) bool {
		return (e.a == a && e.b == b || e.a == b && e.b == a) && xs.meant(x, e) && xs.meant(y, e)
	}) && !xs.kept(x) && !xs.kept(y)
}

// kept reports whether an end may go on with what its name meant before an exchange.
func (xs *exchanges) kept(c *End) bool { return xs.keptFromSection(c) || xs.told(c) }

// told reports whether an end's function has told others something on every way to the access: they may exchange the
// two then.
func (xs *exchanges) told(c *End) bool {
	f, at := &xs.L.Ordered.Funcs[c.Inst], hb.PointID(c.Fact().Point)+1
	for p := range f.Points {
		switch f.Points[p].Event.Op {
		case hb.OpDone, hb.OpSend, hb.OpClose:
			if !f.Points[p].Event.Deferred && f.Precedes(hb.PointID(p), at) {
				return true
			}
		}
	}
	return false
}

// meant reports whether an end's function is one in which the names of an exchange are meant.
func (xs *exchanges) meant(c *End, e exchange) bool {
	fn := xs.L.Insts[c.Inst].Unit.Sym
	return e.in == facts.Symbol{} || fn.Pkg == e.in.Pkg && strings.HasPrefix(fn.Name, e.in.Name) &&
		(fn.Name == e.in.Name || fn.Name[len(e.in.Name)] == '$')
}

// keptFromSection reports whether an end's function reads the name of what it accesses under a lock that it does not
// hold any more at the access.
func (xs *exchanges) keptFromSection(c *End) bool {
	list, name := xs.L.Insts[c.Inst].Unit.Accesses.List, c.Fact().Name
	o, f := hb.OriginID(c.Origin), hb.FuncID(c.Inst)
	return slices.ContainsFunc(list, func(a facts.Access) bool {
		if a.Name != name || a.Var != facts.VarField && a.Var != facts.VarCaptured && a.Var != facts.VarGlobal {
			return false
		}
		s := xs.L.Solved.At(o, f, c.Entry, hb.PointID(a.Point)+1)
		return s != 0 && slices.ContainsFunc(xs.L.HeldIn(s), func(h hb.Held) bool {
			return !slices.ContainsFunc(xs.L.HeldIn(c.State), func(k hb.Held) bool { return slices.Equal(h.Objs, k.Objs) })
		})
	})
}
