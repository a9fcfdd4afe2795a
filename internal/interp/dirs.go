// This file finds the directories of packages that are imported.

package interp

import (
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// places notes in which directory each package that a package imports stands: the source of its declarations says it.
func (w *program) places(p *types.Package, seen map[*types.Package]bool) {
	if p == nil || seen[p] {
		return
	}
	seen[p] = true
	for _, q := range p.Imports() {
		w.places(q, seen)
	}
	if p == w.pkg.Types {
		return
	}
	for _, name := range p.Scope().Names() {
		if f := w.fset.Position(p.Scope().Lookup(name).Pos()).Filename; filepath.IsAbs(f) {
			w.dirs[p.Path()] = filepath.Dir(f)
			return
		}
	}
}

// guess finds the directory of a package that no export data mentions: beside another one of its module, or in the
// module cache, in the version that go.mod asks for.
func (w *program) guess(name string) (string, bool) {
	if dir, ok := w.beside(name); ok {
		return dir, true
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
	if w.required == nil {
		w.required = w.requirements()
	}
	for at := name; at != "."; at = path.Dir(at) {
		if root := w.required[at]; root != "" {
			dir := filepath.Join(root, strings.TrimPrefix(name, at))
			return dir, isDir(dir)
		}
	}
	return "", false
}

// isDir reports whether there is such a directory.
func isDir(name string) bool {
	s, err := os.Stat(name)
	return err == nil && s.IsDir()
}

// requirements are the directories of the modules that the go.mod above the package asks for, by their paths.
func (w *program) requirements() map[string]string {
	dirs := map[string]string{}
	if len(w.pkg.Files) == 0 {
		return dirs
	}
	cache := os.Getenv("GOMODCACHE")
	for _, d := range w.dirs {
		if before, _, ok := strings.Cut(d, "/pkg/mod/"); ok && cache == "" {
			cache = before + "/pkg/mod"
		}
	}
	for dir := filepath.Dir(w.fset.Position(w.pkg.Files[0].Pos()).Filename); cache != ""; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			if dir == filepath.Dir(dir) {
				break
			}
			continue
		}
		f, err := modfile.ParseLax("go.mod", data, nil)
		if err != nil {
			break
		}
		for _, r := range f.Require {
			p, err1 := module.EscapePath(r.Mod.Path)
			v, err2 := module.EscapeVersion(r.Mod.Version)
			if err1 == nil && err2 == nil {
				dirs[r.Mod.Path] = filepath.Join(cache, p+"@"+v)
			}
		}
		break
	}
	return dirs
}

// beside finds the directory of a package of the own module from that of the package that is run.
func (w *program) beside(name string) (string, bool) {
	tail, ok := strings.CutPrefix(name, w.pkg.Module+"/")
	if !ok || w.pkg.Module == "" || len(w.pkg.Files) == 0 {
		return "", false
	}
	own := strings.TrimPrefix(strings.TrimSuffix(w.pkg.Path, "_test"), w.pkg.Module)
	dir := filepath.Dir(w.fset.Position(w.pkg.Files[0].Pos()).Filename)
	root, ok := strings.CutSuffix(filepath.ToSlash(dir), own)
	if !ok || !filepath.IsAbs(dir) {
		return "", false
	}
	dir = filepath.Join(root, tail)
	return dir, isDir(dir)
}
