// This file keeps syncvet -inprocess to what go vet looks at: each package once, with its tests.

package cli

import (
	"flag"
	gobuild "go/build"
	"os"
	"path/filepath"
	"strings"
)

// ComesAgain reports whether a package, given its name and the names of its files, is analysed again with its tests in
// the same process: it is asked for without them, and its folder has some that the go command builds into it.
func ComesAgain(name string, files []string) bool {
	tests := flag.Lookup("test")
	if tests == nil || tests.Value.String() != "true" || os.Getenv("GOPACKAGESDRIVER") != "" {
		return false
	}
	dirs := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			return false
		}
		dirs[filepath.Dir(file)] = true
	}
	for dir := range dirs {
		if p, err := goContext().ImportDir(dir, 0); err == nil && p.Name == name && len(p.TestGoFiles) > 0 {
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
