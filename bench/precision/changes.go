// This file lists reports: those without a label, and what changed against another tool's run.

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeUnlabelled lists the reports shown by default that have no label, as lines for labels.tsv. The last column holds
// the position and what labels say of the variable's other reports.
func writeUnlabelled(w io.Writer, results []judged, ls *labelling) error {
	for _, j := range results {
		for i := range j.result.Findings {
			f := &j.result.Findings[i].Finding
			if !shown(f) || j.labels[i] != nil {
				continue
			}
			k := keyOf(j.module.path, f)
			cells := []string{k.module, f.ID, k.rule, f.Variable.Name, k.ends, string(f.Confidence), "", "",
				fmt.Sprintf("%s:%d %s", f.Pos.File, f.Pos.Line, ls.hint(j.module.path, f))}
			if _, err := fmt.Fprintln(w, strings.Join(cells, "\t")); err != nil {
				return err
			}
		}
	}
	return nil
}

// A change is a report that another tool's run has differently.
type change struct {
	what    string  // "appeared at high", "vanished from medium", "high to medium"
	verdict verdict // what a reader of the code found it to be
	place   string  // module, position, variable
}

// writeChanges prints what changed against the run of the tool with that hash, as far as it ran on the same modules.
func writeChanges(w io.Writer, r *runner, before string, results []judged, ls *labelling) error {
	if before == "" {
		return nil
	}
	var changes []change
	compared := 0
	for _, j := range results {
		old, err := r.kept(before, j.module.target())
		if err != nil {
			continue // not run, or written by a version of this command with another format
		}
		compared++
		changes = append(changes, compareResults(judge(j.module, old, ls), j)...)
	}
	fmt.Fprintf(w, "### Changes against tool %s, %d modules\n\n", before, compared)
	b := breakdown{}
	for _, c := range changes {
		b.add(c.what, c.verdict)
	}
	b.write(w, "Kinds of change", "change")
	for _, c := range changes {
		fmt.Fprintf(w, "- %s: %s (%s)\n", c.what, c.place, cmp.Or(string(c.verdict), "unlabelled"))
	}
	return nil
}

// compareResults returns what differs at default confidence. Reports are the same if their identity or their key is.
func compareResults(before, after judged) []change {
	var list []change
	for _, side := range []struct {
		from, to judged // the report is of the one run, and looked for in the other
		what     string // of a report shown in from only
	}{{after, before, "appeared at "}, {before, after, "vanished from "}} {
		for i := range side.from.result.Findings {
			f := &side.from.result.Findings[i]
			if !shown(&f.Finding) {
				continue
			}
			other := side.to.same(f)
			what := ""
			switch {
			case other == nil:
				what = side.what + string(f.Confidence)
			case !shown(&other.Finding) || other.Confidence != f.Confidence && side.what == "vanished from ":
				what = fmt.Sprintf("%s to %s", f.Confidence, other.Confidence)
				if side.what == "appeared at " {
					what = fmt.Sprintf("%s to %s", other.Confidence, f.Confidence)
				}
			default:
				continue
			}
			place := fmt.Sprintf("%s %s %s:%d %s",
				side.from.module.path, f.Rule, f.Pos.File, f.Pos.Line, f.Variable.Name)
			list = append(list, change{what, verdictOf(side.from.labels[i]), place})
		}
	}
	return list
}

// same returns the report that is the same as one of another run: with its identity, else the most confident one with
// its key; nil if there is none.
func (j *judged) same(f *finding) *finding {
	var found *finding
	k := keyOf(j.module.path, &f.Finding)
	order := []string{"high", "medium", "low"}
	for i := range j.result.Findings {
		g := &j.result.Findings[i]
		if g.ID == f.ID {
			return g
		}
		if keyOf(j.module.path, &g.Finding) != k {
			continue
		}
		if found == nil || slices.Index(order, string(g.Confidence)) < slices.Index(order, string(found.Confidence)) {
			found = g
		}
	}
	return found
}
