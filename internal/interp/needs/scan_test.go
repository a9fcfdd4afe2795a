// This file tests that the scanner finds what the parser does.

package needs

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScan holds the scanner against the parser, for packages of the standard library: it may find more names, never
// fewer.
func TestScan(t *testing.T) {
	for _, name := range []string{"net/http", "reflect", "go/types", "encoding/xml", "unicode", "syscall", "testing"} {
		list, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			scanned(t, file, src)
		}
	}
	scanned(t, "odd", []byte("package p;func(x *T[ /* ( */ K ])M(){};type(F func(a int);G=F)\ntype H func(int)\n"+
		"func (H) N() {}\nvar(a,b=1,'\\'';c/*x*/,d int)\nconst c1, \n c2 = `\nfunc no() {`, \"\\\"{\" // {\nfunc é() {}\n"))
}

// scanned tests one file.
func scanned(t *testing.T, name string, src []byte) {
	found := map[string]bool{}
	declared(src, func(recv, name string) { found[recv+"."+name] = true })
	tree, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := packageName(src); got != tree.Name.Name {
		t.Errorf("%s: package %s, want %s", name, got, tree.Name.Name)
	}
	var want []string
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			want = append(want, receiver(d)+"."+d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				for _, n := range specNames(s) {
					want = append(want, "."+n)
				}
			}
		}
	}
	for _, n := range want {
		if !found[n] && !strings.HasSuffix(n, "._") {
			t.Errorf("%s: no %s", name, n)
		}
	}
}
