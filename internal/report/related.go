// This file words the evidence as a list of places, for hosts that show related places under a headline.

package report

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// relatedMax is the most places that a finding shows in such hosts.
const relatedMax = 8

// A RelatedLine is a place and what is there.
type RelatedLine struct {
	Pos     Pos
	Message string
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

// missing says what a finding's two accesses lack.
func missing(f *Finding) string {
	if f.Rule == ruledoc.CheckThenAct {
		return "not atomic"
	}
	return "not ordered"
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

// what names the operation: its kind and on what.
func what(f *Finding, a *Access) string {
	if a.Expr == "" {
		return a.Kind + " of " + f.Variable.Name
	}
	return a.Kind + " of " + oneLine(a.Expr)
}

// locksText lists the locks held.
func locksText(locks []Lock, name func(Pos) string) string {
	var names []string
	onces := ""
	for _, l := range locks {
		text := l.Name
		if l.Mode == "R" {
			text += " (read lock)"
		}
		if l.Pos.known() {
			text += " since " + name(l.Pos)
		}
		if k := strings.LastIndexByte(l.Name, '.'); l.Other && k > 0 {
			text += ", which is that of another " + l.Name[:k]
		}
		if l.Mode == InOnce {
			onces += ", inside the function of the Once " + text
			continue
		}
		names = append(names, text)
	}
	if len(names) == 0 {
		return "no locks held" + onces
	}
	return "locks held: " + strings.Join(names, ", ") + onces
}

// likeLocks says of the second access that it holds a lock by the name of one that the first holds: if that is one
// lock, it excludes the two.
func (f *Finding) likeLocks(a *Access) string {
	if a != &f.Accesses[1] || !f.alike() {
		return ""
	}
	return " (which may be the one above)"
}

// alike reports whether a lock is held at both accesses that would exclude them, to judge by its name.
func (f *Finding) alike() bool {
	if len(f.Threads) > 0 {
		return false
	}
	return slices.ContainsFunc(f.Accesses[1].Locks, func(l Lock) bool {
		return slices.ContainsFunc(f.Accesses[0].Locks, func(m Lock) bool {
			return m.Name == l.Name && (m.Mode == "W" || l.Mode == "W") && l.Mode != InOnce && m.Mode != InOnce
		})
	})
}

// originText says what goroutine an access runs in.
func originText(a *Access, home reader, name func(Pos) string) string {
	return goroutineText(&a.Origin, a.Path, home, name)
}

// goroutineText says what goroutine it is that comes along a path.
func goroutineText(o *Origin, path []Frame, home reader, name func(Pos) string) string {
	text := originKind(o, path, home)
	if o.Pos.known() {
		verb := " started at "
		if o.Kind == "callback" {
			verb = " registered at "
		}
		text += verb + name(o.Pos)
	}
	if o.Parallel {
		text += ", several may run at once"
	}
	return text
}

// originKind is the goroutine's kind and entry.
func originKind(o *Origin, path []Frame, home reader) string {
	entry := o.Name
	if len(path) > 0 && path[0].Func == o.Name {
		entry = qualify(o.Name, path[0].Pkg, home)
	}
	switch o.Kind {
	case "go":
		return "goroutine " + entry
	case "main":
		return "main goroutine"
	case "init":
		return "package initialisation"
	case "test":
		return "test goroutine " + entry
	case "exported":
		return "assumed: any caller of " + entry
	case AnyCaller:
		if o.Pos.known() {
			return "goroutine " + entry // nothing else calls it
		}
		return "whoever calls " + entry
	case "client":
		return "assumed: a client of " + entry
	case "callback":
		return "callback " + entry + " of " + apiName(o.API)
	}
	return o.Kind + " " + entry
}

// apiName is the name of a function of a library without its import path: "cron.(*Cron).AddFunc".
func apiName(api string) string {
	pkg, method, ok := strings.Cut(api, ".(")
	if ok {
		return PackageName(pkg) + ".(" + method
	}
	if i := strings.LastIndexByte(api, '.'); i > 0 && !strings.Contains(api[i:], "/") {
		return PackageName(api[:i]) + api[i:]
	}
	return api
}

// firstKnown is p, or else q.
func firstKnown(p, q Pos) Pos {
	if p.known() {
		return p
	}
	return q
}
