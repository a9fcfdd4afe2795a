// This file finds packages that Go's source does not tell all about.

package source

import "strings"

// Foreign reports whether code of other languages is part of the package: assembly, or C by cgo.
func Foreign(r *Result) bool {
	for _, f := range r.pass.OtherFiles {
		if strings.HasSuffix(f, ".s") || strings.HasSuffix(f, ".S") {
			return true
		}
	}
	for _, imp := range r.pass.Pkg.Imports() {
		if p := imp.Path(); p == "C" || p == "runtime/cgo" {
			return true
		}
	}
	return false
}

// Linknames are the names of this package that a comment gives to, or takes from, another one.
func Linknames(r *Result) map[string]bool {
	names := map[string]bool{}
	for _, file := range r.pass.Files {
		for _, g := range file.Comments {
			for _, c := range g.List {
				if f := strings.Fields(c.Text); len(f) > 1 && f[0] == "//go:linkname" {
					names[f[1]] = true
				}
			}
		}
	}
	return names
}
