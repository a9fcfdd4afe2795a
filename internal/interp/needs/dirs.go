// This file finds the directories of packages that are imported.

package needs

import (
	"go/build"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// resolve says which package an import means, and whose it is.
func (w *Set) resolve(from *Unit, name string) (string, Kind) {
	k := foreign
	if from != nil && from.Kind != User {
		k = from.Kind
	}
	switch {
	case name == w.Module || w.Module != "" && strings.HasPrefix(name, w.Module+"/"):
		return name, User
	case w.hasStand(name):
		return name, stand
	case w.Pure[name]:
		return name, pureGo
	case standard(name):
		return name, hollow
	case k != foreign:
		return "vendor/" + name, hollow
	}
	return name, foreign
}

// directory is where a package stands.
func (w *Set) directory(name string, k Kind) (string, error) {
	if k == pureGo || k == hollow {
		return filepath.Join(w.goroot(), "src", name), nil
	}
	if dir, ok := w.dirs[name]; ok {
		return dir, nil
	}
	if dir, ok := w.guess(name); ok {
		return dir, nil
	}
	return "", errText("no source of " + name + " to run")
}

// hasStand reports whether there is a stand-in for a package.
func (w *Set) hasStand(name string) bool {
	list, err := fs.ReadDir(w.Stands, path.Join("_std", name))
	if err != nil {
		return false
	}
	for _, f := range list {
		if !f.IsDir() {
			return true
		}
	}
	return false
}

// places notes in which directory each package that a package imports stands: the source of its declarations says it.
func (w *Set) places(p *types.Package, seen map[*types.Package]bool) {
	if p == nil || seen[p] {
		return
	}
	seen[p] = true
	for _, q := range p.Imports() {
		w.places(q, seen)
	}
	if p == w.Types {
		return
	}
	for _, name := range p.Scope().Names() {
		if f := w.Fset.Position(p.Scope().Lookup(name).Pos()).Filename; filepath.IsAbs(f) {
			w.dirs[p.Path()] = filepath.Dir(f)
			return
		}
	}
}

// guess finds the directory of a package that no export data mentions: beside another one of its module, in
// the vendor directory, or in the module that go.mod, go.work or go.sum say.
func (w *Set) guess(name string) (string, bool) {
	if dir, ok := w.beside(name); ok {
		return dir, true
	}
	if w.required == nil {
		w.required = w.requirements()
	}
	if root := w.required["vendor"]; root != "" && isDir(filepath.Join(root, name)) {
		return filepath.Join(root, name), true
	}
	for known, dir := range w.dirs {
		rest, root := known, dir
		for rest != "." && filepath.Base(root) == path.Base(rest) {
			rest, root = path.Dir(rest), filepath.Dir(root)
		}
		if tail, ok := strings.CutPrefix(name, rest+"/"); ok && strings.Contains(filepath.Base(root), "@") {
			if dir := filepath.Join(root, tail); isDir(dir) {
				return dir, true
			}
		}
	}
	for at := name; at != "."; at = path.Dir(at) {
		if root := w.required[at]; root != "" {
			dir := filepath.Join(root, strings.TrimPrefix(name, at))
			return dir, isDir(dir)
		}
	}
	return "", false
}

// nameOf is the name of a package that a unit imports: its package clause says it.
func (w *Set) nameOf(from *Unit, name string) string {
	full, k := w.resolve(from, name)
	if k > foreign {
		last := path.Base(full)
		if strings.HasPrefix(last, "v") && strings.Trim(last, "v0123456789") == "" {
			last = path.Base(path.Dir(full))
		}
		return last
	}
	if w.names[full] == "" {
		w.names[full] = w.clause(full, k)
	}
	return w.names[full]
}

// clause is what the package clause of a package says; if it has no source, what its path looks like.
func (w *Set) clause(name string, k Kind) string {
	dir, err := w.directory(name, k)
	list, _ := os.ReadDir(dir)
	for _, f := range list {
		if err != nil || !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		ok, _ := build.Default.MatchFile(dir, f.Name())
		if src, err := os.ReadFile(filepath.Join(dir, f.Name())); ok && err == nil {
			return packageName(src)
		}
	}
	return path.Base(name)
}

// isDir reports whether there is such a directory.
func isDir(name string) bool {
	s, err := os.Stat(name)
	return err == nil && s.IsDir()
}

// beside finds the directory of a package of the own module from that of the package that is run.
func (w *Set) beside(name string) (string, bool) {
	tail, ok := strings.CutPrefix(name, w.Module+"/")
	if !ok || w.Module == "" || len(w.Files) == 0 {
		return "", false
	}
	own := strings.TrimPrefix(strings.TrimSuffix(w.Path, "_test"), w.Module)
	dir := filepath.Dir(w.Fset.Position(w.Files[0].Pos()).Filename)
	root, ok := strings.CutSuffix(filepath.ToSlash(dir), own)
	if !ok || !filepath.IsAbs(dir) {
		return "", false
	}
	dir = filepath.Join(root, tail)
	return dir, isDir(dir)
}

// standard reports whether an import path is one of the standard library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}

// goroot is where the standard library stands: the environment says it, the build of this program, or export data.
func (w *Set) goroot() string {
	if d := os.Getenv("GOROOT"); d != "" {
		return d
	}
	if d := build.Default.GOROOT; d != "" {
		return d
	}
	for _, name := range []string{"sync", "fmt", "time", "context", "testing", "errors", "strings"} {
		if root, ok := strings.CutSuffix(w.dirs[name], filepath.Join("/src", name)); ok {
			return root
		}
	}
	return ""
}
