// This file reads in the documentation of interfaces that several goroutines call what implements them at once, and
// finds the types that do (S16), and which methods their callers must order (S11).

package source

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// waived matches what limits a demand, as (limits) does a promise: that something must, or should, be so is what a
// demand is.
var waived = regexp.MustCompile(
	`(?is)\b(not|no|non|nor|never|isn't|aren't|un|except|unless|only|until|before|after|once|if|` +
		`otherwise|as\s+long\s+as|provided|assum\w+|caller)\b`,
)

// demands matches what documentation of interfaces says besides (promises).
var demands = regexp.MustCompile(`(?is)\b(?:(?:may|can|will|could|might|to)\s+be\s+(?:called|used|invoked|accessed)|` +
	`expect\w*\s+to\s+be\s+called|(?:is|are)\s+called)\s+(?:concurrently|simultaneously|in\s+parallel)\b|` +
	`\bconcurren(?:cy|t)[- ]safe\s+(?:way|manner)\b`)

// Demanded reports whether documentation of an interface, or of a method of one, says that implementations are used by
// several goroutines at once, or must allow that.
func Demanded(doc string) bool {
	for s := range strings.SplitSeq(strings.Join(strings.Fields(doc), " "), ". ") {
		if (promises.MatchString(s) || demands.MatchString(s)) && !waived.MatchString(s) {
			return true
		}
	}
	return false
}

// sharedInterfaces are the exported interfaces of the package of which the documentation demands that, by name; or
// "Interface.Method" where only that of a method does. In the order of the source.
func (r clientele) sharedInterfaces() []string {
	var list []string
	docs := r.TypeDocs()
	r.typeSpecs(func(_ *ast.GenDecl, s *ast.TypeSpec) {
		of, ok := s.Type.(*ast.InterfaceType)
		if !ok || !s.Name.IsExported() {
			return
		}
		if t, ok := r.pass.TypesInfo.Defs[s.Name].(*types.TypeName); ok && Demanded(docs[t]) {
			list = append(list, s.Name.Name)
			return
		}
		for _, m := range of.Methods.List {
			if len(m.Names) == 1 && Demanded(m.Doc.Text()) {
				list = append(list, s.Name.Name+"."+m.Names[0].Name)
			}
		}
	})
	return list
}

// contracted are those of a type's methods that several goroutines call at once, as the documentation of an interface
// says that the type implements.
func (r clientele) contracted(t *types.TypeName, methods []*ssa.Function) []*ssa.Function {
	named := map[string]bool{}
	note := func(pkg *types.Package, list []string) {
		for _, name := range list {
			name, only, _ := strings.Cut(name, ".")
			i, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			of, ok := i.Type().Underlying().(*types.Interface)
			if n, _ := i.Type().(*types.Named); !ok || n == nil || n.TypeParams().Len() > 0 || of.NumMethods() == 0 ||
				!types.Implements(types.NewPointer(t.Type()), of) {
				continue
			}
			for m := range of.Methods() {
				named[m.Name()] = named[m.Name()] || only == "" || only == m.Name()
			}
		}
	}
	note(r.pass.Pkg, r.Pkg.Source.Shared)
	for k, p := range r.imports {
		note(p, r.Imports[k].Source.Shared)
	}
	for _, p := range r.pass.Pkg.Imports() {
		note(p, models.SharedInterfaces(Path(p)))
	}
	return slices.DeleteFunc(slices.Clone(methods), func(m *ssa.Function) bool {
		return !named[m.Name()] || ends(m.Name())
	})
}

// InOrder reports whether callers must order their calls of a function, as its documentation says or that of a method
// of the package's interfaces that it implements.
func InOrder(r *Result, fn *ssa.Function) bool {
	if OrderedByCaller(docOf(fn)) {
		return true
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	for _, m := range r.ordered {
		if m.name == fn.Name() && types.Implements(recv.Type(), m.of) {
			return true
		}
	}
	return false
}

// orderedMethods are all such methods.
func orderedMethods(r *Result) []orderedMethod {
	var list []orderedMethod
	r.typeSpecs(func(_ *ast.GenDecl, s *ast.TypeSpec) {
		decl, ok := s.Type.(*ast.InterfaceType)
		if !ok || s.TypeParams != nil {
			return
		}
		of, ok := r.pass.TypesInfo.TypeOf(decl).(*types.Interface)
		if !ok {
			return
		}
		for _, m := range decl.Methods.List {
			if len(m.Names) == 1 && OrderedByCaller(m.Doc.Text()) {
				list = append(list, orderedMethod{of, m.Names[0].Name})
			}
		}
	})
	return list
}
