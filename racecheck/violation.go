// This file reports violations of order that are no data races (internal/program V1 to V5).

package racecheck

import (
	"fmt"
	"go/token"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/report"
)

// violations reports them at the use, or at what leads there.
func (r *reporter) violations(list []evidence.Evidence) {
	for k := range list {
		x := &list[k]
		if !r.Opt.Generated && x.Ends[0].Flags&x.Ends[1].Flags&facts.Generated != 0 {
			continue
		}
		at, via := r.useAnchor(x)
		pos := r.Places.Nearest(at)
		if pos == token.NoPos {
			continue
		}
		f := r.finding(x, at, via)
		f.Rule, f.Level, f.Notes = violationRules[x.Kind], "warning", nil
		f.Ordering = report.Ordering{Reason: violationReasons[x.Kind]}
		f.Fix = []string{violationFixes[x.Kind]}
		f.ID = report.Fingerprint(f)
		f.Message = report.Line(violationText(x.Kind, f), f.Rule)
		r.Emit(pos, f, f.Accesses[0].Pos, f.Accesses[1].Pos)
	}
}

// useAnchor is the primary position: the use if it stands in this package, else what leads there, else the same for the
// store, which is the first end then.
func (r *reporter) useAnchor(x *evidence.Evidence) (link.Position, string) {
	for k := range x.Ends {
		e := &x.Ends[k]
		if e.Last().Pos.File.Pkg == r.Places.Own {
			r.first(x, k)
			return x.Ends[0].Last().Pos, ""
		}
		if at, via, ok := r.Via(e.Path, &e.Goroutine); ok {
			r.first(x, k)
			return at, via
		}
	}
	return link.Position{}, ""
}

// violationRules are the rule ids.
var violationRules = map[evidence.Kind]string{evidence.NilBeforeUse: "AV5002", evidence.UseBeforeSet: "AV5003"}

// violationReasons say why the order matters.
var violationReasons = map[evidence.Kind]string{
	evidence.NilBeforeUse: "the two exclude each other, but nothing says which comes first, and the use does not look " +
		"whether something is there",
	evidence.UseBeforeSet: "the two exclude each other, but nothing makes the use wait, " +
		"and nothing else sets the variable before",
}

// violationFixes say what helps.
var violationFixes = map[evidence.Kind]string{
	evidence.NilBeforeUse: "test for nil where it is used, or stop what uses it before it is set to nil",
	evidence.UseBeforeSet: "set it before the goroutine is started, " +
		"or wait for it: a channel that is closed when it is set",
}

// violationText is the headline.
func violationText(kind evidence.Kind, f *report.Finding) string {
	use, store := f.Accesses[0], f.Accesses[1]
	here := "used here"
	if f.Via != "" {
		here = fmt.Sprintf("used at %s, which the %s here leads to", report.Near(use.Pos, f.Pos), f.Via)
	}
	if use.Kind == "write" || use.Kind == "atomic write" {
		use, store = store, use
		here = fmt.Sprintf("used at %s", report.Near(use.Pos, f.Pos))
	}
	if kind == evidence.NilBeforeUse {
		return fmt.Sprintf(
			"%s may be nil: %s after it was set to nil at %s, in another event",
			f.Variable.Name,
			here,
			report.Near(store.Pos, f.Pos),
		)
	}
	return fmt.Sprintf(
		"%s may not be set yet: %s, set at %s by a goroutine that nothing waits for",
		f.Variable.Name,
		here,
		report.Near(store.Pos, f.Pos),
	)
}
