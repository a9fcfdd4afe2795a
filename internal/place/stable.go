// This file finds the variables, fields and package-level variables that do not change once they are read (P4).

package place

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// A Package knows what is stable in one package.
type Package struct {
	src     *source.Result          // the package
	cells   map[*ssa.Alloc]*cellUse // memo of use
	scanned bool                    // the fields below are known; nil before
	// fields of this package that are stored into other than new objects, or whose address is taken
	stored  map[Field]bool
	whole   map[*types.TypeName]bool    // struct types of which a whole value is stored into other than local variables
	globals map[*ssa.Global]bool        // stored to outside initialisation, or the address is taken
	initial map[*ssa.Global][]ssa.Value // what initialisation stores
	closed  *closed                     // what the package stores where only it can; nil before it is asked for
}

// A Field names a field of a struct type.
type Field struct {
	Type  *types.TypeName // the generic one for its instances
	Index int             // of the field
}

// A cellUse is how a variable is used in all functions that capture it.
type cellUse struct {
	stores []*ssa.Store // in all functions
	leaked bool         // its address is used otherwise than for loads and stores
}

// NewPackage prepares; nothing is looked at until it is asked for.
func NewPackage(src *source.Result) *Package {
	return &Package{src: src, cells: map[*ssa.Alloc]*cellUse{}}
}

// Variable is the allocation that an address of a captured or local variable means: a free variable is followed to
// where it is bound. Nil if it is none, or bound in several places.
func Variable(addr ssa.Value) *ssa.Alloc {
	for range boundSteps {
		switch x := addr.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			if addr = Binding(x); addr == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// Closure is the one place where a function literal is made a value; nil if there are several.
func Closure(fn *ssa.Function) *ssa.MakeClosure {
	refs := fn.Referrers()
	if refs == nil || len(*refs) != 1 {
		return nil
	}
	c, _ := (*refs)[0].(*ssa.MakeClosure)
	return c
}

// Binding is what a free variable is bound to where its closure is made; nil if that is not one place.
func Binding(v *ssa.FreeVar) ssa.Value {
	c := Closure(v.Parent())
	if c == nil {
		return nil
	}
	for i, f := range v.Parent().FreeVars {
		if f == v {
			return c.Bindings[i]
		}
	}
	return nil
}

// use is how a variable is used.
func (p *Package) use(a *ssa.Alloc) *cellUse {
	u, ok := p.cells[a]
	if !ok {
		u = &cellUse{}
		u.collect(a)
		p.cells[a] = u
	}
	return u
}

// Stored is the one value that a variable ever holds after it was set, nil if there are several or its address is used
// in other ways.
func (p *Package) Stored(a *ssa.Alloc) ssa.Value {
	u := p.use(a)
	if u.leaked || len(u.stores) != 1 {
		return nil
	}
	return u.stores[0].Val
}

// Pointee is the one value that a variable of a pointer type ever holds but for nil, which nobody can follow: what it
// points to wherever it is followed. A named result is set to nil by "return nil, err", to itself by "return p, nil".
func (p *Package) Pointee(a *ssa.Alloc) ssa.Value {
	u := p.use(a)
	if u.leaked {
		return nil
	}
	var found ssa.Value
	for _, s := range u.stores {
		load, ok := s.Val.(*ssa.UnOp)
		if IsNil(s.Val) || ok && load.Op == token.MUL && load.X == ssa.Value(a) {
			continue
		}
		if found != nil {
			return nil
		}
		found = s.Val
	}
	return found
}

// Leaked reports whether a variable's address is used in other ways than to load, to store and to be captured.
func (p *Package) Leaked(a *ssa.Alloc) bool { return p.use(a).leaked }

// Unset reports whether nothing is ever stored to a variable: it holds its zero value.
func (p *Package) Unset(a *ssa.Alloc) bool {
	u := p.use(a)
	return !u.leaked && len(u.stores) == 0
}

// collect follows a variable's address into closures.
func (u *cellUse) collect(addr ssa.Value) {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if instr.Val == addr {
				u.leaked = true
			} else {
				u.stores = append(u.stores, instr)
			}
		case *ssa.MakeClosure:
			for i, b := range instr.Bindings {
				if b == addr {
					u.collect(instr.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		default:
			u.leaked = true
		}
	}
}

// FinalField reports whether a field never changes after its object was made.
func (p *Package) FinalField(f *ssa.FieldAddr) bool {
	key, ok := p.Own(f)
	if !ok {
		return false
	}
	p.scan()
	return !p.stored[key] && !p.whole[key.Type]
}

// Own names an unexported field of a struct type that this package declares.
func (p *Package) Own(f *ssa.FieldAddr) (Field, bool) { return p.own(f.X.Type(), f.Field) }

// own is Own for the i-th field of a struct, or of what a pointer leads to.
func (p *Package) own(t types.Type, i int) (Field, bool) {
	n, ok := types.Unalias(source.Deref(t)).(*types.Named)
	if !ok || p.src.Pkg.Source.Path == "" || n.Obj().Pkg() == nil || source.Path(n.Obj().Pkg()) != p.src.Pkg.Source.Path {
		return Field{}, false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || st.Field(i).Exported() {
		return Field{}, false
	}
	return Field{n.Origin().Obj(), i}, true
}

// FinalGlobal reports whether a package-level variable of this package is set by initialisation only and never has its
// address taken.
func (p *Package) FinalGlobal(g *ssa.Global) bool { return p.OwnGlobal(g) && p.initialised(g) }

// initialised is FinalGlobal also for variables that other packages can name.
func (p *Package) initialised(g *ssa.Global) bool {
	if !p.declares(g) {
		return false
	}
	p.scan()
	return !p.globals[g]
}

// declares reports whether a package-level variable is one of this package.
func (p *Package) declares(g *ssa.Global) bool {
	return g.Pkg != nil && source.Path(g.Pkg.Pkg) == p.src.Pkg.Source.Path
}

// OwnGlobal reports whether a package-level variable is one of this package that no other package can name.
func (p *Package) OwnGlobal(g *ssa.Global) bool {
	return p.declares(g) && !token.IsExported(g.Name())
}

// scan looks through the package once.
func (p *Package) scan() {
	if p.scanned {
		return
	}
	p.scanned = true
	p.stored, p.whole, p.globals = map[Field]bool{}, map[*types.TypeName]bool{}, map[*ssa.Global]bool{}
	p.initial = map[*ssa.Global][]ssa.Value{}
	var rands []*ssa.Value
	for _, fn := range p.src.Funcs {
		init := fn.Synthetic == "package initializer"
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.scanInstr(instr)
				if st, ok := instr.(*ssa.Store); ok && init {
					if g, ok := st.Addr.(*ssa.Global); ok {
						p.initial[g] = append(p.initial[g], st.Val)
					}
				}
				rands = instr.Operands(rands[:0])
				for _, v := range rands {
					if g, ok := (*v).(*ssa.Global); ok && !readsGlobal(instr, g, init) {
						p.globals[g] = true
					}
				}
			}
		}
	}
}

// readsGlobal reports whether an instruction leaves a variable as it is, initialisation aside.
func readsGlobal(instr ssa.Instruction, g *ssa.Global, init bool) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return true
	case *ssa.Store:
		return init && instr.Addr == ssa.Value(g)
	case *ssa.FieldAddr:
		return onlyRead(instr)
	case *ssa.IndexAddr:
		return onlyRead(instr)
	}
	return false
}

// onlyRead reports whether an address serves for loads only.
func onlyRead(addr ssa.Value) bool {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyRead(instr) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyRead(instr) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// scanInstr notes stores that make fields change.
func (p *Package) scanInstr(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		if key, ok := p.Own(instr); ok && !p.setOnce(instr) {
			p.stored[key] = true
		}
	case *ssa.Store:
		n, ok := types.Unalias(instr.Val.Type()).(*types.Named)
		if _, local := source.Root(instr.Addr).(*ssa.Alloc); ok && !local {
			p.whole[n.Origin().Obj()] = true
		}
	}
}

// setOnce reports whether a field's address is only read, or set in an object that the function made.
func (p *Package) setOnce(f *ssa.FieldAddr) bool {
	local := p.made(source.Root(f.X))
	for _, instr := range *f.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.Store:
			if !local || instr.Val == ssa.Value(f) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// made reports whether a pointer is to an object that its function has made, which may know it by a variable that never
// holds another one.
func (p *Package) made(ptr ssa.Value) bool {
	if load, ok := ptr.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := load.X.(*ssa.Alloc); ok {
			if ptr = p.Stored(a); ptr == nil || ptr.Parent() != load.Parent() {
				return false
			}
		}
	}
	_, local := ptr.(*ssa.Alloc)
	return local
}
