// This file runs the versions of modules before and after real fixes.

package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A fix is a line of fixes.tsv: what was wrong in one version of a module and mended in the next.
type fix struct {
	module   string   // module path
	before   string   // last version that has it
	after    string   // first version that does not
	pattern  string   // packages to analyse
	kind     string   // race, deadlock, leak or panic
	variable string   // last component of the variable's name; "-" if any will do
	ends     []string // "file:function" of where it happens: one end of a report must lie there
	why      string   // what was wrong, one line
}

// readFixes reads the table.
func readFixes(name string) ([]fix, error) {
	rows, err := readTable(name, "module", "before", "after", "packages", "kind", "variable", "ends", "what")
	if err != nil {
		return nil, err
	}
	var fixes []fix
	for i, r := range rows {
		f := fix{r[0], r[1], r[2], r[3], r[4], r[5], strings.Split(r[6], " | "), r[7]}
		if len(rulesOf(f.kind)) == 0 {
			return nil, fmt.Errorf("%s:%d: no kind %q", name, i+2, f.kind)
		}
		fixes = append(fixes, f)
	}
	return fixes, nil
}

// rulesOf are the beginnings of the rules that a kind of fault is reported under.
func rulesOf(kind string) []string {
	switch kind {
	case "race":
		return []string{"RC", "AV"}
	case "deadlock":
		return []string{"DL", "GL", "CM"}
	case "leak":
		return []string{"GL", "DL"}
	case "panic":
		return []string{"CM", "RC"}
	default:
		return nil
	}
}

// matches reports whether a finding is about what the fix mended: of its kind, on its variable, with an access or a
// step in one of its functions.
func (x *fix) matches(f *report.Finding) bool {
	ofKind := func(rule string) bool { return strings.HasPrefix(f.Rule, rule) }
	if !slices.ContainsFunc(rulesOf(x.kind), ofKind) {
		return false
	}
	if x.variable != "-" && !hasComponent(f.Variable.Name, x.variable) {
		return false
	}
	return slices.ContainsFunc(x.places(f), func(place string) bool { return slices.Contains(x.ends, place) })
}

// hasComponent reports whether a name, split at everything that is no identifier, has the component.
func hasComponent(name, component string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(` ."()*[],`, r) })
	return slices.Contains(parts, component)
}

// places are the functions, with their files, that a report names as an end, also of another pair of its group: for an
// access inside another module, such as std, also the function of this module that leads there.
func (x *fix) places(f *report.Finding) []string {
	var list []string
	for i := range f.Accesses {
		a := &f.Accesses[i]
		list = append(list, end(x.module, a.Pos, a.Func))
		for j := len(a.Path) - 1; j > 0; j-- { // a call's position lies in the function of the frame before
			if call := a.Path[j].Call; call.Pkg == x.module || strings.HasPrefix(call.Pkg, x.module+"/") {
				list = append(list, end(x.module, call, a.Path[j-1].Func))
				break
			}
		}
	}
	for i := range f.Pairs { // of a group
		for side, at := range f.Pairs[i].At {
			if path := f.Pairs[i].Paths[side]; len(path) > 0 {
				list = append(list, end(x.module, at, path[len(path)-1].Func))
			}
		}
	}
	for i := range f.Threads {
		for _, s := range f.Threads[i].Steps {
			list = append(list, end(x.module, s.Pos, s.Func))
		}
	}
	return list
}

// best is the highest confidence of a report about the fault; empty if there is none.
func (x *fix) best(res *result) report.Confidence {
	order := []report.Confidence{"low", "medium", "high"}
	var best report.Confidence
	for i := range res.Findings {
		f := &res.Findings[i].Finding
		if x.matches(f) && slices.Index(order, f.Confidence) > slices.Index(order, best) {
			best = f.Confidence
		}
	}
	return best
}

// A fixCount counts fixes at one half.
type fixCount struct {
	fixes        int // all
	found, still int // reported at default confidence before; of these, reported at default confidence after
	low, lowLeft int // the same at any confidence
}

// add counts one fix.
func (c *fixCount) add(before, after report.Confidence) {
	shown := func(c report.Confidence) bool { return c == "high" || c == "medium" }
	c.fixes++
	if shown(before) {
		c.found++
		if shown(after) {
			c.still++
		}
	}
	if before != "" {
		c.low++
		if after != "" {
			c.lowLeft++
		}
	}
}

// runFixes runs all pairs and prints what is found before and still said after.
func runFixes(ctx context.Context, o *options, r *runner, w io.Writer) error {
	fixes, err := readFixes(filepath.Join(o.tables, "fixes.tsv"))
	if err != nil {
		return err
	}
	fmt.Fprint(w, "### Real fixes\n\n| module | before | after | half | kind | where | before | after | what |\n")
	fmt.Fprintln(w, "|---|---|---|--:|---|---|---|---|---|")
	var counts [3]fixCount
	for _, x := range fixes {
		h := half(x.module)
		if !o.wants(x.module, h) {
			continue
		}
		old, err := r.result(ctx, target{x.module, x.before, x.pattern})
		if err != nil {
			return err
		}
		mended, err := r.result(ctx, target{x.module, x.after, x.pattern})
		if err != nil {
			return err
		}
		before, after := x.best(old), x.best(mended)
		counts[0].add(before, after)
		counts[h].add(before, after)
		fmt.Fprintf(w, "| %s | %s | %s | %d | %s | %s | %s | %s | %s |\n",
			x.module, x.before, x.after, h, x.kind, x.ends[0], or(before), or(after), x.why)
	}
	fmt.Fprint(w, "\n| half | fixes | found at default confidence | of these still said ")
	fmt.Fprint(w, "| found at any confidence | of these still said |\n|---|--:|--:|--:|--:|--:|\n")
	for h, c := range counts {
		name := "both"
		if h > 0 {
			name = ordinal(h)
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, c.fixes, c.found, c.still, c.low, c.lowLeft)
	}
	return nil
}

// or words a confidence that may be empty.
func or(c report.Confidence) string {
	if c == "" {
		return "not reported"
	}
	return string(c)
}
