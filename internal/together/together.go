// Package together finds out which races one repair mends, so that they are shown as one report.
//
// # Rules
//
//   - (T1) One report per type and missing protection: races on several fields of one type, between the same two
//     goroutines, with the same locks held at either end, are shown as one. Where most accesses hold a lock, it is one
//     root that lacks it, whoever holds it elsewhere.
//   - (T2) One report per two places: races on one variable between the same two statements, with the same locks held
//     at either, are shown as one, whichever goroutines come there.
//   - (T3) The most certain one is shown, of equals the first, and lists the others. Each keeps its identity:
//     baselines, directives, JSON and explain know all of them. A new finding never stands below a known one, nor one
//     that needs no test below one that does, nor one that needs a test below a less certain one.
//
// Approximation: two causes that agree in all this (fewer reports, though each is listed).
package together

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A cause is what the findings have in common that are shown as one.
type cause struct {
	variable string    // package and type of the field (T1), or the variable itself (T2)
	guard    string    // the lock that the first access lacks where most have it, "" for two proven goroutines
	ends     [2]string // goroutine (T1) or place (T2), and locks held; in an order of their own
	tests    bool      // what is shown for all needs test code
	baseline string    // as in Finding
}

// Mark sets Under and Also of findings.
func Mark(findings []*report.Finding) {
	leads := map[cause]*report.Finding{}
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b *report.Finding) int {
		if x, y := a.InTests(), b.InTests(); x != y {
			if x {
				return 1
			}
			return -1
		}
		return cmp.Compare(rank(a), rank(b))
	})
	for _, f := range sorted {
		f.Under, f.Also = "", nil
		list := causes(f)
		lead := f
		for _, c := range list {
			if l := leads[c]; l != nil && rank(l) <= rank(f) {
				lead = l
				break
			}
		}
		if lead != f {
			f.Under, lead.Also = lead.ID, append(lead.Also, f)
		}
		for _, c := range list {
			if c.tests = lead.InTests(); leads[c] == nil {
				leads[c] = lead
			}
		}
	}
}

// rank orders confidences, the strongest first.
func rank(f *report.Finding) int {
	return slices.Index([]report.Confidence{report.High, report.Medium, report.Low}, f.Confidence)
}

// Leads leaves out the findings that others of the list are shown for.
func Leads(findings []*report.Finding) []*report.Finding {
	in := map[string]bool{}
	for _, f := range findings {
		in[f.ID] = true
	}
	under := func(f *report.Finding) bool { return f.Under != "" && in[f.Under] }
	return slices.DeleteFunc(slices.Clone(findings), under)
}

// causes are what a finding may have in common with others; none unless it is a race.
func causes(f *report.Finding) []cause {
	if len(f.Threads) > 0 || !strings.HasPrefix(f.Rule, "RC") {
		return nil
	}
	fields := cause{variable: owner(f.Variable.Name), ends: ends(f, goroutine), baseline: f.Baseline}
	if f.Guard != nil {
		fields.guard, fields.ends = f.Guard.Name, [2]string{"missing", goroutine(&f.Accesses[0])}
	}
	places := cause{variable: "at " + f.Variable.Name, ends: ends(f, where), baseline: f.Baseline}
	list := []cause{places}
	if fields.variable != "" {
		list = append(list, fields)
	}
	for k := range list {
		list[k].variable += " of " + f.Variable.Pkg
	}
	if f.InTests() {
		for _, c := range slices.Clone(list) {
			c.tests = true
			list = append(list, c)
		}
	}
	return list
}

// owner is the type of a field, "pkg.T" of "map pkg.T.f"; empty for other variables.
func owner(variable string) string {
	if strings.Contains(variable, `"`) {
		return "" // a local one
	}
	field := variable[strings.LastIndexByte(variable, ' ')+1:]
	t := field[:max(strings.LastIndexByte(field, '.'), 0)]
	if !strings.Contains(t[strings.LastIndexByte(t, '/')+1:], ".") {
		return "" // package-level
	}
	return t
}

// ends are both ends of a race by one of their properties and the locks held there, in an order of their own.
func ends(f *report.Finding, by func(*report.Access) string) [2]string {
	x, y := by(&f.Accesses[0]), by(&f.Accesses[1])
	return [2]string{min(x, y), max(x, y)}
}

// goroutine names the goroutine of an access, and the locks held.
func goroutine(a *report.Access) string {
	o := &a.Origin
	return fmt.Sprint(o.Kind, " ", o.Name, " ", o.API, " ", place(o.Pos), " ", locks(a))
}

// where names the place of an access, and the locks held.
func where(a *report.Access) string {
	return fmt.Sprint(a.Kind, " ", a.Func, " ", place(a.Pos), " ", locks(a))
}

// place is a position by what all packages agree on.
func place(p report.Pos) string { return fmt.Sprint(p.File, ":", p.Line, ":", p.Col) }

// locks are the locks held at an access, in an order of their own.
func locks(a *report.Access) []string {
	var list []string
	for _, l := range a.Locks {
		list = append(list, fmt.Sprint(l.Name, l.Mode, l.May))
	}
	slices.Sort(list)
	return list
}
