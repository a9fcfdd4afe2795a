// This file writes types as canonical strings: aliases resolved, package paths in full without test variants, local
// types of one name told apart.

package source

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// typeNames memoises the strings.
type typeNames struct {
	memo  map[types.Type]string   // by identity of the type
	local map[*types.TypeName]int // ordinal among the local types of one name, from 1
}

func newTypeNames(pass *analysis.Pass) *typeNames {
	n := &typeNames{memo: map[types.Type]string{}, local: map[*types.TypeName]int{}}
	count := map[string]int{}
	for _, f := range pass.Files {
		ast.Inspect(f, func(x ast.Node) bool {
			if d, ok := x.(*ast.TypeSpec); ok {
				n.number(pass, d, count)
			}
			return true
		})
	}
	return n
}

// number gives a local type its ordinal.
func (n *typeNames) number(pass *analysis.Pass, d *ast.TypeSpec, count map[string]int) {
	if obj, ok := pass.TypesInfo.Defs[d.Name].(*types.TypeName); ok && obj.Parent() != pass.Pkg.Scope() {
		count[d.Name.Name]++
		n.local[obj] = count[d.Name.Name]
	}
}

// name is the canonical string of a type.
func (n *typeNames) name(t types.Type) string {
	if s, ok := n.memo[t]; ok {
		return s
	}
	var b strings.Builder
	n.write(&b, t)
	s := b.String()
	n.memo[t] = s
	return s
}

// write appends a type.
func (n *typeNames) write(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		n.named(b, t)
	case *types.Pointer:
		b.WriteByte('*')
		n.write(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		n.write(b, t.Elem())
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		n.write(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		n.write(b, t.Key())
		b.WriteByte(']')
		n.write(b, t.Elem())
	case *types.Chan:
		b.WriteString([]string{"chan ", "chan<- ", "<-chan "}[t.Dir()] + "(")
		n.write(b, t.Elem())
		b.WriteByte(')')
	case *types.Signature:
		b.WriteString("func")
		n.signature(b, t)
	case *types.Struct:
		n.structure(b, t)
	case *types.Interface:
		n.iface(b, t)
	case *types.Tuple:
		n.tuple(b, t, false)
	case *types.TypeParam:
		b.WriteString(t.Obj().Name())
	default:
		b.WriteString(t.String())
	}
}

func (n *typeNames) named(b *strings.Builder, t *types.Named) {
	obj := t.Obj()
	if obj.Pkg() != nil {
		b.WriteString(Path(obj.Pkg()) + ".")
	}
	b.WriteString(obj.Name())
	if k := n.local[t.Origin().Obj()]; k > 0 {
		b.WriteString("·" + strconv.Itoa(k))
	}
	for i := range t.TypeArgs().Len() {
		b.WriteByte("[,"[min(i, 1)])
		n.write(b, t.TypeArgs().At(i))
	}
	if t.TypeArgs().Len() > 0 {
		b.WriteByte(']')
	}
}

func (n *typeNames) signature(b *strings.Builder, t *types.Signature) {
	n.tuple(b, t.Params(), t.Variadic())
	if t.Results().Len() > 0 {
		n.tuple(b, t.Results(), false)
	}
}

func (n *typeNames) tuple(b *strings.Builder, t *types.Tuple, variadic bool) {
	b.WriteByte('(')
	for i := range t.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if variadic && i == t.Len()-1 {
			b.WriteString("...")
		}
		n.write(b, t.At(i).Type())
	}
	b.WriteByte(')')
}

func (n *typeNames) structure(b *strings.Builder, t *types.Struct) {
	b.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		if i > 0 {
			b.WriteByte(';')
		}
		if !f.Exported() && f.Pkg() != nil {
			b.WriteString(Path(f.Pkg()) + ".")
		}
		b.WriteString(f.Name() + " ")
		n.write(b, f.Type())
		if tag := t.Tag(i); tag != "" {
			b.WriteString(strconv.Quote(tag))
		}
	}
	b.WriteByte('}')
}

func (n *typeNames) iface(b *strings.Builder, t *types.Interface) {
	if !t.IsMethodSet() {
		b.WriteString(t.String())
		return
	}
	b.WriteString("interface{")
	for i := range t.NumMethods() { // sorted by Id
		m := t.Method(i)
		if i > 0 {
			b.WriteByte(';')
		}
		if !m.Exported() && m.Pkg() != nil {
			b.WriteString(Path(m.Pkg()) + ".")
		}
		b.WriteString(m.Name())
		n.signature(b, m.Signature())
	}
	b.WriteByte('}')
}

// Path is a package's import path without its test variant: "p [p.test]" is p; external tests keep "_test".
func Path(p *types.Package) string {
	path, _, _ := strings.Cut(p.Path(), " ")
	return path
}
