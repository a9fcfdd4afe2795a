// This file tests what the settings leave out. What each key does in the front is tested there, and what it does in
// hosts in internal/hosts.

package settings

import (
	"strings"
	"testing"
)

// TestMatchPath checks the patterns of paths.
func TestMatchPath(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a/b.go", "a/b.go", true}, {"a/*.go", "a/b.go", true}, {"*.go", "a/b.go", false}, {"**/*.go", "a/b.go", true},
		{"**/*.go", "b.go", true},
		{"a/**", "a/b/c.go", true}, {"a/**/c.go", "a/c.go", true}, {"a/**/c.go", "b/c.go", false}, {"a", "a/b.go", false},
		{"**", "a/b.go", true},
	} {
		if got := matchPath(strings.Split(c.pattern, "/"), strings.Split(c.name, "/")); got != c.want {
			t.Errorf("%s, %s: %v", c.pattern, c.name, got)
		}
	}
}
