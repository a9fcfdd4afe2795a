// This file holds types to what their documentation promises (G13).

package guards

import (
	"go/token"
	"go/types"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/passes/source"
)

// documented looks for a write, without any lock, by an exported method of a type that promises to be safe for
// concurrent use.
func (a *analysis) documented(e *usage, all []instance) (evidence.Evidence, bool) {
	if len(e.chain) == 0 || e.sym.Kind != facts.SymField {
		return evidence.Evidence{}, false
	}
	tn, ok := e.chain[0].(*types.TypeName)
	if !ok || !source.Promised(a.docs[tn]) {
		return evidence.Evidence{}, false
	}
	var best *evidence.Evidence
	for i := range all {
		x := &all[i]
		if !x.kind.Writes() || !a.unlockedCall(x) {
			continue
		}
		for k := range all {
			y := &all[k]
			if a.roots[y.key.root].kind == Callback || y.key.weak || y.whole || !a.conflict(x, y) {
				continue
			}
			s := a.suspect(e, x, y, &tally{held: map[token.Pos]bool{}, unlocked: map[token.Pos]bool{x.pos: true}})
			s.Guard, s.Promised = facts.Symbol{}, true
			believe(&s, doubtGiven, true)
			if best == nil || better(&s, best) || best.At() == s.At() && best.Ends[1].Last().Pos == best.At() {
				best = &s
			}
		}
	}
	if best == nil {
		return evidence.Evidence{}, false
	}
	return *best, true
}

// bareCall reports whether an access is surely reached by callers of an exported function, and no lock is perhaps held
// there.
func (a *analysis) unlockedCall(x *instance) bool {
	return a.roots[x.key.root].kind == Caller && x.may == (set{}) && !x.kind.Atomic() && !x.key.weak && !x.whole &&
		!x.f.capped &&
		!x.leak
}
