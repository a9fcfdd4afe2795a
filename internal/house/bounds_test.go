// This file holds the bounds of packages, each of which is a constant of its limits.go, to saying which way they err.

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// errs are the words for what becomes of what lies past a bound.
var errs = regexp.MustCompile(`(more|fewer) (races|deadlocks|reports|work)|lower grades|less is told|other advice|` +
	`larger facts|(time|memory) only|an error`)

// measured are the words for what a bound was found to matter, or that it costs nothing but time, memory or words.
var measured = regexp.MustCompile(`[Hh]alved \d+, doubled \d+|[Nn]ot measured: |` +
	`(time|memory) only|[Tt]ext only|an error`)

// boundsHead is how the comment of each such file ends.
const boundsHead = "Halved and doubled: of how many programs the findings differ then (docs/results.md, Bounds)."

// TestBounds wants each constant of a limits.go to say which way what lies past it errs, itself or for its group, and
// what measuring it has shown.
func TestBounds(t *testing.T) {
	names, err := filepath.Glob("../../*/limits.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"../../*/*/limits.go", "../../*/*/*/limits.go"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, more...)
	}
	if len(names) < 40 {
		t.Errorf("%d packages with bounds are few", len(names))
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if head := commentText(f.Comments[0]); !strings.HasSuffix(head, boundsHead) {
			t.Errorf("%s: does not say what was measured", name)
		}
		for _, d := range f.Decls {
			if group, ok := d.(*ast.GenDecl); ok && group.Tok == token.CONST {
				checkBounds(t, fset, group)
			}
		}
	}
}

// checkBounds checks a group of constants.
func checkBounds(t *testing.T, fset *token.FileSet, group *ast.GenDecl) {
	t.Helper()
	says := func(c *ast.CommentGroup, what *regexp.Regexp) bool {
		return c != nil && what.MatchString(commentText(c))
	}
	for _, s := range group.Specs {
		v := s.(*ast.ValueSpec)
		has := func(what *regexp.Regexp) bool {
			return says(group.Doc, what) || says(v.Doc, what) || says(v.Comment, what)
		}
		if !has(errs) {
			t.Errorf("%s: %s does not say which way it errs", fset.Position(v.Pos()), v.Names[0].Name)
		}
		if !has(measured) {
			t.Errorf("%s: %s does not say what measuring it has shown", fset.Position(v.Pos()), v.Names[0].Name)
		}
	}
}

// boundName is what bounds are called.
var boundName = regexp.MustCompile(`^[mM]ax[A-Z]|[a-z]Max$`)

// TestBoundsTogether wants bounds to stand in the limits.go of their package, not beside the code that asks for them.
func TestBoundsTogether(t *testing.T) {
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "bench" || strings.HasPrefix(d.Name(), "_")):
			return fs.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "limits.go":
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					if v := s.(*ast.ValueSpec); boundName.MatchString(v.Names[0].Name) {
						t.Errorf("%s: %s belongs to limits.go", fset.Position(v.Pos()), v.Names[0].Name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
