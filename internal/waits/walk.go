// This file walks through one scope, loops running so often (W4).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// weakened makes what was found with other lengths of no more than some confidence.
func weakened(list []evidence.Evidence, most evidence.Confidence) []evidence.Evidence {
	for k := range list {
		list[k].Weaken(most, evidence.DoubtRounds)
	}
	return list
}

// walk explores one scope with loops running so often; the scope is nil if it was given up.
func (w *waiting) walk(c choice, tree map[link.InstID]bool, n trips) ([]evidence.Evidence, *scope) {
	s, r := w.system(c, tree, n)
	if s == nil {
		return nil, nil
	}
	w.stats.Scopes++
	var found []evidence.Evidence
	for k := range r.Findings {
		if p, ok := s.problem(&r.Findings[k]); ok {
			if onAny(s, &r.Findings[k], c.again) {
				p.Weaken(evidence.Medium, evidence.DoubtRounds)
			}
			switch {
			case s.unfinished && s.root.Unit.Flag(facts.InTest):
				p.Weaken(evidence.Low, evidence.DoubtPart)
			case s.unfinished:
				p.Weaken(evidence.Medium, evidence.DoubtPart)
			}
			found = append(found, p)
		}
	}
	return found, s
}

// onAny reports whether a blocked thread operates on one of some objects.
func onAny(s *scope, f *blocking.Finding, keys map[order.SyncKey]bool) bool {
	return slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
		p := &s.sys.Procs[m.Proc].Points[m.Point]
		of := func(o blocking.ObjID) bool { return int(o) < len(s.names) && keys[s.names[o]] }
		return of(p.Obj) || slices.ContainsFunc(p.Cases, func(c blocking.Case) bool { return of(c.Obj) })
	})
}

// goneWith grades down what goes wrong when loops run once, but not when they run twice: something else may count on
// two rounds (W4).
func goneWith(once, twice []evidence.Evidence) []evidence.Evidence {
	for k := range once {
		p := &once[k]
		if !slices.ContainsFunc(twice, func(q evidence.Evidence) bool { return keyOf(&q) == keyOf(p) }) {
			p.Weaken(evidence.Low, evidence.DoubtRounds)
		}
	}
	return once
}

// narrowed grades what was found with some of a scope's objects only; misuse is not looked for there.
func narrowed(list []evidence.Evidence) (found []evidence.Evidence) {
	for _, p := range list {
		if p.Weaken(evidence.Medium, evidence.DoubtNarrow); p.Kind != evidence.Misuse {
			found = append(found, p)
		}
	}
	return found
}

// system builds and searches a scope, leaving out objects that turn out to be vague, and locks that are handed about.
func (w *waiting) system(c choice, tree map[link.InstID]bool, n trips) (*scope, blocking.Result) {
	keys := slices.Clone(c.keys)
	w.two = [2]int64{}
	for range maxAttempts {
		keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool { return w.vague[k] })
		before := len(w.vague)
		s := w.newScope(c, tree, keys, n)
		main := s.proc(procKey{entry: c.root})
		if len(w.vague) > before {
			continue
		}
		if s.guests != nil && !s.failed {
			s.sys.Later = []blocking.ProcID{users{s}.later()} // makes processes of its own
		}
		if s.failed || w.budget <= 0 {
			w.stats.Unfinished++
			if s.other != 0 {
				w.two = [2]int64{s.other, s.length}
			}
			return nil, blocking.Result{}
		}
		s.sys.Roots = []blocking.ProcID{main}
		r, err := blocking.Explore(&s.sys, blocking.Options{MaxStates: min(w.budget, maxScopeStates)})
		w.budget -= r.States
		w.stats.States += r.States
		if err != nil {
			panic(err)
		}
		if s.unfinished = r.Limit != blocking.NoLimit; s.unfinished {
			w.stats.Unfinished++
		}
		if odd := s.unlocked(r.Findings); odd != (order.SyncKey{}) {
			keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool { return k == odd })
			continue
		}
		return s, r
	}
	return nil, blocking.Result{}
}

// buffers reports whether a scope has channels with a small buffer of a known size: two rounds may just fill it.
func buffers(s *scope) bool {
	return slices.ContainsFunc(
		s.sys.Objects,
		func(o blocking.Object) bool { return o.Kind == blocking.Chan && 1 <= o.Cap && o.Cap < maxUnroll },
	)
}

// passesOn reports whether a goroutine passes on what it receives, and may give up with one value in hand: it is as
// good as a buffer for one (W84).
func passesOn(p blocking.Proc) bool {
	gets := func(x blocking.Point) bool { return x.Op == blocking.Recv }
	gives := func(c blocking.Case) bool { return c.Dir == blocking.Transmit }
	return slices.ContainsFunc(p.Points, gets) && slices.ContainsFunc(p.Points, func(x blocking.Point) bool {
		return x.Op == blocking.Select && len(x.Cases) > 1 && slices.ContainsFunc(x.Cases, gives)
	})
}

// unlocked is a lock that is unlocked without having been locked in view: the caller holds it, or it is handed over.
func (s *scope) unlocked(list []blocking.Finding) order.SyncKey {
	for k := range list {
		if f := &list[k]; f.Why == blocking.UnlockOfUnlocked {
			return s.at(f.Members[0].Proc, f.Members[0].Point).key
		}
	}
	return order.SyncKey{}
}
