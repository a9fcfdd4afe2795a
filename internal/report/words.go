// This file is words for one end of a finding: what it does, under which locks, in which goroutine.

package report

import (
	_ "embed" // the page's parts
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// known reports whether anything is known about where a goroutine starts.
func (o *Origin) known() bool { return o.Kind != "" }

// missing says what a finding's two accesses lack.
func missing(f *Finding) string {
	if f.Rule == ruledoc.CheckThenAct {
		return "not atomic"
	}
	return "not ordered"
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

// threadTitle names the i-th goroutine of a finding.
func threadTitle(f *Finding, i int) string {
	if len(f.Threads) == 1 {
		return "goroutine"
	}
	return fmt.Sprintf("goroutine %d", i+1)
}
