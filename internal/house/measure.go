// This file measures one package after the other: what is counted, by rules that need types.

package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/graph"
)

// A figures is what is counted of one package; tests aside.
type figures struct {
	pkg      string // import path below the module
	lines    int    // of all files
	comments int    // lines that are nothing but comment
	files    int    // of Go, tests aside
	// names of the files of the largest strongly connected component: each refers to each other, directly or not
	circle  []string
	methods int    // of the type that has most
	biggest string // that type
	long    int    // functions of more than 60 lines
	fields  int    // of structs
	// of these, those without a phrase: no comment beside, above, or above the group that they begin or continue
	mute         int
	undocumented int // exported names without documentation
	wide         int // lines of more than 120 columns, tabs as one

	faults []fault // what mute, long, undocumented and wide count, in the order of the files
}

// A fault is one place that a figure counts.
type fault struct {
	posn token.Position // where
	what string         // what is wrong there
}

// note notes a fault.
func (f *figures) note(posn token.Position, what string) {
	f.faults = append(f.faults, fault{posn, what})
}

// Bounds of what is counted.
const (
	longFunction = 60  // lines of a function, its documentation aside
	wideLine     = 120 // columns of a line: two of them fit a screen side by side
)

// measure counts the packages that patterns name.
func measure(patterns ...string) ([]figures, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedModule
	loaded, err := packages.Load(&packages.Config{Mode: mode}, patterns...)
	if err != nil {
		return nil, err
	}
	var all []figures
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, p.Errors[0])
		}
		f, err := count(p)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b figures) int { return strings.Compare(a.pkg, b.pkg) })
	return all, nil
}

// count counts one package.
func count(p *packages.Package) (figures, error) {
	f := figures{pkg: strings.TrimPrefix(p.PkgPath, p.Module.Path+"/"), files: len(p.Syntax)}
	for _, file := range p.Syntax {
		if err := f.text(p.Fset, file); err != nil {
			return f, err
		}
		f.syntax(p.Fset, file)
	}
	f.circle = largestCycle(p)
	f.types(p)
	return f, nil
}

// text counts lines.
func (f *figures) text(fset *token.FileSet, file *ast.File) error {
	data, err := os.ReadFile(fset.Position(file.FileStart).Filename)
	if err != nil {
		return err
	}
	comment := map[int]bool{}
	for _, group := range file.Comments {
		for line := fset.Position(group.Pos()).Line; line <= fset.Position(group.End()).Line; line++ {
			comment[line] = true
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		f.lines++
		text := strings.TrimSpace(line)
		if comment[i+1] && (strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*")) {
			f.comments++
		}
		if len([]rune(line)) > wideLine {
			f.wide++
			f.note(token.Position{Filename: fset.Position(file.FileStart).Filename, Line: i + 1}, "more than 120 columns")
		}
	}
	return nil
}

// syntax counts functions, fields and exported names.
func (f *figures) syntax(fset *token.FileSet, file *ast.File) {
	lines := func(n ast.Node) int { return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1 }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && lines(d.Body) > longFunction {
				f.long++
				f.note(fset.Position(d.Pos()), "function of more than 60 lines")
			}
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) && !fulfils(d.Name.Name) {
				f.undocumented++
				f.note(fset.Position(d.Pos()), "exported without documentation")
			}
		case *ast.GenDecl:
			f.declared(fset, d)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			f.structFields(fset, s)
		}
		return true
	})
}

// fulfils reports whether a method's name says all: those of well-known interfaces.
func fulfils(name string) bool {
	return slices.Contains(
		[]string{
			"String",
			"Error",
			"Len",
			"Less",
			"Swap",
			"Unwrap",
			"AFact",
			"MarshalJSON",
			"UnmarshalJSON",
			"MarshalText",
			"Write",
			"Read",
			"Close",
		},
		name,
	)
}

// exportedReceiver reports whether a function is no method, or one of an exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

// declared counts exported types, constants and variables without documentation; a group's counts for all in it.
func (f *figures) declared(fset *token.FileSet, d *ast.GenDecl) {
	said := d.Doc != nil
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && !said && s.Doc == nil && s.Comment == nil {
				f.undocumented++
				f.note(fset.Position(s.Pos()), "exported without documentation")
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() && !said && s.Doc == nil && s.Comment == nil {
					f.undocumented++
					f.note(fset.Position(name.Pos()), "exported without documentation")
				}
			}
		}
	}
}

// structFields counts the fields of a struct. A comment stands for the fields that follow it without an empty line;
// embedded fields say what they are.
func (f *figures) structFields(fset *token.FileSet, s *ast.StructType) {
	said, last := false, 0
	for _, field := range s.Fields.List {
		at := fset.Position(field.Pos()).Line
		if said && at > last+1 {
			said = false
		}
		said = said || field.Doc != nil
		last = fset.Position(field.End()).Line
		for range field.Names {
			f.fields++
			if !said && field.Comment == nil {
				f.mute++
				f.note(fset.Position(field.Pos()), "field without a phrase")
			}
		}
	}
}

// types finds the type with most methods.
func (f *figures) types(p *packages.Package) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok && named.NumMethods() > f.methods {
			f.methods, f.biggest = named.NumMethods(), name
		}
	}
}

// largestCycle is the largest set of files of which each refers to each other, directly or by others. A file refers to
// another one if it uses a name that the other one declares: of the package, a method or a field.
func largestCycle(p *packages.Package) (names []string) {
	number := map[string]int{}
	for i, file := range p.Syntax {
		number[p.Fset.Position(file.FileStart).Filename] = i
	}
	edges := make(graph.Lists[int], len(p.Syntax))
	for id, o := range p.TypesInfo.Uses {
		if o.Pkg() != p.Types {
			continue
		}
		from, to := number[p.Fset.Position(id.Pos()).Filename], number[p.Fset.Position(o.Pos()).Filename]
		if from != to && !slices.Contains(edges[from], to) {
			edges[from] = append(edges[from], to)
		}
	}
	c, largest := graph.Find(edges, len(edges)), 1
	for i := range c.Len() {
		if list := c.Members(i); len(list) > largest {
			largest, names = len(list), nil
			for _, k := range list {
				names = append(names, filepath.Base(p.Fset.Position(p.Syntax[k].FileStart).Filename))
			}
		}
	}
	slices.Sort(names)
	return names
}

// mostInCircle is how many files of a package may refer to each other in a circle: a third, and two, since fewer are
// none.
func mostInCircle(files int) int { return max(2, files/3) }

// table words the figures as Markdown, with a sum.
func table(all []figures) string {
	var b strings.Builder
	b.WriteString(
		"| package | lines | files | largest cycle of files, limit | methods of the largest type | functions over 60 lines " +
			"| comment share | fields without a phrase | exported without documentation | lines over 120 columns |\n",
	)
	b.WriteString("|---|--:|--:|--:|---|--:|--:|--:|--:|--:|\n")
	sum := figures{pkg: "all"}
	for _, f := range all {
		b.WriteString(f.row())
		sum.lines, sum.comments, sum.files = sum.lines+f.lines, sum.comments+f.comments, sum.files+f.files
		if len(f.circle) > len(sum.circle) {
			sum.circle = f.circle
		}
		if f.methods > sum.methods {
			sum.methods, sum.biggest = f.methods, filepath.Base(f.pkg)+"."+f.biggest
		}
		sum.long, sum.fields, sum.mute = sum.long+f.long, sum.fields+f.fields, sum.mute+f.mute
		sum.undocumented, sum.wide = sum.undocumented+f.undocumented, sum.wide+f.wide
	}
	b.WriteString(sum.row())
	return b.String()
}

// row is one line of the table.
func (f *figures) row() string {
	return fmt.Sprintf(
		"| %s | %d | %d | %d, %d | %d %s | %d | %d %% | %d of %d | %d | %d |\n",
		f.pkg,
		f.lines,
		f.files,
		len(f.circle),
		mostInCircle(f.files),
		f.methods,
		f.biggest,
		f.long,
		100*f.comments/max(f.lines, 1),
		f.mute,
		f.fields,
		f.undocumented,
		f.wide,
	)
}
