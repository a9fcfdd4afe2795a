// This file counts labelled reports.

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/together"
)

// A judged is the result on one module with what is known of each of its reports.
type judged struct {
	module module   // the module, in the version that was analysed
	half   int      // 1 or 2
	result *result  // what the tool said
	labels []*label // of result.Findings, by index; nil where there is none
}

// judge looks up the labels of a result.
func judge(m module, res *result, ls *labelling) judged {
	j := judged{m, half(m.path), res, make([]*label, len(res.Findings))}
	var list []*report.Finding
	for i := range res.Findings {
		list = append(list, &res.Findings[i].Finding)
	}
	together.Mark(list)
	for i := range res.Findings {
		j.labels[i] = ls.find(m.path, &res.Findings[i].Finding)
	}
	return j
}

// counts reports whether a finding is a report of its own, not listed by another one that one repair mends, too.
func counts(f *report.Finding) bool { return f.Under == "" }

// shown reports whether a finding is shown by default.
func shown(f *report.Finding) bool { return f.Confidence == "high" || f.Confidence == "medium" }

// verdictOf is the verdict of a label that may be nil.
func verdictOf(l *label) verdict {
	if l == nil {
		return unknown
	}
	return l.verdict
}

// A tally counts reports by verdict.
type tally map[verdict]int

// labelled is how many of the reports have a label.
func (t tally) labelled() int { return t.all() - t[unknown] }

// all is the number of reports.
func (t tally) all() int {
	n := 0
	for _, count := range t {
		n += count
	}
	return n
}

// precision words the share of true reports among the labelled ones, with its 90 % confidence interval (Wilson's).
func (t tally) precision() string {
	n := float64(t.labelled())
	if n == 0 {
		return "-"
	}
	low, high := wilson(float64(t[isTrue])/n, n)
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100*float64(t[isTrue])/n, 100*low, 100*high)
}

// wilson is the score interval of a share p of n at 90 %. (Wilson, Probable Inference, JASA 1927.)
func wilson(p, n float64) (low, high float64) {
	const z = 1.645
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	width := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, center-width), min(1, center+width)
}

// A breakdown is tallies by some property of reports.
type breakdown map[string]tally

// add counts one report.
func (b breakdown) add(name string, v verdict) {
	if b[name] == nil {
		b[name] = tally{}
	}
	b[name][v]++
}

// writeFigures prints all tables.
func writeFigures(w io.Writer, results []judged) {
	writeHalves(w, results)
	shownOnly := func(f *finding, names ...string) []string {
		if shown(&f.Finding) && counts(&f.Finding) {
			return names
		}
		return nil
	}
	for _, by := range []struct {
		title string                              // of the table
		names func(f *finding, l *label) []string // what to count a report under
	}{
		{"rule", func(f *finding, _ *label) []string { return shownOnly(f, f.Rule+" "+string(f.Confidence)) }},
		{"doubt", func(f *finding, _ *label) []string { return shownOnly(f, f.Doubted...) }},
		{"cause of false reports", func(f *finding, l *label) []string {
			if verdictOf(l) != isFalse {
				return nil
			}
			return shownOnly(f, l.cause)
		}},
	} {
		for h := 1; h <= 2; h++ {
			b := breakdown{}
			for _, j := range ofHalf(results, h) {
				for i := range j.result.Findings {
					for _, name := range by.names(&j.result.Findings[i], j.labels[i]) {
						b.add(name, verdictOf(j.labels[i]))
					}
				}
			}
			b.write(w, fmt.Sprintf("Default confidence by %s, %s half", by.title, ordinal(h)), by.title)
		}
	}
	writeModules(w, results)
}

// ofHalf are the results of one half.
func ofHalf(results []judged, h int) []judged {
	return slices.DeleteFunc(slices.Clone(results), func(j judged) bool { return j.half != h })
}

// ordinal words 1 and 2.
func ordinal(h int) string { return [...]string{"", "first", "second"}[h] }

// writeHalves prints precision by confidence, for each half and together.
func writeHalves(w io.Writer, results []judged) {
	fmt.Fprintf(w, "%s\n\n", heading("half", "confidence"))
	fmt.Fprintln(w, "| half | modules | 1,000 lines | confidence | reports | true | elsewhere | harmless | false "+
		"| unlabelled | true of the labelled | lines per report |")
	fmt.Fprintln(w, "|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for h := 0; h <= 2; h++ {
		part, name := results, "both"
		if h > 0 {
			part, name = ofHalf(results, h), ordinal(h)
		}
		lines := 0
		b := breakdown{}
		for _, j := range part {
			lines += j.result.Lines
			for i := range j.result.Findings {
				f := &j.result.Findings[i]
				if !counts(&f.Finding) {
					continue
				}
				b.add(string(f.Confidence), verdictOf(j.labels[i]))
				if shown(&f.Finding) {
					b.add("default", verdictOf(j.labels[i]))
				}
			}
		}
		for _, c := range []string{"high", "medium", "default", "low"} {
			t := b[c]
			fmt.Fprintf(w, "| %s | %d | %d | %s | %s | %s | %d |\n", name, len(part), lines/1000, c, t.cells(),
				t.precision(), lines/max(1, t.all()))
		}
	}
	fmt.Fprintln(w)
}

// heading words what a table shows by what.
func heading(words ...string) string { return "### Reports by " + strings.Join(words, " and ") }

// cells are the columns of a tally: all, then each verdict.
func (t tally) cells() string {
	cells := []string{fmt.Sprint(t.all())}
	for _, v := range verdicts() {
		cells = append(cells, fmt.Sprint(t[v]))
	}
	return strings.Join(cells, " | ")
}

// write prints a breakdown, the most frequent first. One without rows is left out.
func (b breakdown) write(w io.Writer, title, column string) {
	if len(b) == 0 {
		return
	}
	fmt.Fprintf(w, "### %s\n\n| %s | reports | true | elsewhere | harmless | false | unlabelled ", title, column)
	fmt.Fprintln(w, "| true of the labelled |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|")
	names := slices.SortedFunc(maps.Keys(b), func(x, y string) int {
		return cmp.Or(b[y].all()-b[x].all(), strings.Compare(x, y))
	})
	for _, name := range names {
		fmt.Fprintf(w, "| %s | %s | %s |\n", name, b[name].cells(), b[name].precision())
	}
	fmt.Fprintln(w)
}

// writeModules prints one line for each module.
func writeModules(w io.Writer, results []judged) {
	fmt.Fprintln(w, "### Modules, verdicts at default confidence")
	fmt.Fprintln(w)
	fmt.Fprintln(w, "| module | version | kind | half | lines | CPU, s | high | medium | low | true | false | else "+
		"| unlabelled | packages incomplete |")
	fmt.Fprintln(w, "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, j := range results {
		levels, t := map[report.Confidence]int{}, tally{}
		for i := range j.result.Findings {
			f := &j.result.Findings[i]
			if !counts(&f.Finding) {
				continue
			}
			levels[f.Confidence]++
			if shown(&f.Finding) {
				t[verdictOf(j.labels[i])]++
			}
		}
		totals := &j.result.Totals
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %.0f | %d | %d | %d | %d | %d | %d | %d | %d |\n",
			j.module.path, j.module.version, j.module.kind, j.half, j.result.Lines, float64(totals.CPUMillis)/1000,
			levels["high"], levels["medium"], levels["low"],
			t[isTrue], t[isFalse], t[elsewhere]+t[harmless], t[unknown], len(totals.Incomplete))
	}
	fmt.Fprintln(w)
	for _, j := range results {
		if j.result.Failure != "" && len(j.result.Totals.Skipped) > 0 {
			fmt.Fprintf(w, "%s: not analysed: %s.\n", j.module.path, strings.Join(j.result.Totals.Skipped, ", "))
		}
	}
}
