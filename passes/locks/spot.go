// This file says which lock an address means, as one function sees it: a root and the fields from there (T1).

package locks

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A spot is a lock, or what leads to it. Equal spots are one address in one activation, unless what they depend on is
// computed again.
type spot struct {
	value  uint32       // number of the root value; zero for package-level variables
	global facts.Symbol // the root, if it is a package-level variable
	steps  string       // as in facts.LockPath
}

// known tells whether the spot says anything.
func (s spot) known() bool { return s.value != 0 || s.global != (facts.Symbol{}) }

// maxSteps bounds how far from its root a lock is followed.
const maxSteps = 10

// spots knows the spots of one function.
type spots struct {
	fn      *ssa.Function
	places  *place.Package
	numbers *place.Numbers
	roots   map[uint32]ssa.Value  // what a number was made for
	stored  map[facts.Symbol]bool // fields and package-level variables that the function stores to
	// values of functions around it, by the free variable that is bound to them; nil until asked for
	outer  map[ssa.Value]ssa.Value
	open   map[*ssa.Alloc]bool        // variables whose value is being looked for
	cyclic func(*ssa.BasicBlock) bool // whether a block lies in a cycle
}

func newSpots(fn *ssa.Function, places *place.Package, cyclic func(*ssa.BasicBlock) bool) *spots {
	s := &spots{fn: fn, places: places, numbers: place.NewNumbers(places), roots: map[uint32]ssa.Value{}, stored: map[facts.Symbol]bool{}, open: map[*ssa.Alloc]bool{}, cyclic: cyclic}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				s.stored[storedName(st.Addr)] = true
			}
		}
	}
	return s
}

// storedName names a field or package-level variable; the zero symbol for other addresses.
func storedName(addr ssa.Value) facts.Symbol {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return source.FieldSymbol(x.X.Type(), x.Field)
	case *ssa.Global:
		return source.GlobalSymbol(x)
	}
	return facts.Symbol{}
}

// of is the spot of an address or pointer.
func (s *spots) of(v ssa.Value) spot {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return s.step(s.of(x.X), rune(x.Field+1))
	case *ssa.ChangeType:
		return s.of(x.X)
	case *ssa.MakeInterface:
		return s.of(x.X)
	case *ssa.ChangeInterface:
		return s.of(x.X)
	case *ssa.Global:
		return spot{global: source.GlobalSymbol(x)}
	case *ssa.IndexAddr:
		return spot{value: s.numbers.Base(x)}
	case *ssa.UnOp:
		if x.Op == token.MUL && s.stable(x.X) {
			return s.step(s.of(x.X), 0)
		}
	}
	if v.Parent() != nil && v.Parent() != s.fn {
		if own := s.captured(v); own != nil {
			v = own
		}
	}
	n := s.numbers.Of(v)
	s.roots[n] = v
	return spot{value: n}
}

// stable tells whether loads from an address give one value throughout an activation. Of fields and package-level
// variables that is taken for granted if the function itself does not store to them.
func (s *spots) stable(addr ssa.Value) bool {
	switch x := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		a := place.Variable(x)
		return a != nil && s.places.Stored(a) != nil
	case *ssa.FieldAddr, *ssa.Global:
		return !s.stored[storedName(x)]
	}
	return false
}

// step goes on from a spot. What a variable with one store holds is what was stored.
func (s *spots) step(p spot, step rune) spot {
	if step == 0 && p.steps == "" {
		if a, ok := s.roots[p.value].(*ssa.Alloc); ok {
			if v := s.places.Stored(a); v != nil && v.Parent() == s.fn && !s.open[a] {
				s.open[a] = true // the value may be the variable's own: x = x
				defer delete(s.open, a)
				return s.of(v)
			}
		}
	}
	if !p.known() || len(p.steps) >= maxSteps {
		return spot{}
	}
	p.steps += string(step)
	return p
}

// extend follows a callee's steps.
func (s *spots) extend(p spot, steps string) spot {
	for _, r := range steps {
		p = s.step(p, r)
	}
	return p
}

// captured is the free variable that stands for a value of a function around this one; nil if there is none.
func (s *spots) captured(v ssa.Value) ssa.Value {
	if s.outer == nil {
		s.outer = map[ssa.Value]ssa.Value{}
		for _, fv := range s.fn.FreeVars {
			if b := place.Binding(fv); b != nil {
				s.outer[b] = fv
			}
		}
	}
	return s.outer[v]
}

// moves tells whether going round a loop makes the spot another one (K4).
func (s *spots) moves(p spot) bool {
	if p.value == 0 {
		return false
	}
	for _, d := range s.numbers.Deps(p.value) {
		if d.Parent() == s.fn && s.cyclic(d.Block()) {
			return true
		}
	}
	return false
}

// relative gives the spot in terms that callers understand.
func (s *spots) relative(p spot) (lockPath, bool) {
	if p.global != (facts.Symbol{}) {
		return lockPath{root: facts.RootGlobal, global: p.global, steps: p.steps}, true
	}
	switch x := s.roots[p.value].(type) {
	case *ssa.Parameter:
		for i, q := range s.fn.Params {
			if q == x {
				return lockPath{root: facts.RootParam, index: i, steps: p.steps}, true
			}
		}
	case *ssa.FreeVar:
		for i, q := range s.fn.FreeVars {
			if q == x {
				return lockPath{root: facts.RootFree, index: i, steps: p.steps}, true
			}
		}
	}
	return lockPath{}, false
}
