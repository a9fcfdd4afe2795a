// This file finds loops over channels that nobody closes, where the goroutines are too many or too tangled to be walked
// through (W10).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// drains gives the loops that the goroutine which made a channel runs until the channel is closed, though nobody closes
// it, and though all who send on it come to an end.
func (w *waiting) drains() []evidence.Evidence {
	var list []evidence.Evidence
	for _, k := range w.keys {
		o := &w.l.Objects[k.Obj]
		if o.Decl.Kind != facts.ObjChan || k.Off != 0 || o.Inst == 0 || w.all.Open[k.Obj] ||
			w.kinds[k]&(doesClose|doesSend) != doesSend ||
			w.vague[k] {
			continue
		}
		if !slices.ContainsFunc(w.users[k], func(i link.InstID) bool { return w.sendsForEver(w.l.Insts[i], k) }) {
			list = append(list, w.drainsOf(k, w.l.Insts[o.Inst])...)
		}
	}
	return list
}

// sendsForEver reports whether an instance sends on a channel and may never end, or ends when its messages say so.
func (w *waiting) sendsForEver(i *link.Instance, k order.SyncKey) bool {
	for n := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[n].Event
		if keys, _ := w.objects(i, e.Addr, e.Off); e.Op != facts.EventSend || !slices.Contains(keys, k) {
			continue
		}
		if e.Flags&facts.EventTold != 0 || len(i.Unit.Spawn.Exits) == 0 || !w.only(i, e, k) ||
			!w.ends(w.l.Origins[i.Origin]) {
			return true
		}
	}
	return false
}

// ends reports whether a goroutine, and all that lead to it, may come to an end, and none is started again and again by
// a model.
func (w *waiting) ends(o *link.Origin) bool {
	for {
		for _, entry := range o.Entries {
			if u := w.l.Insts[entry].Unit; u.Spawn != nil && len(u.Spawn.Exits) == 0 {
				return false
			}
		}
		if o.Parent == 0 {
			return true
		}
		if w.l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&(facts.CallMulti|facts.CallSerial) != 0 {
			return false
		}
		o = w.l.Origins[o.Parent]
	}
}

// only reports whether an event is on one channel and no other.
func (w *waiting) only(i *link.Instance, e *facts.Event, k order.SyncKey) bool {
	keys, unseen := w.objects(i, e.Addr, e.Off)
	return !unseen && len(keys) == 1 && keys[0] == k
}

// drainsOf gives such loops over one channel.
func (w *waiting) drainsOf(k order.SyncKey, maker *link.Instance) []evidence.Evidence {
	var list []evidence.Evidence
	for _, id := range w.users[k] {
		i := w.l.Insts[id]
		if i.Origin != maker.Origin || !w.ours(id) || i.Unit.Flag(facts.InTest) {
			continue
		}
		for n := range i.Unit.Spawn.Points {
			e := &i.Unit.Spawn.Points[n].Event
			if e.Op != facts.EventRecv || e.Flags&facts.EventDrain == 0 || !w.only(i, e, k) {
				continue
			}
			step := evidence.Step{
				Act:  evidence.ActRanges,
				Name: i.Unit.Names.Spawn.Symbol(e.Name),
				Func: i.Unit.Sym,
				Pos:  link.PositionOf(i.Unit.Names.Spawn, e.Pos),
			}
			if a := (missingPartner{name: step.Name}); a.name.Name == "" || w.absent()[a.within(step.Func)] {
				continue
			}
			t := evidence.End{Flags: i.Unit.Info.Flags, Path: []evidence.Frame{
				{Func: i.Unit.Sym}}, Steps: []evidence.Step{step},
			}
			list = append(
				list,
				evidence.Evidence{
					Kind:    evidence.Leak,
					Grade:   evidence.Medium,
					Doubts:  []evidence.Doubt{evidence.DoubtUnwalked},
					Name:    step.Name,
					Ends:    []evidence.End{t},
					Engine:  evidence.InView,
					Waiting: evidence.Waiting{Local: true, Definite: true, Together: 1},
				},
			)
		}
	}
	return list
}
