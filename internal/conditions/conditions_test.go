package conditions

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAt checks the conditions at places marked by a call of at.
func TestAt(t *testing.T) {
	for body, want := range map[string]string{
		"at()":                                        "",
		"if a { at() }":                               "a:3",
		"if a { } else { at() }":                      "!a:3",
		"if !a { } else if b > 1 { at() }":            "b > 1:3 a:3",
		"if a { return }; at()":                       "!a:3",
		"if a == b { panic(1) }; at()":                "a != b:3",
		"if a && b { return }; at()":                  "not (a && b):3",
		"if err != nil { return }; at()":              "",
		"if err != nil { at() }":                      "err != nil:3",
		"if a { b() }; at()":                          "",
		"if a { return } else { b() }; at()":          "",
		"for { if a { continue }; at() }":             "!a:3",
		"for a { at() }":                              "",
		"if a { go func() { at() }() }":               "",
		"if a { func() { if b { at() } }() }":         "b:3",
		"_ = a && at()":                               "a:3",
		"_ = a || at()":                               "!a:3",
		"if at() { b() }":                             "",
		"switch a { case 1, 2: at() }":                "a is 1, 2:3",
		"switch { case a: b(); case c: at() }":        "c:3",
		"switch a { default: at() }":                  "no other case of the switch:3",
		"switch x := a.(type) { case int: at() }":     "x := a.(type) is int:3",
		"switch at() { case 1: b() }":                 "",
		"select { case <-c: if a { return }; at() }":  "!a:3 select takes <-c:3",
		"select { case <-c: b(); default: at() }":     "select takes its default:3",
		"select { case c <- at(): b() }":              "",
		"if a { return }; at(); if b { return }; c()": "!a:3",
	} {
		src := "package p\nfunc f() {\n" + body + "\n}\n"
		f := Parse([]byte(src))
		if f == nil {
			t.Fatal(body)
		}
		var got []string
		for _, c := range f.At(3, strings.Index(body, "at()")+1) {
			got = append(got, c.Text+":"+string(rune('0'+c.Line)))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", body, text, want)
		}
	}
}

// TestOutside checks places that are none.
func TestOutside(t *testing.T) {
	f := Parse([]byte("package p\n"))
	for _, at := range [][2]int{{0, 0}, {1, 1}, {2, 900}, {99, 1}} {
		if got := f.At(at[0], at[1]); got != nil {
			t.Errorf("%v: %v", at, got)
		}
	}
	if Parse([]byte("no Go")) != nil || (*File)(nil).At(1, 1) != nil {
		t.Error("source that is none has conditions")
	}
}

// TestEverywhere asks about every node of this module's packages and std's: no panic, and each condition stands in the
// function that the place lies in, not behind the place.
func TestEverywhere(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(build.Default.GOROOT, "src/net/http/*.go"))
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := Parse(src)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, src, 0)
		if err != nil || f == nil {
			t.Fatal(name, err)
		}
		var funcs []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				funcs = append(funcs, n)
			case *ast.CallExpr:
				p := set.Position(n.Pos())
				at := slices.IndexFunc(funcs, func(g ast.Node) bool { return g.Pos() <= n.Pos() && n.Pos() < g.End() })
				if at < 0 {
					return true // a package-level variable
				}
				for _, c := range f.At(p.Line, p.Column) {
					if c.Line > p.Line || c.Line < set.Position(funcs[at].Pos()).Line {
						t.Errorf("%s: %+v", p, c)
					}
				}
			}
			return true
		})
	}
}

// FuzzAt looks for source and places that make it panic.
func FuzzAt(f *testing.F) {
	f.Add("package p\nfunc f() { if a { select { case <-c: at() } } }", 2, 40)
	f.Add("package p\nfunc f() { switch { case a && b: if c { return }; d() } }", 2, 55)
	f.Fuzz(func(t *testing.T, src string, line, col int) {
		Parse([]byte(src)).At(line, col)
	})
}
