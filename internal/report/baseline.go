// This file is the baseline: findings that are known, by names that survive edits, and what of a later report is new
// (P8).

package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The states of a finding against a baseline, in SARIF's words (Finding.Baseline).
const (
	StateNew   = "new"
	StateKnown = "unchanged"
)

// A Known is a finding of a baseline. It names no files and no lines.
type Known struct {
	ID       string   `json:"id"`       // Finding.ID
	Rule     string   `json:"rule"`     // Finding.Rule
	Variable string   `json:"variable"` // Variable.Name of the finding, as in its headline
	Ends     []string `json:"ends"`     // what its goroutines do, and in which functions
	Pkg      string   `json:"pkg"`      // that it is reported in
	// as it was when the baseline was written; reports whether a later run would have shown the finding at all
	Confidence Confidence `json:"confidence"`
	Tests      bool       `json:"tests,omitempty"` // it needs test code
}

// A Baseline is the findings that are known, in the order of packages, rules, variables and ids.
type Baseline struct {
	Schema   int     `json:"schema"`   // SchemaVersion of the program that wrote it; files with another one are refused
	Findings []Known `json:"findings"` // never nil, so that no findings are written as []
}

// NewBaseline makes a baseline of a report.
func NewBaseline(findings []*Finding) *Baseline {
	b := &Baseline{Schema: SchemaVersion, Findings: []Known{}}
	for _, f := range findings {
		b.Findings = append(b.Findings, known(f))
	}
	b.Sort()
	return b
}

// Sort brings the findings into order.
func (b *Baseline) Sort() {
	slices.SortStableFunc(b.Findings, func(x, y Known) int {
		return cmp.Or(
			strings.Compare(x.Pkg, y.Pkg),
			strings.Compare(x.Rule, y.Rule),
			strings.Compare(x.Variable, y.Variable),
			strings.Compare(x.ID, y.ID),
		)
	})
}

// known is a finding as a baseline keeps it.
func known(f *Finding) Known {
	k := Known{
		ID:         f.ID,
		Rule:       f.Rule,
		Variable:   f.Variable.Name,
		Pkg:        trimVariant(f.Pos.Pkg),
		Confidence: f.Confidence,
		Tests:      f.InTests(),
	}
	end := func(pkg, fn, does string) {
		k.Ends = append(k.Ends, strings.TrimSpace(qualify(fn, pkg, reader{})+" "+does))
	}
	for i := range f.Threads {
		s := &f.Threads[i].Steps[len(f.Threads[i].Steps)-1]
		end(s.Pos.Pkg, s.Func, s.Text)
	}
	if len(f.Threads) == 0 {
		for i := range f.Accesses {
			a := &f.Accesses[i]
			end(a.Pos.Pkg, a.Func, a.Kind)
		}
		for i := range f.Pairs {
			for side, path := range f.Pairs[i].Paths {
				if n := len(path); n > 0 {
					end(f.Pairs[i].At[side].Pkg, path[n-1].Func, f.Pairs[i].Kinds[side])
				}
			}
		}
	}
	slices.Sort(k.Ends)
	k.Ends = slices.Compact(k.Ends)
	return k
}

// literals are the numbers of function literals, which change when another one is written above.
var literals = regexp.MustCompile(`\.func\d+(\.\d+)*`)

// plain is a name without those numbers.
func plain(name string) string { return literals.ReplaceAllString(name, ".func") }

// same reports whether two findings are one at a level of strictness: 0 compares identities, 1 the names without the
// numbers of function literals, 2 rule and variable and one common end: a finding stands for several pairs, and which
// of them it shows may change when a file is renamed.
func (k *Known) same(l *Known, level int) bool {
	if level == 0 {
		return k.ID == l.ID
	}
	if k.Rule != l.Rule || k.Pkg != l.Pkg || plain(k.Variable) != plain(l.Variable) {
		return false
	}
	common := 0
	for _, e := range k.Ends {
		if slices.ContainsFunc(l.Ends, func(o string) bool { return plain(o) == plain(e) }) {
			common++
		}
	}
	if level == 1 {
		return common == len(k.Ends) && common == len(l.Ends)
	}
	return common > 0
}

// Match says of each finding whether the baseline knows it (Finding.Baseline), and returns what the baseline has
// besides. Each of its findings stands for one.
func (b *Baseline) Match(findings []*Finding) (gone []Known) {
	left := slices.Clone(b.Findings)
	for _, f := range findings {
		f.Baseline = StateNew
	}
	for level := range 3 {
		for _, f := range findings {
			if f.Baseline == StateKnown {
				continue
			}
			k := known(f)
			if i := slices.IndexFunc(left, func(l Known) bool { return k.same(&l, level) }); i >= 0 {
				f.Baseline = StateKnown
				left = slices.Delete(left, i, i+1)
			}
		}
	}
	return left
}

// Encode is the baseline as a file: one finding a few lines, so that changes can be read.
func (b *Baseline) Encode() []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(b); err != nil {
		panic(err) // there is nothing in it that has no JSON form
	}
	return out.Bytes()
}

// ReadBaseline reads a file.
func ReadBaseline(data []byte) (*Baseline, error) {
	b := new(Baseline)
	if err := json.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("no baseline: %w", err)
	}
	if b.Schema != SchemaVersion {
		return nil, errors.New("no baseline of this version: write it again")
	}
	return b, nil
}
