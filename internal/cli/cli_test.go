// The front is tested with a checker of a few lines in place of the real one: the test binary is vet tool and command
// at once, as the real executable is. What the checker says is written in comments of the packages that it analyses.

package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// asCommand is the environment variable that makes the test binary the command.
const asCommand = "SYNCVET_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	args := os.Args[1:]
	switch {
	case os.Getenv(asCommand) == "":
		os.Exit(m.Run())
	case IsVersionQuery(args):
		if err := WriteVersion(os.Stdout, os.Args[0]); err != nil {
			panic(err)
		}
	case IsUnit(args):
		if FactsOnly(args) {
			Tick()
		}
		unitchecker.Main(scripted(), silent())
	default:
		os.Exit(Main(args, os.Stdout, os.Stderr))
	}
}

// scripted is the checker: a comment "// say finding LEVEL" is a finding at its line, "say incomplete" makes the
// package incomplete, "say wait FILE" waits until its folder has a file "go", "say plain" is a diagnostic without
// evidence, "say panic" a crash, "say error" a failure.
func scripted() *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "racecheck", Doc: "scripted"}
	evidence := a.Flags.Bool("evidence", false, "")
	confidence := a.Flags.String("confidence", "medium", "")
	deps := a.Flags.Bool("deps", false, "")
	for _, name := range []string{"generated", "tests", "runs", "atomicity"} {
		a.Flags.Bool(name, false, "")
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		sum := &report.Summary{Schema: report.SchemaVersion, Pkg: pass.Pkg.Path(), Counters: map[string]int64{"units": 1}}
		var failure error
		for _, f := range pass.Files {
			for _, group := range f.Comments {
				for _, c := range group.List {
					words := strings.Fields(c.Text)
					if len(words) < 3 || words[1] != "say" {
						continue
					}
					switch words[2] {
					case "finding":
						d := scriptedFinding(pass.Pkg.Path(), pass.Fset.Position(c.Pos()), words[3])
						if d.Confidence == report.Low && *confidence != "low" {
							continue
						}
						diag := analysis.Diagnostic{Pos: c.Pos(), Category: d.Rule, Message: d.Message}
						if *evidence {
							diag.Related = []analysis.RelatedInformation{
								{Pos: c.Pos(), Message: "shown"},
								{Pos: c.Pos(), Message: report.EvidenceLine(d)},
							}
						}
						pass.Report(diag)
					case "plain":
						pass.Report(analysis.Diagnostic{Pos: c.Pos(), Category: "RC1001", Message: "plain"})
					case "deps":
						if *deps {
							pass.Report(analysis.Diagnostic{Pos: c.Pos(), Category: "RC1001", Message: "deps"})
						}
					case "incomplete":
						sum.Incomplete = true
						sum.Notes = append(sum.Notes, report.Note{Pkg: sum.Pkg, Kind: "budget", Text: "too large"})
					case "panic":
						panic("as told")
					case "wait":
						awaitFile(filepath.Dir(pass.Fset.Position(c.Pos()).Filename))
					case "error":
						failure = fmt.Errorf("as told")
					}
				}
			}
		}
		if *evidence {
			pass.Report(
				analysis.Diagnostic{Pos: pass.Files[0].Package, Category: report.SummaryCategory, Message: report.SummaryLine(sum)},
			)
		}
		return nil, failure
	}
	return a
}

// awaitFile waits until a folder has a file "go"; if that takes too long it leaves a file "late".
func awaitFile(dir string) {
	for range 3000 {
		if _, err := os.Stat(filepath.Join(dir, "go")); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	os.WriteFile(filepath.Join(dir, "late"), nil, 0o666)
}

// silent stands for the other checker: it has the flags and says nothing.
func silent() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name: "deadlockcheck",
		Doc:  "silent",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
	a.Flags.Bool("evidence", false, "")
	a.Flags.String("confidence", "medium", "")
	for _, name := range []string{"deps", "generated", "tests", "runs"} {
		a.Flags.Bool(name, false, "")
	}
	return a
}

// scriptedFinding is a finding at a comment.
func scriptedFinding(pkg string, at token.Position, level string) *report.Finding {
	pos := report.Pos{
		Pkg:  pkg,
		Dir:  filepath.Dir(at.Filename),
		File: filepath.Base(at.Filename),
		Line: at.Line,
		Col:  at.Column,
	}
	access := report.Access{Pos: pos, Kind: "write", Expr: "x", Func: "f", Path: []report.Frame{{Func: "f", Pkg: pkg}}}
	f := &report.Finding{Schema: report.SchemaVersion, Rule: "RC1001", Level: level, Confidence: report.High, Pos: pos}
	if level == "hint" {
		f.Confidence = report.Low
	}
	f.Variable.Name, f.Accesses = "x of "+pos.File, [2]report.Access{access, access}
	f.ID, f.Message = report.Fingerprint(f), report.Headline(f)
	return f
}

// A result is what a run of the command said.
type result struct {
	exit           int
	stdout, stderr string
}

// command runs the command in a directory.
func command(t *testing.T, dir string, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return start(t, dir, self, args...)
}

// start runs any command with the test binary as syncvet.
func start(t *testing.T, dir, name string, args ...string) result {
	t.Helper()
	return startWith(t, dir, nil, name, args...)
}

// startWith is start with more variables in the environment.
func startWith(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(environ(dir), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// environ is the environment of all commands: the test binary as syncvet, no network, this directory.
func environ(dir string) []string {
	return append(
		os.Environ(),
		asCommand+"=1",
		"GOFLAGS=-mod=mod",
		"GOWORK=off",
		"GOPROXY=off",
		"GOTOOLCHAIN=local",
		"PWD="+dir,
	)
}

// module writes a module and returns its directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// mixed has a package for each thing that can happen.
const mixed = `
-- go.mod --
module m
go 1.26
-- clean/clean.go --
package clean
-- racy/racy.go --
package racy

var x int // say finding error
-- racy/racy_test.go --
package racy

var y int // say finding warning
-- hint/hint.go --
package hint // say finding hint
-- incomplete/incomplete.go --
package incomplete // say incomplete
-- panics/panics.go --
package panics // say panic
-- errs/errs.go --
package errs // say error
-- plain/plain.go --
package plain // say plain
// say deps
-- untyped/untyped.go --
package untyped

var x int = ""
-- above/above.go --
package above

import _ "m/untyped"
-- unloaded/unloaded.go --
package unloaded

import _ "example.com/nowhere"
-- tagged/tagged.go --
package tagged
-- tagged/more.go --
//go:build more

package tagged // say finding error
`

// TestExitCodes checks (S3) and (S4).
func TestExitCodes(t *testing.T) {
	dir := module(t, mixed)
	for _, c := range []struct {
		args string
		exit int
		says string // on stdout
		errs string // on stderr
	}{
		{"./clean", exitClean, "", ""},
		{"./racy", exitFindings, "racy/racy.go:3:11: data race on x", ""},
		{"-exit-zero ./racy", exitClean, "data race", ""},
		{"-fail none ./racy", exitClean, "data race", ""},
		{"-fail error ./racy", exitFindings, "data race", ""},
		{"-tests=false -fail warning ./racy", exitFindings, "racy.go", ""},
		{"./racy -exit-zero", exitClean, "data race", ""},
		{"./racy -exit-zero ./clean", exitClean, "data race", ""},
		{"-- -exit-zero", exitUsage, "", "-exit-zero"},
		{"-version", exitClean, "go1.", ""},
		{"chekc", exitUsage, "", `there is no command "chekc"; there are explain, why, merge, `},
		{"racy", exitUsage, "", "the package in the directory is ./racy"},
		{"./nothing/...", exitUsage, "", "no packages match ./nothing/..."},
		{"./hint", exitClean, "", ""},
		{"-confidence low ./hint", exitFindings, "hint.go", ""},
		{"-confidence low -fail warning ./hint", exitClean, "hint.go", ""},
		{"./tagged", exitClean, "", ""},
		{"-tags more ./tagged", exitFindings, "more.go", ""},
		{"./plain", exitFindings, "plain.go:1:15: plain", ""},
		{"-deps ./plain", exitFindings, "plain.go:2:1: deps", ""},
		{"-f nothing ./clean", exitUsage, "", "want one of "},
		{"-nothing", exitUsage, "", "usage:"},
		{"-help", exitClean, "", "usage:"},
		{"help", exitClean, "", "usage:"},
		{"version", exitClean, "go1.", ""},
		{"./untyped ./above ./racy", exitBroken, "racy.go", "[m/above m/untyped]"},
		{"./unloaded ./racy ./incomplete", exitBroken, "racy.go", "[m/unloaded]"},
		{"./unloaded", exitBroken, "", "example.com/nowhere"},
		{"./nowhere", exitBroken, "", "nowhere"},
		{"./incomplete ./racy", exitIncomplete, "racy.go", "m/incomplete: budget: too large"},
		{"./panics ./racy", exitIncomplete, "racy.go", "m/panics: panic: panic: as told"},
		{"./errs", exitIncomplete, "", "as told"},
		{"explain RC1001", exitClean, "What it takes for granted", ""},
		{"explain rc1003", exitClean, "concurrent use of a map", ""},
		{"explain nonsense", exitUsage, "", "RC1002"},
		{"explain 0000", exitUsage, "", "no finding"},
	} {
		t.Run(c.args, func(t *testing.T) {
			r := command(t, dir, strings.Fields(c.args)...)
			if r.exit != c.exit {
				t.Errorf("exit code %d, want %d", r.exit, c.exit)
			}
			if !strings.Contains(r.stdout, c.says) || c.says == "" && r.stdout != "" {
				t.Errorf("want %q on stdout", c.says)
			}
			if !strings.Contains(r.stderr, c.errs) || c.errs == "" && r.stderr != "" {
				t.Errorf("want %q on stderr", c.errs)
			}
			if t.Failed() {
				t.Logf("stdout:\n%s\nstderr:\n%s", r.stdout, r.stderr)
			}
		})
	}
}

// TestPreflight checks that what keeps anything from being analysed is said in one line, and calls no package bad (S7).
func TestPreflight(t *testing.T) {
	dir := module(t, mixed)
	bin := module(t, "-- empty --\n")
	newer := "#!/bin/sh\necho '{\"GOVERSION\": \"go1.99.1\", \"GOMOD\": \"/m/go.mod\"}'\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(newer), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, dir, env, errs string
	}{
		{"no go.mod", t.TempDir(), "GOWORK=off", "there is no go.mod in "},
		{"no cache", dir, "GOCACHE=off", "GOCACHE=off: go vet keeps"},
		{"newer toolchain", dir, "PATH=" + bin, "the go command is go1.99.1, and this syncvet was built with go1."},
		{"no toolchain", dir, "PATH=" + t.TempDir(), "there is no go command in PATH"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := startWith(t, c.dir, []string{c.env}, os.Args[0], "./...")
			if r.exit != exitUsage || r.stdout != "" || !strings.Contains(r.stderr, c.errs) ||
				strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("exit code %d\n%s\n%s, want 2 and one line: %q", r.exit, r.stdout, r.stderr, c.errs)
			}
		})
	}
}

// TestProgress checks that dependencies are counted while nothing else can be said, and that the file of the marks
// goes.
func TestProgress(t *testing.T) {
	dir := module(t, mixed)
	tmp := t.TempDir()
	r := startWith(
		t,
		dir,
		[]string{"TMPDIR=" + tmp, "GOCACHE=" + t.TempDir()},
		os.Args[0],
		"-progress",
		"plain",
		"./above",
		"./racy",
	)
	if !strings.Contains(r.stderr, "syncvet: 1 of 2 packages") {
		t.Errorf("packages are not counted in\n%s", r.stderr)
	}
	if left, err := filepath.Glob(filepath.Join(tmp, "syncvet-ticks*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left", err, left)
	}
	p := &progress{
		w:     new(bytes.Buffer),
		ticks: newTicks(),
		said:  map[string]bool{},
		text:  func(f *report.Finding) string { return f.Message },
	}
	t.Setenv(tickVar, p.ticks.name)
	Tick()
	Tick()
	p.show()
	p.found([]*report.Finding{{ID: "1", Message: "one"}, {ID: "1", Message: "one"}, {ID: "2", Message: "two"}})
	p.packages(1)
	p.finish()
	Tick() // too late
	if got := fmt.Sprint(p.w); got != "syncvet: 0 packages, 2 dependencies\none\ntwo\nsyncvet: 1 packages, 2 "+
		"dependencies\n" {
		t.Errorf("%q", got)
	}
}

// TestKilled checks that what go vet runs ends with the command.
func TestKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs the kernel's help")
	}
	for _, sig := range []os.Signal{os.Interrupt, os.Kill} {
		bin := t.TempDir()
		pid := filepath.Join(bin, "pid")
		slow := "#!/bin/sh\nif [ $1 = env ]; then echo '{\"GOMOD\": \"/m/go.mod\"}'; exit; fi\nif [ $1 != vet ]; then " +
			"exit; fi\ntrap 'kill $!; exit' TERM\nsleep 600 &\necho $! >" + pid + "\nwait\n"
		if err := os.WriteFile(filepath.Join(bin, "go"), []byte(slow), 0o777); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "./...")
		cmd.Env = append(environ(bin), "PATH="+bin+":"+os.Getenv("PATH"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var child int
		for k := 0; child == 0; k++ {
			if k == 3000 {
				t.Fatal("go vet does not start")
			}
			time.Sleep(10 * time.Millisecond)
			data, _ := os.ReadFile(pid)
			child, _ = strconv.Atoi(strings.TrimSpace(string(data)))
		}
		cmd.Process.Signal(sig)
		cmd.Wait()
		for k := 0; runs(child); k++ {
			if k == 500 {
				syscall.Kill(child, syscall.SIGKILL)
				t.Fatalf("%v: process %d still runs", sig, child)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// runs reports whether a process has not ended yet. One that has, and whose end nobody has taken note of, does not run.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ") // behind the name of the command
	return !strings.HasPrefix(state, "Z")
}

// TestJSON checks that the stream has the findings, also from the cache, and ends with the totals.
func TestJSON(t *testing.T) {
	dir := module(t, mixed)
	var first string
	for range 2 {
		r := command(t, dir, "-f", "json", "./racy", "./clean", "./incomplete")
		lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
		if r.exit != exitIncomplete || len(lines) != 3 {
			t.Fatalf("exit code %d\n%s\n%s", r.exit, r.stdout, r.stderr)
		}
		var end struct{ Summary report.Totals }
		if err := json.Unmarshal([]byte(lines[2]), &end); err != nil {
			t.Fatal(err)
		}
		if s := end.Summary; s.Packages != 3 || s.Findings != 2 || s.Counters["units"] != 3 ||
			!slices.Equal(s.Incomplete, []string{"m/incomplete"}) {
			t.Errorf("summary %+v", s)
		}
		if findings := strings.Join(lines[:2], "\n"); first == "" {
			first = findings
		} else if first != findings {
			t.Errorf("changed from\n%s\nto\n%s", first, findings)
		}
	}
}

// TestView checks that findings are grouped as asked, in JSON beside the findings themselves.
func TestView(t *testing.T) {
	dir := module(t, mixed)
	r := command(t, dir, "-view", "field", "./racy")
	if r.exit != exitFindings || !strings.Contains(r.stdout, "x of racy.go: 1 finding\n  racy/racy.go:3: ") {
		t.Errorf("exit code %d\n%s\n%s", r.exit, r.stdout, r.stderr)
	}
	r = command(t, dir, "-view", "object", "-f", "json", "./racy")
	groups := 0
	for line := range strings.Lines(r.stdout) {
		var x struct{ Group report.Group }
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		if x.Group.View == report.ByObject && len(x.Group.IDs) > 0 {
			groups++
		}
	}
	if groups == 0 {
		t.Errorf("no groups in\n%s", r.stdout)
	}
	if r := command(t, dir, "-view", "circle", "./racy"); r.exit != exitUsage {
		t.Errorf("unknown view: exit code %d", r.exit)
	}
}

// TestExplainFinding shows a finding again by its id.
func TestExplainFinding(t *testing.T) {
	dir := module(t, mixed)
	r := command(t, dir, "-f", "json", "-tests=false", "./racy")
	var f report.Finding
	if err := json.NewDecoder(strings.NewReader(r.stdout)).Decode(&f); err != nil {
		t.Fatal(err)
	}
	r = command(t, dir, "explain", f.ID[:8], "./racy")
	if r.exit != exitClean ||
		!strings.Contains(r.stdout, "racy/racy.go:3 racy.f { var x int // say finding error } <<<<<") {
		t.Errorf("exit code %d\n%s\n%s", r.exit, r.stdout, r.stderr)
	}
}

// TestVet checks that the tool works under the go command itself.
func TestVet(t *testing.T) {
	dir := module(t, mixed)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, dir, "go", "vet", "-vettool="+self, "./racy", "./clean")
	if r.exit == 0 || !strings.Contains(r.stderr, "racy.go:3:11: data race on x") ||
		strings.Contains(r.stderr, "evidence") {
		t.Errorf("exit code %d\n%s", r.exit, r.stderr)
	}
}

// TestLostOutput checks (S6): go vet, stopped while it prints, has put facts into its cache but not the findings.
func TestLostOutput(t *testing.T) {
	dir := module(t, mixed)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	cmd := exec.Command("go", "vet", "-vettool="+self, "-json", "-racecheck.evidence", "./racy")
	cmd.Dir, cmd.Env, cmd.Stdout = dir, environ(dir), write
	if err := cmd.Run(); err == nil {
		t.Error("go vet can write to a closed pipe")
	}
	write.Close()
	for range 2 {
		if r := command(t, dir, "./racy"); r.exit != exitFindings || !strings.Contains(r.stdout, "racy.go:3:11") {
			t.Errorf("exit code %d\n%s\n%s", r.exit, r.stdout, r.stderr)
		}
	}
}

// TestGOPATH runs in a directory without a module.
func TestGOPATH(t *testing.T) {
	dir := module(t, `
-- src/p/p.go --
package p // say finding error
`)
	t.Setenv("GO111MODULE", "off")
	t.Setenv("GOPATH", dir)
	r := command(t, filepath.Join(dir, "src", "p"))
	if r.exit != exitFindings && !strings.Contains(r.stderr, "GOPATH") { // toolchains after GOPATH mode say so
		t.Errorf("exit code %d\n%s\n%s", r.exit, r.stdout, r.stderr)
	}
}

func TestStats(t *testing.T) {
	dir := module(t, mixed)
	r := command(t, dir, "-stats", "-progress", "plain", "./clean", "./hint")
	for _, want := range []string{"pairs.original", "units            2", "peak memory", "syncvet: 2"} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("want %q in\n%s", want, r.stderr)
		}
	}
}

// TestVersion checks that the build id covers all inputs, and that an absent one is not an empty one.
func TestVersion(t *testing.T) {
	dir := t.TempDir()
	tool, config := filepath.Join(dir, "tool"), filepath.Join(dir, "config")
	var ids []string
	id := func() {
		var out bytes.Buffer
		if err := WriteVersion(&out, tool, config); err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(out.String())
		if len(fields) != 4 || fields[1] != "version" || fields[2] != "devel" || !strings.HasPrefix(fields[3], "buildID=") {
			t.Errorf("go vet cannot read %q", out.String())
		}
		ids = append(ids, fields[3])
	}
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(tool, "ab")
	id()
	write(config, "")
	id()
	write(config, "b")
	id()
	write(tool, "a")
	write(config, "bb")
	id()
	if slices.Sort(ids); len(slices.Compact(ids)) != 4 {
		t.Errorf("%d different ids, want 4", len(ids))
	}
}

// TestSplit reads what other versions of the go command print: objects and text on one stream.
func TestSplit(t *testing.T) {
	const stream = "# m/a\n{\n\t\"m/a\": {}\n}\n{}\ngo: downloading\n# m/b\n# [m/b]\nb.go:1:1: wrong\nlast"
	items := make(chan item, 20)
	split(strings.NewReader(stream), items)
	close(items)
	var text blocks
	objects := 0
	for it := range items {
		if it.object == nil {
			text.add(it.text)
		} else if objects++; !json.Valid(it.object) {
			t.Errorf("object %q", it.object)
		}
	}
	if objects != 2 {
		t.Errorf("%d objects", objects)
	}
	crashes, rest := text.crashes()
	if want := "# m/a\ngo: downloading\n# m/b\n# [m/b]\nb.go:1:1: wrong\nlast\n"; len(crashes) != 0 || rest != want {
		t.Errorf("%v, rest %q", crashes, rest)
	}
}

func TestPosition(t *testing.T) {
	for posn, want := range map[string]report.Pos{
		"/a/b.go:3:4":   {Dir: "/a", File: "b.go", Line: 3, Col: 4},
		"/a:1/b.go:3:4": {Dir: "/a:1", File: "b.go", Line: 3, Col: 4},
	} {
		if got := position(posn); got != want {
			t.Errorf("%s: %+v", posn, got)
		}
	}
}

// TestFlagsKnown checks that every flag the front passes on is one of the scripted checker, which has those of the real
// one.
func TestFlagsKnown(t *testing.T) {
	s := &session{self: "x", opt: &options{confidence: "low", deps: true}}
	known := map[string]bool{}
	scripted().Flags.VisitAll(func(f *flag.Flag) { known["-racecheck."+f.Name] = true })
	for _, arg := range s.opt.checkerArgs(false) {
		name, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(name, "-racecheck.") && !known[name] {
			t.Errorf("%s", arg)
		}
	}
}

// TestGitHubSummary checks that annotations name files as the repository does, and that the job's summary has all
// findings.
func TestGitHubSummary(t *testing.T) {
	dir := module(t, mixed)
	summary := filepath.Join(dir, "summary.md")
	t.Setenv("GITHUB_STEP_SUMMARY", summary)
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := command(t, filepath.Join(dir, "racy"), "-f", "github")
	if !strings.HasPrefix(r.stdout, "::error file=racy/racy.go,line=3,col=11,title=RC1001%3A ") || r.exit != exitFindings {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	text, err := os.ReadFile(summary)
	if err != nil || !strings.HasPrefix(string(text), "### syncvet: 2 findings in ") {
		t.Errorf("%v\n%s", err, text)
	}
	if r := command(t, dir, "-f", "text", "./racy"); r.exit != exitFindings {
		t.Errorf("exit %d", r.exit)
	}
	if again, _ := os.ReadFile(summary); len(again) != len(text) {
		t.Error("the format text writes a summary")
	}
}
