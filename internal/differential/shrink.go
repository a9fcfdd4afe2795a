// This file makes programs on which the detectors disagree small: it takes away one thing after the other, all
// candidates of all programs in one run of the checker, as long as the disagreement stays.

package differential

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/syncvet/syncvet/internal/report"
)

// A wrong is a program and what is wrong with the reports about it.
type wrong struct {
	plan  *plan // the smallest one so far
	place int   // number in it
	alarm bool  // reported, though no two accesses can race; else a race that is not reported
}

// holds reports whether something is wrong with a plan, if it is reported or not.
func (x *wrong) holds(p *plan, reported bool) bool {
	t := judge(p)
	races := slices.ContainsFunc(t.races, func(r pair) bool { return r.a.Place == x.place })
	return !t.stuck && races != x.alarm && reported == x.alarm
}

// Shrink makes the programs of all wrong cases as small as it can.
func (r *Result) Shrink(opt Options) error {
	var list []wrong
	var at []int
	for k, c := range r.Cases {
		if len(list) < opt.Shrink && (c.Verdict == Missed || c.Verdict == Alarm) && c.Place >= 0 {
			list, at = append(list, wrong{c.plan, c.Place, c.Verdict == Alarm}), append(at, k)
		}
	}
	err := shrink(filepath.Join(opt.Dir, "shrink"), opt.Tool, list)
	for k, x := range list {
		r.Cases[at[k]].plan = x.plan
	}
	return err
}

// An edit makes a plan simpler. It finds what it changes by number, so that edits can be put together.
type edit func(q *plan)

// A candidate is some edits of one wrong program.
type candidate struct {
	owner int    // index into the list of wrong programs
	edits []edit // that lead from that program's plan to this one
	plan  *plan  // with the edits made; not yet tried
}

// shrink makes programs smaller, in modules below dir: each edit is tried alone, then as many as possible of those that
// left the program wrong together, until none does.
func shrink(dir, tool string, list []wrong) error {
	open := map[int]bool{}
	for k := range list {
		open[k] = true
	}
	for round := 0; len(open) > 0 && round < 40; round++ {
		var alone []candidate
		for k := range list {
			if open[k] {
				for _, e := range edits(list[k].plan) {
					alone = list[k].propose(alone, k, []edit{e})
				}
			}
		}
		good, err := try(filepath.Join(dir, fmt.Sprint("alone", round)), tool, list, alone)
		if err != nil {
			return err
		}
		var together []candidate
		for k := range list {
			if open[k] {
				together = list[k].unite(together, k, good[k])
			}
		}
		best, err := try(filepath.Join(dir, fmt.Sprint("together", round)), tool, list, together)
		if err != nil {
			return err
		}
		for k := range list {
			switch {
			case len(best[k]) > 0:
				list[k].plan = best[k][0].plan
			case len(good[k]) > 0:
				list[k].plan = good[k][0].plan
			default:
				delete(open, k)
			}
		}
	}
	return nil
}

// propose adds a candidate if the plan still is what it should be wrong about.
func (x *wrong) propose(to []candidate, owner int, edits []edit) []candidate {
	q := x.plan.clone()
	for _, e := range edits {
		e(q)
	}
	if !x.holds(q, x.alarm) {
		return to
	}
	return append(to, candidate{owner, edits, q})
}

// unite proposes combinations of edits that were good alone: all, then parts, the larger ones first.
func (x *wrong) unite(to []candidate, owner int, good []candidate) []candidate {
	for size := len(good); size > 1; size /= 2 {
		for from := 0; from < len(good); from += size {
			var all []edit
			for _, c := range good[from:min(from+size, len(good))] {
				all = append(all, c.edits...)
			}
			to = x.propose(to, owner, all)
		}
	}
	return to
}

// try gives the candidates on which the checker is still wrong, by program.
func try(dir, tool string, list []wrong, all []candidate) (map[int][]candidate, error) {
	if len(all) == 0 {
		return nil, nil
	}
	plans := make([]*plan, len(all))
	for k := range all {
		plans[k] = all[k].plan
	}
	b, err := newBatch(dir, plans)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	found, err := b.reports(tool)
	if err != nil {
		return nil, err
	}
	good := map[int][]candidate{}
	for n, c := range all {
		if x := &list[c.owner]; x.holds(c.plan, reported(found, n, x.place, !x.alarm)) {
			good[c.owner] = append(good[c.owner], c)
		}
	}
	return good, nil
}

// reported reports whether a place of a program is reported at default confidence. A report whose ends lie in two
// places speaks for a place that can race, and against no place by itself; against the program, if no place of it can
// race.
func reported(found map[report.Confidence][]spotted, program, place int, can bool) bool {
	is := func(s spotted) bool {
		return s.program == program && (s.place == place && (can || !s.mixed) || s.mixed && place == unknown && !can)
	}
	return slices.ContainsFunc(found[report.High], is) || slices.ContainsFunc(found[report.Medium], is)
}

// edits lists what may make a plan simpler, the greatest effect first.
func edits(p *plan) []edit {
	var all []edit
	if p.Again != runOnce {
		all = append(all, func(q *plan) { q.Again = runOnce })
	}
	p.each(func(a *action) {
		id := a.ID
		all = append(all, func(q *plan) { q.replace(id, nil) })
		if a.Body != nil {
			all = append(all, func(q *plan) { q.replace(id, func(a *action) []*action { return a.Body }) })
		}
		if a.Form != plain {
			all = append(all, func(q *plan) { q.replace(id, func(a *action) []*action { a.Form = plain; return []*action{a} }) })
		}
	})
	for k, t := range p.Threads {
		if t.Copies > 1 {
			all = append(all, func(q *plan) { q.Threads[k].Copies, q.Threads[k].Serial = 1, false })
		}
		if t.Form != plain {
			all = append(all, func(q *plan) { q.Threads[k].Form = plain })
		}
	}
	return append(all, plainer(p)...)
}

// each visits all actions.
func (p *plan) each(f func(*action)) {
	p.bodies(func(_ int, list *[]*action) {
		for _, a := range *list {
			f(a)
		}
	})
}

// replace puts what f gives for an action in its place; nil: nothing.
func (p *plan) replace(id int, f func(*action) []*action) {
	done := false
	p.bodies(func(_ int, list *[]*action) {
		k := slices.IndexFunc(*list, func(a *action) bool { return a.ID == id })
		if k < 0 || done {
			return
		}
		done = true
		var with []*action
		if f != nil {
			with = f((*list)[k])
		}
		*list = slices.Replace(slices.Clone(*list), k, k+1, with...)
	})
}

// plainer lists what makes places and synchronisation objects simpler.
func plainer(p *plan) []edit {
	var all []edit
	for k := range p.Syncs {
		if p.Syncs[k].Form != plain {
			all = append(all, func(q *plan) { q.Syncs[k].Form = plain })
		}
		if p.Syncs[k].Store != local {
			all = append(all, func(q *plan) { q.Syncs[k].Store = local })
		}
	}
	for k, v := range p.Places {
		if v.Store != local {
			all = append(all, func(q *plan) { q.Places[k].Store = local })
		}
		if v.Kind != placeInt && v.Kind < placeSlots && !p.holdsLock(k) {
			all = append(all, func(q *plan) { q.Places[k].Kind = placeInt })
		}
	}
	return all
}

// holdsLock reports whether a lock is kept in a place's object.
func (p *plan) holdsLock(v int) bool {
	return slices.ContainsFunc(p.Syncs, func(s syncObject) bool { return s.In == v })
}
