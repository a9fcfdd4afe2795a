// This file finds the source of a package, and indexes what it declares without parsing it.

package needs

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Generated are the names of the user's files that are generated.
func (u *Unit) Generated() (names []string) {
	for _, f := range u.files {
		if u.Kind == User && f.tree != nil && ast.IsGenerated(f.tree) {
			names = append(names, filepath.Base(f.name))
		}
	}
	return names
}

// source makes the unit of a package; the error says why there is none.
func (w *Set) source(name string, k Kind) (*Unit, error) {
	u := newUnit(name, k)
	if k == stand {
		return u, w.readStand(u)
	}
	dir, err := w.directory(name, k)
	if err != nil {
		return nil, err
	}
	u.dir = dir
	u.tests = name+"_test" == w.Path
	if k == User {
		u.Version = w.Go
	}
	return u, w.readDir(u, dir)
}

// readStand reads a stand-in.
func (w *Set) readStand(u *Unit) error {
	list, err := fs.ReadDir(w.Stands, path.Join("_std", u.Path))
	if err != nil {
		return err
	}
	for _, f := range list {
		if f.IsDir() {
			continue
		}
		full := path.Join("_std", u.Path, f.Name())
		src, err := fs.ReadFile(w.Stands, full)
		if err != nil {
			return err
		}
		u.add(full, src)
	}
	return nil
}

// readDir reads the files of a directory that belong to the build, with those of the package's own tests if these are
// tried.
func (w *Set) readDir(u *Unit, dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	ctx := context(dir, list, u.Kind != foreign)
	var src []byte
	ctx.OpenFile = func(name string) (io.ReadCloser, error) {
		var err error
		src, err = os.ReadFile(name)
		return io.NopCloser(bytes.NewReader(src)), err
	}
	for _, f := range list {
		name := f.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") && !u.tests {
			continue
		}
		src = nil
		if ok, err := ctx.MatchFile(dir, name); err != nil || !ok || src == nil {
			continue
		}
		if strings.HasSuffix(packageName(src), "_test") && u.tests {
			continue
		}
		u.add(filepath.Join(dir, name), src)
	}
	if len(u.files) == 0 {
		return errText("no source in " + dir)
	}
	return nil
}

// plain are build tags by which packages offer sources without assembly and package unsafe (V55).
var plain = []string{"purego", "noasm", "safe", "appengine"}

// context says which files of a directory are loaded: of the own module those of the build, of others those without
// assembly where they have such.
func context(dir string, list []os.DirEntry, own bool) build.Context {
	ctx := build.Default
	ctx.CgoEnabled = false
	if own {
		return ctx
	}
	ctx.BuildTags = plain
	for _, f := range list {
		if ok, err := ctx.MatchFile(dir, f.Name()); err != nil || !ok || !strings.Contains(f.Name(), "appengine") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.ImportsOnly)
		if err == nil && slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool {
			return strings.HasPrefix(i.Path.Value, `"google.golang.org/appengine`)
		}) {
			ctx.BuildTags = plain[:len(plain)-1]
		}
	}
	return ctx
}

// add adds a file that is not parsed yet.
func (u *Unit) add(name string, src []byte) {
	f := &file{unit: u, name: name, src: src}
	u.files = append(u.files, f)
	if u.Kind <= foreign && bytes.Contains(src, []byte("_ \"")) {
		u.index["import"] = append(u.index["import"], f)
	}
	seen := map[string]bool{}
	declared(src, func(recv, name string) {
		if recv != "" {
			u.methods[recv] = append(u.methods[recv], name)
			name = recv + "." + name
		}
		if !seen[name] {
			seen[name] = true
			u.index[name] = append(u.index[name], f)
		}
	})
}

// adopt adds a file that is parsed.
func (w *Set) adopt(u *Unit, tree *ast.File) {
	f := &file{unit: u, name: w.Fset.Position(tree.FileStart).Filename, tree: tree}
	u.files = append(u.files, f)
	w.enter(f)
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && receiver(fn) != "" {
			u.methods[receiver(fn)] = append(u.methods[receiver(fn)], fn.Name.Name)
		}
	}
}

// lookup gives what declares a name; a method as T.M.
func (w *Set) lookup(u *Unit, name string) []*Decl {
	if list := u.index[name]; list != nil {
		delete(u.index, name)
		for _, f := range list {
			w.parse(f)
		}
	}
	return u.decls[name]
}

// parse parses a file, and enters what it declares; one that cannot be parsed declares nothing.
func (w *Set) parse(f *file) {
	if f.tree != nil {
		return
	}
	mode := parser.SkipObjectResolution
	if f.unit.Kind == User || bytes.Contains(f.src, []byte("//go:linkname")) {
		mode |= parser.ParseComments // they say what is generated, or linked
	}
	f.tree, _ = parser.ParseFile(w.Fset, f.name, f.src, mode)
	if f.unit.Kind != stand {
		w.Lines += bytes.Count(f.src, []byte("\n"))
	}
	if w.Lines > maxLines {
		panic(TooLarge(fmt.Sprintf("more than %d lines of source", maxLines)))
	}
	w.enter(f)
}

// enter takes a parsed file apart.
func (w *Set) enter(f *file) {
	f.imports = map[string]string{}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if r := receiver(d); r != "" {
				name = r + "." + name
			}
			f.enterOne(d, name)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				for _, s := range d.Specs {
					w.enterImport(f, s.(*ast.ImportSpec))
				}
				continue
			}
			f.enterSpecs(d)
		}
	}
}

// enterImport notes what a file imports.
func (w *Set) enterImport(f *file, s *ast.ImportSpec) {
	name, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return
	}
	switch {
	case s.Name == nil:
		f.imports[w.nameOf(f.unit, name)] = name
	case s.Name.Name == ".":
		f.dots = append(f.dots, name)
	case s.Name.Name == "_":
		if f.unit.Kind == User || f.unit.Kind == foreign {
			f.unit.decls["import"] = append(f.unit.decls["import"], &Decl{
				unit: f.unit, file: f, uses: map[string]bool{name: true}, Names: []string{"import"},
				Node: &ast.GenDecl{Tok: token.IMPORT, TokPos: s.Pos(), Specs: []ast.Spec{s}},
			})
		}
	default:
		f.imports[s.Name.Name] = name
	}
}

// enterSpecs takes a declaration with parentheses apart.
func (f *file) enterSpecs(d *ast.GenDecl) {
	if d.Tok == token.CONST && continued(d) {
		var names []string
		for _, s := range d.Specs {
			names = append(names, specNames(s)...)
		}
		f.enterOne(d, names...)
		return
	}
	for _, s := range d.Specs {
		f.enterOne(&ast.GenDecl{Tok: d.Tok, TokPos: s.Pos(), Specs: []ast.Spec{s}}, specNames(s)...)
	}
}

// enterOne notes a declaration.
func (f *file) enterOne(node ast.Decl, names ...string) {
	x := &Decl{unit: f.unit, file: f, Node: node, Names: names}
	f.decls = append(f.decls, x)
	for _, name := range names {
		f.unit.decls[name] = append(f.unit.decls[name], x)
	}
}

// specNames are the names that a specification declares.
func specNames(s ast.Spec) []string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return []string{s.Name.Name}
	case *ast.ValueSpec:
		var names []string
		for _, x := range s.Names {
			names = append(names, x.Name)
		}
		return names
	}
	return nil
}

// continued reports whether constants depend on their place in the list.
func continued(d *ast.GenDecl) bool {
	found := false
	for _, s := range d.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok || len(v.Values) == 0 {
			return true
		}
		for _, x := range v.Values {
			ast.Inspect(x, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Name == "iota" {
					found = true
				}
				return !found
			})
		}
	}
	return found
}

// receiver is the name of the type whose method a function is; empty if it is none.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
