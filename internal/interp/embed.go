// This file gives variables their embedded files (V58).

package interp

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// An embedded is a variable with embedded files.
type embedded struct {
	global   *ssa.Global // the variable
	dir      string      // of its package
	patterns []string    // which files
}

// embeds finds the variables with embedded files of all packages, in the source files where these stand.
func (w *program) embeds() []embedded {
	var list []embedded
	for _, p := range w.world.Prog.AllPackages() {
		if !slices.ContainsFunc(p.Pkg.Imports(), func(q *types.Package) bool { return q.Path() == "embed" }) {
			continue
		}
		files := map[string]map[string][]string{} // by file and variable: the patterns
		for _, name := range p.Pkg.Scope().Names() {
			g, ok := p.Members[name].(*ssa.Global)
			if !ok {
				continue
			}
			file := w.fset.Position(g.Pos()).Filename
			if files[file] == nil {
				files[file] = directives(file)
			}
			if patterns := files[file][name]; len(patterns) > 0 {
				list = append(list, embedded{g, filepath.Dir(file), patterns})
			}
		}
	}
	slices.SortFunc(list, func(a, b embedded) int { return cmp.Compare(a.global.String(), b.global.String()) })
	return list
}

// directives are the patterns of the go:embed directives of a file, by variable.
func directives(file string) map[string][]string {
	found := map[string][]string{}
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return found
	}
	for _, d := range tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 {
				continue
			}
			for _, doc := range []*ast.CommentGroup{g.Doc, v.Doc} {
				found[v.Names[0].Name] = append(found[v.Names[0].Name], patternsOf(doc)...)
			}
		}
	}
	return found
}

// patternsOf are those of the go:embed directives in a comment.
func patternsOf(doc *ast.CommentGroup) (list []string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			for _, p := range strings.Fields(rest) {
				list = append(list, strings.Trim(p, "\"`"))
			}
		}
	}
	return list
}

// files are the contents of the files that patterns say, by their names with slashes.
func (e embedded) files() map[string]string {
	found, size := map[string]string{}, 0
	for _, pattern := range e.patterns {
		pattern, all := strings.CutPrefix(pattern, "all:")
		names, _ := filepath.Glob(filepath.Join(e.dir, filepath.FromSlash(pattern)))
		for _, top := range names {
			_ = filepath.WalkDir(top, func(at string, d fs.DirEntry, err error) error {
				hidden := at != top && !all && strings.ContainsAny(d.Name()[:1], "._")
				switch {
				case err != nil:
					return err
				case d.IsDir() && hidden:
					return filepath.SkipDir
				case hidden || !d.Type().IsRegular():
					return nil
				}
				info, err := d.Info()
				if size += int(min(info.Size(), maxEmbedded+1)); err != nil || size > maxEmbedded {
					panic(machine.Unsupported("large embedded files"))
				}
				data, err := os.ReadFile(at)
				if name, err2 := filepath.Rel(e.dir, at); err == nil && err2 == nil {
					found[filepath.ToSlash(name)] = string(data)
				}
				return err
			})
		}
	}
	return found
}

// embed gives the variables of a run their embedded files.
func (w *program) embed(r *machine.Run) {
	for _, e := range w.embeds() {
		files, c := e.files(), r.Variable(e.global)
		switch t := machine.ElemOf(e.global.Type()); u := machine.Under(t).(type) {
		case *types.Basic:
			for _, data := range files {
				c.V = data
			}
		case *types.Slice:
			for _, data := range files {
				c.V = r.BytesOf(data)
			}
		case *types.Struct:
			if u.NumFields() == 1 && types.TypeString(t, nil) == "embed.FS" {
				c.Parts[0].V = tree(r, u.Field(0).Type(), files)
			}
		}
	}
}

// tree is what embed.FS keeps of files: a pointer to a list of them and of the directories that they are in.
func tree(r *machine.Run, ptr types.Type, files map[string]string) *machine.Cell {
	all := map[string]string{}
	for name, data := range files {
		all[name] = data
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			all[dir+"/"] = ""
		}
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		x, y := strings.TrimSuffix(a, "/"), strings.TrimSuffix(b, "/")
		return cmp.Or(cmp.Compare(path.Dir(x), path.Dir(y)), cmp.Compare(path.Base(x), path.Base(y)))
	})
	elem := machine.ElemOf(machine.ElemOf(ptr))
	list := r.MakeSlice(elem, len(names), len(names))
	for i, name := range names {
		file := machine.Zero(elem).(machine.Agg) // name, data, hash
		file[0], file[1] = name, all[name]
		list.At(i).Write(file)
	}
	return &machine.Cell{V: list}
}
