// This file collects in which order functions take locks, by the names of their fields, for packages whose goroutines
// are elsewhere: two functions that take two locks in opposite orders (T10).

package lockpaths

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
)

// An inversion is two functions that take two locks in opposite orders.
type inversion struct {
	Ways  [2]nesting // one for each function, with Held and Want swapped
	Close bool       // the locks are fields of one object, or package-level variables; or of a whole and its parts
}

// A nesting is one of the two: a lock held and a lock wanted.
type nesting struct {
	Unit    int              // of the function, its number in the package's summaries
	Held    facts.Symbol     // the lock held
	Want    facts.Symbol     // the lock wanted
	HeldAt  facts.Position   // where the lock was taken
	HeldBy  []evidence.Frame // the calls on the way there
	At      facts.Position   // where the other one is wanted
	Via     []evidence.Frame // the calls on the way there
	ReadsOn bool             // held for reading
	Reads   bool             // wanted for reading
	Doubt   uint8            // as in mistake
	// a writer of the lock wanted, needed if it is wanted for reading and held for reading by the other
	Writer facts.Position
}

// order notes an acquisition under locks that callers can name too.
func (m *simulation) order(s *pathState, t *calleeAcquisition) {
	if len(m.r.orders) >= maxOrders || t.mode == facts.TakeOnce || !fielduse.Lasting(t.name) {
		return
	}
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok {
		return
	}
	for k, h := range s.holds {
		if h.mode == facts.TakeOnce || !fielduse.Lasting(h.name) || h.name == t.name || slices.Contains(s.lost, h.spot) {
			continue
		}
		drawn := m.drawn(h.spot, t.lock) || m.drawn(t.lock, h.spot)
		led := m.led(h.spot, t.lock) || m.led(t.lock, h.spot)
		if !drawn && !led && (!m.named(h.spot) || !m.named(t.lock) || !kin(h.spot, t.lock)) {
			continue
		}
		o := order{
			fn: m.fn, unit: unit, held: h.name, want: t.name, reads: h.mode == facts.TakeRead, read: t.mode == facts.TakeRead,
			close: near(h.spot, t.lock), drawn: drawn, bound: led || h.spot.Value == t.lock.Value && h.spot.Value != 0,
			heldAt: h.at, heldBy: h.via, at: t.at, via: t.via, doubt: t.doubt,
		}
		for i, g := range s.holds {
			if i != k {
				o.gates = append(o.gates, g.name)
			}
		}
		same := func(p order) bool { return p.heldAt == o.heldAt && p.at == o.at && p.fn == o.fn }
		if i := slices.IndexFunc(m.r.orders, same); i < 0 {
			m.r.orders = append(m.r.orders, o)
		} else {
			m.r.orders[i].gates = common(m.r.orders[i].gates, o.gates)
		}
	}
}

// kin reports whether two locks are reached from one root, or one of them is a package-level variable.
func kin(a, b place.Path) bool {
	return a.Value == b.Value || a.Value == 0 || b.Value == 0
}

// named reports whether callers can name a lock.
func (m *reader) named(p place.Path) bool {
	_, ok := m.spots.Relative(p)
	return ok
}

// drawn reports whether a lock lies in an object that is taken out of a map, slice or channel in another lock's object.
func (m *reader) drawn(part, whole place.Path) bool {
	if !m.named(whole) {
		return false
	}
	v, taken := m.spots.Roots[part.Value], false
	for range 2 * place.MaxSteps {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Next:
			v, taken = x.Iter, true
		case *ssa.Range:
			v = x.X
		case *ssa.Lookup:
			v, taken = x.X, true
		case *ssa.IndexAddr:
			v, taken = x.X, true
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.FieldAddr:
			if p := m.spots.Of(x); taken && p.Value == whole.Value && p.Global == whole.Global {
				return true
			}
			v = x.X
		case *ssa.UnOp:
			taken = taken || x.Op == token.ARROW
			if p := m.spots.Of(x); taken && p.Value == whole.Value && p.Global == whole.Global {
				return true
			}
			v = x.X
		default:
			return false
		}
	}
	return false
}

// led reports whether a lock lies in an object to which a field of another lock's object led when it was read: the
// function may have stored to that field since.
func (m *reader) led(part, whole place.Path) bool {
	if !m.named(whole) || part.Value == whole.Value {
		return false
	}
	v := m.spots.Roots[part.Value]
	for range 2 * place.MaxSteps {
		switch x := v.(type) {
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.UnOp:
			f, ok := x.X.(*ssa.FieldAddr)
			if x.Op != token.MUL || !ok {
				return false
			}
			if p := m.spots.Of(f); p.Value == whole.Value && p.Global == whole.Global {
				return true
			}
			v = f.X
		default:
			return false
		}
	}
	return false
}

// near reports whether two locks are package-level variables, or lie in one object.
func near(a, b place.Path) bool {
	if a.Value == 0 && b.Value == 0 {
		return true
	}
	last := func(s string) int {
		for i := len(s) - 1; i >= 0; i-- {
			if s[i] == 0 {
				return i
			}
		}
		return -1
	}
	return a.Value == b.Value && a.Global == b.Global && a.Steps[:last(a.Steps)+1] == b.Steps[:last(b.Steps)+1]
}

func common(a, b []facts.Symbol) []facts.Symbol {
	return slices.DeleteFunc(slices.Clone(a), func(x facts.Symbol) bool { return !slices.Contains(b, x) })
}

// called notes which locks are held at a call.
func (m *simulation) called(s *pathState, fn *ssa.Function) {
	var names []facts.Symbol
	for _, h := range s.holds {
		names = append(names, h.name)
	}
	m.r.calls[fn] = append(m.r.calls[fn], callSite{m.fn, names})
}

// entered lists the locks that are held whenever an unexported function is called; none if it is also used as a value.
func (r *Result) entered(fn *ssa.Function, depth int) []facts.Symbol {
	if depth > maxEnteredDepth || len(r.calls[fn]) == 0 || token.IsExported(fn.Name()) || fn.Parent() != nil ||
		r.isValue(fn) {
		return nil
	}
	var held []facts.Symbol
	for i, c := range r.calls[fn] {
		here := append(slices.Clone(c.held), r.entered(c.from, depth+1)...)
		if i == 0 {
			held = here
		} else {
			held = common(held, here)
		}
	}
	return held
}

// isValue reports whether a function is used otherwise than to be called.
func (r *Result) isValue(fn *ssa.Function) bool {
	if fn.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*fn.Referrers(), func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return !ok || c.Common().Value != ssa.Value(fn)
	})
}

// facing lists the pairs of functions that take two locks in opposite orders, tests aside, in a fixed order.
func (r *Result) facing() []inversion {
	writers := r.writers()
	list := slices.Clone(r.orders)
	slices.SortStableFunc(list, func(a, b order) int {
		return cmp.Or(
			cmp.Compare(a.doubt, b.doubt),
			cmp.Compare(a.unit, b.unit),
			cmp.Compare(a.at.Line, b.at.Line),
			cmp.Compare(a.heldAt.Line, b.heldAt.Line),
		)
	})
	seen := map[[2]facts.Symbol]bool{}
	var found []inversion
	for i := range list {
		a := &list[i]
		for k := range list {
			b := &list[k]
			if a.held != b.want || a.want != b.held || a.held.Name > a.want.Name || seen[[2]facts.Symbol{a.held, a.want}] {
				continue
			}
			x := inversion{Ways: [2]nesting{r.way(a), r.way(b)},
				Close: a.close && b.close || a.drawn && (b.bound || b.drawn) || a.bound && b.drawn}
			if r.inverted(a, b, writers, &x) {
				seen[[2]facts.Symbol{a.held, a.want}] = true
				found = append(found, x)
			}
		}
	}
	return found
}

// inverted reports whether two orders can block each other.
func (r *Result) inverted(a, b *order, writers map[facts.Symbol]facts.Position, x *inversion) bool {
	flags := r.Flow.Source.Pkg.Source.Units[a.unit].Flags | r.Flow.Source.Pkg.Source.Units[b.unit].Flags
	if flags&(facts.InTest|facts.Init) != 0 {
		return false
	}
	gates := append(slices.Clone(a.gates), r.entered(a.fn, 0)...)
	if len(common(gates, append(slices.Clone(b.gates), r.entered(b.fn, 0)...))) > 0 {
		return false
	}
	for i, o := range []*order{a, b} {
		other := []*order{b, a}[i]
		if o.read && other.reads {
			if x.Ways[i].Writer = writers[o.want]; x.Ways[i].Writer == (facts.Position{}) {
				return false
			}
		}
	}
	return true
}

func (r *Result) way(o *order) nesting {
	return nesting{
		Unit: o.unit, Held: o.held, Want: o.want, HeldAt: o.heldAt, HeldBy: o.heldBy, At: o.at, Via: o.via,
		ReadsOn: o.reads, Reads: o.read, Doubt: o.doubt,
	}
}
