// This file reads the expectations of a program and compares them with what was reported.
//
// An expectation is a comment on the line of the finding's primary position:
//
//	x++ // want RC1002/high "data race on local"
//
// that is, one or more rule ids, each with the confidence it is reported with and a regular expression that the
// headline must match. Whatever else is reported at default confidence is a failure. Two marks tell what we know to be
// wrong:
//
//	// want(MISS) RC1001 "..."              a true race that is not reported; fails when it is, to have the mark removed
//	// want(IMPRECISE) RC1001/medium "..."  no race, but reported; fails when it is not any more
//
// With -update the confidences in the archives are rewritten as they are reported; nothing else is.

package syncvet_test

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// A mark says in what way an expectation is not what it should be.
type mark string

const (
	exact     mark = ""          // a true race, reported
	miss      mark = "MISS"      // a true race, not reported
	imprecise mark = "IMPRECISE" // no race, reported
)

// A want is one expectation.
type want struct {
	file    string            // as in place
	line    int               // 1-based
	nth     int               // how many expectations of the same line stand before it
	mark    mark              // see mark
	rule    string            // RC1001 ...
	grade   report.Confidence // empty at a MISS, which is not reported
	message *regexp.Regexp    // what the headline must match
	met     bool              // a finding was matched with it
}

func (w *want) String() string {
	return fmt.Sprintf("%s:%d: %s/%s %q", w.file, w.line, w.rule, w.grade, w.message)
}

// matches reports whether p is what w expects.
func (w *want) matches(p place) bool {
	return w.file == p.file && w.line == p.line && w.rule == p.rule && w.message.MatchString(p.message)
}

// checkWants pairs findings with expectations and fails t for each that is left over. Marked misses are matched last,
// so that they do not take the finding of another expectation.
func checkWants(t *testing.T, wants []*want, got []place) {
	t.Helper()
	for _, p := range got {
		w := firstMatch(wants, p, func(m mark) bool { return m != miss })
		if w == nil {
			w = firstMatch(wants, p, func(m mark) bool { return m == miss })
		}
		if w == nil {
			t.Errorf("%s: not wanted (%s)", p, p.rule)
			continue
		}
		w.met = true
		if p.grade != "" && w.grade != p.grade && w.mark != miss {
			t.Errorf("%s: reported with confidence %s", w, p.grade)
		}
	}
	for _, w := range wants {
		w.check(t)
	}
}

// firstMatch returns an expectation for p that is still open and whose mark is one of those asked for, or nil.
func firstMatch(wants []*want, p place, of func(mark) bool) *want {
	for _, w := range wants {
		if !w.met && of(w.mark) && w.matches(p) {
			return w
		}
	}
	return nil
}

// check fails t if w is not met as its mark says.
func (w *want) check(t *testing.T) {
	t.Helper()
	switch {
	case w.mark == miss && w.met:
		t.Errorf("%s: now found, remove the mark MISS", w)
	case w.mark == miss:
		t.Logf("%s: known miss", w)
	case w.mark == imprecise && w.met:
		t.Logf("%s: known false alarm", w)
	case w.mark == imprecise:
		t.Errorf("%s: false alarm gone, remove the comment", w)
	case !w.met:
		t.Errorf("%s: not reported", w)
	}
}

// parseWants returns the expectations of all Go and YAML files of the archive.
func parseWants(t *testing.T, name string, archive *txtar.Archive) []*want {
	t.Helper()
	var wants []*want
	for _, f := range archive.Files {
		comments := wantComments
		switch path.Ext(f.Name) {
		case ".go":
		case ".yaml":
			comments = yamlComments
		default:
			continue
		}
		file := path.Join(name, f.Name)
		for line, text := range comments(f.Data) {
			ws, err := parseWant(text)
			if err != nil {
				t.Fatalf("%s:%d: %v in %q", file, line, err, text)
			}
			for n, w := range ws {
				w.file, w.line, w.nth, w.message = file, line, n, rooted(name, rooted(path.Base(path.Dir(file)), w.message))
				wants = append(wants, w)
			}
		}
	}
	return wants
}

// rooted lets an expression call a package by the name of its folder, whatever its package clause says.
func rooted(name string, message *regexp.Regexp) *regexp.Regexp {
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\.`)
	return regexp.MustCompile(word.ReplaceAllLiteralString(message.String(), `\w+\.`))
}

// wantComments returns the text of the comments that open with "want", by line.
func wantComments(src []byte) map[int]string {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	comments := make(map[int]string)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return comments
		}
		text := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(lit, "//"), "/*"), "*/"))
		if tok == token.COMMENT && strings.HasPrefix(text, "want") {
			comments[file.Line(pos)] = text
		}
	}
}

// yamlComments is the same for YAML.
func yamlComments(src []byte) map[int]string {
	comments := make(map[int]string)
	for i, line := range strings.Split(string(src), "\n") {
		if _, text, ok := strings.Cut(line, "# want"); ok {
			comments[i+1] = "want" + text
		}
	}
	return comments
}

var (
	wantOpen = regexp.MustCompile(`^want(?:\((MISS|IMPRECISE)\))?\s+`)
	wantRule = regexp.MustCompile(`^([A-Z]{2}[0-9]{4})(?:/(high|medium|low))?\s+`)
)

// parseWant reads one comment: clauses "want(MARK) RULE "regexp" RULE "regexp" ...".
func parseWant(text string) ([]*want, error) {
	var wants []*want
	for text != "" {
		open := wantOpen.FindStringSubmatch(text)
		if open == nil {
			return nil, errors.New("no want clause")
		}
		text = text[len(open[0]):]
		clause, rest, err := parseClause(mark(open[1]), text)
		if err != nil {
			return nil, err
		}
		wants, text = append(wants, clause...), rest
	}
	return wants, nil
}

// parseClause reads the rules and expressions up to the next clause.
func parseClause(m mark, text string) (wants []*want, rest string, err error) {
	for {
		rule := wantRule.FindStringSubmatch(text)
		if rule == nil {
			if len(wants) == 0 {
				return nil, "", errors.New("no rule id")
			}
			return wants, text, nil
		}
		if (rule[2] == "") != (m == miss) && !*update {
			return nil, "", errors.New("a confidence stands at what is reported, and nowhere else")
		}
		text = text[len(rule[0]):]
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, "", errors.New("no quoted expression")
		}
		pattern, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, "", err
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil, "", err
		}
		wants = append(wants, &want{mark: m, rule: rule[1], grade: report.Confidence(rule[2]), message: re})
		text = strings.TrimSpace(text[len(quoted):])
	}
}

// TestParseWant checks the grammar of expectations.
func TestParseWant(t *testing.T) {
	if *update {
		t.Skip("takes what lacks a confidence")
	}
	for text, count := range map[string]int{
		`want RC1001/high "a"`:                                  1,
		`want RC1001/high "a" RC1002/low "b"`:                   2,
		"want RC1001/medium `a \"b\"`":                          1,
		`want(MISS) RC1001 "a" want(IMPRECISE) RC1003/high "b"`: 2,
		`want`:                       -1,
		`want RC1001/high`:           -1,
		`want RC1001 "a"`:            -1,
		`want RC1001/sure "a"`:       -1,
		`want RC1001/high "("`:       -1,
		`want(HOPE) RC1001 "a"`:      -1,
		`want(MISS) RC1001/high "a"`: -1,
		`want RC1001/high "a" else`:  -1,
	} {
		wants, err := parseWant(text)
		if (err != nil) != (count < 0) || err == nil && len(wants) != count {
			t.Errorf("parseWant(%q) = %d expectations, %v; want %d", text, len(wants), err, count)
		}
	}
}
