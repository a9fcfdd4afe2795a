// This file tests how headlines are made to fit.

package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHeadlineFits checks what is left out of headlines that are too long, and in which order.
func TestHeadlineFits(t *testing.T) {
	pos := func(pkg, file string, line int) Pos {
		return Pos{Pkg: "example.com/" + pkg, File: file, Line: line, Col: 1}
	}
	for _, c := range []struct {
		name, via string
		other     Pos
		says      string
	}{
		{"T.f", "", pos("m/deep/folder", "other.go", 7), "and read at example.com/m/deep/folder/other.go:7 are not ordered"},
		{"T.f" + strings.Repeat("f", 60), "", pos("m/deep/folder", "other.go", 7), "and read at other.go:7 are not ordered"},
		{
			"T.f" + strings.Repeat("f", 45),
			"",
			pos("m/deep/folder", "a_rather_long_name.go", 70),
			"and read at line 70 are not ordered",
		},
		{"T.f", "call of " + strings.Repeat("F", 60), pos("m/deep/other", "other.go", 7),
			"T.f: write at line 3 and read at example.com/m/deep/other/other.go:7 are not ordered"},
	} {
		home := pos("m/deep/folder", "a_rather_long_name.go", 3)
		f := &Finding{Rule: "RC1001", Pos: home, Via: c.via, Variable: Variable{Name: c.name}}
		f.Accesses[0], f.Accesses[1] = Access{Kind: "write", Pos: home}, Access{Kind: "read", Pos: c.other}
		f.Message = Headline(f)
		got := HeadlineFor(&View{}, f)
		if utf8.RuneCountInString(got) > textWidth || !strings.Contains(got, c.says) || !strings.HasSuffix(got, "(RC1001)") {
			t.Errorf("%d columns, want %q: %s", len(got), c.says, got)
		}
	}
}

// TestHeadlineOfCycle checks that what leads to a long cycle is left out, and nothing cut out of its middle.
func TestHeadlineOfCycle(t *testing.T) {
	cycle := "lock-order cycle session.Session.streamLock -> session.Stream.stateLock -> session.Session.streamLock: " +
		"reverse order at line 7"
	f := &Finding{
		Rule: "DL2001",
		Pos:  Pos{Pkg: "m", File: "session.go", Line: 3, Col: 1},
		Via:  "call of (*Stream).forceClose",
	}
	f.Threads = []Thread{{}}
	f.Message = Line(f.Via+" here leads to "+cycle, f.Rule)
	if got := HeadlineFor(&View{}, f); !strings.HasSuffix(got, ": "+cycle+" (DL2001)") ||
		utf8.RuneCountInString(got) > textWidth {
		t.Error(got)
	}
}
