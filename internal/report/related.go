// This file words the evidence as a list of places, for hosts that show related places under a headline.

package report

import (
	_ "embed" // the page's parts
)

// A RelatedLine is a place and what is there.
type RelatedLine struct {
	Pos     Pos    // zero for a line that belongs to no place; hosts then show the finding's own
	Message string // what is there: "write of c.n", "started here"
}

// Evidence lists the places that matter, in the order in which people look for them: each access with its path and its
// goroutine, then why nothing orders them, then a hint. Places that are not known are named in the text of others.
func Evidence(f *Finding) []RelatedLine {
	if f.aboutComment() {
		return nil
	}
	if len(f.Threads) > 0 {
		lines := threadLines(f)
		return lines[:min(len(lines), relatedMax)]
	}
	var out []RelatedLine
	out = append(out, accessLines(f, &f.Accesses[0])...)
	if f.self() {
		out = append(out, RelatedLine{f.Accesses[1].Pos, sameAccess})
	} else {
		out = append(out, accessLines(f, &f.Accesses[1])...)
	}
	if r := f.Ordering.Reason; r != "" {
		if len(f.Ordering.Nearest) > 0 {
			r += "; " + f.Ordering.Nearest[0]
		}
		out = append(out, RelatedLine{f.Pos, missing(f) + ": " + r})
	}
	if len(f.Fix) > 0 {
		out = append(out, RelatedLine{f.Pos, "fix: " + f.Fix[0]})
	}
	if f.Because != "" {
		out = append(out, RelatedLine{f.Pos, f.Because})
	}
	out = out[:min(len(out), relatedMax)]
	for _, g := range f.Also {
		head := g.alsoHead(func(p Pos) string { return near(p, f.Pos) })
		out = append(out, RelatedLine{g.Accesses[0].Pos, "the same: " + head + "id " + g.ID + ")"})
	}
	return out
}

// accessLines are the lines of one access: what it does, the way there, the goroutine. A goroutine that no place is
// known for stands on the line of the path.
func accessLines(f *Finding, a *Access) []RelatedLine {
	home := f.home()
	name := func(p Pos) string { return near(p, f.Pos) }
	origin := originText(a, home, name)
	out := []RelatedLine{{a.Pos, what(f, a) + " in " + qualify(a.Func, a.Pos.Pkg, home) + ", " + locksText(a.Locks, name)}}
	if len(a.Path) > 1 {
		path := RelatedLine{firstKnown(a.Path[1].Call, a.Pos), "path " + route(a.Path, home, name)}
		if !a.Origin.Pos.known() {
			path.Message = origin + ", " + path.Message
			return append(out, path)
		}
		out = append(out, path)
	}
	if len(a.Origin.Chain) > 1 {
		origin += ", path " + route(a.Origin.Chain, home, name)
	}
	return append(out, RelatedLine{firstKnown(a.Origin.Pos, a.Pos), origin})
}

// threadLines lists the places of a finding's goroutines: each step, the path and the start of each goroutine.
func threadLines(f *Finding) []RelatedLine {
	home := f.home()
	name := func(p Pos) string { return near(p, f.Pos) }
	var out []RelatedLine
	for i := range f.Threads {
		t := &f.Threads[i]
		for _, s := range t.Steps {
			out = append(out, RelatedLine{s.Pos, threadTitle(f, i) + " " + s.Text + " in " + qualify(s.Func, s.Pos.Pkg, home)})
		}
		last := t.Steps[len(t.Steps)-1].Pos
		text := threadTitle(f, i)
		way := t.way()
		if t.Origin.known() {
			text += ": " + goroutineText(&t.Origin, way, home, name)
		}
		if len(way) > 1 {
			text += ", path " + route(way, home, name)
		}
		if t.Origin.known() && t.Origin.Kind != AnyCaller || len(way) > 1 {
			out = append(out, RelatedLine{firstKnown(t.Origin.Pos, last), text})
		}
	}
	for _, r := range f.Rows {
		out = append(out, RelatedLine{f.Pos, r.Head + ": " + r.Text})
	}
	return out
}
