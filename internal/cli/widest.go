// This file keeps syncvet -inprocess to what go vet looks at: each package once, with its tests.

package cli

import (
	"flag"
	gobuild "go/build"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Widest is a checker that is silent about a package that multichecker analyses again with its tests: go vet looks at
// a package with its tests only.
func Widest(a *analysis.Analyzer) *analysis.Analyzer {
	wide := *a
	wide.Run = func(pass *analysis.Pass) (any, error) {
		if again(pass) {
			return nil, nil
		}
		return a.Run(pass)
	}
	return &wide
}

// again reports whether a package comes again with its tests: it is asked for without them, and its folder has some
// that the go command builds into it.
func again(pass *analysis.Pass) bool {
	tests := flag.Lookup("test")
	if tests == nil || tests.Value.String() != "true" || os.Getenv("GOPACKAGESDRIVER") != "" {
		return false
	}
	dirs := map[string]bool{}
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		if strings.HasSuffix(name, "_test.go") {
			return false
		}
		dirs[filepath.Dir(name)] = true
	}
	for dir := range dirs {
		if p, err := goContext().ImportDir(dir, 0); err == nil && p.Name == pass.Pkg.Name() && len(p.TestGoFiles) > 0 {
			return true
		}
	}
	return false
}

// goContext is what decides which files the go command builds, with the tags of GOFLAGS.
func goContext() *gobuild.Context {
	ctx := gobuild.Default
	for word := range strings.FieldsSeq(os.Getenv("GOFLAGS")) {
		if tags, ok := strings.CutPrefix(strings.TrimLeft(word, "-"), "tags="); ok {
			ctx.BuildTags = strings.Split(tags, ",")
		}
	}
	return &ctx
}
