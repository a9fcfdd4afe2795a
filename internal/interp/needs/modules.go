// This file finds the directories of modules that other packages may come from.

package needs

import (
	"cmp"
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// requirements are the directories of modules, by their paths: those that the go.mod above the package asks for, what
// its replace lines and the go.work above it say, and of what it leaves out the newest version that go.sum knows. The
// name vendor is that of the directory of vendored packages, if there is one.
func (w *Set) requirements() map[string]string {
	dirs := map[string]string{}
	if len(w.Files) == 0 {
		return dirs
	}
	from := filepath.Dir(w.Fset.Position(w.Files[0].Pos()).Filename)
	if !filepath.IsAbs(from) {
		return dirs
	}
	if root := above(from, "go.mod"); root != "" {
		w.summed(root, dirs)
		w.asked(root, dirs)
		if v := filepath.Join(root, "vendor"); isDir(v) {
			dirs["vendor"] = v
		}
	}
	if root := above(from, "go.work"); root != "" && os.Getenv("GOWORK") != "off" {
		w.joined(root, dirs)
	}
	return dirs
}

// above is the nearest directory that has a file, from one upwards; empty if there is none.
func above(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// asked adds what go.mod requires and replaces.
func (w *Set) asked(root string, dirs map[string]string) {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return
	}
	f, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		if f, err = modfile.ParseLax("go.mod", data, nil); err != nil {
			return
		}
	}
	versions := map[string]string{}
	for _, r := range f.Require {
		versions[r.Mod.Path] = r.Mod.Version
		dirs[r.Mod.Path] = w.cached(r.Mod)
	}
	w.replaced(root, f.Replace, versions, dirs)
}

// replaced adds what replace lines say.
func (w *Set) replaced(root string, list []*modfile.Replace, versions, dirs map[string]string) {
	for _, r := range list {
		v := versions[r.Old.Path]
		switch {
		case r.Old.Version != "" && v != "" && v != r.Old.Version:
		case r.New.Version != "":
			dirs[r.Old.Path] = w.cached(r.New)
		case filepath.IsAbs(r.New.Path):
			dirs[r.Old.Path] = r.New.Path
		default:
			dirs[r.Old.Path] = filepath.Join(root, r.New.Path)
		}
	}
}

// joined adds the modules of a go.work, and what it replaces.
func (w *Set) joined(root string, dirs map[string]string) {
	data, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		return
	}
	f, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return
	}
	for _, u := range f.Use {
		dir := u.Path
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			dirs[modfile.ModulePath(data)] = dir
		}
	}
	w.replaced(root, f.Replace, nil, dirs)
}

// summed adds the newest version of each module whose sum is known, and that is there.
func (w *Set) summed(root string, dirs map[string]string) {
	data, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return
	}
	newest := map[string]string{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 3 || strings.HasSuffix(f[1], "/go.mod") || semver.Compare(f[1], newest[f[0]]) < 0 {
			continue
		}
		if dir := w.cached(module.Version{Path: f[0], Version: f[1]}); isDir(dir) {
			newest[f[0]], dirs[f[0]] = f[1], dir
		}
	}
}

// cached is where a version of a module stands in the module cache; empty if its name is none.
func (w *Set) cached(m module.Version) string {
	p, err1 := module.EscapePath(m.Path)
	v, err2 := module.EscapeVersion(m.Version)
	if err1 != nil || err2 != nil {
		return ""
	}
	cache := os.Getenv("GOMODCACHE")
	for _, d := range w.dirs {
		if before, _, ok := strings.Cut(d, "/pkg/mod/"); ok && cache == "" {
			cache = before + "/pkg/mod"
		}
	}
	first, _, _ := strings.Cut(build.Default.GOPATH, string(filepath.ListSeparator))
	return filepath.Join(cmp.Or(cache, filepath.Join(first, "pkg", "mod")), p+"@"+v)
}
