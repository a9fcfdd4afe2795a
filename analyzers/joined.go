// This file makes one analyzer of the checkers, for hosts that show one message a line and nothing beside it (A2, A3).

package analyzers

import (
	"bytes"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// doc is the documentation of Joined.
const doc = `report data races, deadlocks and goroutine leaks

syncvet follows goroutines, locks, channels and shared memory across packages. Every finding names its rule; syncvet
explain RULE prints the rule's page.`

// Joined makes one analyzer, syncvet, that reports what all checkers find: one diagnostic for each line, whose message
// is the headline of the first finding there and, below, all that is known about it and about further findings of that
// line. An error says which setting is not understood.
func Joined(opt Options) (*analysis.Analyzer, error) {
	collectors, err := opt.collectors()
	if err != nil {
		return nil, err
	}
	return &analysis.Analyzer{
		Name: "syncvet", Doc: doc, URL: "https://github.com/syncvet/syncvet", Requires: collectors,
		Run: func(pass *analysis.Pass) (any, error) {
			for _, line := range byLine(pass.Fset, collected(pass, collectors)) {
				pass.Report(join(line))
			}
			return nil, nil
		},
	}, nil
}

// A finding is a diagnostic with the evidence that it carries.
type finding struct {
	analysis.Diagnostic                 // without the evidence
	evidence            *report.Finding // nil if there is none
}

// collectors makes checkers that report nothing: their results are their findings.
func (o *Options) collectors() ([]*analysis.Analyzer, error) {
	checkers, err := o.checkers()
	if err != nil {
		return nil, err
	}
	for _, a := range checkers {
		if err := a.Flags.Set("evidence", "true"); err != nil {
			return nil, err
		}
		collect(a, o.wanted())
	}
	return checkers, nil
}

// collect makes a checker return its findings in place of reporting them.
func collect(a *analysis.Analyzer, wanted func(rule string) bool) {
	run := a.Run
	a.ResultType = reflect.TypeFor[[]finding]()
	a.Run = func(pass *analysis.Pass) (any, error) {
		var list []finding
		quiet := *pass
		quiet.Report = func(d analysis.Diagnostic) {
			if d.Category != report.SummaryCategory && wanted(d.Category) {
				list = append(list, takeEvidence(d))
			}
		}
		_, err := run(&quiet)
		return list, err
	}
}

// takeEvidence parts a diagnostic from its evidence.
func takeEvidence(d analysis.Diagnostic) finding {
	if last := len(d.Related) - 1; last >= 0 {
		if f, ok := report.ParseEvidence(d.Related[last].Message); ok {
			d.Related = d.Related[:last:last]
			return finding{d, f}
		}
	}
	return finding{Diagnostic: d}
}

// collected is what the collectors of a pass have found.
func collected(pass *analysis.Pass, collectors []*analysis.Analyzer) []finding {
	var all []finding
	for _, a := range collectors {
		all = append(all, pass.ResultOf[a].([]finding)...)
	}
	return all
}

// byLine groups findings by file and line, in the order of positions.
func byLine(fset *token.FileSet, all []finding) [][]finding {
	slices.SortStableFunc(all, func(a, b finding) int { return int(a.Pos) - int(b.Pos) })
	var lines [][]finding
	last := token.Position{}
	for _, f := range all {
		at := fset.Position(f.Pos)
		if n := len(lines); n > 0 && at.Filename == last.Filename && at.Line == last.Line {
			lines[n-1] = append(lines[n-1], f)
		} else {
			lines = append(lines, []finding{f})
		}
		last = at
	}
	return lines
}

// join makes one diagnostic of the findings of a line. Two with the same headline and text are one.
func join(line []finding) analysis.Diagnostic {
	var texts []string
	for i := range line {
		if text := line[i].text(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	d := analysis.Diagnostic{
		Pos:      line[0].Pos,
		End:      line[0].End,
		Category: line[0].Category,
		URL:      line[0].URL,
		Message:  strings.Join(texts, "\n"),
	}
	for i := range line {
		d.SuggestedFixes = append(d.SuggestedFixes, line[i].SuggestedFixes...)
	}
	return d
}

// text is the headline and, below it, the evidence as the standalone command prints it.
func (f *finding) text() string {
	if f.evidence == nil {
		return f.Message
	}
	var b bytes.Buffer
	if err := report.Formats()["text"](&b, &report.View{}, []*report.Finding{f.evidence}, nil); err != nil {
		return f.Message
	}
	_, block, _ := strings.Cut(b.String(), "\n")
	return strings.TrimRight(f.Message+"\n"+block, "\n")
}
