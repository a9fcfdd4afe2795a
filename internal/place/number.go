// This file numbers pointers so that equal numbers are equal pointers (P2, P3).

package place

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Numbers are the pointer numbers of one function. Zero is "unknown".
type Numbers struct {
	pkg  *Package             // what is stable in the package
	ids  map[numberKey]uint32 // numbers of what has been numbered, equal pointers under one key
	deps [][]ssa.Instruction  // by number: what computes it anew when executed again
	in   map[*ssa.Alloc]bool  // the variables whose stored values are being numbered: one may be stored to itself
}

// A numberKey is how a pointer is obtained.
type numberKey struct {
	value ssa.Value // a value, or nil
	base  uint32    // a field or element of this pointer
	field int       // of base, if index is zero
	load  bool      // what value or the field holds, not its address
	index uint32    // number of the index plus one
}

// NewNumbers starts the numbers of one function.
func NewNumbers(pkg *Package) *Numbers {
	return &Numbers{pkg: pkg, ids: map[numberKey]uint32{}, deps: make([][]ssa.Instruction, 1), in: map[*ssa.Alloc]bool{}}
}

// Base is the number of the pointer that an address is selected from (P2).
func (n *Numbers) Base(addr ssa.Value) uint32 {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			return n.id(numberKey{base: n.Base(x.X), index: n.Of(x.Index) + 1}, nil)
		default:
			return n.Of(addr)
		}
	}
}

// Of is the number of a value (P3).
func (n *Numbers) Of(v ssa.Value) uint32 {
	switch x := v.(type) {
	case *ssa.ChangeType:
		return n.Of(x.X)
	case *ssa.MakeInterface:
		return n.Of(x.X)
	case *ssa.FieldAddr:
		return n.id(numberKey{base: n.Of(x.X), field: x.Field}, nil)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return n.load(x)
		}
	}
	return n.id(numberKey{value: v}, v)
}

// load numbers what is loaded from stable places; any other load is equal to itself only.
func (n *Numbers) load(v *ssa.UnOp) uint32 {
	switch x := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		a := Variable(x)
		if a == nil || n.in[a] {
			break
		}
		if s := n.pkg.Stored(a); s != nil {
			n.in[a] = true
			defer delete(n.in, a)
			if _, here := x.(*ssa.Alloc); here && s.Parent() == v.Parent() {
				return n.Of(s)
			}
			return n.id(numberKey{value: x, load: true}, x)
		}
	case *ssa.FieldAddr:
		if n.pkg.FinalField(x) {
			return n.id(numberKey{base: n.Of(x.X), field: x.Field, load: true}, nil)
		}
	case *ssa.Global:
		if n.pkg.FinalGlobal(x) {
			return n.id(numberKey{value: x, load: true}, nil)
		}
	}
	return n.id(numberKey{value: v}, v)
}

// id is the number of a key; what v or the base depends on, it depends on.
func (n *Numbers) id(k numberKey, v ssa.Value) uint32 {
	if i, ok := n.ids[k]; ok {
		return i
	}
	i := uint32(len(n.deps))
	n.ids[k] = i
	var deps []ssa.Instruction
	if instr, ok := v.(ssa.Instruction); ok {
		deps = append(deps, instr)
	}
	deps = append(deps, n.deps[k.base]...)
	if k.index > 0 {
		deps = append(deps, n.deps[k.index-1]...)
	}
	n.deps = append(n.deps, deps)
	return i
}

// Deps are the instructions that make a number mean another pointer when they are executed again.
func (n *Numbers) Deps(number uint32) []ssa.Instruction { return n.deps[number] }
