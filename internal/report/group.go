// This file groups findings for those who look for what they have in common (Chord, section 2.3): the field-based view
// shows all on one variable, the object-based view all on one object, and so what one imprecise object brings about.

package report

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The views of a list of findings.
const (
	BySite   = "site"   // one after the other, in the order of places
	ByField  = "field"  // by variable
	ByObject = "object" // by the object that holds it: where that is made, or its name
)

// A Group is the findings that have a variable or object in common.
type Group struct {
	View     string     `json:"view"`         // ByField or ByObject
	Name     string     `json:"name"`         // of the variable, or what the object is
	Pos      Pos        `json:"pos,omitzero"` // where the object is made, zero when unknown
	IDs      []string   `json:"findings"`     // of the findings, in the order of places
	Pairs    int        `json:"pairs"`        // of accesses that they stand for
	Findings []*Finding `json:"-"`            // the same
}

// Groups puts findings together. The largest group comes first, then by name.
func Groups(view string, in []*Finding) []Group {
	type key struct {
		name string // of the variable, or by ByObject of the object
		pos  Pos    // where the object is made; zero by ByVariable, and where it is not known
	}
	at := map[key]int{}
	var list []Group
	for _, f := range in {
		k := key{name: f.Variable.Name}
		if view == ByObject {
			k.name, k.pos = f.object()
		}
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			list = append(list, Group{View: view, Name: k.name, Pos: k.pos})
		}
		g := &list[i]
		g.IDs, g.Findings, g.Pairs = append(g.IDs, f.ID), append(g.Findings, f), g.Pairs+1+f.Others
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(
			len(b.Findings)-len(a.Findings),
			b.Pairs-a.Pairs,
			strings.Compare(a.Name, b.Name),
			comparePos(a.Pos, b.Pos),
		)
	})
	return list
}

// object names what holds a finding's variable, and says where it is made if that is known.
func (f *Finding) object() (string, Pos) {
	switch {
	case f.Variable.Object != "":
		return f.Variable.Object, Pos{}
	case f.Variable.Decl.known():
		p := f.Variable.Decl
		p.Col = 0
		return "object", p
	}
	return f.Variable.Name, Pos{}
}

// writeGroups writes each group with a line for each of its findings.
func writeGroups(w *bufio.Writer, v *View, findings []*Finding) {
	for _, g := range Groups(v.Group, findings) {
		fmt.Fprintf(w, "%s: %s\n", g.title(v), g.size())
		for _, f := range g.Findings[:min(len(g.Findings), groupMax)] {
			fmt.Fprintf(w, "  %s: %s · %s · id %s\n", v.name(f.Pos), f.Message, f.Confidence, f.ID)
		}
		if more := len(g.Findings) - groupMax; more > 0 {
			fmt.Fprintf(w, "  and %d more\n", more)
		}
		fmt.Fprintln(w)
	}
}

// title names a group.
func (g *Group) title(v *View) string {
	if g.Pos.known() {
		return g.Name + " made at " + v.name(g.Pos)
	}
	return g.Name
}

// size says how much there is in a group.
func (g *Group) size() string {
	text := "1 finding"
	if n := len(g.Findings); n > 1 {
		text = fmt.Sprintf("%d findings", n)
	}
	if g.Pairs > len(g.Findings) {
		text += fmt.Sprintf(", %d pairs of accesses", g.Pairs)
	}
	return text
}
