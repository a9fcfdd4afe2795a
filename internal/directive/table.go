// This file answers the questions of the checkers: does a directive cover this?

package directive

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// A Key identifies a comment.
type Key struct {
	File facts.Symbol // SymFile
	Line uint32       // 1-based
	Col  uint32       // 1-based, in bytes
}

// KeyOf is the comment that a directive comes from.
func KeyOf(d *facts.Directive) Key { return Key{d.File, d.Line, d.Col} }

// A Table finds directives by what they are about. The zero Table is empty.
type Table struct {
	about  map[facts.Symbol][]*facts.Directive // Ignore and Accepted, by target
	apart  []*facts.Directive                  // Serial and NotParallel
	guards map[facts.Symbol]*facts.Directive   // GuardedBy and GuardHint
}

// NewTable indexes directives.
func NewTable(list []facts.Directive) *Table {
	t := &Table{about: map[facts.Symbol][]*facts.Directive{}, guards: map[facts.Symbol]*facts.Directive{}}
	for i := range list {
		switch d := &list[i]; d.Kind {
		case facts.Ignore, facts.Accepted:
			t.about[d.Target] = append(t.about[d.Target], d)
		case facts.Serial, facts.NotParallel:
			t.apart = append(t.apart, d)
		case facts.GuardedBy, facts.GuardHint:
			if old := t.guards[d.Target]; old == nil || old.Kind == facts.GuardHint {
				t.guards[d.Target] = d
			}
		}
	}
	return t
}

// Empty reports whether no finding can be left out.
func (t *Table) Empty() bool { return len(t.about) == 0 && len(t.apart) == 0 }

// Orders reports whether Apart can have an answer.
func (t *Table) Orders() bool { return len(t.apart) > 0 }

// Line finds the directive that leaves out findings of a rule at a line of a file.
func (t *Table) Line(rule string, file facts.Symbol, line uint32) (Key, bool) {
	for _, d := range t.about[file] {
		if (d.To == 0 || d.From <= line && line <= d.To) && Covers(d.Rules, rule) {
			return KeyOf(d), true
		}
	}
	return Key{}, false
}

// AnyLine reports whether findings of any rule are left out at a line of a file.
func (t *Table) AnyLine(file facts.Symbol, line uint32) bool {
	return slices.ContainsFunc(
		t.about[file],
		func(d *facts.Directive) bool { return d.To == 0 || d.From <= line && line <= d.To },
	)
}

// Variable finds the directive that leaves out findings of a rule about a field or variable.
func (t *Table) Variable(rule string, name facts.Symbol) (Key, bool) {
	for _, d := range t.about[name] {
		if Covers(d.Rules, rule) {
			return KeyOf(d), true
		}
	}
	return Key{}, false
}

// Apart finds the directive that says that two call paths never overlap (V6).
func (t *Table) Apart(a, b []facts.Symbol) (Key, bool) {
	for _, d := range t.apart {
		for _, f := range d.Syms {
			for _, g := range d.Syms {
				if (f != g || d.Kind == facts.Serial) && slices.Contains(a, f) && slices.Contains(b, g) {
					return KeyOf(d), true
				}
			}
		}
	}
	return Key{}, false
}

// Race finds the directive that covers a race of two accesses: at the line of one, about the variable of one, or of
// functions on the ways there, which calls gives for each.
func (t *Table) Race(
	rule string, at [2]facts.Position, name [2]facts.Symbol, calls func(k int) []facts.Symbol,
) (Key, bool) {
	for k := range at {
		if d, ok := t.Line(rule, at[k].File, at[k].Line); ok {
			return d, true
		}
		if name[k] != (facts.Symbol{}) {
			if d, ok := t.Variable(rule, name[k]); ok {
				return d, true
			}
		}
	}
	if !t.Orders() {
		return Key{}, false
	}
	return t.Apart(calls(0), calls(1))
}

// Guards reports whether anything is said to be guarded by a lock.
func (t *Table) Guards() bool {
	for _, d := range t.guards {
		if d.Kind == facts.GuardedBy {
			return true
		}
	}
	return false
}

// Guard is what is said to guard a field or variable, or a function's caller to hold; nil if nothing is.
func (t *Table) Guard(of facts.Symbol) *facts.Directive { return t.guards[of] }

// A Stale directive leaves out nothing.
type Stale struct {
	facts.Directive
	Rules []string // those of its rules that no finding has
}

// StaleOf lists the own directives of a package, in order, that have rules of one checker and were not used by it. Only
// those are listed that no importer can need (V4).
func StaleOf(s *facts.Source, main bool, checker string, used map[Key]bool) []Stale {
	var list []Stale
	seen := map[Key]bool{}
	for i := range s.Directives {
		d := &s.Directives[i]
		k := KeyOf(d)
		if d.Kind != facts.Ignore || d.File.Pkg != s.Path || used[k] || seen[k] ||
			!main && !strings.HasSuffix(d.File.Name, "_test.go") {
			continue
		}
		seen[k] = true
		if own := ofChecker(d.Rules, checker); len(own) > 0 {
			list = append(list, Stale{*d, own})
		}
	}
	return list
}

// ofChecker are the rules that belong to one checker alone.
func ofChecker(rules []string, checker string) []string {
	var own []string
	for _, r := range rules {
		if r == checker ||
			r != "" && slices.ContainsFunc(checkers[checker], func(f string) bool { return strings.HasPrefix(r, f) }) {
			own = append(own, r)
		}
	}
	return own
}
