// This file checks the documentation: links lead to pages and headings that exist, examples compile, URLs of
// diagnostics are pages.

package syncvet_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// pages are the README and all pages below docs, by name.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/*/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.ToSlash(name)] = string(text)
		}
	}
	if len(out) < 20 {
		t.Fatalf("%d pages", len(out))
	}
	return out
}

var (
	pageLink   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	goFence    = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	anyFence   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	notAnchors = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// anchors are the fragments that GitHub gives the headings of a page.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(anyFence.ReplaceAllString(text, ""), -1) {
		out[strings.ReplaceAll(notAnchors.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return out
}

// TestLinks follows all links within the repository.
func TestLinks(t *testing.T) {
	all := pages(t)
	for name, text := range all {
		for _, m := range pageLink.FindAllStringSubmatch(anyFence.ReplaceAllString(text, ""), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %s: %v", name, m[1], err)
				continue
			}
			if u.Host != "" {
				continue
			}
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			if _, err := os.Stat(filepath.FromSlash(target)); err != nil {
				t.Errorf("%s: %s leads nowhere", name, m[1])
			} else if u.Fragment != "" && !anchors(all[target])[u.Fragment] {
				t.Errorf("%s: %s has no heading %s", name, target, u.Fragment)
			}
		}
	}
}

// TestIndex checks that the list of rules leads to all of them, and the index of docs to the list.
func TestIndex(t *testing.T) {
	all := pages(t)
	if !strings.Contains(all["docs/README.md"], "](rules/README.md)") {
		t.Error("docs/README.md does not lead to the rules")
	}
	for _, r := range ruledoc.Rules() {
		if !strings.Contains(all["docs/rules/README.md"], "]("+r.ID+".md)") {
			t.Errorf("docs/rules/README.md does not lead to %s", r.ID)
		}
	}
}

// TestURLs checks that the URLs in diagnostics, of analyzers and of rules, are pages.
func TestURLs(t *testing.T) {
	urls := []string{ruledoc.IndexURL}
	for _, r := range ruledoc.Rules() {
		urls = append(urls, ruledoc.URL(r.ID))
	}
	for _, u := range urls {
		file, ok := strings.CutPrefix(u, ruledoc.ProjectURL+"/blob/main/")
		if _, err := os.Stat(filepath.FromSlash(file)); !ok || err != nil {
			t.Errorf("%s is no page: %v", u, err)
		}
	}
}

// foreign parses a program, and reports whether it needs other modules.
func foreign(t *testing.T, page, program string) bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), page, program, 0)
	if err != nil {
		t.Error(err)
		return true
	}
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
		first, _, _ := strings.Cut(s.Path.Value, "/")
		return strings.Contains(first, ".")
	})
}

// TestExamplesCompile builds every Go program of the documentation, those of rule pages included; of those that need
// other modules it checks the syntax.
func TestExamplesCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := t.TempDir()
	writeProgram(t, filepath.Join(dir, "go.mod"), "module example.com/docs\n\ngo 1.26\n")
	n := 0
	for name, text := range pages(t) {
		for i, m := range goFence.FindAllStringSubmatch(text, -1) {
			if name == "README.md" || !strings.HasPrefix(m[1], "package ") {
				if name != "README.md" {
					t.Errorf("%s: example %d is no program", name, i+1)
				}
				continue
			}
			n++
			if foreign(t, name, m[1]) {
				continue
			}
			writeProgram(
				t,
				filepath.Join(dir, fmt.Sprintf("%s%d", strings.NewReplacer("/", "_", ".md", "").Replace(name), i), "main.go"),
				m[1],
			)
		}
	}
	cmd := exec.Command("go", "build", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err != nil || n < 30 {
		t.Errorf("%d examples, %v\n%s", n, err, out)
	}
}

// Names of tests, where they are declared and where they are mentioned.
var (
	declaredTest  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Z]\w*)\(`)
	mentionedTest = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
)

// TestPackageTests checks that each doc.go says by which tests a package's rules are held, and that these exist.
func TestPackageTests(t *testing.T) {
	tests, docs := map[string]bool{}, map[string]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return enterDir(name, d)
		case filepath.Base(name) != "doc.go" && !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		for _, m := range declaredTest.FindAllSubmatch(text, -1) {
			tests[string(m[1])] = true
		}
		if filepath.Base(name) == "doc.go" {
			docs[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range docs {
		_, said, ok := strings.Cut(text, "// # Tests\n")
		if !ok {
			t.Errorf("%s: no section \"Tests\": which test breaks without the rules?", name)
		}
		for _, test := range mentionedTest.FindAllString(said, -1) {
			if !tests[test] {
				t.Errorf("%s: there is no %s", name, test)
			}
		}
	}
}
