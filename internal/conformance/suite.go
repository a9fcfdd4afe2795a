// This file reads which tests the suite has.

package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"sort"
	"strings"
)

const (
	racePrefix   = "TestRace"   // a function that contains a race
	noRacePrefix = "TestNoRace" // a function that contains none
)

// A Suite is the list of the tests, by verdict.
type Suite struct {
	Dir    string   // directory of runtime/race in GOROOT
	Files  []string // the suite's files, relative to Dir, sorted
	Race   []string // names of the functions with a race, sorted
	NoRace []string // names of the functions without, sorted
}

// ReadSuite finds the suite in the given GOROOT.
func ReadSuite(goroot string) (*Suite, error) {
	s := &Suite{Dir: filepath.Join(goroot, "src", "runtime", "race")}
	files, err := filepath.Glob(filepath.Join(s.Dir, "testdata", "*_test.go"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no test files under %s", filepath.Join(s.Dir, "testdata"))
	}
	sort.Strings(files)
	for _, file := range files {
		if err := s.readFile(file); err != nil {
			return nil, err
		}
	}
	sort.Strings(s.Race)
	sort.Strings(s.NoRace)
	return s, nil
}

// readFile adds one file's tests.
func (s *Suite) readFile(file string) error {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.Files = append(s.Files, "."+string(filepath.Separator)+filepath.Join("testdata", filepath.Base(file)))
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil {
			continue
		}
		switch name := fn.Name.Name; {
		case strings.HasPrefix(name, racePrefix):
			s.Race = append(s.Race, name)
		case strings.HasPrefix(name, noRacePrefix):
			s.NoRace = append(s.NoRace, name)
		}
	}
	return nil
}

// Pairs returns the X for which both TestRaceX and TestNoRaceX exist, sorted (C6).
func (s *Suite) Pairs() []string {
	clean := setOf(s.NoRace)
	var pairs []string
	for _, name := range s.Race {
		x := strings.TrimPrefix(name, racePrefix)
		if clean[noRacePrefix+x] {
			pairs = append(pairs, x)
		}
	}
	return pairs
}

// setOf returns the names as a set.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
