// This file tests what is written of pairs with one answer.

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAlike checks that pairs that differ in their goroutines only are counted, and all written if they are asked for.
func TestAlike(t *testing.T) {
	pair := func(line int, origin string) Judged {
		a := Access{Kind: "write", Pos: Pos{Pkg: "m", File: "a.go", Line: line}, Origin: Origin{Kind: "go", Name: origin}}
		return Judged{Variable: "m.T.n", Accesses: [2]Access{a, a}, Verdict: "excluded", Rule: "R6b", Reason: "a lock"}
	}
	pairs := []Judged{pair(3, "a"), pair(3, "b"), pair(3, "c"), pair(3, "d"), pair(5, "a"), pair(5, "b")}
	asked := [2]string{"m.f", "m.g"}
	answer := &Between{Places: asked, Pairs: pairs}
	for all, want := range map[bool]int{false: 4, true: 6} {
		var b strings.Builder
		if _, err := WriteBetween(&b, &View{Pairs: all}, asked, []*Between{answer}, nil); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if n := strings.Count("\n"+text, "\nexcluded: "); n != want {
			t.Errorf("all %v: %d pairs, want %d:\n%s", all, n, want, text)
		}
		if strings.Contains(text, "and 2 more with other callers") == all {
			t.Errorf("all %v:\n%s", all, text)
		}
	}
}

// TestMoreTold checks that an answer that says less of one variable is left out beside one that says more of it at the
// same places, and not beside one about another variable.
func TestMoreTold(t *testing.T) {
	pair := func(variable, verdict, rule string) Judged {
		a := Access{Kind: "write", Pos: Pos{Pkg: "m", File: "a.go", Line: 3}, Origin: Origin{Kind: "go", Name: "f"}}
		p := Judged{Variable: variable, Accesses: [2]Access{a, a}, Verdict: verdict, Rule: rule, Reason: "told"}
		if verdict == MayRace {
			p.Confidence = High
		}
		return p
	}
	asked := [2]string{"m.f", "m.g"}
	answer := &Between{Places: asked, Pairs: []Judged{
		pair("m.T.n", "one goroutine", ""), pair("m.T.n", MayRace, ""),
		pair("element of m.T.list", "impossible", "R4a"),
		pair("m.T.list", "one goroutine", ""), pair("m.T.list", "fresh", ""),
	}}
	var b strings.Builder
	if _, err := WriteBetween(&b, &View{}, asked, []*Between{answer}, nil); err != nil {
		t.Fatal(err)
	}
	var heads []string
	for line := range strings.Lines(b.String()) {
		if head, _, ok := strings.Cut(line, ": told"); ok {
			heads = append(heads, head)
		}
	}
	want := []string{"may race: m.T.n", "impossible: element of m.T.list", "one goroutine: m.T.list"}
	if !slices.Equal(heads, want) {
		t.Errorf("%q, want %q", heads, want)
	}
}

// TestLongReason checks that no word of a long reason is lost, and that no line is too long.
func TestLongReason(t *testing.T) {
	a := Access{Kind: "write", Pos: Pos{Pkg: "m", File: "a.go", Line: 3}, Origin: Origin{Kind: "go", Name: "f"}}
	reason := strings.Repeat("word ", 60) + "end"
	p := Judged{Variable: "m.T.n", Accesses: [2]Access{a, a}, Verdict: "excluded", Rule: "R6b", Reason: reason}
	asked := [2]string{"m.f", "m.g"}
	var b strings.Builder
	answer := &Between{Places: asked, Pairs: []Judged{p, p}}
	if _, err := WriteBetween(&b, &View{}, asked, []*Between{answer}, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), reason) {
		t.Errorf("the reason is cut in\n%s", b.String())
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > textWidth+1 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}

// TestMostCertainFirst checks that a finding about both places comes before pairs that are unlikely, and
// behind those that may race.
func TestMostCertainFirst(t *testing.T) {
	f := partlyLocked()
	places := [2]string{}
	for k := range places {
		places[k] = fmt.Sprintf("%s:%d", f.Accesses[k].Pos.File, f.Accesses[k].Pos.Line)
	}
	for verdict, want := range map[string]string{MayRace: "may race: ", Unlikely: "cache.go:18:2: data race on "} {
		pair := Judged{Variable: "v", Accesses: [2]Access(f.Accesses), Verdict: verdict, Reason: "somehow"}
		answer := &Between{Schema: SchemaVersion, Places: places, Known: [2]bool{true, true}, Pairs: []Judged{pair}}
		var out strings.Builder
		wrong, err := WriteBetween(&out, &View{Cwd: "/src/racedemo"}, places, []*Between{answer}, []*Finding{f})
		if err != nil || !wrong {
			t.Errorf("%s: wrong is %v, %v", verdict, wrong, err)
		}
		if text := out.String(); !strings.HasPrefix(strings.TrimSpace(text), want) || strings.Count(text, "somehow") != 1 {
			t.Errorf("%s: want %q first in\n%s", verdict, want, text)
		}
	}
}
