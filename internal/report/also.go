// This file tells what else a finding stands for: further pairs of its accesses, and findings with the same cause.

package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
)

// textAlso writes what a finding stands for besides its own pair.
func textAlso(w *bufio.Writer, v *View, f *Finding) {
	if f.Others > 0 {
		row(w, "also", v.further(f))
	}
	told := alike(f.Also, v.name)
	for k, text := range told {
		if k == alsoShown && !v.Pairs {
			row(w, "the same", fmt.Sprintf("and %d more (-pairs lists them)", len(told)-alsoShown))
			break
		}
		row(w, "the same", text)
	}
	if f.Under != "" {
		row(w, "the same", "as "+f.Under+": one repair mends both")
	}
}

// further names the pairs of accesses that a finding stands for, if they are few and all known; of production code
// not those with tests.
func (v *View) further(f *Finding) string {
	var told []string
	tests, inTests := 0, f.InTests()
	for k := range f.Pairs {
		p := &f.Pairs[k]
		if !inTests && (p.At[0].InTest() || p.At[1].InTest()) {
			tests++
			continue
		}
		ends := []string{p.Kinds[0] + " at " + v.name(p.At[0]), p.Kinds[1] + " at " + v.name(p.At[1])}
		text := ends[0] + " and " + ends[1]
		if ends[0] == ends[1] {
			text = ends[0] + " and the same one"
		}
		other := ends[1] + " and " + ends[0]
		if !slices.Contains(told, text) && !slices.Contains(told, other) && !f.shows(p) {
			told = append(told, text)
		}
	}
	if v.Pairs || len(told) == 0 || len(told) > furtherMax || f.Others > len(told)+tests {
		text := others(f.Others) + f.where(v)
		if !v.Pairs && len(f.Pairs) > 1 {
			text += " (-pairs lists them)"
		}
		return text
	}
	return strings.Join(told, "; ") + ", with the same cause"
}

// where says at which lines the further pairs of a finding are, of production code not those in tests: the lines that
// are not shown, or that these are the same.
func (f *Finding) where(v *View) string {
	var lines []string
	tests := f.InTests()
	for k := range f.Pairs {
		for _, at := range f.Pairs[k].At {
			here := near(at, f.Pos) == near(f.Accesses[0].Pos, f.Pos) || near(at, f.Pos) == near(f.Accesses[1].Pos, f.Pos)
			if name := v.name(at); at.known() && !here && (tests || !at.InTest()) && !slices.Contains(lines, name) {
				lines = append(lines, name)
			}
		}
	}
	all := f.Others <= len(f.Pairs)
	switch n := len(lines); {
	case n == 0 && all && len(f.Pairs) > 0:
		return ", at the same lines"
	case n == 0:
		return ""
	case n > whereMax:
		return fmt.Sprintf(", with %s and %s", strings.Join(lines[:whereMax], ", "), count(n-whereMax, "more line"))
	}
	return ", with " + listed(lines)
}

// shows reports whether a pair is the one that a finding shows.
func (f *Finding) shows(p *Pair) bool {
	at := func(i, j int) bool { return near(p.At[i], f.Pos) == near(f.Accesses[j].Pos, f.Pos) }
	return at(0, 0) && at(1, 1) || at(0, 1) && at(1, 0)
}

// alike names findings, those that read alike on one line with all their identities.
func alike(list []*Finding, name func(Pos) string) []string {
	var heads []string
	ids := map[string][]string{}
	for _, g := range list {
		head := g.alsoHead(name)
		if ids[head] == nil {
			heads = append(heads, head)
		}
		ids[head] = append(ids[head], g.ID)
	}
	var told []string
	for _, head := range heads {
		word := "id "
		if len(ids[head]) > 1 {
			word = "ids "
		}
		told = append(told, head+word+strings.Join(ids[head], ", ")+")")
	}
	return told
}

// alsoHead names a finding below the one that is shown for it: what is accessed, how, where, how certain.
func (f *Finding) alsoHead(name func(Pos) string) string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	second := y.Kind + " at " + name(y.Pos)
	if x.Kind == y.Kind && place(x.Pos) == place(y.Pos) {
		second = "the same one"
	}
	return fmt.Sprintf("%s: %s at %s and %s (%s, ", f.Variable.Name, x.Kind, name(x.Pos), second, f.Confidence)
}
