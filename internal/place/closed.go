// This file finds the package-level variables and fields that hold one constant in the whole program, since everything
// that can store to them is in view (P6).

package place

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// A closed is what the package stores to the variables and fields that only it can name.
type closed struct {
	live   *stores                // by functions that may run
	dead   *stores                // by functions that never run
	open   bool                   // code that is not Go is part of the package
	linked map[string]bool        // names that linkname gives to others
	used   map[*ssa.Function]bool // functions that the package calls or makes values of
}

// A stores is what some functions store.
type stores struct {
	fields  map[*types.Var]bool            // fields that may hold something else than their zero value
	globals map[*ssa.Global]constant.Value // package-level variables to which one constant is stored; nil: others are
	nils    map[*ssa.Global]bool           // package-level variables to which something else than nil may be stored
}

func newStores() *stores {
	return &stores{map[*types.Var]bool{}, map[*ssa.Global]constant.Value{}, map[*ssa.Global]bool{}}
}

// Held is what a load or a field's value always is because nothing else is stored there, nil if that is not known; null
// is set for a pointer, function, channel, map or interface that is always nil.
func (p *Package) Held(v ssa.Value) (c constant.Value, null bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		switch a := v.X.(type) {
		case *ssa.Global:
			return p.heldGlobal(a)
		case *ssa.FieldAddr:
			return p.heldField(a.X.Type(), a.Field)
		}
	case *ssa.Field:
		return p.heldField(v.X.Type(), v.Field)
	}
	return nil, false
}

// heldGlobal is Held for a package-level variable. The linker may set strings (-X).
func (p *Package) heldGlobal(g *ssa.Global) (c constant.Value, null bool) {
	if g.Object() == nil || !p.OwnGlobal(g) && !(p.declares(g) && g.Pkg.Pkg.Name() == "main") {
		return nil, false
	}
	all := p.everything()
	if all.open || all.linked[g.Name()] || !all.dead.nils[g] {
		return nil, false
	}
	t := source.Deref(g.Type())
	if nilable(t) {
		return nil, !all.live.nils[g]
	}
	c = zeroOf(t)
	if c == nil || c.Kind() == constant.String {
		return nil, false
	}
	if stored, ok := all.live.globals[g]; ok {
		c = stored
	}
	return c, false
}

// heldField is Held for a field of a struct or of what a pointer leads to.
func (p *Package) heldField(t types.Type, i int) (c constant.Value, null bool) {
	key, ok := p.own(t, i)
	if !ok {
		return nil, false
	}
	f := key.Type.Type().Underlying().(*types.Struct).Field(i)
	if all := p.everything(); all.open || all.live.fields[f] || !all.dead.fields[f] {
		return nil, false
	}
	if nilable(f.Type()) {
		return nil, true
	}
	return zeroOf(f.Type()), false
}

// everything looks through the package once.
func (p *Package) everything() *closed {
	if p.closed != nil {
		return p.closed
	}
	all := &closed{
		live: newStores(), dead: newStores(),
		open: source.Foreign(p.src), linked: source.Linknames(p.src), used: map[*ssa.Function]bool{},
	}
	p.closed = all
	all.call(p.src.Funcs)
	for _, fn := range p.src.Funcs {
		at := all.live
		if !all.runs(fn) {
			at = all.dead
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				at.instr(instr)
			}
		}
	}
	return all
}

// call notes the functions that are used.
func (all *closed) call(funcs []*ssa.Function) {
	var rands []*ssa.Value
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				rands = instr.Operands(rands[:0])
				for _, v := range rands {
					if g, ok := (*v).(*ssa.Function); ok && g != fn {
						if g.Origin() != nil {
							g = g.Origin()
						}
						all.used[g] = true
					}
				}
			}
		}
	}
}

// runs reports whether a function may run: only one that no other package can name, and that is used nowhere, does not.
func (all *closed) runs(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	name := fn.Name()
	return all.used[fn] || fn.Synthetic != "" || fn.Signature.Recv() != nil || token.IsExported(name) ||
		name == "main" || strings.HasPrefix(name, "init") || all.linked[name]
}

// instr notes what may be stored by an instruction.
func (st *stores) instr(instr ssa.Instruction) {
	for _, v := range instr.Operands(nil) {
		if g, ok := (*v).(*ssa.Global); ok {
			st.global(instr, g)
		}
	}
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		if t, ok := source.Deref(x.X.Type()).Underlying().(*types.Struct); ok && !onlyZero(x) {
			st.fields[t.Field(x.Field).Origin()] = true
		}
	case *ssa.ChangeType:
		st.converted(x.X.Type(), x.Type())
	case *ssa.Convert:
		st.converted(x.X.Type(), x.Type())
	case *ssa.MultiConvert:
		st.converted(x.X.Type(), x.Type())
	}
}

// global notes what an instruction does with a package-level variable.
func (st *stores) global(instr ssa.Instruction, g *ssa.Global) {
	switch x := instr.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return
	case *ssa.Store:
		c, ok := x.Val.(*ssa.Const)
		if x.Addr != ssa.Value(g) || !ok {
			break
		}
		if c.IsNil() {
			return
		}
		was, stored := st.globals[g]
		same := stored && was != nil && c.Value != nil && constant.Compare(was, token.EQL, c.Value)
		first := !stored && (x.Parent().Synthetic == "package initializer" || IsZero(c))
		if same || first {
			st.globals[g], st.nils[g] = c.Value, true
			return
		}
	}
	st.globals[g], st.nils[g] = nil, true
}

// converted notes that values of one type come from another one, or from memory that is not typed: what is stored to
// the fields of the other one is in these.
func (st *stores) converted(from, to types.Type) {
	if types.Identical(from, to) {
		return
	}
	for _, t := range []types.Type{from, to} {
		st.forget(source.Deref(t), map[types.Type]bool{})
	}
}

// forget notes that all fields of a value may hold anything.
func (st *stores) forget(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			st.fields[f.Origin()] = true
			st.forget(f.Type(), seen)
		}
	case *types.Array:
		st.forget(t.Elem(), seen)
	}
}

// onlyZero reports whether a field's address serves to load, and to store the zero value.
func onlyZero(f *ssa.FieldAddr) bool {
	for _, instr := range *f.Referrers() {
		switch x := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if x.Addr != ssa.Value(f) || !IsZero(x.Val) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// nilable reports whether nil is the zero value of a type. Slices are not asked for: embedding sets them.
func nilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Signature, *types.Chan, *types.Map:
		return true
	case *types.Interface:
		_, param := types.Unalias(t).(*types.TypeParam)
		return !param
	}
	return false
}
