// This file finds what is wrong in a link: it explores scope after scope (W2, W4, W12).

package waits

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Problems gives the goroutines that block for ever, and the misuse of channels and WaitGroups.
func Problems(d *explain.Paths, walked *Walks) []evidence.Evidence {
	if len(d.L.Over) > 0 {
		return nil // who else operates on an object is not known
	}
	w := newWaiting(d)
	w.off = strings.Split(d.View.Without, ",")
	if !w.candidates() {
		return nil
	}
	w.entry = w.entryOf(link.RootMain)
	w.seen.Whole = w.entry != 0 && d.L.Within == ""
	if w.entry == 0 {
		w.entry = w.entryOf(link.RootTest)
	}
	w.seen.Test = w.entry != 0
	w.all = w.seen.Opened(w.seen.Leaking)
	var all []evidence.Evidence
	seen := map[problemKey]int{}
	add := func(list []evidence.Evidence) {
		for _, p := range list {
			key := keyOf(&p)
			if k, ok := seen[key]; !ok {
				seen[key] = len(all)
				all = append(all, p)
			} else if p.Grade < all[k].Grade {
				all[k] = p
			}
		}
	}
	for _, c := range w.scopes() {
		add(w.explore(c))
	}
	add(visitor{w}.visited())
	for _, p := range w.drains() {
		if !slices.ContainsFunc(all, func(q evidence.Evidence) bool { return q.Kind == p.Kind && q.At() == p.At() }) {
			all = append(all, p)
		}
	}
	walked.add(&w.stats)
	return all
}

// explore explores one scope, with loops of unknown length running once, and twice; and where there are loops of a
// large constant length too, with those running less often than the others; where all lengths are constants, small ones
// among them, with the others running more often (W4).
func (w *waiting) explore(c choice) []evidence.Evidence {
	tree := w.tree(c.root)
	once, s := w.walk(c, tree, trips{unknown: 1, large: 1})
	if s == nil && w.two != [2]int64{} {
		if found, ok := compared(w, c, tree, w.two); ok {
			return found
		}
	}
	if s != nil && s.adds && !s.long {
		once, s = w.walk(c, tree, trips{unknown: 1, large: 1, exact: true})
	}
	if s == nil || s.unfinished && len(once) == 0 {
		return w.narrower(c)
	}
	if c.loop() || !s.unknown || s.unfinished {
		return once
	}
	twice, s := w.walk(c, tree, trips{unknown: 2, large: 2})
	if s == nil || s.unfinished {
		return append(once, twice...)
	}
	found := append(twice, goneWith(once, twice)...)
	if len(found) == 0 && (buffers(s) || s.varies && (s.small > 1 || slices.ContainsFunc(s.sys.Procs, passesOn))) {
		more := max(moreRounds, s.small+1)
		if often, s := w.walk(c, tree, trips{unknown: more, large: more}); s != nil {
			found = often
		}
	}
	if len(found) == 0 && s.breaks {
		found, _ = w.walk(c, tree, trips{unknown: 2, large: 2, breaks: true})
	}
	if s.root.Unit.Flag(facts.InTest) {
		return found
	}
	var more []evidence.Evidence
	switch {
	case s.varies && s.length != 0:
		list, _ := w.walk(c, tree, trips{unknown: 2, large: 1})
		more = weakened(list, evidence.Low)
	case s.small > 1 && !s.varies:
		list, s := w.walk(c, tree, trips{unknown: 2, large: maxUnroll + 1})
		if s != nil && !s.unfinished && s.length != 0 {
			found = goneWith(found, list) // three rounds are less than a large number of them
		}
		more = weakened(list, evidence.Medium)
	}
	if size := roomOf(s); len(found)+len(more) == 0 && size != 0 && !s.varies && s.length != 0 {
		more, _ = compared(w, c, tree, [2]int64{s.length, size})
	}
	if len(found)+len(more) == 0 {
		more = outnumbered(w, c, tree, s)
	}
	return append(found, more...)
}

// narrower explores the objects of a scope that was given up by themselves: first all those for whose sake it was
// chosen, then one by one (W12).
func (w *waiting) narrower(c choice) []evidence.Evidence {
	var parts [][]order.SyncKey
	switch {
	case len(c.core) < len(c.keys):
		parts = [][]order.SyncKey{c.core}
	case len(c.core) > 1:
		for _, k := range c.core {
			parts = append(parts, []order.SyncKey{k})
		}
	}
	found := w.parts(c, parts)
	if len(found) == 0 && !c.alone {
		found = w.parts(c, w.circles(&c))
	}
	return found
}

// parts explores some objects of a scope by themselves, and others by themselves.
func (w *waiting) parts(c choice, parts [][]order.SyncKey) (found []evidence.Evidence) {
	for _, keys := range parts {
		part := choice{root: c.root, keys: keys, core: keys, each: c.each, again: c.again, alone: true}
		found = append(found, narrowed(w.explore(part))...)
	}
	return found
}
