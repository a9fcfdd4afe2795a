// This file names places: for a headline relative to the package reported on, for a reader relative to the working
// directory.

package report

import (
	"cmp"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// known reports whether the position says anything.
func (p Pos) known() bool { return p.File != "" && p.Line > 0 }

// InTest reports whether the position lies in a test file.
func (p Pos) InTest() bool { return strings.HasSuffix(p.File, "_test.go") }

// InTests reports whether a finding needs test code: one of its places lies in a test file.
func (f *Finding) InTests() bool {
	if f.Pos.InTest() {
		return true
	}
	for i := range f.Threads {
		t := &f.Threads[i]
		from := !t.anyone() && (t.Origin.Kind == "test" || t.Origin.Pos.InTest() || framesInTests(t.Origin.Chain))
		if from || framesInTests(t.Path[min(1, len(t.Path)):]) ||
			slices.ContainsFunc(t.Steps, func(s Step) bool { return s.Pos.InTest() }) {
			return true
		}
	}
	for i := range f.Accesses {
		a := &f.Accesses[i]
		if a.Origin.Kind == "test" || a.Pos.InTest() || a.Origin.Pos.InTest() || framesInTests(a.Path) ||
			framesInTests(a.Origin.Chain) {
			return true
		}
	}
	return false
}

// framesInTests reports whether a call path leads through a test file.
func framesInTests(path []Frame) bool {
	return slices.ContainsFunc(path, func(f Frame) bool { return f.Call.InTest() })
}

// Starts are the places where the goroutines of a finding are started, as far as they are known.
func (f *Finding) Starts() []Pos {
	var out []Pos
	for _, t := range trails(f) {
		if t.origin.Pos.known() {
			out = append(out, t.origin.Pos)
		}
	}
	return out
}

// Ends are the places of the accesses, or of the steps of all goroutines.
func (f *Finding) Ends() []Pos {
	var out []Pos
	for i := range f.Threads {
		for _, s := range f.Threads[i].Steps {
			out = append(out, s.Pos)
		}
	}
	if len(f.Threads) == 0 {
		out = append(out, f.Accesses[0].Pos, f.Accesses[1].Pos)
	}
	return out
}

// Places are all places that a finding names: its own, and those that its goroutines pass.
func (f *Finding) Places() []Pos {
	out := []Pos{f.Pos}
	for _, t := range trails(f) {
		for _, s := range t.stops {
			out = append(out, s.at)
		}
	}
	return out
}

// Abs is the absolute file name, "" when the directory is not known.
func (p Pos) Abs() string {
	if p.Dir == "" {
		return ""
	}
	return filepath.Join(p.Dir, p.File)
}

// DisplayPos names a place for a reader in the directory cwd: file:line, the file relative to cwd if it lies below,
// else by import path.
func DisplayPos(p Pos, cwd string) string {
	if !p.known() {
		return "unknown position"
	}
	return displayFile(p, cwd) + ":" + strconv.Itoa(p.Line)
}

// displayFile is DisplayPos without the line.
func displayFile(p Pos, cwd string) string {
	if name := p.Abs(); name != "" && cwd != "" {
		if rel, err := filepath.Rel(cwd, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	if p.Pkg == "" {
		return cmp.Or(p.Abs(), p.File)
	}
	return path.Join(trimVariant(p.Pkg), p.File)
}

// Below names a file relative to the repository, with slashes, if it lies there.
func (v *View) Below(p Pos) (string, bool) {
	name, root := p.Abs(), firstOf(v.Root, v.Cwd)
	if name == "" || root == "" {
		return "", false
	}
	rel, err := filepath.Rel(root, name)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// serviceFile names a file for services that know the repository: relative to it, else absolute, else by import path.
func (v *View) serviceFile(p Pos) string {
	if name, ok := v.Below(p); ok {
		return name
	}
	if name := p.Abs(); name != "" {
		return filepath.ToSlash(name)
	}
	return path.Join(trimVariant(p.Pkg), p.File)
}

// Near names a place for a reader of the package that home lies in (P2).
func Near(p, home Pos) string { return near(p, home) }

// near names a place for a reader of the package that home lies in (P2).
func near(p, home Pos) string {
	if !p.known() {
		return "unknown position"
	}
	return path.Join(nearPkg(p.Pkg, home.Pkg), p.File) + ":" + strconv.Itoa(p.Line)
}

// nearPkg is the import path pkg without the elements that it shares with home: "" if they are one directory, never ""
// if not.
func nearPkg(pkg, home string) string {
	pkg, home = trimVariant(pkg), trimVariant(home)
	if pkg == home {
		return ""
	}
	rest := strings.Split(pkg, "/")
	shared := 0
	for i, elem := range strings.Split(home, "/") {
		if i >= len(rest)-1 || rest[i] != elem {
			break
		}
		shared++
	}
	if shared == 1 && strings.Contains(rest[0], ".") {
		shared = 0 // a host is not a module
	}
	return strings.Join(rest[shared:], "/")
}

// trimVariant maps the import paths of a package's test variants to the package's.
func trimVariant(pkg string) string {
	pkg, _, _ = strings.Cut(pkg, " ")
	return strings.TrimSuffix(pkg, "_test")
}

// qualify puts the package's name before a function's unless the reader is in that package.
func qualify(fn, pkg string, home reader) string {
	if pkg == "" || trimVariant(pkg) == trimVariant(home.pkg) {
		return fn
	}
	return home.name(pkg) + "." + fn
}

// majorVersion matches the last element of an import path that is a version, and no name.
var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// gopkgVersion matches a version behind a name, as in gopkg.in/yaml.v3.
var gopkgVersion = regexp.MustCompile(`\.v[0-9]+$`)

// PackageName is the name that a package with an import path has by the rules for versions: cron for
// github.com/robfig/cron/v3.
func PackageName(pkg string) string {
	pkg = trimVariant(pkg)
	if dir, last := path.Split(pkg); dir != "" && majorVersion.MatchString(last) {
		pkg = path.Clean(dir)
	}
	return gopkgVersion.ReplaceAllString(path.Base(pkg), "")
}

// standard reports whether pkg belongs to the standard library, for a reader of home (P5).
func standard(pkg, home string) bool {
	root, _, _ := strings.Cut(trimVariant(pkg), "/")
	own, _, _ := strings.Cut(trimVariant(home), "/")
	return root != own && stdRoots[root]
}

// stdRoots are the first elements of the standard library's import paths.
var stdRoots = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "cmp": true, "compress": true, "container": true, "context": true,
	"crypto":   true,
	"database": true, "debug": true, "embed": true, "encoding": true, "errors": true, "expvar": true, "flag": true,
	"fmt": true,
	"go":  true, "hash": true, "html": true, "image": true, "index": true, "internal": true, "io": true, "iter": true,
	"log":  true,
	"maps": true, "math": true, "mime": true, "net": true, "os": true, "path": true, "plugin": true, "reflect": true,
	"regexp":  true,
	"runtime": true, "slices": true, "sort": true, "strconv": true, "strings": true, "structs": true, "sync": true,
	"syscall": true,
	"testing": true, "text": true, "time": true, "unicode": true, "unique": true, "unsafe": true, "vendor": true,
	"weak": true,
}
