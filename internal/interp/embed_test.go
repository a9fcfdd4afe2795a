// This file tests that variables have their embedded files.

package interp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"
)

// embedding has variables with embedded files.
const embedding = `package main

import (
	"embed"
	"io/fs"
)

//go:embed data/a.txt
var text string

//go:embed data/a.txt
var bytes []byte

//go:embed data all:more
var files embed.FS

func main() {
	b, err := files.ReadFile("data/sub/b.txt")
	if text != "a" || string(bytes) != "a" || string(b) != "b" || err != nil {
		panic("files")
	}
	if _, err := files.ReadFile("data/_hidden"); err == nil {
		panic("hidden")
	}
	if _, err := files.ReadFile("more/_hidden"); err != nil {
		panic(err)
	}
	list, err := fs.Glob(files, "data/*.txt")
	if len(list) != 1 || err != nil {
		panic("list")
	}
	n := 0
	fs.WalkDir(files, ".", func(string, fs.DirEntry, error) error { n++; return nil })
	if n != 7 {
		panic(n)
	}
}
`

// TestEmbedded runs a program with embedded files.
func TestEmbedded(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": embedding, "data/a.txt": "a", "data/sub/b.txt": "b", "data/_hidden": "h", "more/_hidden": "h",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(dir, "main.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := Try(&Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}, Module: "example.com/std"})
	if len(out.Crashed)+len(out.Failed) > 0 || out.Roots != 1 {
		t.Errorf("crashed: %q, failed: %q, %d roots", out.Crashed, out.Failed, out.Roots)
	}
}
