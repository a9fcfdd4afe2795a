// This file tests how the module of a package is found, and which packages have facts.

package source

import (
	"go/ast"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestModuleOf(t *testing.T) {
	for path, want := range map[string]string{
		"example.com/hitcount":              "example.com/hitcount",
		"example.com/hitcount/server":       "example.com/hitcount",
		"github.com/owner/repo/v2/internal": "github.com/owner/repo",
		"golang.org/x/tools/go/ssa":         "golang.org/x/tools",
		"app/server/http":                   "app",
		"main":                              "main",
	} {
		for _, m := range []*analysis.Module{nil, {}} {
			if got := moduleOf(&analysis.Pass{Module: m}, path); got != want {
				t.Errorf("module of %s: %s, want %s", path, got, want)
			}
		}
	}
	if got := moduleOf(&analysis.Pass{Module: &analysis.Module{Path: "corp"}}, "corp/x/y"); got != "corp" {
		t.Errorf("what the driver says: %s", got)
	}
}

// TestExport checks that a package without files has no facts.
func TestExport(t *testing.T) {
	for files, want := range map[int]int{0: 0, 1: 1} {
		n := 0
		Export(&analysis.Pass{Files: make([]*ast.File, files), ExportPackageFact: func(analysis.Fact) { n++ }}, &Fact{})
		if n != want {
			t.Errorf("%d facts of a package of %d files, want %d", n, files, want)
		}
	}
}
