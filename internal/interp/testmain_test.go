// This file tests that tests are run by TestMain.

package interp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// withMain has a TestMain that makes what its test needs.
const withMain = `package p

import (
	"os"
	"testing"
)

var (
	ready bool
	x     int
)

func TestMain(m *testing.M) {
	if wants {
		os.Exit(1)
	}
	ready = true
	code := m.Run()
	x = 1 // line 19
	defer func() { panic("os.Exit runs no deferred calls") }()
	os.Exit(code)
}

func TestReady(t *testing.T) {
	if ready == wants {
		panic("not ready")
	}
	go func() { x++ }() // line 28
}
`

// TestMains runs a test by TestMain, and by itself where that gives up.
func TestMains(t *testing.T) {
	for _, wants := range []string{"false", "true"} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p_test.go", withMain+"\nconst wants = "+wants+"\n", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out := Try(&Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}, Module: "example.com/std"})
		if len(out.Crashed)+len(out.Failed) > 0 || out.Roots != 1 {
			t.Errorf("wants %s: crashed: %q, failed: %q, %d roots", wants, out.Crashed, out.Failed, out.Roots)
		}
		var got []int
		for pair := range out.Races {
			got = append(got, int(pair[0].Line*100+pair[1].Line))
		}
		want := []int{1928}
		if wants == "true" {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("wants %s: races %d, want %d", wants, got, want)
		}
	}
}
