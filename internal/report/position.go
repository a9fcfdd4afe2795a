// This file names places: for a headline relative to the package reported on, for a reader relative to the working
// directory.

package report

import (
	"cmp"
	_ "embed" // the page's parts
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

// framesInTests reports whether a call path leads through a test file.
func framesInTests(path []Frame) bool {
	return slices.ContainsFunc(path, func(f Frame) bool { return f.Call.InTest() })
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
