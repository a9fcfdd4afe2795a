// This file analyses packages of which only the tests do not build (S9).

package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/syncvet/syncvet/internal/report"
)

// untestedText is the note about such a package.
const untestedText = "analysed without its tests, which do not build"

// A testedPackage is what go list says about a package and its test files.
type testedPackage struct {
	ImportPath   string           // as in patterns
	Dir          string           // absolute
	TestGoFiles  []string         // base names
	XTestGoFiles []string         // base names
	Error        *json.RawMessage // what keeps the package itself from loading
	// what keeps packages that it imports from loading
	DepsErrors []json.RawMessage
}

// untested analyses again the packages that were skipped, without their test files: an overlay says that these are not
// there. What does not build without them either stays skipped; the go command has said why.
func untested(s *session) error {
	if len(s.totals.Skipped) == 0 || len(s.opt.profiles.args()) > 0 {
		return nil
	}
	files := map[string]string{}
	var again []string
	for _, p := range tested(s, s.totals.Skipped) {
		for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			files[filepath.Join(p.Dir, name)] = ""
		}
		again = append(again, p.ImportPath)
	}
	if len(again) == 0 {
		return nil
	}
	name, err := writeOverlay(files)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	stderr := s.stderr
	s.overlay, s.stderr = name, io.Discard // it would only say again what is known
	err = s.vet(again)
	s.overlay, s.stderr = "", stderr
	s.totals.Skipped = s.unseen()
	for _, pkg := range again {
		if !slices.Contains(s.totals.Skipped, pkg) {
			s.note(report.Note{Pkg: pkg, Kind: "type-error", Text: untestedText})
		}
	}
	return err
}

// tested are those of some packages that have tests and load without them.
func tested(s *session, pkgs []string) (list []testedPackage) {
	out := goList(s, pkgs, "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Error,DepsErrors")
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p testedPackage
		if in.Decode(&p) != nil {
			return list
		}
		if p.Error == nil && len(p.DepsErrors) == 0 && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			list = append(list, p)
		}
	}
}

// writeOverlay writes what the go command's -overlay flag reads: for each file what stands in for it, or nothing.
func writeOverlay(files map[string]string) (string, error) {
	data, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "syncvet-overlay-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return f.Name(), err
}
