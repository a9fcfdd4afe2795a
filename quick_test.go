// This file is the quick suite: every program of testdata from source to verdict in this process, in parallel.
//
// A program's packages are type-checked and analysed one after the other in the order of their imports
// (internal/workshop). The standard library that they import is summarised once and kept in the user's cache directory,
// in a file named by a hash of the passes' source; its types come from export data. What lies behind a process boundary
// (flags, cgo, go vet's JSON, exit codes) is left to the suite in e2e_test.go.

package syncvet_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/workshop"
	"github.com/syncvet/syncvet/racecheck"
)

// TestQuick judges the programs with the flags that their folders ask for.
func TestQuick(t *testing.T) {
	for _, folder := range append([]string{"models", "low", "atomicity", "runs"}, whole...) {
		flags := map[string]string{"low": "confidence=low", "atomicity": "atomicity=true", "runs": "runs=true"}[folder]
		for _, file := range archives(t, folder) {
			t.Run(nameOf(file), func(t *testing.T) {
				t.Parallel()
				judgeQuick(t, file, flags)
			})
		}
	}
}

// judgeQuick judges one program.
func judgeQuick(t *testing.T, file, flags string) {
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := nameOf(file)
	if bytes.Contains(txtar.Format(archive), []byte("\nimport \"C\"\n")) {
		t.Skip("needs cgo, which is a process of its own: TestE2E judges it")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	extract(t, filepath.Join(root, name), archive)
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkersWith(flags)}
	var advice []string
	var told strings.Builder
	p.heard = func(f *report.Finding) {
		advice = append(advice, f.Fix...)
		told.WriteString(shownText(t, f, filepath.Join(root, name), "text"))
		for _, x := range f.Threads {
			if x.Origin.Kind == "" && !strings.HasPrefix(f.Rule, "SV") {
				t.Errorf("%s: a goroutine without origin", f.Message)
			}
		}
		if strings.HasPrefix(f.Message, "goroutine leak: ") && len(f.Rows) == 0 {
			t.Errorf("no reason: %s", f.Message)
		}
		if line := widest(shownText(t, f, filepath.Join(root, name), "text", "stack")); utf8.RuneCountInString(line) > 160 {
			t.Errorf("more than 160 columns: %s", line)
		}
	}
	if err := p.judge(filepath.Join(root, name)); err != nil {
		t.Fatal(err)
	}
	for _, text := range p.panics {
		t.Error(text)
	}
	for _, m := range adviceLine.FindAllStringSubmatch(string(archive.Comment), -1) {
		if !slices.ContainsFunc(advice, func(x string) bool { return strings.Contains(x, m[1]) }) {
			t.Errorf("no advice to %s, but to\n%s", m[1], strings.Join(advice, "\n"))
		}
	}
	for _, m := range textLine.FindAllStringSubmatch(string(archive.Comment), -1) {
		if text := strings.Join(strings.Fields(told.String()), " "); !strings.Contains(text, m[1]) {
			t.Errorf("nothing says %s:\n%s", m[1], told.String())
		}
	}
	slices.SortFunc(p.places, comparePlaces)
	wants := parseWants(t, name, archive)
	if *update {
		rewriteGrades(t, file, wants, p.places)
	}
	checkWants(t, wants, p.places)
}

// shownText is what is shown of a finding in some formats to a reader in a folder.
func shownText(t *testing.T, f *report.Finding, dir string, formats ...string) string {
	source := func(p report.Pos) string {
		data, err := os.ReadFile(p.Abs())
		if lines := strings.Split(string(data), "\n"); err == nil && p.Line <= len(lines) {
			return lines[p.Line-1]
		}
		return ""
	}
	var text strings.Builder
	view := &report.View{Cwd: dir, Source: source, Pairs: true}
	for _, format := range formats {
		if err := report.Formats()[format](&text, view, []*report.Finding{f}, nil); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// widest is the longest line of a text.
func widest(text string) (longest string) {
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(line) > utf8.RuneCountInString(longest) {
			longest = strings.TrimSuffix(line, "\n")
		}
	}
	return longest
}

// checkersWith makes the checkers with a flag of racecheck set, if any, and evidence asked for.
func checkersWith(setting string) []*analysis.Analyzer {
	race, dead := racecheck.New(), deadlockcheck.New()
	for _, a := range []*analysis.Analyzer{race, dead} { // the programs are about what follows without running them
		if err := a.Flags.Set("runs", fmt.Sprint(setting == "runs=true")); err != nil {
			panic(err)
		}
	}
	if flag, value, ok := strings.Cut(setting, "="); ok {
		if err := race.Flags.Set(flag, value); err != nil {
			panic(err)
		}
	}
	for _, a := range []*analysis.Analyzer{race, dead} {
		if err := a.Flags.Set("evidence", "true"); err != nil {
			panic(err)
		}
	}
	return []*analysis.Analyzer{race, dead}
}

// A quickProgram is a program being judged.
type quickProgram struct {
	shop      *workshop.Workshop   // what its packages import
	root      string               // the folder above the program's
	modules   []quickModule        // the program's own module first, then stand-ins for others
	done      map[string]bool      // import paths of packages that are analysed, or are being
	analyzers []*analysis.Analyzer // the checkers
	places    []place              // what was found
	panics    []string             // what the analysis of a package contained

	heard func(*report.Finding)     // is told each finding; may be nil
	raw   func(analysis.Diagnostic) // is told each diagnostic; may be nil
}

// A quickModule is a folder with a go.mod.
type quickModule struct {
	dir     string // absolute
	path    string // module path
	version string // of the language, as go1.26
}

var (
	modulePath = regexp.MustCompile(`(?m)^module\s+(\S+)`)
	goVersion  = regexp.MustCompile(`(?m)^go\s+(\S+)`)
)

// judge analyses all packages of the program's own module, and what they import of the others.
func (p *quickProgram) judge(dir string) error {
	var dirs []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			dirs = append(dirs, name)
			return nil
		}
		if d.Name() != "go.mod" {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m := quickModule{filepath.Dir(name), string(modulePath.FindSubmatch(data)[1]), "go1.16"}
		if v := goVersion.FindSubmatch(data); v != nil {
			m.version = "go" + string(v[1])
		}
		p.modules = append(p.modules, m)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(p.modules, func(a, b quickModule) int { return len(a.dir) - len(b.dir) })
	for _, dir := range dirs {
		if m := p.moduleOf(dir); m == &p.modules[0] {
			if err := p.load(importPath(m, dir), m, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// moduleOf is the innermost module around a folder.
func (p *quickProgram) moduleOf(dir string) *quickModule {
	for i := len(p.modules) - 1; i >= 0; i-- {
		if m := &p.modules[i]; dir == m.dir || strings.HasPrefix(dir, m.dir+string(filepath.Separator)) {
			return m
		}
	}
	return nil
}

// importPath is that of the package in a folder of a module.
func importPath(m *quickModule, dir string) string {
	return path.Join(m.path, filepath.ToSlash(strings.TrimPrefix(dir, m.dir)))
}

// load analyses the package in a folder, after those that it imports, and its tests.
func (p *quickProgram) load(pkgPath string, m *quickModule, dir string) error {
	if p.done[pkgPath] {
		return nil
	}
	p.done[pkgPath] = true
	found, err := build.Default.ImportDir(dir, 0)
	if none := (*build.NoGoError)(nil); errors.As(err, &none) {
		if len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
			return nil
		}
	} else if err != nil {
		return err
	}
	for _, imported := range slices.Concat(found.Imports, found.TestImports, found.XTestImports) {
		if err := p.loadImport(imported); err != nil {
			return err
		}
	}
	if len(found.GoFiles) > 0 {
		if err := p.check(p.shop, m, dir, workshop.Source{Path: pkgPath}, found.GoFiles); err != nil {
			return err
		}
	}
	if m != &p.modules[0] || len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
		return nil
	}
	tested := p.shop.Branch() // where the package's name means its test variant
	suffix := " [" + pkgPath + ".test]"
	if len(found.TestGoFiles) > 0 {
		variant := workshop.Source{Path: pkgPath + suffix, Name: pkgPath}
		if err := p.check(tested, m, dir, variant, slices.Concat(found.GoFiles, found.TestGoFiles)); err != nil {
			return err
		}
	}
	if len(found.XTestGoFiles) == 0 {
		return nil
	}
	return p.check(
		tested,
		m,
		dir,
		workshop.Source{Path: pkgPath + "_test" + suffix, Name: pkgPath + "_test"},
		found.XTestGoFiles,
	)
}

// loadImport analyses an imported package if it is one of the program's.
func (p *quickProgram) loadImport(imported string) error {
	for i := len(p.modules) - 1; i >= 0; i-- {
		m := &p.modules[i]
		if rest, ok := strings.CutPrefix(imported, m.path); ok && (rest == "" || rest[0] == '/') {
			return p.load(imported, m, filepath.Join(m.dir, filepath.FromSlash(rest)))
		}
	}
	return nil
}

// check analyses one package; what is said of the program's own module is kept.
func (p *quickProgram) check(
	shop *workshop.Workshop,
	m *quickModule,
	dir string,
	src workshop.Source,
	names []string,
) error {
	src.Module, src.Version = m.path, m.version
	for _, name := range names {
		f, err := parser.ParseFile(shop.Fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		src.Files = append(src.Files, f)
	}
	if m != &p.modules[0] {
		return shop.Check(src, workshop.Passes(), nil)
	}
	return shop.Check(src, p.analyzers, func(d analysis.Diagnostic) { p.add(shop.Fset, d) })
}

// add notes a finding, unless a test variant of the package has said it already, and panics that a summary tells of.
func (p *quickProgram) add(fset *token.FileSet, d analysis.Diagnostic) {
	if p.raw != nil {
		p.raw(d)
	}
	if sum, ok := report.ParseSummary(d.Message); ok && d.Category == report.SummaryCategory {
		for _, n := range sum.Notes {
			if n.Kind == "panic" {
				p.panics = append(p.panics, n.Pkg+": "+n.Text)
			}
		}
	}
	posn := fset.Position(d.Pos)
	rel, err := filepath.Rel(p.root, posn.Filename)
	if err != nil || d.Category == report.SummaryCategory {
		return
	}
	at := place{file: filepath.ToSlash(rel), line: posn.Line, col: posn.Column, rule: d.Category, message: d.Message}
	for _, r := range d.Related {
		if f, ok := report.ParseEvidence(r.Message); ok {
			if at.grade = f.Confidence; p.heard != nil {
				p.heard(f)
			}
		}
	}
	if !slices.ContainsFunc(p.places, at.same) {
		p.places = append(p.places, at)
	}
}

// stdlib is a shop that knows all of the standard library that programs of testdata import.
var stdlib = sync.OnceValues(func() (*workshop.Workshop, error) {
	imports, err := stdImports()
	if err != nil {
		return nil, err
	}
	cached, err := stdCache(imports)
	if err != nil {
		return nil, err
	}
	shop := workshop.New()
	if data, err := os.ReadFile(cached); err == nil {
		mode := packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes |
			packages.NeedExportFile | packages.NeedTypesSizes
		pkgs, err := packages.Load(&packages.Config{Mode: mode, Fset: shop.Fset}, imports...)
		if err != nil {
			return nil, err
		}
		return shop, shop.Restock(bytes.NewReader(data), pkgs)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: shop.Fset}, imports...)
	if err != nil {
		return nil, err
	}
	if err := shop.Stock(pkgs); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if err := shop.Save(&data, imports); err != nil {
		return nil, err
	}
	return shop, keep(cached, data.Bytes())
})

// stdImports lists the packages of the standard library that files of testdata import.
func stdImports() ([]string, error) {
	found := map[string]bool{}
	err := filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(name)
		if err != nil {
			return err
		}
		for _, f := range archive.Files {
			if file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ImportsOnly); err == nil &&
				filepath.Ext(f.Name) == ".go" {
				noteStd(file, found)
			}
		}
		return nil
	})
	var list []string
	for path := range found {
		list = append(list, path)
	}
	slices.Sort(list)
	return list, err
}

// noteStd notes the packages of the standard library that a file imports.
func noteStd(file *ast.File, found map[string]bool) {
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(build.Default.GOROOT, "src", imported)); err == nil && imported != "unsafe" {
			found[imported] = true
		}
	}
}

// stdCache is the file that keeps the summaries of packages: its name tells them and all source that the summaries
// depend on.
func stdCache(imports []string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), imports)
	list, err := exec.Command(
		"go",
		"list",
		"-deps",
		"-f",
		`{{if .Module}}{{.Module.Version}} {{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}} {{end}}{{end}}`,
		"./passes/...",
	).
		Output()
	if err != nil {
		return "", err
	}
	for _, name := range strings.Fields(string(list)) {
		data, err := os.ReadFile(name)
		if err != nil {
			data = []byte(name) // a version
		}
		fmt.Fprintf(hash, "%d %s", len(data), data)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "syncvet-test", fmt.Sprintf("%x", hash.Sum(nil)[:16])), nil
}

// keep writes a file of the cache, and removes what nobody has written for a week.
func keep(name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	old, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range old {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > 7*24*time.Hour {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
	tmp, err := os.CreateTemp(dir, "new")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
