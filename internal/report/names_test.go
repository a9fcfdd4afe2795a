// This file tests the names of packages.

package report

import "testing"

// TestRespell checks what is a qualifier and what is not.
func TestRespell(t *testing.T) {
	for text, want := range map[string]string{
		"data race on go-x.T.f: write here":         "data race on x.T.f: write here",
		"map go-x.m, at go-x.go:12 and a/go-x.go:3": "map x.m, at go-x.go:12 and a/go-x.go:3",
		"(*go-x.T).m calls more-go-x.f":             "(*x.T).m calls more-go-x.f",
		"go-x/y.go:3 go-x":                          "go-x/y.go:3 go-x",
		"t.go-x.f":                                  "t.go-x.f",
		"":                                          "",
	} {
		if got := respell(text, "go-x", "x"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestUseNames checks that functions, variables and locks are spelt by package clauses, and the identity stays.
func TestUseNames(t *testing.T) {
	const odd, other = "example.com/go-x", "example.com/y/v2"
	f := &Finding{
		Rule: "RC1001", Pos: Pos{Pkg: other, File: "y.go", Line: 3},
		Variable: Variable{
			Name: "go-x.T.f",
			Pkg:  odd,
		}, Message: "data race on go-x.T.f: write here and read at go-x/go-x.go:4",
	}
	f.Accesses[0] = Access{Kind: "write", Pos: Pos{Pkg: odd, File: "x.go", Line: 4}, Locks: []Lock{{Name: "go-x.T.mu"}}}
	f.Accesses[1] = Access{Kind: "read", Pos: f.Pos, Path: []Frame{{Func: "run", Pkg: odd}}}
	f.UseNames(func(pkg string) string {
		if pkg == odd {
			return "x"
		}
		return PackageName(pkg)
	})
	if got := qualify("run", odd, f.home()); got != "x.run" {
		t.Errorf("function %s", got)
	}
	if got := f.Message + " " + f.Variable.Name + " " + f.Accesses[0].Locks[0].Name; got != "data race on x.T.f: write "+
		"here and read at go-x/go-x.go:4 x.T.f x.T.mu" {
		t.Errorf("texts: %s", got)
	}
}
