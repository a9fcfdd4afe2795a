// This file states what it takes for an instance to run more than once, as multiplicity decides it, so that the live solver knows which go
// statements have twins (U5).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An often is what is stated about an instance's running more than once.
type often struct {
	asked bool  // it is stated
	many  life  // it does
	some  *life // one of the calls looked at so far exists; nil: none was looked at
}

// An edgeKey identifies a call edge.
type edgeKey struct {
	from instID
	call uint32
	to   instID
}

// A reasons is what a call edge exists by.
type reasons struct {
	by   []*life
	any  life // one of them exists; stated where the callee is asked about
	kept int  // how many of them have been stated to
}

// askOften has it stated when an instance runs more than once.
func (l *linker) askOften(i *instance) {
	if !i.often.asked {
		i.often.asked = true
		l.g.born(&i.often.many)
		l.asked = append(l.asked, i)
	}
}

// stateOften states for each go statement that it runs more than once if its function does.
func (l *linker) stateOften() {
	for _, o := range l.origins[1:] {
		if o.parent != 0 && !o.cut {
			l.askOften(l.insts[o.site])
			l.g.keepOnce(l.site(o.site, o.call), &l.insts[o.site].often.many, l.g.is(&o.life))
		}
	}
	for n := 0; n < len(l.asked); n++ {
		l.countCalls(l.asked[n])
	}
}

// countCalls states what the calls of an instance say that have not been looked at: two of them, one in a loop, or one by what runs
// more than once; and one of what a goroutine starts with. What lies on a cycle of calls has two somewhere on it.
func (l *linker) countCalls(i *instance) {
	for _, e := range i.in {
		if e.spawn {
			continue
		}
		r := l.reasons[edgeKey{e.from, e.call, e.to}]
		isNew := r.any.node == 0
		for ; r.kept < len(r.by); r.kept++ {
			l.g.keep(&r.any, r.by[r.kept], pointsto.Guard{})
		}
		if isNew {
			l.countCall(i, &e, r)
		}
	}
}

func (l *linker) countCall(i *instance, e *edge, r *reasons) {
	from, many, before := l.insts[e.from], &i.often.many, i.often.some
	l.askOften(from)
	l.g.keep(many, &from.often.many, l.g.is(&r.any))
	if from.unit.flow.Calls[e.call].Flags&facts.CallInLoop != 0 {
		l.g.keep(many, &r.any, pointsto.Guard{})
	}
	if before == nil && l.isEntry(i) {
		before = &i.life
	}
	i.often.some = &life{}
	l.g.keep(i.often.some, &r.any, pointsto.Guard{})
	if before != nil {
		l.g.keep(many, &r.any, l.g.is(before))
		l.g.keep(i.often.some, before, pointsto.Guard{})
	}
}
