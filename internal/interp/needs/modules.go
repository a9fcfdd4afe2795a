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

// modules are the directories of modules, by their paths.
type modules struct {
	cache string            // the module cache
	dirs  map[string]string // what is known
}

// requirements are the directories of modules, by their paths: those that the go.mod above the package asks for, what
// its replace lines and the go.work above it say, and of what it leaves out the newest version that go.sum knows. The
// name vendor is that of the directory of vendored packages, if there is one.
func (w *Set) requirements() map[string]string {
	m := modules{w.cache(), map[string]string{}}
	if len(w.Files) == 0 {
		return m.dirs
	}
	from := filepath.Dir(w.Fset.Position(w.Files[0].Pos()).Filename)
	if !filepath.IsAbs(from) {
		return m.dirs
	}
	if root := above(from, "go.mod"); root != "" {
		m.summed(root)
		m.asked(root)
		if v := filepath.Join(root, "vendor"); isDir(v) {
			m.dirs["vendor"] = v
		}
	}
	if root := above(from, "go.work"); root != "" && os.Getenv("GOWORK") != "off" {
		m.joined(root)
	}
	return m.dirs
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
func (m modules) asked(root string) {
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
		m.dirs[r.Mod.Path] = m.cached(r.Mod)
	}
	m.replaced(root, f.Replace, versions)
}

// replaced adds what replace lines say.
func (m modules) replaced(root string, list []*modfile.Replace, versions map[string]string) {
	for _, r := range list {
		v := versions[r.Old.Path]
		switch {
		case r.Old.Version != "" && v != "" && v != r.Old.Version:
		case r.New.Version != "":
			m.dirs[r.Old.Path] = m.cached(r.New)
		case filepath.IsAbs(r.New.Path):
			m.dirs[r.Old.Path] = r.New.Path
		default:
			m.dirs[r.Old.Path] = filepath.Join(root, r.New.Path)
		}
	}
}

// joined adds the modules of a go.work, and what it replaces.
func (m modules) joined(root string) {
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
			m.dirs[modfile.ModulePath(data)] = dir
		}
	}
	m.replaced(root, f.Replace, nil)
}

// summed adds the newest version of each module whose sum is known, and that is there.
func (m modules) summed(root string) {
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
		if dir := m.cached(module.Version{Path: f[0], Version: f[1]}); isDir(dir) {
			newest[f[0]], m.dirs[f[0]] = f[1], dir
		}
	}
}

// cached is where a version of a module stands in the module cache; empty if its name is none.
func (m modules) cached(v module.Version) string {
	name, err1 := module.EscapePath(v.Path)
	version, err2 := module.EscapeVersion(v.Version)
	if err1 != nil || err2 != nil {
		return ""
	}
	return filepath.Join(m.cache, name+"@"+version)
}

// cache is the module cache: the environment says it, or where packages stand.
func (w *Set) cache() string {
	cache := os.Getenv("GOMODCACHE")
	for _, d := range w.dirs {
		if before, _, ok := strings.Cut(d, "/pkg/mod/"); ok && cache == "" {
			cache = before + "/pkg/mod"
		}
	}
	first, _, _ := strings.Cut(build.Default.GOPATH, string(filepath.ListSeparator))
	return cmp.Or(cache, filepath.Join(first, "pkg", "mod"))
}
