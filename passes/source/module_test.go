// This file tests how the module of a package is found.

package source

import (
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
