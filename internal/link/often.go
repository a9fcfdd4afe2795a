// This file states what it takes for an instance to run more than once, as multiplicity decides it, so that the live
// solver knows which go statements have twins (U5).

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// askOften has it stated when an instance runs more than once.
func (l *Linker) askOften(i *Instance) {
	if !i.Often.asked {
		i.Often.asked = true
		l.Sets.born(&i.Often.Many)
		l.Asked = append(l.Asked, i)
	}
}

// StateOften states for each go statement that it runs more than once if its function does.
func (l *Linker) StateOften() {
	for _, o := range l.Origins[1:] {
		if o.Parent != 0 && !o.Cut {
			l.askOften(l.Insts[o.Site])
			l.Sets.keepOnce(l.site(o.Site, o.Call), &l.Insts[o.Site].Often.Many, l.Sets.is(&o.Life))
		}
	}
	for n := 0; n < len(l.Asked); n++ {
		l.countCalls(l.Asked[n])
	}
}

// countCalls states what the calls of an instance say that have not been looked at: two of them, one in a loop, or one
// by what runs more than once; and one of what a goroutine starts with. What lies on a cycle of calls has two somewhere
// on it.
func (l *Linker) countCalls(i *Instance) {
	for _, e := range i.In {
		if e.Spawn {
			continue
		}
		r := l.Reasons[EdgeKey{e.From, e.Call, e.To}]
		isNew := r.Any.Node == 0
		for ; r.Kept < len(r.By); r.Kept++ {
			l.Sets.keep(&r.Any, r.By[r.Kept], pointsto.Guard{})
		}
		if isNew {
			l.countCall(i, &e, r)
		}
	}
}

func (l *Linker) countCall(i *Instance, e *Edge, r *Reasons) {
	from, many, before := l.Insts[e.From], &i.Often.Many, i.Often.some
	l.askOften(from)
	l.Sets.keep(many, &from.Often.Many, l.Sets.is(&r.Any))
	if from.Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop != 0 {
		l.Sets.keep(many, &r.Any, pointsto.Guard{})
	}
	if before == nil && l.IsEntry(i) {
		before = &i.Life
	}
	if from.Unit.Flow.FirstCall(e.Call) != e.Call {
		return // only what one of the two has made is used
	}
	i.Often.some = &Liveness{}
	l.Sets.keep(i.Often.some, &r.Any, pointsto.Guard{})
	if before != nil {
		l.Sets.keep(many, &r.Any, l.Sets.is(before))
		l.Sets.keep(i.Often.some, before, pointsto.Guard{})
	}
}
