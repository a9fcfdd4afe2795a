package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// at is a position in one of the packages of the examples.
func at(pkg, file string, line, col int) Pos {
	return Pos{Pkg: pkg, File: file, Dir: "/src/" + pkg, Line: line, Col: col}
}

// partlyLocked is a field that is written after its lock was released, by two goroutines of a test.
func partlyLocked() *Finding {
	const pkg = "racedemo"
	start := at(pkg, "demo_test.go", 26, 2)
	f := &Finding{
		Schema: SchemaVersion, Rule: "RC1001", Level: "error", Confidence: High, Pos: at(pkg, "cache.go", 18, 2),
		Variable: Variable{Name: "racedemo.Cache.n", Kind: "field", Pkg: pkg},
		Accesses: [2]Access{{
			Pos: at(pkg, "cache.go", 18, 2), Kind: "write", Expr: "c.n", Func: "(*Cache).Put",
			Path: []Frame{
				{Func: "TestRace.func1", Pkg: pkg},
				{Func: "(*Cache).Put", Pkg: pkg, Call: at(pkg, "demo_test.go", 26, 20)},
			},
			Origin: Origin{
				Kind:     "go",
				Name:     "TestRace.func1",
				Pos:      start,
				Parallel: true,
				Chain:    []Frame{{Func: "TestRace", Pkg: pkg}},
			},
		}, {
			Pos: at(pkg, "cache.go", 21, 32), Kind: "read", Expr: "c.n", Func: "(*Cache).Len",
			Locks: []Lock{{Name: "c.mu", Mode: "R", Pos: at(pkg, "cache.go", 20, 2)}},
			Path: []Frame{
				{Func: "TestRace", Pkg: pkg},
				{Func: "(*Cache).Len", Pkg: pkg, Call: at(pkg, "demo_test.go", 28, 6)},
			},
			Origin: Origin{Kind: "test", Name: "TestRace"},
		}},
		Ordering: Ordering{
			Reason:  "wg.Wait at demo_test.go:29 comes after the read",
			Nearest: []string{"c.mu released at cache.go:17"},
		},
		Others: 2,
		Fix:    []string{"move c.n++ above c.mu.Unlock()"},
	}
	return finish(f)
}

// handler is a map that a request handler writes, three packages below the one that registers it, through net/http.
func handler() *Finding {
	const mod = "example.com/shop"
	reg := at(mod+"/cmd/web", "main.go", 22, 2)
	a := Access{
		Pos: at(mod+"/internal/stats", "stats.go", 31, 2), Kind: "map write", Expr: "hits", Func: "Inc",
		Path: []Frame{
			{Func: "Server.handleGet", Pkg: mod + "/api"},
			{Func: "HandlerFunc.ServeHTTP", Pkg: "net/http", Call: at(mod+"/api", "server.go", 58, 3)},
			{Func: "wrap", Pkg: "net/http", Call: Pos{Pkg: "net/http", File: "server.go", Line: 2300}},
			{Func: "Inc", Pkg: mod + "/internal/stats", Call: Pos{Pkg: "net/http", File: "server.go", Line: 2400}},
		},
		Origin: Origin{
			Kind:     "callback",
			Name:     "Server.handleGet",
			API:      "net/http.(*ServeMux).HandleFunc",
			Pos:      reg,
			Parallel: true,
			Chain:    []Frame{{Func: "main", Pkg: mod + "/cmd/web"}},
		},
	}
	return finish(&Finding{
		Schema: SchemaVersion, Rule: "RC1003", Level: "error", Confidence: High, Pos: reg, Via: "callback registered here",
		Variable: Variable{Name: "map stats.hits", Kind: "map", Pkg: mod + "/internal/stats"},
		Accesses: [2]Access{a, a},
		Ordering: Ordering{Reason: "several instances of this goroutine may run at the same time"},
		Notes:    []string{"recover cannot catch it"},
	})
}

// finish computes what is computed.
func finish(f *Finding) *Finding {
	f.ID, f.Message = Fingerprint(f), Headline(f)
	return f
}

func TestFormats(t *testing.T) {
	totals := &Totals{Schema: SchemaVersion}
	totals.Add(&Summary{Pkg: "racedemo", Counters: map[string]int64{"units": 7, "pairs.original": 3, "rss.peak.kb": 2048}})
	totals.Add(
		&Summary{
			Pkg:        "x",
			Incomplete: true,
			Notes:      []Note{{"x", "panic", "boom\nstack"}},
			Counters:   map[string]int64{"units": 2, "rss.peak.kb": 1024},
		},
	)
	view := &View{Cwd: "/src/racedemo", Source: func(p Pos) string {
		if p.File == "cache.go" {
			return "c.n++"
		}
		return ""
	}}
	findings := samples()
	for name, format := range Formats() {
		var out bytes.Buffer
		if err := format(&out, view, findings, totals); err != nil {
			t.Fatal(err)
		}
		if _, rest, ok := bytes.Cut(out.Bytes(), []byte(`"invocations": [`)); ok {
			golden(t, name, rest) // SARIF without the pages of all rules
		} else {
			golden(t, name, out.Bytes())
		}
	}
	var table bytes.Buffer
	if err := totals.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	totals.WriteNotes(&table, false)
	golden(t, "table", table.Bytes())
}

// open is the variable of partlyLocked again, of another object and in a library, with two counterexamples and the
// reason why it is reported.
func open() *Finding {
	f := partlyLocked()
	const pkg = "racedemo"
	put := []Frame{{Func: "(*Cache).Put", Pkg: pkg}}
	f.Variable.Decl, f.Confidence = at(pkg, "cache.go", 9, 30), Medium
	f.Pos.Line, f.Accesses[0].Pos.Line = 40, 40
	f.Because = "the type is documented to be safe for concurrent use"
	f.Accesses[0].Func, f.Accesses[0].Path, f.Accesses[0].Origin = "(*Cache).Add", put, Origin{
		Kind: "exported",
		Name: "(*Cache).Put",
	}
	f.Pairs = []Pair{
		{
			Paths: [2][]Frame{put, put},
			Kinds: [2]string{"write", "read"},
			At:    [2]Pos{at(pkg, "cache.go", 40, 2), at(pkg, "cache.go", 21, 32)},
		},
		{
			Paths: [2][]Frame{put, put},
			Kinds: [2]string{"write", "write"},
			At:    [2]Pos{at(pkg, "cache.go", 40, 2), at(pkg, "cache.go", 18, 2)},
		},
	}
	f.ID, f.Others, f.Message = Fingerprint(f), 1, Headline(f)
	return f
}

// TestViews checks the field-based and the object-based view, and that pairs are listed where they are asked for.
func TestViews(t *testing.T) {
	findings := Dedup([]*Finding{handler(), partlyLocked(), open()})
	var out bytes.Buffer
	for _, view := range []View{{Group: ByField}, {Group: ByObject}, {Group: BySite, Pairs: true}} {
		view.Cwd = "/src/racedemo"
		if err := Formats()["text"](&out, &view, findings, &Totals{}); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "views", out.Bytes())
	if g := Groups(ByField, findings); len(g) != 2 || len(g[0].IDs) != 2 || g[0].Pairs != 5 {
		t.Errorf("by field: %+v", g)
	}
	if g := Groups(ByObject, findings); len(g) != 3 {
		t.Errorf("by object: %+v", g)
	}
}

// TestGroupOfMany checks that a group lists some of its findings and counts the rest.
func TestGroupOfMany(t *testing.T) {
	var findings []*Finding
	for k := range groupMax + 2 {
		f := partlyLocked()
		f.Pos.Line = k + 1
		findings = append(findings, f)
	}
	var out bytes.Buffer
	if err := Formats()["text"](&out, &View{Group: ByField}, findings, &Totals{}); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Count(text, "data race on") != groupMax || !strings.Contains(text, "  and 2 more\n") {
		t.Errorf("got\n%s", text)
	}
}

func TestRelated(t *testing.T) {
	var out bytes.Buffer
	for _, f := range []*Finding{partlyLocked(), handler()} {
		lines := Evidence(f)
		if len(lines) > relatedMax {
			t.Errorf("%d lines", len(lines))
		}
		out.WriteString(f.Message + "\n")
		for _, l := range lines {
			if strings.Contains(l.Message, "\n") {
				t.Errorf("line break in %q", l.Message)
			}
			out.WriteString(DisplayPos(l.Pos, "/src/racedemo") + ": \t" + l.Message + "\n")
		}
	}
	golden(t, "related", out.Bytes())
}

// golden compares output with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestHeadlineLength(t *testing.T) {
	f := partlyLocked()
	for _, n := range []int{10, 150, 1000} {
		f.Variable.Name = strings.Repeat("é", n)
		line := Headline(f)
		if len(line) > headlineMax || !strings.HasSuffix(line, "(RC1001)") || strings.ContainsRune(line, '\uFFFD') {
			t.Errorf("%d bytes: %s", len(line), line)
		}
	}
	f.Accesses[1].Pos.Pkg = "other.org/" + strings.Repeat("deep/", 60)
	if line := Headline(f); len(line) > headlineMax || !strings.HasSuffix(line, "(RC1001)") {
		t.Errorf("%d bytes: %s", len(line), line)
	}
}

// TestFingerprint checks (P3): lines and order do not matter, test variants are the package, names do matter.
func TestFingerprint(t *testing.T) {
	base := partlyLocked()
	change := func(edit func(*Finding)) string {
		f := partlyLocked()
		edit(f)
		return Fingerprint(f)
	}
	same := map[string]func(*Finding){
		"lines":   func(f *Finding) { f.Pos.Line++; f.Accesses[0].Pos.Line += 7; f.Accesses[1].Origin.Pos.Line = 3 },
		"order":   func(f *Finding) { f.Accesses[0], f.Accesses[1] = f.Accesses[1], f.Accesses[0] },
		"variant": func(f *Finding) { f.Accesses[0].Pos.Pkg = "racedemo [racedemo.test]" },
	}
	for name, edit := range same {
		if change(edit) != base.ID {
			t.Errorf("%s: changed", name)
		}
	}
	other := map[string]func(*Finding){
		"rule":     func(f *Finding) { f.Rule = "RC1002" },
		"variable": func(f *Finding) { f.Variable.Name = "x" },
		"function": func(f *Finding) { f.Accesses[0].Func = "g" },
		"kind":     func(f *Finding) { f.Accesses[1].Kind = "write" },
		"origin":   func(f *Finding) { f.Accesses[1].Origin.Name = "g" },
	}
	for name, edit := range other {
		if change(edit) == base.ID {
			t.Errorf("%s: not changed", name)
		}
	}
}

// TestDedup checks (P4).
func TestDedup(t *testing.T) {
	weak, strong, twice := partlyLocked(), partlyLocked(), partlyLocked()
	weak.Confidence, weak.Others = Medium, 0
	strong.Accesses[0].Pos.Line, strong.Others = 99, 0
	twice.Others, twice.Accesses[0], twice.Accesses[1] = 0, twice.Accesses[1], twice.Accesses[0]
	got := Dedup([]*Finding{weak, handler(), twice, strong})
	if len(got) != 2 {
		t.Fatalf("%d findings", len(got))
	}
	if f := got[1]; f.Confidence != High || f.Others != 1 {
		t.Errorf("confidence %s, %d others; want high, 1", f.Confidence, f.Others)
	}
	if weak.Others != 0 || strong.Others != 0 || twice.Others != 0 {
		t.Error("input changed")
	}
}

func TestChannel(t *testing.T) {
	f := partlyLocked()
	line := EvidenceLine(f)
	g, ok := ParseEvidence(line)
	if !ok || strings.Contains(line, "\n") || EvidenceLine(g) != line {
		t.Errorf("does not read back: %s", line)
	}
	for _, bad := range []string{"", "write of c.n", "evidence: {", `evidence: {"schema":99}`} {
		if _, ok := ParseEvidence(bad); ok {
			t.Errorf("%q accepted", bad)
		}
	}
	s := &Summary{Schema: SchemaVersion, Pkg: "p", Counters: map[string]int64{"units": 1}}
	back, ok := ParseSummary(SummaryLine(s))
	if !ok || back.Counters["units"] != 1 {
		t.Error("summary does not read back")
	}
	if _, ok := ParseSummary("p: x"); ok {
		t.Error("text accepted as a summary")
	}
}

// TestFindingReadsAsJSON checks that a reader that expects only findings survives the last line.
func TestFindingReadsAsJSON(t *testing.T) {
	var out bytes.Buffer
	if err := writeJSON(&out, nil, nil, &Totals{Notes: []Note{{"p", "k", "t"}}}); err != nil {
		t.Fatal(err)
	}
	var f Finding
	if err := json.Unmarshal(out.Bytes(), &f); err != nil || f.Rule != "" {
		t.Errorf("%v, rule %q", err, f.Rule)
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct{ pkg, home, want string }{
		{"a.com/m/p", "a.com/m/p", ""},
		{"a.com/m/p [a.com/m/p.test]", "a.com/m/p_test", ""},
		{"a.com/m/p", "a.com/m/q", "p"},
		{"a.com/m", "a.com/m/q", "a.com/m"},
		{"a.com/x/m", "a.com/x/m/q", "m"},
		{"a.com/m/q/r", "a.com/m/q", "r"},
		{"a.com/m", "a.com/n", "a.com/m"},
		{"m/p", "m/q", "p"},
		{"bytes", "a.com/m", "bytes"},
	} {
		if got := nearPkg(c.pkg, c.home); got != c.want {
			t.Errorf("nearPkg(%q, %q) = %q, want %q", c.pkg, c.home, got, c.want)
		}
	}
}

// TestNothingFound checks that a person reads that nothing was found, and a program nothing unless the analysis is
// incomplete.
func TestNothingFound(t *testing.T) {
	for person, want := range map[bool]string{true: "0 findings; 3 packages\n", false: ""} {
		var b, s strings.Builder
		v := &View{Person: person}
		if err := writeText(&b, v, nil, &Totals{Packages: 3}); err != nil || b.String() != want {
			t.Errorf("person %v: %q, %v", person, b.String(), err)
		}
		if err := NewStream(&s, v, "text").Close(nil, &Totals{Packages: 3}); err != nil || s.String() != want {
			t.Errorf("person %v: stream: %q, %v", person, s.String(), err)
		}
	}
	var b strings.Builder
	part := &Totals{Packages: 3, Incomplete: []string{"p"}}
	if err := writeText(&b, &View{}, nil, part); err != nil || b.String() != "0 findings; 3 packages, 1 incomplete\n" {
		t.Errorf("incomplete: %q, %v", b.String(), err)
	}
}
