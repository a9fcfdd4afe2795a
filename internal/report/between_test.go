// This file tests what is written of pairs with one answer.

package report

import (
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
