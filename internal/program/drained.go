// This file finds loops over channels that nobody closes, where the goroutines are too many or too tangled to be walked through (W10).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// drains gives the loops that the goroutine which made a channel runs until the channel is closed, though nobody closes it, and though all who
// send on it come to an end.
func (w *waiting) drains() []Problem {
	var list []Problem
	for _, k := range w.keys {
		o := &w.l.objects[k.obj]
		if o.decl.Kind != facts.ObjChan || k.off != 0 || o.inst == 0 || w.open[k.obj] || w.kinds[k]&(doesClose|doesSend) != doesSend || w.vague[k] {
			continue
		}
		if !slices.ContainsFunc(w.users[k], func(i instID) bool { return w.sendsForEver(w.l.insts[i], k) }) {
			list = append(list, w.drainsOf(k, w.l.insts[o.inst])...)
		}
	}
	return list
}

// sendsForEver tells whether an instance sends on a channel and may never end, or ends when its messages say so.
func (w *waiting) sendsForEver(i *instance, k syncKey) bool {
	for n := range i.unit.spawn.Points {
		e := &i.unit.spawn.Points[n].Event
		if keys, _ := w.objects(i, e.Addr, e.Off); e.Op != facts.EventSend || !slices.Contains(keys, k) {
			continue
		}
		if e.Flags&facts.EventTold != 0 || len(i.unit.spawn.Exits) == 0 || !w.only(i, e, k) || !w.ends(w.l.origins[i.origin]) {
			return true
		}
	}
	return false
}

// ends tells whether a goroutine, and all that lead to it, may come to an end, and none is started again and again by a model.
func (w *waiting) ends(o *origin) bool {
	for {
		for _, entry := range o.entries {
			if u := w.l.insts[entry].unit; u.spawn != nil && len(u.spawn.Exits) == 0 {
				return false
			}
		}
		if o.parent == 0 {
			return true
		}
		if w.l.insts[o.site].unit.flow.Calls[o.call].Flags&(facts.CallMulti|facts.CallSerial) != 0 {
			return false
		}
		o = w.l.origins[o.parent]
	}
}

// only tells whether an event is on one channel and no other.
func (w *waiting) only(i *instance, e *facts.Event, k syncKey) bool {
	keys, unseen := w.objects(i, e.Addr, e.Off)
	return !unseen && len(keys) == 1 && keys[0] == k
}

// drainsOf gives such loops over one channel.
func (w *waiting) drainsOf(k syncKey, maker *instance) []Problem {
	var list []Problem
	for _, id := range w.users[k] {
		i := w.l.insts[id]
		if i.origin != maker.origin || !w.ours(id) || i.unit.flag(facts.InTest) {
			continue
		}
		for n := range i.unit.spawn.Points {
			e := &i.unit.spawn.Points[n].Event
			if e.Op != facts.EventRecv || e.Flags&facts.EventDrain == 0 || !w.only(i, e, k) {
				continue
			}
			step := ProblemStep{Act: ActRanges, Name: i.unit.names.spawn.Symbol(e.Name), Func: i.unit.sym, Pos: position(i.unit.names.spawn, e.Pos)}
			if a := (absentee{name: step.Name}); a.name.Name == "" || w.absent()[a.within(step.Func)] {
				continue
			}
			t := Thread{Flags: i.unit.info.Flags, Path: []Frame{{Func: i.unit.sym}}, Steps: []ProblemStep{step}}
			list = append(list, Problem{Kind: Leak, Confidence: Medium, Name: step.Name, Threads: []Thread{t}, Local: true, Definite: true, Together: 1})
		}
	}
	return list
}
