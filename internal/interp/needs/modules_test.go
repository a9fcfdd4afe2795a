// This file tests where packages are found.

package needs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// TestModules finds packages of modules that go.mod, go.work, go.sum and vendor directories say.
func TestModules(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GOMODCACHE", filepath.Join(root, "cache"))
	t.Setenv("GOWORK", "")
	for name, text := range map[string]string{
		"m/go.mod": "module example.com/m\n\nrequire (\n\texample.com/a v1.0.0\n\texample.com/b v1.0.0\n" +
			"\texample.com/Old v1.2.0\n)\n\n" +
			"replace example.com/b => ../b\n\nreplace example.com/Old => example.com/New v1.3.0\n",
		"m/go.sum": "example.com/pruned v1.1.0 h1:x\nexample.com/pruned v1.10.0 h1:x\nexample.com/pruned v1.9.0 h1:x\n" +
			"example.com/pruned v1.11.0/go.mod h1:x\n",
		"m/p/p.go":                              "package p\n",
		"m/vendor/example.com/v/v.go":           "package v\n",
		"cache/example.com/a@v1.0.0/x/x.go":     "package x\n",
		"cache/example.com/!new@v1.3.0/n.go":    "package old\n",
		"cache/example.com/pruned@v1.9.0/p.go":  "package pruned\n",
		"cache/example.com/pruned@v1.10.0/p.go": "package pruned\n",
		"b/b.go":                                "package b\n",
		"go.work":                               "go 1.24\n\nuse (\n\t./m\n\t./n\n)\n",
		"n/go.mod":                              "module example.com/n\n",
		"n/sub/s.go":                            "package sub\n",
	} {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(root, "m/p/p.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := New(Program{
		Path: "example.com/m/p", Module: "example.com/m", Fset: fset, Files: []*ast.File{f}, Stands: fstest.MapFS{},
	})
	for name, want := range map[string]string{
		"example.com/v": "m/vendor/example.com/v", "example.com/a/x": "cache/example.com/a@v1.0.0/x", "example.com/b": "b",
		"example.com/Old": "cache/example.com/!new@v1.3.0", "example.com/pruned": "cache/example.com/pruned@v1.10.0",
		"example.com/n/sub": "n/sub", "example.com/m/p": "m/p",
	} {
		if got, err := w.directory(name, foreign); err != nil || got != filepath.Join(root, want) {
			t.Errorf("%s: %s %v, want %s", name, got, err, want)
		}
	}
}
