// This file finds the programs of testdata, and holds what all have in common.
//
// A program is a txtar archive: prose, a header line, then a small module. Folders are concepts: what a racy program
// gets wrong, or its repaired twin gets right. The header line names the rules that the program exercises:
//
//	Rules: RC1001, RC1004
//
// those that are reported in it and, for a repaired one, those that its twin is reported under. Lines before it may say
// what is advised:
//
//	Advice: hold main.station.mu at main.go:32, too

package syncvet_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/ruledoc"
)

var update = flag.Bool("update", false, "rewrite the confidences in the want comments of testdata as they are reported")

// whole are the folders of programs that are judged with default flags, in one workspace.
var whole = []string{"races", "deadlocks", "papers"}

// archives lists the programs below folders of testdata.
func archives(t testing.TB, below ...string) []string {
	t.Helper()
	var files []string
	for _, folder := range below {
		err := filepath.WalkDir(filepath.Join("testdata", folder), func(name string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(name) == ".txtar" {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("no programs in ", below)
	}
	return files
}

// folders are all folders of programs.
var folders = append([]string{"models", "low", "atomicity", "runs", "wrong"}, whole...)

// nameOf is the name of a program: its file's, which no other program has.
func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".txtar") }

// adviceLine is part of what some finding of an archive says helps.
var adviceLine = regexp.MustCompile(`(?m)^Advice: (.+)$`)

// textLine is part of what the default text says of some finding of an archive, with single spaces for all white space.
var textLine = regexp.MustCompile(`(?m)^Text: (.+)$`)

// rulesLine is the header line.
var rulesLine = regexp.MustCompile(`(?m)^Rules: ((?:[A-Z]{1,2}[0-9]+)(?:, [A-Z]{1,2}[0-9]+)*)\n\z`)

// TestHeaders checks that each program has a name of its own, prose, and a header line with the rules it exercises.
func TestHeaders(t *testing.T) {
	named := map[string]string{}
	for _, file := range archives(t, ".") {
		if other, twice := named[nameOf(file)]; twice {
			t.Errorf("%s: %s has the same name", file, other)
		}
		named[nameOf(file)] = file
		if !slices.Contains(folders, strings.Split(filepath.ToSlash(file), "/")[1]) {
			t.Errorf("%s: no test judges what lies there; folders are %v", file, folders)
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wants := parseWants(t, nameOf(file), archive)
		header := rulesLine.FindSubmatchIndex(archive.Comment)
		if header == nil && len(wants) == 0 && filepath.Base(filepath.Dir(file)) == "wrong" {
			continue // about what does not build, not about a rule
		}
		if header == nil {
			t.Errorf("%s: no header line \"Rules: RC1001, ...\" before its files", file)
			continue
		}
		if len(strings.TrimSpace(string(archive.Comment[:header[0]]))) == 0 {
			t.Errorf("%s: does not say what it shows", file)
		}
		checkHeader(t, file, strings.Split(string(archive.Comment[header[2]:header[3]]), ", "), wants)
	}
}

// checkHeader checks the rules of a header line: they exist, and all that are expected are there.
func checkHeader(t *testing.T, file string, rules []string, wants []*want) {
	for _, id := range rules {
		if len(id) == 6 && !slices.ContainsFunc(ruledoc.Rules(), func(r ruledoc.Rule) bool { return r.ID == id }) {
			t.Errorf("%s: there is no rule %s", file, id)
		}
	}
	for _, w := range wants {
		if !slices.Contains(rules, w.rule) {
			t.Errorf("%s: the header line does not name %s", file, w.rule)
		}
	}
}

// rewriteGrades replaces the confidences in the want comments of an archive by those of the findings, and corrects the
// expectations alike.
func rewriteGrades(t *testing.T, file string, wants []*want, got []place) {
	t.Helper()
	open := slices.Clone(wants)
	grades := map[*want]report.Confidence{}
	for _, p := range got {
		i := slices.IndexFunc(open, func(w *want) bool { return w.mark != miss && w.matches(p) })
		if i >= 0 {
			grades[open[i]] = p.grade
			open = slices.Delete(open, i, i+1)
		}
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		f := &archive.Files[i]
		lines := strings.Split(string(f.Data), "\n")
		for _, w := range wants {
			if w.file == nameOf(file)+"/"+f.Name && grades[w] != "" && grades[w] != w.grade {
				lines[w.line-1] = regrade(lines[w.line-1], w.nth, w.rule, grades[w])
				w.grade = grades[w]
			}
		}
		f.Data = []byte(strings.Join(lines, "\n"))
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// graded is a rule with its confidence, if it has one, as they stand before an expression.
var graded = regexp.MustCompile("([A-Z]{2}[0-9]{4})(?:/[a-z]+)?(\\s+[\"`])")

// regrade gives the n-th rule of a line its confidence.
func regrade(line string, n int, rule string, grade report.Confidence) string {
	return graded.ReplaceAllStringFunc(line, func(s string) string {
		if n--; n == -1 {
			m := graded.FindStringSubmatch(s)
			return rule + "/" + string(grade) + m[2]
		}
		return s
	})
}
