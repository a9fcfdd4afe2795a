// This file tests which findings are shown as one.

package together

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/report"
)

// access is a write at a line, in a goroutine that a function runs.
func access(line int, goroutine string, locks ...string) report.Access {
	pos := report.Pos{Pkg: "m/p", File: "a.go", Line: line, Col: 1}
	a := report.Access{
		Pos: pos, Kind: "write", Func: "f", Origin: report.Origin{Kind: "go", Name: goroutine},
		Path: []report.Frame{{Func: "f", Pkg: "m/p"}},
	}
	for _, l := range locks {
		a.Locks = append(a.Locks, report.Lock{Name: l, Mode: "W"})
	}
	return a
}

// race is a race between two accesses.
func race(id, variable string, conf report.Confidence, x, y report.Access) *report.Finding {
	return &report.Finding{
		Schema: report.SchemaVersion, ID: id, Rule: "RC1001", Level: "error", Confidence: conf, Pos: x.Pos,
		Variable: report.Variable{Name: variable, Kind: "field", Pkg: "m/p"}, Accesses: [2]report.Access{x, y},
		Message: "data race on " + variable + " (RC1001)",
	}
}

// TestMark checks that what one repair mends is one report, and nothing else is.
func TestMark(t *testing.T) {
	base := race("1", "p.T.a", report.Medium, access(1, "run"), access(2, "main"))
	for _, c := range []struct {
		name string
		with *report.Finding
		want bool
	}{
		{"another field", race("2", "p.T.b", report.High, access(3, "run"), access(4, "main")), true},
		{"the other way round", race("2", "map p.T.b", report.High, access(3, "main"), access(4, "run")), true},
		{"the same places", race("2", "p.T.a", report.High, access(1, "walk"), access(2, "main")), true},
		{"another goroutine", race("2", "p.T.b", report.High, access(3, "walk"), access(4, "main")), false},
		{"a place more", race("2", "p.T.a", report.High, access(1, "walk"), access(3, "main")), false},
		{"another lock held", race("2", "p.T.b", report.High, access(3, "run", "p.T.mu"), access(4, "main")), false},
		{"there with a lock", race("2", "p.T.a", report.High, access(1, "walk", "p.T.mu"), access(2, "main")), false},
		{"another type", race("2", "p.U.b", report.High, access(3, "run"), access(4, "main")), false},
		{"package-level", race("2", "p.b", report.High, access(3, "run"), access(4, "main")), false},
		{"local", race("2", `local "b" of p.T.f`, report.High, access(3, "run"), access(4, "main")), false},
	} {
		list := []*report.Finding{base, c.with}
		Mark(list)
		if got := base.Under == c.with.ID && len(c.with.Also) == 1; got != c.want {
			t.Errorf("%s: shown as one: %v, want %v", c.name, got, c.want)
		}
		if n := len(Leads(list)); n == 1 != c.want {
			t.Errorf("%s: %d reports", c.name, n)
		}
	}
	known := race("3", "p.T.c", report.High, access(3, "run"), access(4, "main"))
	known.Baseline = report.StateKnown
	if Mark([]*report.Finding{known, base}); base.Under != "" {
		t.Error("a new finding is hidden by a known one")
	}
}

// TestMarkTests checks that what needs no test never stands below what does, and that tests hide nothing more certain.
func TestMarkTests(t *testing.T) {
	tested := func(id string, conf report.Confidence) *report.Finding {
		f := race(id, "p.T.a", conf, access(1, "run"), access(2, "TestT"))
		f.Accesses[1].Origin.Kind = "test"
		return f
	}
	plain := func() *report.Finding { return race("1", "p.T.a", report.Medium, access(1, "run"), access(2, "main")) }
	for _, c := range []struct {
		list  []*report.Finding
		under []string
	}{
		{[]*report.Finding{tested("2", report.Medium), plain()}, []string{"1", ""}},
		{[]*report.Finding{tested("2", report.High), plain()}, []string{"", ""}},
		{[]*report.Finding{tested("2", report.High), tested("3", report.High), plain()}, []string{"", "2", ""}},
	} {
		Mark(c.list)
		for i, f := range c.list {
			if f.Under != c.under[i] {
				t.Errorf("%s of %d stands under %q, want %q", f.ID, len(c.list), f.Under, c.under[i])
			}
		}
	}
}

// TestMarkGuard checks that accesses without one lock below one root are one report, whoever else holds it.
func TestMarkGuard(t *testing.T) {
	line := 0
	guarded := func(variable, odd, setter string) *report.Finding {
		line += 2
		f := race(variable, variable, report.Medium, access(line, odd), access(line+1, setter, "p.T.mu"))
		f.Guard = &report.Guard{Name: "p.T.mu", Held: 3, Total: 4}
		return f
	}
	list := []*report.Finding{
		guarded("p.T.a", "Log", "SetA"), guarded("p.T.b", "Log", "SetB"), guarded("p.T.c", "String", "SetC"),
	}
	if Mark(list); len(Leads(list)) != 2 {
		t.Errorf("%d reports, want one for Log and one for String", len(Leads(list)))
	}
}

// TestListed checks that nothing is lost: text and SARIF name each finding that another one is shown for, JSON has all
// of them, and one that is asked for by itself is shown.
func TestListed(t *testing.T) {
	var list []*report.Finding
	for i := range 11 {
		id := fmt.Sprintf("id%02d", i)
		list = append(list, race(id, "p.T."+id, report.Medium, access(2*i+1, "run"), access(2*i+2, "main")))
	}
	Mark(list)
	leads := Leads(list)
	if len(leads) != 1 {
		t.Fatalf("%d reports, want 1", len(leads))
	}
	write := func(format string, v *report.View, findings []*report.Finding) string {
		var b bytes.Buffer
		if err := report.Formats()[format](&b, v, findings, &report.Totals{Packages: 1}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	brief, full := write("text", &report.View{}, leads), write("text", &report.View{Pairs: true}, leads)
	if !strings.Contains(brief, "and 2 more (-pairs lists them)") || !strings.Contains(brief, "10 more with the same") {
		t.Errorf("the text does not count:\n%s", brief)
	}
	sarif, objects := write("sarif", &report.View{}, leads), write("json", &report.View{}, list)
	for _, f := range list[1:] {
		if !strings.Contains(full, "id "+f.ID+")") || !strings.Contains(sarif, "id "+f.ID+")") {
			t.Errorf("the text with -pairs, or SARIF, does not name %s", f.ID)
		}
		if !strings.Contains(objects, `"id":"`+f.ID+`"`) {
			t.Errorf("JSON does not have %s", f.ID)
		}
		alone := Leads([]*report.Finding{f})
		if text := write("text", &report.View{}, alone); !slices.Contains(alone, f) || !strings.Contains(text, "as id00:") {
			t.Errorf("%s is not shown when it is asked for", f.ID)
		}
	}
}
