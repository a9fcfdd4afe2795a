// This file runs go vet with a tool and reads its JSON output back.

package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sort"

	"github.com/syncvet/syncvet/internal/report"
)

// A Related is a further place of a diagnostic.
type Related struct {
	Posn    string `json:"posn"`    // file:line:col, the file absolute
	Message string `json:"message"` // what is there
}

// A Diagnostic is one entry of go vet's JSON output.
type Diagnostic struct {
	Package  string          `json:"-"`        // package id as go vet prints it, "p" or "p [p.test]"
	Analyzer string          `json:"-"`        // name of the analyzer
	Category string          `json:"category"` // rule id
	Posn     string          `json:"posn"`     // file:line:col, the file absolute
	Message  string          `json:"message"`  // headline
	Related  []Related       `json:"related"`  // further places, without the evidence
	Finding  *report.Finding `json:"-"`        // the evidence, nil if the diagnostic carries none
}

// IsSummary reports whether d carries a package's statistics rather than a finding.
func (d *Diagnostic) IsSummary() bool { return d.Category == report.SummaryCategory }

// Vet runs go vet -json with the tool in dir and returns the diagnostics in the order of package, analyzer and output.
// The environment env applies to the child (nil: the parent's). If go vet fails, the diagnostics that came before are
// returned beside the error.
func Vet(dir string, env []string, tool string, args ...string) ([]Diagnostic, error) {
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + tool, "-json"}, args...)...)
	cmd.Dir, cmd.Env = dir, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	runErr := cmd.Run()
	if runErr != nil {
		runErr = fmt.Errorf("go vet: %w\n%s", runErr, stderr.String())
	}
	diags, err := Decode(&stdout)
	return diags, errors.Join(runErr, err)
}

// Decode reads the stream of JSON objects that go vet prints, one per package: package id -> analyzer -> diagnostics.
func Decode(r io.Reader) ([]Diagnostic, error) {
	var all []Diagnostic
	var errs []error
	for dec := json.NewDecoder(r); ; {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); err == io.EOF {
			return all, errors.Join(errs...)
		} else if err != nil {
			return all, errors.Join(append(errs, err)...)
		}
		for _, pkg := range sortedKeys(tree) {
			for _, analyzer := range sortedKeys(tree[pkg]) {
				diags, err := decodeList(pkg, analyzer, tree[pkg][analyzer])
				all, errs = append(all, diags...), append(errs, err)
			}
		}
	}
}

// decodeList reads what one analyzer said about one package: a list of diagnostics, or an object with an error.
func decodeList(pkg, analyzer string, raw json.RawMessage) ([]Diagnostic, error) {
	var diags []Diagnostic
	if err := json.Unmarshal(raw, &diags); err != nil {
		return nil, fmt.Errorf("%s: %s: %s", pkg, analyzer, raw)
	}
	for i := range diags {
		diags[i].Package, diags[i].Analyzer = pkg, analyzer
		diags[i].takeEvidence()
	}
	return diags, nil
}

// takeEvidence moves the evidence from the last Related entry to Finding.
func (d *Diagnostic) takeEvidence() {
	last := len(d.Related) - 1
	if last < 0 {
		return
	}
	if f, ok := report.ParseEvidence(d.Related[last].Message); ok {
		d.Related, d.Finding = d.Related[:last], f
	}
}

// sortedKeys returns the keys of m in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
