package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/report"
)

// run is a subcommand in this process.
func run(args ...string) (exit int, stdout, stderr string) {
	var out, errs bytes.Buffer
	exit = Main(args, &out, &errs)
	return exit, out.String(), errs.String()
}

// TestUsage checks that every subcommand stands in the help text, is known, and answers wrong arguments with its usage.
func TestUsage(t *testing.T) {
	_, _, help := run("-help")
	for _, c := range commands() {
		if !strings.Contains(help, "syncvet "+c.name) || !strings.Contains(help, c.help) {
			t.Errorf("the help text does not mention %s", c.name)
		}
		if runner(c.name) == nil {
			t.Errorf("%s does nothing", c.name)
		}
	}
	for _, args := range [][]string{{"cache"}, {"cache", "dirty"}, {"completion"}, {"completion", "csh"}, {"merge"}} {
		if exit, _, errs := run(args...); exit != exitUsage || !strings.Contains(errs, "usage: syncvet "+args[0]) {
			t.Errorf("%v: exit %d, %s", args, exit, errs)
		}
	}
}

// TestCache checks that stat counts what clean removes.
func TestCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	tree := filepath.Join(home, "syncvet", "trees", "0123")
	if err := os.MkdirAll(tree, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "a.go"), make([]byte, 2_500_000), 0o666); err != nil {
		t.Fatal(err)
	}
	if exit, out, errs := run("cache", "stat"); exit != exitClean ||
		!strings.Contains(out, "1 revisions checked out for -new-from-rev, 1 files, 2.5 MB") {
		t.Errorf("exit %d\n%s%s", exit, out, errs)
	}
	if exit, out, _ := run("cache", "clean"); exit != exitClean || !strings.Contains(out, "removed") {
		t.Errorf("exit %d\n%s", exit, out)
	}
	if _, err := os.Stat(filepath.Join(home, "syncvet")); !os.IsNotExist(err) {
		t.Error("something is left", err)
	}
}

// TestPrune checks that few checked-out revisions are kept, among them the one asked for.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "new1"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := prune(dir, filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > treesKept+1 {
		t.Errorf("%d are left, %v", len(entries), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); err != nil {
		t.Error("the one asked for is gone")
	}
}

// TestCompletion lets bash, where there is one, complete flags, values and subcommands.
func TestCompletion(t *testing.T) {
	_, script, _ := run("completion", "bash")
	for _, shell := range []string{"zsh", "fish"} {
		if exit, out, _ := run("completion", shell); exit != exitClean || !strings.Contains(out, "confidence") {
			t.Errorf("%s: exit %d\n%s", shell, exit, out)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for line, want := range map[string]string{
		"syncvet -conf": "-confidence", "syncvet -confidence ": "high medium low", "syncvet -f sar": "sarif",
		"syncvet expl":       "explain",
		"syncvet -baseline ": "write check",
	} {
		words := strings.Split(line, " ")
		text := script + "\nCOMP_WORDS=("
		for _, w := range words {
			text += " '" + w + "'"
		}
		text += ")\nCOMP_CWORD=" + string(rune('0'+len(words)-1)) + "\n_syncvet; echo ${COMPREPLY[@]}\n"
		cmd := exec.Command(bash, "-c", text)
		cmd.Dir = t.TempDir()
		out, err := cmd.Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

// TestManual checks that the manual page has every flag and subcommand, and that man can typeset it where there is one.
func TestManual(t *testing.T) {
	exit, page, _ := run("man")
	for _, want := range []string{
		".TH SYNCVET 1",
		".SH EXIT STATUS",
		"new\\-from\\-rev",
		".B explain",
		"3 packages do not build",
	} {
		if exit != exitClean || !strings.Contains(page, want) {
			t.Errorf("exit %d, no %s in\n%s", exit, want, page)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-wall")
	cmd.Stdin = strings.NewReader(page)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if out, err := cmd.Output(); err != nil || stderr.Len() > 0 || !bytes.Contains(out, []byte("confidence")) {
		t.Errorf("%v %s", err, &stderr)
	}
}

// TestMergeForms joins reports of two packages, one of them twice, as JSON and as SARIF.
func TestMergeForms(t *testing.T) {
	dir := module(t, twoRacy)
	for _, format := range []string{"json", "sarif"} {
		var files []string
		for _, pkg := range []string{"./a", "./b", "./..."} {
			r := command(t, dir, "-f", format, pkg)
			name := filepath.Join(dir, format+strings.Trim(pkg, "./"))
			if err := os.WriteFile(name, []byte(r.stdout), 0o666); err != nil {
				t.Fatal(err)
			}
			files = append(files, name)
		}
		r := command(t, dir, append([]string{"merge", "-f", "sarif"}, files...)...)
		var log struct {
			Runs []struct {
				Results []struct{ RuleID string }
			}
		}
		if err := json.Unmarshal([]byte(r.stdout), &log); err != nil || len(log.Runs) != 1 || len(log.Runs[0].Results) != 2 {
			t.Errorf("%s: %v, %+v\n%s", format, err, log, r.stderr)
		}
	}
	text := command(t, dir, "merge", "jsona", "jsonb")
	if text.exit != exitFindings || !strings.HasPrefix(text.stdout, "a/a.go:3:11: ") ||
		!strings.Contains(text.stdout, "\nb/b.go:3:11: ") {
		t.Errorf("as text: exit %d\n%s%s", text.exit, text.stdout, text.stderr)
	}
	for args, says := range map[string]string{
		"merge jsona sarifb": "others SARIF", "merge nowhere": "nowhere", "merge go.mod": "go.mod", "merge a/a.go": "a/a.go",
	} {
		if r := command(t, dir, strings.Fields(args)...); r.exit != exitUsage || !strings.Contains(r.stderr, says) {
			t.Errorf("%s: exit %d, %s", args, r.exit, r.stderr)
		}
	}
	cut, err := os.ReadFile(filepath.Join(dir, "jsona"))
	if err != nil {
		t.Fatal(err)
	}
	cut = cut[:bytes.IndexByte(cut, '\n')+1]
	if err := os.WriteFile(filepath.Join(dir, "cut"), cut, 0o666); err != nil {
		t.Fatal(err)
	}
	if r := command(t, dir, "merge", "cut"); r.exit != exitUsage || !strings.Contains(r.stderr, "cut short") {
		t.Errorf("a report cut short: exit %d, %s", r.exit, r.stderr)
	}
}

// TestMatrix checks that findings of several builds are joined, and say on which of them they are seen.
func TestMatrix(t *testing.T) {
	dir := module(t, `
-- go.mod --
module m
go 1.26
-- a.go --
package m

var x int // say finding error
-- b_windows.go --
package m

var y int // say finding error
-- c.go --
//go:build extra

package m

var z int // say finding error
`)
	r := command(t, dir, "-f", "json", "-matrix", "linux/amd64,windows/amd64,linux/amd64/extra+more", "./...")
	builds := map[string]string{}
	for line := range strings.Lines(r.stdout) {
		var f report.Finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		if f.Rule != "" {
			builds[f.Pos.File] = strings.Join(f.Builds, " ")
		}
	}
	if len(builds) != 3 || builds["a.go"] != "" || builds["b_windows.go"] != "windows/amd64" ||
		builds["c.go"] != "linux/amd64/extra+more" ||
		r.exit != exitFindings {
		t.Errorf("exit %d, %v\n%s", r.exit, builds, r.stderr)
	}
	if r := command(t, dir, "-matrix", "linux"); r.exit != exitUsage || !strings.Contains(r.stderr, "GOOS/GOARCH") {
		t.Errorf("exit %d, %s", r.exit, r.stderr)
	}
}

// TestFixMeets checks that repairs that overlap are not done at once, and that the same edit of two repairs is one.
func TestFixMeets(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("package a\n\nvar x,  y = 1, 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	edit := func(start, end int, text string) report.Edit {
		return report.Edit{File: name, Start: start, End: end, New: text}
	}
	finding := func(edits ...report.Edit) *report.Finding { return &report.Finding{Edits: edits} }
	var stderr bytes.Buffer
	s := &session{stderr: &stderr, findings: []*report.Finding{
		finding(edit(15, 16, "xx")), finding(edit(15, 16, "xx"), edit(23, 24, "3")), finding(edit(14, 20, "")), finding(),
	}}
	if err := s.applyFixes(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil || string(data) != "package a\n\nvar xx, y = 3, 2\n" || len(s.findings) != 2 ||
		!strings.Contains(stderr.String(), "repaired 2 findings in 1 files; 1 more meet these") {
		t.Errorf("%v, %d left, %s\n%s", err, len(s.findings), &stderr, data)
	}
	if err := rewrite(name, []report.Edit{edit(0, 7, "")}); err == nil {
		t.Error("a repair that does not parse is written")
	}
}
