// This file checks that every rule is documented in full, and that docs/rules holds the pages of the rules.

package ruledoc

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/rules")

// TestRules checks that no part of a rule is missing and that a rule is found by its id in any case.
func TestRules(t *testing.T) {
	for _, r := range Rules() {
		if r.ID == "" || r.Title == "" || r.Why == "" || r.Bad == "" || r.Good == "" || r.Hides == "" {
			t.Errorf("%s: incomplete", r.ID)
		}
		if got, ok := Lookup(strings.ToLower(r.ID)); !ok || got.ID != r.ID {
			t.Errorf("%s: not found", r.ID)
		}
	}
}

// TestCheckerDoc wants each rule in what a checker says of itself, once, behind a line of its own on what it does.
func TestCheckerDoc(t *testing.T) {
	var all string
	for _, c := range checkers {
		doc := CheckerDoc(c.name)
		if title, rest, _ := strings.Cut(doc, "\n\n"); title != c.title || !strings.HasPrefix(rest, c.name+" finds ") {
			t.Errorf("%s: begins with %q", c.name, title)
		}
		all += doc
	}
	for _, r := range Rules() {
		if n := strings.Count(all, r.ID+"  "+r.Title); n != 1 {
			t.Errorf("%s is named %d times", r.ID, n)
		}
	}
	if CheckerDoc("nobody") != "" {
		t.Error("there is no checker nobody")
	}
}

// TestRulePages checks that docs/rules holds the rules' pages and no others; -update writes them.
func TestRulePages(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "rules")
	pages := map[string]string{"README.md": Index()}
	for _, r := range Rules() {
		pages[r.ID+".md"] = r.Page()
	}
	for base, page := range pages {
		name := filepath.Join(dir, base)
		if *update {
			if err := os.WriteFile(name, []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != page {
			t.Errorf("%s is not what its rule says (%v): run go test ./internal/ruledoc -update", name, err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if pages[f.Name()] == "" {
			t.Errorf("%s: no such rule", f.Name())
		}
	}
}
