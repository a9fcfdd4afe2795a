// This file names things: functions, types, variables, fields, methods, positions (S2).

package source

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

func itoa(n int) string { return strconv.Itoa(n) }

// FuncSymbol names a function, an instance by its origin.
func (r *Result) FuncSymbol(fn *ssa.Function) facts.Symbol {
	fn = Origin(fn)
	if s, ok := r.symbols[fn]; ok {
		return s
	}
	s := facts.Symbol{Kind: facts.SymFunc, Pkg: r.path}
	switch {
	case fn.Parent() != nil:
		s = r.FuncSymbol(fn.Parent())
		s.Name += strings.TrimPrefix(fn.Name(), fn.Parent().Name())
	case isSynthetic(fn):
		s.Name = r.syntheticName(fn)
	case fn.Object() != nil:
		s = methodOrFunc(fn.Object().(*types.Func))
		if fn.Object().Name() == "init" && fn.Signature.Recv() == nil {
			s.Name = fn.Name() // init#1
		}
	default:
		if fn.Pkg != nil {
			s.Pkg = Path(fn.Pkg.Pkg)
		}
		s.Name = fn.Name()
	}
	r.symbols[fn] = s
	return s
}

// syntheticName tells apart what one package makes of one method: "(*p.T).m$bound" by receiver, "(q.I).m$thunk" by
// first parameter.
func (r *Result) syntheticName(fn *ssa.Function) string {
	var recv types.Type
	switch {
	case len(fn.FreeVars) == 1:
		recv = fn.FreeVars[0].Type()
	case fn.Signature.Recv() != nil:
		recv = fn.Signature.Recv().Type()
	case fn.Signature.Params().Len() > 0:
		recv = fn.Signature.Params().At(0).Type()
	default:
		return fn.Name()
	}
	return "(" + r.types.name(recv) + ")." + fn.Name()
}

// DeclSymbol names a declared function or concrete method.
func DeclSymbol(obj *types.Func) facts.Symbol { return methodOrFunc(obj.Origin()) }

func methodOrFunc(obj *types.Func) facts.Symbol {
	s := facts.Symbol{Kind: facts.SymFunc, Name: obj.Name()}
	if obj.Pkg() != nil {
		s.Pkg = Path(obj.Pkg())
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return s
	}
	t := types.Unalias(recv.Type())
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	if n, ok := t.(*types.Named); ok {
		s.Name = "(" + star + n.Obj().Name() + ")." + obj.Name()
	}
	return s
}

// receiverName is the type name of a method's receiver, nil if it has none.
func receiverName(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// isNamed reports whether a type, or what a pointer type points to, is the one of a name of a package (by its path).
func isNamed(t types.Type, pkg, name string) bool {
	n := receiverName(t)
	return n != nil && n.Pkg() != nil && n.Pkg().Path() == pkg && n.Name() == name
}

// FunctionOf is the function that a value is, or that it closes over variables; nil if it is neither.
func FunctionOf(v ssa.Value) *ssa.Function {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	if c, ok := v.(*ssa.MakeClosure); ok {
		v = c.Fn
	}
	f, _ := v.(*ssa.Function)
	return f
}

// TypeSymbol names a type by its canonical string.
func (r *Result) TypeSymbol(t types.Type) facts.Symbol {
	return facts.Symbol{Kind: facts.SymType, Name: r.types.name(t)}
}

// GlobalSymbol names a package-level variable.
func GlobalSymbol(g *ssa.Global) facts.Symbol {
	s := facts.Symbol{Kind: facts.SymGlobal, Name: g.Name()}
	if g.Pkg != nil {
		s.Pkg = Path(g.Pkg.Pkg)
	}
	return s
}

// MethodSymbol names a method as interfaces ask for it.
func MethodSymbol(m *types.Func) facts.Symbol {
	s := facts.Symbol{Kind: facts.SymMethod, Name: m.Name()}
	if !m.Exported() && m.Pkg() != nil {
		s.Pkg = Path(m.Pkg())
	}
	return s
}

// FieldSymbol names field i of a struct, a named struct or a pointer to one: "T.f"; "T.g.f" or "v.f" where the struct
// has no name, but is the type of a field or variable of the package; "f" elsewhere.
func FieldSymbol(t types.Type, i int) facts.Symbol {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	s := facts.Symbol{Kind: facts.SymField}
	st, ok := core(t).(*types.Struct)
	if !ok {
		return facts.Symbol{}
	}
	f := st.Field(i)
	if f.Pkg() != nil {
		s.Pkg = Path(f.Pkg())
	}
	s.Name = f.Name()
	if n, ok := t.(*types.Named); ok {
		s.Name = n.Obj().Name() + "." + s.Name
	} else if home := homeOf(f); home != "" {
		s.Name = home + "." + s.Name
	}
	return s
}

// LocalSymbol names a local variable or parameter.
func LocalSymbol(name string) facts.Symbol {
	return facts.Symbol{Kind: facts.SymLocal, Name: name}
}

// Position is where a position of this package lies; line 0 when unknown.
func (r *Result) Position(pos token.Pos) (file facts.Symbol, line, col int) {
	if !pos.IsValid() {
		return facts.Symbol{}, 0, 0
	}
	p := r.pass.Fset.Position(pos)
	if p.Filename == "" {
		return facts.Symbol{}, 0, 0
	}
	return facts.Symbol{Kind: facts.SymFile, Pkg: r.path, Name: filepath.Base(p.Filename)}, p.Line, p.Column
}

// InTest reports whether a position lies in a test file.
func (r *Result) InTest(pos token.Pos) bool {
	file, _, _ := r.Position(pos)
	return isTestFile(file)
}

// isTestFile reports whether a file is one of tests.
func isTestFile(file facts.Symbol) bool { return strings.HasSuffix(file.Name, "_test.go") }

// isSynthetic reports whether fn is a bound method, thunk or wrapper. Instances stand for their origin and are no units
// (S2).
func isSynthetic(fn *ssa.Function) bool {
	return fn.Synthetic != "" && fn.Blocks != nil && fn.Parent() == nil && fn.Pkg == nil && fn.Origin() == nil
}
