// This file prints lock operations, events and what starts goroutines.

package facts

import (
	"fmt"
	"strings"
)

var lockOps = [...]string{"?", "lock", "rlock", "unlock", "runlock"}

func (d *dumper) locks(l *Locks) {
	for i, s := range l.Sites {
		d.line(
			"  lock%d %s %s %s base %d%s%s",
			i,
			name(lockOps[:], int(s.Op)),
			place(s.Addr, s.Off),
			d.ref(s.Name),
			s.Base,
			said(s),
			d.pos(s.Pos),
		)
	}
	for _, n := range l.Net {
		d.line("  net lock%d", n.Site)
	}
	if l.Declares != 0 {
		d.line("  declares %s for outcome %d", name(lockOps[:], int(l.Declares)), int(l.Outcome)-1)
	}
}

func (d *dumper) acquires(q *Acquires) {
	take := func(word string, t *LockTake) {
		d.line("%s %s %s %s doubt %d%s", word, name(takeModes[:], int(t.Mode)), d.lockPath(&t.Path), d.ref(t.Name),
			t.Doubt, d.pos(t.Pos))
	}
	for i := range q.Takes {
		take("  takes", &q.Takes[i])
	}
	for i := range q.Effects {
		d.line("  leaves %s %s", name(lockOps[:], int(q.Effects[i].Op)), d.lockPath(&q.Effects[i].Path))
	}
	for i := range q.Invokes {
		d.line("  invokes param %d", q.Invokes[i].Param)
		for k := range q.Invokes[i].Held {
			take("    under", &q.Invokes[i].Held[k])
		}
	}
}

// lockPath prints a root and the steps from it: * follows a pointer, .n selects field n.
func (d *dumper) lockPath(p *LockPath) string {
	s := fmt.Sprintf("%s %d", name(rootKinds[:], int(p.Root)), p.Index)
	if p.Root == RootGlobal {
		s = "global " + d.ref(p.Global)
	}
	for _, step := range p.Steps {
		if step == 0 {
			s += "*"
		} else {
			s += fmt.Sprintf(".%d", step-1)
		}
	}
	return s
}

var eventOps = [...]string{
	"join",
	"call",
	"go",
	"lock",
	"send",
	"recv",
	"recvclosed",
	"close",
	"add",
	"done",
	"wait",
	"oncebegin",
	"onceend",
	"oncedone",
	"atomicwrite",
	"atomicread",
	"condwait",
	"condsignal",
	"groupgo",
	"groupwait",
	"parallel",
	"exit",
	"put",
	"get",
	"idle",
	"yield",
	"collect",
	"default",
	"iter",
	"test",
	"serve",
	"unseen",
	"outcome",
	"fill",
	"ahead",
	"reached",
	"moves",
	"owed",
	"each",
	"every",
	"is",
	"answered",
}

func (d *dumper) spawn(s *Spawn) {
	for i := range s.Points {
		d.line("  p%d <-%s %s", i, points(s.Points[i].Preds), d.event(&s.Points[i].Event))
	}
	d.list("exits", strings.TrimSpace(points(s.Exits)))
	d.list("failed", strings.TrimSpace(points(s.Failed)))
	d.list("calls at", strings.TrimSpace(points(s.Calls)))
	for _, x := range s.Sites {
		d.line("  site call%d objs %v calls %v", x.Call, x.Objs, x.Calls)
	}
	for _, o := range s.Owned {
		text := fmt.Sprintf("  owned call%d", o.Call)
		if o.Sure != 0 {
			text += " " + bits(o.Sure)
		}
		for _, c := range o.If {
			text += fmt.Sprintf(" %d if %s", c.Param, bits(c.Mask))
		}
		d.line("%s", text)
	}
	for _, o := range s.Outcomes {
		text := points(o.Points)
		for _, p := range o.Passed {
			text += fmt.Sprintf(", p%d if its call has %d", p.Point, p.Number)
		}
		d.line("  outcome %d%s", o.Number, text)
	}
	for _, x := range s.Settled {
		d.line("  settled %d up %d: %d", x.Test, x.Up, x.Cond)
	}
	for _, g := range s.Starts {
		d.line("  starts call%d: %d and loops %v", g.Call, g.Known, g.Loops)
	}
	for i, t := range s.Counts {
		d.line("  received %d: %d and loops %v", i+1, t.Known, t.Loops)
	}
	if s.Awaits != 0 {
		d.line("  awaits %b", s.Awaits)
	}
	if s.Flag != 0 {
		d.line("  returns guarded %d", s.Flag-1)
	}
}

func points(list []PointID) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, " p%d", p)
	}
	return b.String()
}

func (d *dumper) event(e *Event) string {
	text := name(eventOps[:], int(e.Op))
	switch e.Op {
	case EventNone:
		return text
	case EventCall, EventGo:
		text += fmt.Sprintf(" call%d", e.Index)
		if e.Flags&EventStarts != 0 {
			text += fmt.Sprintf(" counted as %d", e.Off)
		}
	case EventLock, EventEach:
		text += fmt.Sprintf(" lock%d", e.Index)
	case EventOutcome:
		text += fmt.Sprintf(" call%d is %d", e.Index, e.N)
	case EventIter:
		text += fmt.Sprintf(" loop%d of %d", e.Index, e.N)
		switch {
		case e.Flags&EventStarts != 0:
			text += fmt.Sprintf(" as often as %d", e.Off)
		case e.Off > 0:
			text += fmt.Sprintf(" but %d", e.Off)
		}
		if e.Addr != 0 {
			text += " with the room of " + place(e.Addr, 0)
		}
	case EventGroupGo:
		text += fmt.Sprintf(" call%d of %s", e.Index, place(e.Addr, e.Off))
	default:
		text += fmt.Sprintf(" %s %s %d", place(e.Addr, e.Off), d.ref(e.Name), e.N)
	}
	return text + flags(e.Flags, "deferred select const loop") + d.pos(e.Pos)
}

var condKinds = [...]string{
	"?",
	"counted",
	"unset",
	"first",
	"ahead",
	"received",
	"closed",
	"waited",
	"done",
	"made",
	"receivedormade",
	"tested",
	"clear",
	"absent",
	"filled",
	"sent",
	"renewed",
	"answered",
	"member",
	"over",
	"setting",
	"refilled",
}
