// This file writes method tables of types (S9).

package source

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

func newFoundTypes() *foundTypes {
	return &foundTypes{index: map[string]int{}, empty: map[types.Type]bool{}}
}

// HasMethods reports whether a type has methods that an interface could ask for.
func (r *Result) HasMethods(t types.Type) bool { return tables{r}.methodTable(t) != (facts.Symbol{}) }

// Tables makes the method tables of types that are put into interfaces (S9).
type tables struct{ *Result }

// methodTable registers the type's table and gives its name; the zero symbol when it has no methods.
func (r tables) methodTable(t types.Type) facts.Symbol {
	t = types.Unalias(t)
	if r.found.empty[t] {
		return facts.Symbol{}
	}
	sym := r.TypeSymbol(t)
	if _, ok := r.found.index[sym.Name]; ok {
		return sym
	}
	x := facts.Type{Sym: sym, Interface: types.IsInterface(t)}
	if x.Interface {
		x.Methods = interfaceMethods(t)
	} else {
		x.Methods = r.concreteMethods(t)
	}
	if len(x.Methods) == 0 {
		r.found.empty[t] = true
		return facts.Symbol{}
	}
	slices.SortFunc(x.Methods, func(a, b facts.Method) int {
		return cmp.Or(cmp.Compare(a.Name.Name, b.Name.Name), cmp.Compare(a.Name.Pkg, b.Name.Pkg))
	})
	r.found.index[sym.Name] = len(r.found.list)
	r.found.list = append(r.found.list, x)
	return sym
}

// interfaceMethods are the methods that an interface asks for.
func interfaceMethods(t types.Type) []facts.Method {
	var list []facts.Method
	if _, ok := t.(*types.TypeParam); ok {
		return nil
	}
	i := t.Underlying().(*types.Interface)
	for m := range i.Methods() {
		list = append(list, facts.Method{Name: MethodSymbol(m)})
	}
	return list
}

// concreteMethods is the method set with the way to each receiver.
func (r tables) concreteMethods(t types.Type) []facts.Method {
	set := r.ssa.Prog.MethodSets.MethodSet(t)
	list := make([]facts.Method, 0, set.Len())
	for i := range set.Len() {
		sel := set.At(i)
		m := sel.Obj().(*types.Func)
		x := facts.Method{Name: MethodSymbol(m), Func: DeclSymbol(m), Steps: r.steps(t, sel.Index(), m)}
		switch {
		case types.IsInterface(m.Signature().Recv().Type()):
			x.Func = MethodSymbol(m)
		case models.Unnoticed(r.row(m)):
			x.Func = facts.Symbol{}
		}
		list = append(list, x)
	}
	return list
}

// A walk goes from a payload to a receiver.
type walk struct {
	steps []facts.Step // so far
	off   uint32       // selected since the last load
}

// load dereferences what was selected.
func (w *walk) load() {
	w.steps = append(w.steps, facts.Step{Load: true, Offset: w.off})
	w.off = 0
}

// steps leads along an index path through embedded fields to what the method wants.
func (r tables) steps(t types.Type, path []int, m *types.Func) []facts.Step {
	var w walk
	pointer := false // what was reached is a pointer to t
	value := true    // nothing loaded yet, and the payload is the value itself: the first step always selects from it
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t, pointer, value = p.Elem(), true, false
	}
	for _, i := range path[:len(path)-1] {
		f := core(t).(*types.Struct).Field(i)
		w.off += r.Layout.FieldOffset(t, i)
		t = f.Type()
		if p, ok := core(t).(*types.Pointer); ok {
			if value {
				w.pick()
			} else {
				w.load()
			}
			t, pointer, value = p.Elem(), true, false
		}
	}
	switch recv := m.Signature().Recv().Type(); {
	case pointer && !isPointer(recv): // a value, or an embedded interface
		w.load()
	case w.off > 0:
		w.pick()
	}
	return w.steps
}

// pick writes down the offset as a step of its own.
func (w *walk) pick() {
	w.steps = append(w.steps, facts.Step{Offset: w.off})
	w.off = 0
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// TypeDocs is the documentation of the types that the package declares at its top level, and behind it what the
// package's own says of them by name.
func (r *Result) TypeDocs() map[*types.TypeName]string {
	var said []string
	for _, file := range r.pass.Files {
		if file.Doc != nil {
			said = append(said, strings.SplitAfter(strings.Join(strings.Fields(file.Doc.Text()), " "), ". ")...)
		}
	}
	docs := map[*types.TypeName]string{}
	r.typeSpecs(func(g *ast.GenDecl, s *ast.TypeSpec) {
		doc := s.Doc
		if doc == nil && !g.Lparen.IsValid() {
			doc = g.Doc
		}
		tn, ok := r.pass.TypesInfo.Defs[s.Name].(*types.TypeName)
		if !ok {
			return
		}
		text := doc.Text()
		for _, sentence := range said {
			if slices.Contains(strings.Fields(sentence), s.Name.Name) {
				text += "\n\n" + sentence
			}
		}
		if text != "" {
			docs[tn] = text
		}
	})
	return docs
}

// Doc is the documentation of the package.
func (r *Result) Doc() string {
	var text strings.Builder
	for _, file := range r.pass.Files {
		if file.Doc != nil {
			text.WriteString(file.Doc.Text() + "\n")
		}
	}
	return text.String()
}

// typeSpecs calls f for each type that the package declares at its top level.
func (r *Result) typeSpecs(f func(*ast.GenDecl, *ast.TypeSpec)) {
	for _, file := range r.pass.Files {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					f(g, s)
				}
			}
		}
	}
}
