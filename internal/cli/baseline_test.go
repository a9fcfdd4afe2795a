// Baselines, revisions and patches are tested with findings that the scripted checker says.

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// edit replaces a text in a file.
func edit(t *testing.T, name, from, to string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), from) {
		t.Fatalf("%s: no %q", name, from)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), from, to, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

const twoRacy = `
-- go.mod --
module m
go 1.26
-- a/a.go --
package a

var x int // say finding error
-- b/b.go --
package b

var y int // say finding warning
`

// TestBaseline follows a baseline through the life of a module.
func TestBaseline(t *testing.T) {
	dir := module(t, twoRacy)
	check := func(what string, exit int, says, findings string, args ...string) {
		t.Helper()
		r := command(t, dir, args...)
		if r.exit != exit || !strings.Contains(r.stderr, says) || (findings == "") != (r.stdout == "") ||
			!strings.Contains(r.stdout, findings) {
			t.Errorf("%s: exit %d, want %d\nstdout: %s\nstderr: %s", what, r.exit, exit, r.stdout, r.stderr)
		}
	}
	all := []string{"-baseline", "check", "./..."}
	check("none yet", exitUsage, "there is no baseline .syncvet/baseline.json", "", all...)
	check(
		"write",
		exitClean,
		"baseline .syncvet/baseline.json: 2 known",
		"0 findings; 2 known; ",
		"-baseline",
		"write",
		"./...",
	)
	check("unchanged", exitClean, "baseline: 2 known, 0 new, 0 fixed\n", "0 findings; 2 known; ", all...)
	edit(t, filepath.Join(dir, "a/a.go"), "var x", "// moved\n\n\nvar x")
	check("moved", exitClean, "2 known, 0 new, 0 fixed\n", "0 findings; 2 known; ", all...)
	edit(t, filepath.Join(dir, "b/b.go"), "// say finding warning", "")
	edit(t, filepath.Join(dir, "a/a.go"), "// moved", "var z int // say incomplete")
	check(
		"incomplete",
		exitIncomplete,
		"1 known, 0 new, 1 fixed (remove them with -baseline write)",
		"0 findings; 1 known; ",
		all...)
	edit(t, filepath.Join(dir, "a/a.go"), "// say incomplete", "")
	edit(t, filepath.Join(dir, "b/b.go"), "package b", "package b // say plain")
	check("one new, one gone", exitFindings, "1 known, 1 new, 1 fixed", "b/b.go:1:11: plain", all...)
	check("one package", exitClean, "1 known, 0 new, 0 fixed\n", "0 findings; 1 known; ", "-baseline", "check", "./a")
	check(
		"machine formats say which",
		exitFindings,
		"1 known, 1 new",
		`"baseline":"unchanged"`,
		"-f",
		"json",
		"-baseline",
		"check",
		"./...",
	)
	check(
		"SARIF too",
		exitFindings,
		"1 known, 1 new",
		`"baselineState": "new"`,
		"-f",
		"sarif",
		"-baseline",
		"check",
		"./...",
	)
	check("write again, one package", exitClean, "2 known", "0 findings; 1 known; ", "-baseline", "write", "./b")
	check("the rest stayed", exitClean, "2 known, 0 new, 0 fixed\n", "0 findings; 2 known; ", all...)
	check(
		"another file",
		exitClean,
		"baseline other.json: 2 known",
		"0 findings; 2 known; ",
		"-baseline",
		"write",
		"other.json",
		"./...",
	)
	check("read it", exitClean, "2 known, 0 new", "0 findings; 2 known; ", "-baseline", "check", "other.json", "./...")
	edit(t, filepath.Join(dir, "other.json"), `"schema": 1`, `"schema": 9`)
	check(
		"of another version",
		exitUsage,
		"other.json: no baseline of this version",
		"",
		"-baseline",
		"check",
		"other.json",
		"./...",
	)
	check("wrong mode", exitUsage, "-baseline=erase: want one of", "", "-baseline", "erase", "./...")
}

// repo makes a module a repository with one commit.
func repo(t *testing.T, dir string) func(args ...string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	run := func(args ...string) {
		t.Helper()
		env := []string{
			"GIT_CONFIG_GLOBAL=/dev/null",
			"GIT_AUTHOR_NAME=a",
			"GIT_AUTHOR_EMAIL=a@b",
			"GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@b",
		}
		if _, err := git(dir, env, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-qm", "first")
	return run
}

// TestNewFromRev checks that findings of an earlier revision are known, in whatever line they stand now, and that the
// repository is only read.
func TestNewFromRev(t *testing.T) {
	dir := module(t, twoRacy)
	run := repo(t, dir)
	edit(t, filepath.Join(dir, "a/a.go"), "var x", "\n\nvar x")
	run("commit", "-qam", "moved")
	edit(t, filepath.Join(dir, "b/b.go"), "package b", "package b // say plain")
	status, err := git(dir, nil, "status", "--porcelain")
	if err != nil {
		t.Fatal(err)
	}
	for _, rev := range []string{"HEAD", "HEAD~1"} {
		r := command(t, dir, "-new-from-rev", rev, "./...")
		if r.exit != exitFindings || !strings.Contains(r.stderr, "since "+rev+": 2 known, 1 new, 0 fixed") ||
			!strings.HasPrefix(r.stdout, "b/b.go:1:11: plain") {
			t.Errorf("%s: exit %d\n%s%s", rev, r.exit, r.stdout, r.stderr)
		}
	}
	sub := command(t, filepath.Join(dir, "a"), "-new-from-rev", "HEAD~1")
	if sub.exit != exitClean || !strings.Contains(sub.stderr, "1 known, 0 new") {
		t.Errorf("below the root: exit %d\n%s%s", sub.exit, sub.stdout, sub.stderr)
	}
	if r := command(t, dir, "-new-from-rev", "nowhere", "./..."); r.exit != exitUsage ||
		!strings.Contains(r.stderr, `no revision "nowhere"`) {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	if after, err := git(dir, nil, "status", "--porcelain"); err != nil || after != status {
		t.Errorf("the repository changed: %s, %v", after, err)
	}
}

// TestNewPackage checks that all findings of a package that the earlier revision did not have are new.
func TestNewPackage(t *testing.T) {
	dir := module(t, twoRacy)
	repo(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "c"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "c", "c.go"), []byte("package c // say plain\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := command(t, dir, "-new-from-rev", "HEAD", "./..."); r.exit != exitFindings ||
		!strings.Contains(r.stderr, "2 known, 1 new") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

// TestDiff checks that a patch selects findings by the lines that it adds, and by the functions that it removes lines
// from.
func TestDiff(t *testing.T) {
	dir := module(t, `
-- go.mod --
module m
go 1.26
-- a.go --
package a

func f() {
	_ = 1

	_ = 2 // say finding error
}
-- b.go --
package a

func g() {
	_ = 3 // say finding error
}
`)
	run := repo(t, dir)
	selected := func(want string) {
		t.Helper()
		patch, err := git(dir, nil, "diff")
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "p")
		if err := os.WriteFile(name, []byte(patch+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		r := command(t, dir, "-f", "markdown", "-diff", name)
		got := ""
		for line := range strings.Lines(r.stdout) {
			if strings.HasPrefix(line, "| ") && strings.Contains(line, ".go:") {
				got += strings.Fields(line)[1] + " "
			}
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("got %s, want %s\n%s\n%s", got, want, patch, r.stderr)
		}
	}
	edit(t, filepath.Join(dir, "b.go"), "_ = 3", "_ = 4")
	selected("b.go:4")
	run("checkout", "b.go")
	edit(t, filepath.Join(dir, "a.go"), "\t_ = 1\n", "")
	selected("a.go:5")
	run("checkout", "a.go")
	edit(t, filepath.Join(dir, "a.go"), "package a\n", "package a\n\n// more")
	selected("")
	if r := command(t, dir, "-diff", "nowhere"); r.exit != exitUsage {
		t.Errorf("no such file: exit %d", r.exit)
	}
	if r := command(t, dir, "-diff", "a.go"); r.exit != exitUsage || !strings.Contains(r.stderr, "no unified diff") {
		t.Errorf("no patch: exit %d\n%s", r.exit, r.stderr)
	}
}

// TestParsePatch checks the line numbers of added and removed lines.
func TestParsePatch(t *testing.T) {
	files, err := parsePatch(strings.NewReader(`diff --git a/x.go b/x.go
--- a/x.go
+++ b/x.go
@@ -1,3 +1,4 @@
 one
-two
+2
+2b
 three
@@ -10,2 +11,0 @@ func f
-ten
--- eleven
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-x
--- old.go	2026-01-01
+++ ./new.go	2026-01-01
@@ -0,0 +1 @@
+x
\ No newline at end of file
`))
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	x := files["x.go"]
	if len(x.added) != 2 || !x.added[2] || !x.added[3] || len(x.removed) != 3 || x.removed[0] != 2 || x.removed[1] != 12 ||
		x.removed[2] != 12 {
		t.Errorf("x.go: %+v", x)
	}
	if n := files["new.go"]; n == nil || !n.added[1] {
		t.Errorf("new.go: %+v", n)
	}
}
