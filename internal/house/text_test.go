// This file holds the text of every Go file, tests included, against what the house says of lines and words.

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

// unwanted is what no comment says: what a function answers is reported, not told or said, and a reader has no texts
// but those of the repository.
var unwanted = regexp.MustCompile(`\b(tell|say)s? whether\b|\bdesign notes?\b|\b(verdicts|shapes|style|study)\.md\b`)

// TestText checks lines of at most 120 columns and the words of comments.
func TestText(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		// folders like internal/interp/_std hold sources of other authors, in part
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "_") ||
			strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == ".go" {
			files++
			checkText(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 1000 {
		t.Errorf("%d files are few", files)
	}
}

// checkText checks one file.
func checkText(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if len([]rune(line)) > wideLine {
			t.Errorf("%s:%d: more than %d columns", name, i+1, wideLine)
		}
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range f.Comments {
		if found := unwanted.FindString(commentText(group)); found != "" {
			t.Errorf("%s: a comment says %q", fset.Position(group.Pos()), found)
		}
	}
}

// commentText is the text of a group on one line.
func commentText(group *ast.CommentGroup) string {
	return strings.Join(strings.Fields(group.Text()), " ")
}
