// This file gives the access path of an address, as one function sees it: a root and the fields from there.

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// A Path is how a function reaches a variable: a root and the fields from there. Equal paths are one address in one
// activation, unless what they depend on is computed again.
type Path struct {
	Value  uint32       // number of the root value; zero for package-level variables
	Global facts.Symbol // the root, if it is a package-level variable
	Steps  string       // as in facts.LockPath
}

// Known reports whether the path says anything.
func (s Path) Known() bool { return s.Value != 0 || s.Global != (facts.Symbol{}) }

// An OuterPath is an access path in terms that callers understand: facts.LockPath with its symbol.
type OuterPath struct {
	Root   facts.RootKind // what it starts from
	Index  int            // of the parameter or captured variable
	Global facts.Symbol   // the root, if it is a package-level variable
	Steps  string         // as in facts.LockPath
}

// Paths knows the access paths of one function.
type Paths struct {
	Fn      *ssa.Function         // whose paths these are
	places  *Package              // what is known of variables
	Numbers *Numbers              // of its values: equal ones have one number
	Roots   map[uint32]ssa.Value  // what a number was made for
	stored  map[facts.Symbol]bool // fields and package-level variables that the function stores to
	// values of functions around it, by the free variable that is bound to them; nil until asked for
	outer  map[ssa.Value]ssa.Value
	open   map[*ssa.Alloc]bool        // variables whose value is being looked for
	Cyclic func(*ssa.BasicBlock) bool // whether a block lies in a cycle
}

// NewPaths makes the paths of a function. cyclic reports whether a block of it lies in a cycle.
func NewPaths(fn *ssa.Function, places *Package, cyclic func(*ssa.BasicBlock) bool) *Paths {
	s := &Paths{
		Fn: fn, places: places, Numbers: NewNumbers(places), Cyclic: cyclic,
		Roots: map[uint32]ssa.Value{}, stored: map[facts.Symbol]bool{}, open: map[*ssa.Alloc]bool{},
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				s.stored[StoredName(st.Addr)] = true
			}
		}
	}
	return s
}

// StoredName names a field or package-level variable; the zero symbol for other addresses.
func StoredName(addr ssa.Value) facts.Symbol {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return source.FieldSymbol(x.X.Type(), x.Field)
	case *ssa.Global:
		return source.GlobalSymbol(x)
	}
	return facts.Symbol{}
}

// Of is the path of an address or pointer.
func (s *Paths) Of(v ssa.Value) Path {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return s.step(s.Of(x.X), rune(x.Field+1))
	case *ssa.ChangeType:
		return s.Of(x.X)
	case *ssa.MakeInterface:
		return s.Of(x.X)
	case *ssa.ChangeInterface:
		return s.Of(x.X)
	case *ssa.Global:
		return Path{Global: source.GlobalSymbol(x)}
	case *ssa.IndexAddr:
		n := s.Numbers.Base(x)
		s.Roots[n] = x
		return Path{Value: n}
	case *ssa.UnOp:
		if x.Op == token.MUL && s.Stable(x.X) {
			return s.step(s.Of(x.X), 0)
		}
	}
	if v.Parent() != nil && v.Parent() != s.Fn {
		if own := s.captured(v); own != nil {
			v = own
		}
	}
	n := s.Numbers.Of(v)
	s.Roots[n] = v
	return Path{Value: n}
}

// Stable reports whether loads from an address give one value throughout an activation. Of fields and package-level
// variables that is taken for granted if the function itself does not store to them.
func (s *Paths) Stable(addr ssa.Value) bool {
	switch x := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		a := Variable(x)
		return a != nil && s.places.Stored(a) != nil
	case *ssa.FieldAddr, *ssa.Global:
		return !s.stored[StoredName(x)]
	}
	return false
}

// step goes on from a path. What a variable with one store holds is what was stored.
func (s *Paths) step(p Path, step rune) Path {
	if step == 0 && p.Steps == "" {
		if a, ok := s.Roots[p.Value].(*ssa.Alloc); ok {
			if v := s.places.Stored(a); v != nil && v.Parent() == s.Fn && !s.open[a] {
				s.open[a] = true // the value may be the variable's own: x = x
				defer delete(s.open, a)
				return s.Of(v)
			}
		}
	}
	if !p.Known() || len(p.Steps) >= MaxSteps {
		return Path{}
	}
	p.Steps += string(step)
	return p
}

// Extend follows a callee's steps.
func (s *Paths) Extend(p Path, steps string) Path {
	for _, r := range steps {
		p = s.step(p, r)
	}
	return p
}

// captured is the free variable that stands for a value of a function around this one; nil if there is none.
func (s *Paths) captured(v ssa.Value) ssa.Value {
	if s.outer == nil {
		s.outer = map[ssa.Value]ssa.Value{}
		for _, fv := range s.Fn.FreeVars {
			if b := Binding(fv); b != nil {
				s.outer[b] = fv
			}
		}
	}
	return s.outer[v]
}

// Moves reports whether going round a loop makes the path another one.
func (s *Paths) Moves(p Path) bool {
	if p.Value == 0 {
		return false
	}
	for _, d := range s.Numbers.Deps(p.Value) {
		if d.Parent() == s.Fn && s.Cyclic(d.Block()) {
			return true
		}
	}
	return false
}

// Relative gives the path in terms that callers understand.
func (s *Paths) Relative(p Path) (OuterPath, bool) {
	if p.Global != (facts.Symbol{}) {
		return OuterPath{Root: facts.RootGlobal, Global: p.Global, Steps: p.Steps}, true
	}
	switch x := s.Roots[p.Value].(type) {
	case *ssa.Parameter:
		for i, q := range s.Fn.Params {
			if q == x {
				return OuterPath{Root: facts.RootParam, Index: i, Steps: p.Steps}, true
			}
		}
	case *ssa.FreeVar:
		for i, q := range s.Fn.FreeVars {
			if q == x {
				return OuterPath{Root: facts.RootFree, Index: i, Steps: p.Steps}, true
			}
		}
	}
	return OuterPath{}, false
}
