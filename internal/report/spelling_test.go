// This file checks the words that depend on the reader: places, package names, colours.

package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// TestSpell checks that prose names places as frames do, and leaves alone what could be two places.
func TestSpell(t *testing.T) {
	at := func(pkg, dir, file string, line int) Pos { return Pos{Pkg: pkg, Dir: dir, File: file, Line: line} }
	f := &Finding{Pos: at("m/a", "/m/a", "a.go", 3)}
	f.Accesses[0] = Access{Kind: "write", Pos: f.Pos}
	f.Accesses[1] = Access{
		Kind:   "read",
		Pos:    at("m/b", "/m/b", "b.go", 7),
		Origin: Origin{Pos: at("m/c", "/m/c", "b.go", 7)},
	}
	v := &View{Cwd: "/m"}
	for text, want := range map[string]string{
		"write here and read at b/b.go:7": "write here and read at b/b.go:7",
		"after a.go:3":                    "after a/a.go:3",
		"after b.go:7":                    "after b.go:7", // two files have that name
		"after z.go:1":                    "after z.go:1",
	} {
		if got := v.spell(f, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestOneSpelling checks that the formats for people name one place in one way, the prose as the frames.
func TestOneSpelling(t *testing.T) {
	at := func(line int) Pos { return Pos{Pkg: "m/a", Dir: "/m/a", File: "a.go", Line: line} }
	f := &Finding{Rule: "RC1001", Pos: at(3), Notes: []string{"see a.go:3"}}
	f.Ordering.Reason = "nothing at a.go:5 waits"
	f.Accesses = [2]Access{{Kind: "write", Pos: at(3)}, {Kind: "read", Pos: at(5)}}
	f.Fix = []string{"hold a lock at a.go:3"}
	finish(f)
	for _, format := range []string{"text", "stack", "html"} {
		var out bytes.Buffer
		if err := Formats()[format](&out, &View{Cwd: "/m"}, []*Finding{f}, &Totals{}); err != nil {
			t.Fatal(err)
		}
		if other := regexp.MustCompile(`[^/]a\.go:\d+`).FindString(out.String()); other != "" {
			t.Errorf("%s: %q in\n%s", format, other, out.String())
		}
	}
}

// TestPackageName checks paths that end in a version.
func TestPackageName(t *testing.T) {
	for pkg, want := range map[string]string{
		"github.com/robfig/cron/v3": "cron", "gopkg.in/yaml.v3": "yaml", "net/http": "http", "v2": "v2",
		"m/p [m/p.test]": "p", "m/p_test [m/p.test]": "p",
	} {
		if got := PackageName(pkg); got != want {
			t.Errorf("%s: %s, want %s", pkg, got, want)
		}
	}
}

// TestColor checks that colours add nothing but their codes, and that there are none unless they are wanted.
func TestColor(t *testing.T) {
	f := &Finding{
		Rule:       "RC1001",
		Confidence: High,
		Message:    "data race on p.n: write here (RC1001)",
		Pos:        Pos{Pkg: "p", File: "p.go", Line: 3},
		Fix:        []string{"lock it"},
	}
	f.Accesses[0] = Access{Kind: "write", Pos: f.Pos, Path: []Frame{{Func: "F", Pkg: "p"}}, Origin: Origin{Kind: "main"}}
	f.Accesses[1] = f.Accesses[0]
	totals := &Totals{Packages: 2, Known: 4}
	var black, color bytes.Buffer
	for w, v := range map[*bytes.Buffer]*View{&black: {}, &color: {Color: true}} {
		if err := writeText(w, v, []*Finding{f}, totals); err != nil {
			t.Fatal(err)
		}
	}
	if got := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(color.String(), ""); got != black.String() {
		t.Errorf("without codes\n%s\nwant\n%s", got, black.String())
	}
	if strings.Contains(black.String(), "\x1b") || !strings.Contains(color.String(), green+"  fix") {
		t.Errorf("codes in\n%s\nnone in\n%s", black.String(), color.String())
	}
	if want := "1 finding: 1 high; 4 known; 2 packages"; !strings.Contains(black.String(), want) {
		t.Errorf("no %q in\n%s", want, black.String())
	}
}
