// This file holds the tables of internal/models against small programs, testdata/models: each package there uses some
// rows, in a way that the rows order or make inline (folder NAME_ok), or not (NAME_race). TestModels checks what is
// reported, with -truth TestModelTruth what the race detector sees.

package syncvet_test

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/models"
)

// TestModels checks what the drivers report about the programs, in a workspace of their own: several have stand-ins for
// one module.
func TestModels(t *testing.T) { checkArchives(t, []string{"models"}, nil) }

// TestModelTruth runs the programs of the rows for the standard library, one by one, under the race detector.
func TestModelTruth(t *testing.T) {
	if !*truth {
		t.Skip("needs -truth")
	}
	for _, archive := range rowArchives(t) {
		dir := t.TempDir()
		extract(t, dir, archive)
		for _, pkg := range packagesOf(archive) {
			t.Run(pkg, func(t *testing.T) {
				racy := strings.HasSuffix(pkg, "_race")
				seen := runs(t, dir, compileIn(t, dir, "./"+pkg), racy)
				if seen != racy {
					t.Errorf("the race detector sees a race: %v", seen)
				}
			})
		}
	}
}

// rowArchives reads the archives about the standard library.
func rowArchives(t *testing.T) []*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob("testdata/models/rows_*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	var list []*txtar.Archive
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

// packagesOf lists the folders with Go files.
func packagesOf(a *txtar.Archive) []string {
	var list []string
	for _, f := range a.Files {
		if dir := path.Dir(f.Name); strings.HasSuffix(f.Name, ".go") && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// rowsComment lists the rows that a program uses.
var rowsComment = regexp.MustCompile(`(?m)^// Rows: (.*)$`)

// An exemption is rows that need no program.
type exemption struct {
	rows   *regexp.Regexp
	reason string
}

// exempt are the rows without a program of their own.
var exempt = []exemption{
	{
		regexp.MustCompile(`^\(?\*?sync/atomic\.`),
		"one operation for many types: each operation and each type has a program",
	},
	{regexp.MustCompile(`TLS$`), "as without TLS; needs a certificate"},
	{regexp.MustCompile(`^internal/synctest`), "behind testing/synctest; cannot be imported"},
	{
		regexp.MustCompile(`^\(testing\.TB\)|^\(\*testing\.common\)\.(Fatal|Fatalf|FailNow)$`),
		"as Skip of a test; would fail the test",
	},
	{regexp.MustCompile(`^(log\.|\(\*log\.Logger\)\.)Panic|^syscall\.Exit$`), "as Fatal and os.Exit"},
	{regexp.MustCompile(`^\(\*testing\.F\)\.Fuzz$|^\(\*testing\.B\)`), "run only with -fuzz and -bench"},
}

// TestModelRows checks that each row of the standard library that orders or starts anything has a program, and that
// programs name rows that exist.
func TestModelRows(t *testing.T) {
	used := map[string]bool{}
	for _, archive := range rowArchives(t) {
		for _, f := range archive.Files {
			for _, m := range rowsComment.FindAllStringSubmatch(string(f.Data), -1) {
				for _, name := range strings.Split(m[1], ", ") {
					if models.Lookup(name) == nil {
						t.Errorf("%s: no row %s", f.Name, name)
					}
					used[name] = true
				}
			}
		}
	}
	total := 0
	for _, name := range models.Names() {
		r := models.Lookup(name)
		starts := slices.ContainsFunc(r.Callbacks, func(c models.Callback) bool { return c.Run != models.RunInline })
		if r.Sync == 0 && !starts && r.Made == nil || !isStd(name) {
			continue
		}
		if total++; !used[name] && !slices.ContainsFunc(exempt, func(x exemption) bool { return x.rows.MatchString(name) }) {
			t.Errorf("%s has no program in testdata/models", name)
		}
	}
	t.Logf("%d rows of the standard library that order or start something, %d named by programs", total, len(used))
}

// isStd reports whether a row is of the standard library: the first element of its import path has no dot.
func isStd(name string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(name, "(*"), "/")
	if !strings.Contains(name, "/") {
		return true
	}
	return !strings.Contains(first, ".")
}
