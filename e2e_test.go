// This file runs every program of testdata through every driver, each a process of its own, and compares what they
// report.
//
// A program is a txtar archive: prose, then a small module. All archives that a test run selects become modules of one
// workspace, so that each driver needs one process for all of them:
//
//	vet         go vet -vettool=syncvet, the tool built from this checkout
//	checker     the in-process driver of x/tools, golang.org/x/tools/go/analysis/checker
//	standalone  syncvet -f json
//
// What vet reports must be what the archive's want comments say (want_test.go), and all drivers must report the same.

package syncvet_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/internal/conformance"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/racecheck"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// toolDir is where the vet tool is built; TestMain makes and removes it.
var toolDir string

// tool builds the vet tool once per test run.
var tool = sync.OnceValues(func() (string, error) {
	path := filepath.Join(toolDir, "syncvet.exe")
	if out, err := exec.Command("go", "build", "-o", path, "./cmd/syncvet").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	var err error
	if toolDir, err = os.MkdirTemp("", "syncvet"); err != nil {
		panic(err)
	}
	setRuns(false)
	code := m.Run()
	os.RemoveAll(toolDir)
	os.Exit(code)
}

// TestE2E checks the archives. Each subtest first enters its archive and then waits, as a parallel test, until all
// selected ones have; the drivers run once, over what was entered. So -run E2E/name analyses one program only.
func TestE2E(t *testing.T) { checkArchives(t, whole, nil) }

// TestRuns checks the archives about what runs of their tests and main functions show.
func TestRuns(t *testing.T) {
	setRuns(true)
	defer setRuns(false)
	t.Run("with", func(t *testing.T) { checkArchives(t, []string{"runs"}, []string{"runs=true"}) })
}

// setRuns sets whether the checkers run tests and main functions: all other archives are about what follows without
// that.
func setRuns(on bool) {
	for _, a := range []*analysis.Analyzer{racecheck.Analyzer, deadlockcheck.Analyzer} {
		if err := a.Flags.Set("runs", fmt.Sprint(on)); err != nil {
			panic(err)
		}
	}
}

// TestAtomicity checks the archives about rules that are off by default.
func TestAtomicity(t *testing.T) {
	checkWith(t, "atomicity", "atomicity", "true", "false")
}

// TestLow checks the archives about what is shown with low confidence only.
func TestLow(t *testing.T) { checkWith(t, "low", "confidence", "low", "medium") }

// checkWith checks archives with a flag of racecheck set.
func checkWith(t *testing.T, folder, flag, value, usual string) {
	v := racecheck.Analyzer.Flags.Lookup(flag).Value
	if err := v.Set(value); err != nil {
		t.Fatal(err)
	}
	defer v.Set(usual)
	t.Run("with", func(t *testing.T) { checkArchives(t, []string{folder}, []string{flag + "=" + value}) })
}

// checkArchives runs all drivers, with flags of racecheck that are set, on the archives in folders of testdata.
func checkArchives(t *testing.T, folders, flags []string) {
	if testing.Short() {
		t.Skip("analyses testdata and the part of std it imports")
	}
	c := newCorpus(t)
	c.flags = flags
	for _, file := range archives(t, folders...) {
		name := nameOf(file)
		t.Run(name, func(t *testing.T) {
			wants := c.enter(t, name, file)
			t.Parallel()
			results, err := c.results()
			if err != nil {
				t.Fatal(err)
			}
			vet := within(results["vet"], name)
			if *update {
				rewriteGrades(t, file, wants, vet)
			}
			checkWants(t, wants, vet)
			for _, driver := range []string{"checker", "standalone"} {
				checkSame(t, driver, vet, within(results[driver], name))
			}
		})
	}
}

// A place is a finding as all drivers agree on it.
type place struct {
	// relative to the workspace, with slashes: the archive's name, then the file's name in the archive
	file    string
	line    int               // 1-based
	col     int               // 1-based byte column
	rule    string            // RC1001 ...
	message string            // headline
	grade   report.Confidence // empty: the driver does not say (checker)
}

func (p place) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.file, p.line, p.col, p.message)
}

// same reports whether two drivers mean one finding.
func (p place) same(q place) bool {
	return comparePlaces(p, q) == 0 && p.rule == q.rule && (p.grade == q.grade || p.grade == "" || q.grade == "")
}

// comparePlaces orders places by position, then text.
func comparePlaces(a, b place) int {
	if c := strings.Compare(a.file, b.file); c != 0 {
		return c
	}
	if a.line != b.line {
		return a.line - b.line
	}
	if a.col != b.col {
		return a.col - b.col
	}
	return strings.Compare(a.message, b.message)
}

// within returns the findings that lie in the module of the archive.
func within(places []place, name string) []place {
	var in []place
	for _, p := range places {
		if strings.HasPrefix(p.file, name+"/") {
			in = append(in, p)
		}
	}
	return in
}

// checkSame reports every difference between two drivers.
func checkSame(t *testing.T, driver string, vet, other []place) {
	t.Helper()
	for _, p := range vet {
		if !slices.ContainsFunc(other, p.same) {
			t.Errorf("%s: reported by vet only", p)
		}
	}
	for _, p := range other {
		if !slices.ContainsFunc(vet, p.same) {
			t.Errorf("%s: reported by %s only", p, driver)
		}
	}
}

// A corpus is a workspace with one module per archive, and what the drivers say about it.
type corpus struct {
	dir     string                             // root of the workspace, absolute, without symbolic links
	entered []string                           // names of the archives that take part
	flags   []string                           // of racecheck that are set; the standalone command calls them the same
	results func() (map[string][]place, error) // driver -> sorted findings; runs the drivers at the first call
}

// newCorpus makes an empty workspace that lives as long as t.
func newCorpus(t *testing.T) *corpus {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &corpus{dir: dir}
	c.results = sync.OnceValues(c.run)
	return c
}

// enter extracts an archive into the workspace and returns its expectations.
func (c *corpus) enter(t *testing.T, name, file string) []*want {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Errorf("%s: does not say what it shows", file)
	}
	extract(t, filepath.Join(c.dir, name), archive)
	c.entered = append(c.entered, name)
	return parseWants(t, name, archive)
}

// extract writes an archive's files under dir.
func extract(t *testing.T, dir string, archive *txtar.Archive) {
	t.Helper()
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// run writes the workspace file and asks every driver.
func (c *corpus) run() (map[string][]place, error) {
	var work strings.Builder
	work.WriteString("go 1.26\n")
	for _, name := range c.entered {
		fmt.Fprintf(&work, "use ./%s\n", name)
	}
	stubs, err := c.stubs()
	if err != nil {
		return nil, err
	}
	for _, module := range slices.Sorted(maps.Keys(stubs)) {
		fmt.Fprintf(&work, "replace %s => ./%s\n", module, stubs[module])
	}
	if err := os.WriteFile(filepath.Join(c.dir, "go.work"), []byte(work.String()), 0o666); err != nil {
		return nil, err
	}
	tool, err := tool()
	if err != nil {
		return nil, err
	}
	results := make(map[string][]place)
	var errs [3]error
	results["vet"], errs[0] = c.vet(tool)
	results["checker"], errs[1] = c.checker()
	results["standalone"], errs[2] = c.standalone(tool)
	for _, places := range results {
		slices.SortFunc(places, comparePlaces)
	}
	return results, errors.Join(errs[:]...)
}

// stubs gives for each module that entered archives replace by folders of theirs the largest such folder: a workspace
// has one for all.
func (c *corpus) stubs() (map[string]string, error) {
	stubs := map[string]string{} // module path -> folder, relative to the workspace
	for _, name := range c.entered {
		data, err := os.ReadFile(filepath.Join(c.dir, name, "go.mod"))
		if err != nil {
			return nil, err
		}
		mod, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, err
		}
		for _, r := range mod.Replace {
			dir := path.Join(name, r.New.Path)
			if had := stubs[r.Old.Path]; r.New.Version == "" && (had == "" || c.size(dir) > c.size(had)) {
				stubs[r.Old.Path] = dir
			}
		}
	}
	return stubs, nil
}

// size is how many files a folder of the workspace has.
func (c *corpus) size(dir string) (n int) {
	filepath.WalkDir(filepath.Join(c.dir, dir), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil
	})
	return n
}

// patterns names the packages of all entered modules.
func (c *corpus) patterns() []string {
	var patterns []string
	for _, name := range c.entered {
		patterns = append(patterns, "./"+name+"/...")
	}
	return patterns
}

// env is the environment of all go commands: this workspace, no network.
func (c *corpus) env() []string {
	return append(os.Environ(), "GOWORK="+filepath.Join(c.dir, "go.work"), "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
}

// vet asks go vet. Every finding must carry its evidence.
func (c *corpus) vet(tool string) ([]place, error) {
	runs := fmt.Sprint(slices.Contains(c.flags, "runs=true"))
	args := []string{
		"-racecheck.evidence", "-deadlockcheck.evidence", "-racecheck.runs=" + runs, "-deadlockcheck.runs=" + runs,
	}
	for _, f := range c.flags {
		args = append(args, "-racecheck."+f)
	}
	diags, err := conformance.Vet(c.dir, c.env(), tool, append(args, c.patterns()...)...)
	if err != nil {
		return nil, err
	}
	var places []place
	for i := range diags {
		d := &diags[i]
		if d.IsSummary() {
			continue
		}
		if d.Finding == nil {
			return nil, fmt.Errorf("%s: finding without evidence: %s", d.Posn, d.Message)
		}
		file, line, col, err := splitPosn(d.Posn)
		if err != nil {
			return nil, err
		}
		places = c.add(places, place{file, line, col, d.Category, d.Message, d.Finding.Confidence})
	}
	return places, nil
}

// splitPosn takes file:line:col apart.
func splitPosn(posn string) (file string, line, col int, err error) {
	rest, text, ok := cutLast(posn)
	if !ok {
		return "", 0, 0, fmt.Errorf("position %q", posn)
	}
	if col, err = strconv.Atoi(text); err != nil {
		return "", 0, 0, err
	}
	if file, text, ok = cutLast(rest); !ok {
		return "", 0, 0, fmt.Errorf("position %q", posn)
	}
	line, err = strconv.Atoi(text)
	return file, line, col, err
}

// cutLast splits s at its last colon.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// add appends p with its file made relative, unless it is there already: a package and its test variant say the same.
func (c *corpus) add(places []place, p place) []place {
	if rel, err := filepath.Rel(c.dir, p.file); err == nil {
		p.file = filepath.ToSlash(rel)
	}
	if slices.Contains(places, p) {
		return places
	}
	return append(places, p)
}

// checker asks the in-process driver, about the packages that go vet would analyse.
func (c *corpus) checker() ([]place, error) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: c.dir, Env: c.env(), Tests: true,
	}, c.patterns()...)
	if err != nil {
		return nil, err
	}
	roots := slices.DeleteFunc(loaded, func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") })
	graph, err := checker.Analyze([]*analysis.Analyzer{racecheck.Analyzer, deadlockcheck.Analyzer}, roots, nil)
	if err != nil {
		return nil, err
	}
	var places []place
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %w", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			posn := act.Package.Fset.Position(d.Pos)
			places = c.add(
				places,
				place{file: posn.Filename, line: posn.Line, col: posn.Column, rule: d.Category, message: d.Message},
			)
		}
	}
	return places, nil
}

// standalone asks the command.
func (c *corpus) standalone(tool string) ([]place, error) {
	args := []string{fmt.Sprintf("-runs=%v", slices.Contains(c.flags, "runs=true"))}
	for _, f := range c.flags {
		args = append(args, "-"+f)
	}
	out, err := runStandalone(c.dir, c.env(), tool, append(args, c.patterns()...)...)
	if err != nil {
		return nil, err
	}
	var places []place
	for _, f := range out.findings {
		places = c.add(places, placeOf(f))
	}
	return places, nil
}

// placeOf is where a finding of the command lies.
func placeOf(f report.Finding) place {
	return place{filepath.Join(f.Pos.Dir, f.Pos.File), f.Pos.Line, f.Pos.Col, f.Rule, f.Message, f.Confidence}
}

// An output is what one run of the standalone command said.
type output struct {
	exit     int              // exit code
	findings []report.Finding // in the order of the output
	stderr   string           // progress, notes, build errors
}

// runStandalone runs syncvet -f json; exit codes other than a usage error are the caller's to judge, and so is that
// nothing is there to analyse.
func runStandalone(dir string, env []string, tool string, patterns ...string) (output, error) {
	cmd := exec.Command(tool, append([]string{"-f", "json", "-progress", "off"}, patterns...)...)
	cmd.Dir, cmd.Env = dir, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	out := output{exit: cmd.ProcessState.ExitCode(), stderr: stderr.String()}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return out, err
	}
	if out.exit == 2 && strings.Contains(out.stderr, "no packages match") {
		return out, nil
	}
	if out.exit == 2 {
		return out, fmt.Errorf("syncvet: usage error\n%s", out.stderr)
	}
	out.findings, err = parseFindings(&stdout)
	return out, err
}

// parseFindings reads NDJSON and keeps the objects that are findings.
func parseFindings(stdout *bytes.Buffer) ([]report.Finding, error) {
	var findings []report.Finding
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var f report.Finding
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return nil, fmt.Errorf("%w in %s", err, lines.Text())
		}
		if f.Rule != "" {
			findings = append(findings, f)
		}
	}
	return findings, lines.Err()
}
