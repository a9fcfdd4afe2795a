// This file is what threads and synchronisation objects look like in source.

package differential

import (
	"fmt"
	"strings"
)

// ofSync is a synchronisation object as an entity.
func (w *writer) ofSync(k int) entity {
	o := &w.p.Syncs[k]
	e := entity{name: fmt.Sprintf("s%d", k), store: o.Store}
	switch o.Kind {
	case syncLock:
		switch o.Form % 4 {
		case 0:
			e.typ, e.value, e.refers = "chan int", "make(chan int, 1)", true
		case 1:
			e.typ = "sync.RWMutex"
		case 2:
			e.typ, e.value, e.refers = "*sync.RWMutex", "&sync.RWMutex{}", true
		default:
			e.typ = "sync.Mutex"
			if w.shares(k) {
				e.typ = "sync.RWMutex"
			}
		}
		if o.Form%4 == 0 && w.shares(k) {
			e.typ, e.value, e.refers = "sync.RWMutex", "", false
		}
	case syncGroup:
		if e.typ = "sync.WaitGroup"; !w.counts(k) {
			e.typ, e.value, e.refers = "chan int", fmt.Sprintf("make(chan int, %d)", w.buffer(k)), true
		}
	case syncChan:
		e.typ, e.value, e.refers = "chan int", fmt.Sprintf("make(chan int, %d)", o.Cap), true
		if o.Cap == 0 {
			e.value = "make(chan int)"
		}
	case syncDone:
		e.typ, e.value, e.refers = "chan struct{}", "make(chan struct{})", true
	case syncOnce:
		e.typ = "sync.Once"
	case syncFlag:
		switch o.Form % 4 {
		case 0:
			e.typ = "int32"
		case 1:
			e.typ, e.value, e.refers = "*lib.Event", "lib.NewEvent()", true
		case 2:
			e.typ = "atomic.Pointer[@object]"
		default:
			e.typ = "atomic.Bool"
		}
	}
	return e
}

func (w *writer) sync(s *scope, k int) string {
	if in := w.p.Syncs[k].In; in >= 0 {
		return w.ref(s, w.ofPlace(in)) + ".mu"
	}
	return w.ref(s, w.ofSync(k))
}

// shares reports whether a lock is taken for reading somewhere.
func (w *writer) shares(k int) bool {
	return w.any(func(a *action) bool { return a.Op == opLock && a.Sync == k && a.Read })
}

func (w *writer) any(f func(*action) bool) bool {
	found := false
	w.p.bodies(func(_ int, list *[]*action) {
		for _, a := range *list {
			found = found || f(a)
		}
	})
	return found
}

// counts reports whether a group is a WaitGroup; others are channels of results.
func (w *writer) counts(k int) bool { return w.p.Syncs[k].Form%3 != 1 }

// buffer is the capacity of a channel of results: none only if somebody receives them all and no thread goes on after
// its own.
func (w *writer) buffer(k int) int {
	waited, last := false, true
	w.p.bodies(func(_ int, list *[]*action) {
		for n, a := range *list {
			waited = waited || a.Op == opWait && a.Sync == k || a.Op == opGo && a.Sync == k && w.p.Threads[a.Thread].Serial
			last = last && (a.Op != opDone || a.Sync != k || n == len(*list)-1)
		}
	})
	if waited && last {
		return w.p.Syncs[k].Cap
	}
	return 8
}

// mutex reports whether a lock is no channel.
func (w *writer) mutex(k int) bool {
	return w.p.Syncs[k].In >= 0 || w.p.Syncs[k].Form%4 != 0 || w.shares(k)
}

// lockForms is the number of ways in which a lock is taken.
const lockForms = 6

// lock writes what happens under a lock.
func (w *writer) lock(s *scope, a *action) {
	ref := w.sync(s, a.Sync)
	if !w.mutex(a.Sync) {
		w.line("%s <- 1", ref)
		w.actions(s, a.Body)
		w.line("<-%s", ref)
		return
	}
	lock, unlock, locker := "Lock", "Unlock", "&"+ref
	if w.p.Syncs[a.Sync].In < 0 && w.ofSync(a.Sync).refers {
		locker = ref
	}
	if a.Read {
		lock, unlock, locker = "RLock", "RUnlock", ref+".RLocker()"
	}
	switch choice(a.Form, 8, lockForms) {
	case 5:
		w.line("func() {\n%s.%s()\ndefer %s.%s()", ref, lock, ref, unlock)
		w.closure(s, a.Body)
		w.line("}()")
	case 1:
		w.line("lib.With(%s, func() {", locker)
		w.closure(s, a.Body)
		w.line("})")
	case 2:
		n := w.fresh()
		w.line("var l%d sync.Locker = %s\nl%d.Lock()", n, locker, n)
		w.actions(s, a.Body)
		w.line("l%d.Unlock()", n)
	case 3:
		w.line("for !%s.Try%s() {\nlib.Yield()\n}", ref, lock)
		w.actions(s, a.Body)
		w.line("%s.%s()", ref, unlock)
	default:
		w.line("%s.%s()", ref, lock)
		w.actions(s, a.Body)
		w.line("%s.%s()", ref, unlock)
	}
}

// endsWithDone reports whether the last thing that a thread does is to tell its group.
func (w *writer) endsWithDone(t *thread) bool {
	n := len(t.Actions)
	return n > 0 && t.Actions[n-1].Op == opDone
}

// spawn writes the start of a thread.
func (w *writer) spawn(s *scope, a *action) {
	t := w.p.Threads[a.Thread]
	if t.Copies == 1 {
		w.start(s, a, t)
		return
	}
	in := &scope{up: s, copies: a.Thread, loop: true}
	body := w.capture(func() {
		w.start(in, a, t)
		if t.Serial {
			w.waitOnce(in, a)
		}
	})
	head := "for range %d {"
	if strings.Contains(body, "i]") || strings.Contains(body, ", i") || strings.Contains(body, "(i") {
		head = "for i := range %d {"
	}
	w.line(head, t.Copies)
	for v := range w.p.Places {
		own := fmt.Sprintf("own%d", v)
		if w.p.Places[v].Kind != placeOwn || w.p.Places[v].Thread != a.Thread {
			continue
		}
		if all := w.ref(s, w.ofPlace(v)); w.owns[own] {
			w.line("%s := &@object{}\n%s = append(%s, %s)", own, all, all, own)
		} else {
			w.line("%s = append(%s, &@object{})", all, all)
		}
	}
	w.out.WriteString(body)
	w.line("}")
}

// start writes one go statement.
func (w *writer) start(s *scope, a *action, t *thread) {
	in := &scope{up: s, copies: s.copies}
	if t.Copies > 1 {
		in.copies = a.Thread
	} else {
		in.copies = -1
	}
	counted := a.Sync >= 0 && w.counts(a.Sync)
	if counted && w.endsWithDone(t) && t.Form%8 < 3 {
		w.startBy(s, a, t, in)
		return
	}
	if counted {
		w.line("%s.Add(1)", w.sync(s, a.Sync))
	}
	list := t.Actions
	deferred := counted && w.endsWithDone(t) && t.Form%16 < 12
	if deferred {
		list = append([]*action{{Op: opDone, Sync: a.Sync, Form: 1}}, list[:len(list)-1]...)
		list[0].At = 1
	}
	w.statement(s, in, t, list)
}

// statement writes a go statement for a list of actions.
func (w *writer) statement(s, in *scope, t *thread, list []*action) {
	switch choice(t.Form, 16, 6) {
	case 1, 4:
		from := &scope{copies: in.copies, up: s}
		f, args := w.function(from, list, t.Form&1 == 0)
		w.line("go %s(%s)", f, args)
	case 2:
		n := w.fresh()
		w.line("run%d := func() {", n)
		w.actions(in, list)
		w.line("}\ngo run%d()", n)
	case 3:
		from := &scope{copies: in.copies, up: in}
		f, args := w.function(from, list, false)
		w.line("go func() {\n%s(%s)\n}()", f, args)
	default:
		w.line("go func() {")
		w.actions(in, list)
		w.line("}()")
	}
}

// startBy starts a thread by a function that waits for the end of what it starts.
func (w *writer) startBy(s *scope, a *action, t *thread, in *scope) {
	ref := w.sync(s, a.Sync)
	if t.Form%8 == 0 {
		w.line("lib.Go(&%s, func() {", ref)
	} else {
		w.line("%s.Go(func() {", ref)
	}
	w.actions(in, t.Actions[:len(t.Actions)-1])
	w.line("})")
}

// done writes how a thread tells its group.
func (w *writer) done(s *scope, a *action, last bool) {
	ref := w.sync(s, a.Sync)
	switch {
	case !w.counts(a.Sync):
		w.line("%s <- 1", ref)
	case a.At == 1:
		w.line("defer %s.Done()", ref)
	default:
		w.line("%s.Done()", ref)
	}
}

// wait writes the wait for a group.
func (w *writer) wait(s *scope, a *action) {
	ref := w.sync(s, a.Sync)
	if w.counts(a.Sync) {
		w.line("%s.Wait()", ref)
		return
	}
	n := 0
	for _, spot := range w.started(a.Sync) {
		n += w.p.Threads[spot.Thread].Copies
	}
	if n <= 2 && a.Form&8 == 0 {
		for range n {
			w.line("<-%s", ref)
		}
		return
	}
	w.line("for range %d {\n<-%s\n}", n, ref)
}

// started lists the go statements of a group.
func (w *writer) started(k int) []*action {
	var list []*action
	w.any(func(a *action) bool {
		if a.Op == opGo && a.Sync == k {
			list = append(list, a)
		}
		return false
	})
	return list
}

// waitOnce waits for one copy.
func (w *writer) waitOnce(s *scope, a *action) {
	if ref := w.sync(s, a.Sync); w.counts(a.Sync) {
		w.line("%s.Wait()", ref)
	} else {
		w.line("<-%s", ref)
	}
}

// channel writes an operation on a channel.
func (w *writer) channel(s *scope, a *action) {
	ref := w.sync(s, a.Sync)
	switch form := choice(a.Form, 8, 4); a.Op {
	case opSend:
		w.line([]string{"%s <- 1", "%s <- 2", "lib.Send(%s)", "select {\ncase %s <- 3:\n}"}[form], ref)
	case opRecv:
		w.line([]string{"<-%s", "lib.Use(<-%s)", "lib.Receive(%s)", "select {\ncase <-%s:\n}"}[form], ref)
	case opClose:
		w.line("close(%s)", ref)
	case opRecvClosed:
		w.line([]string{"<-%s", "for range %s {\n}", "select {\ncase <-%s:\n}", "<-%s"}[form], ref)
	default: // opDrain
		w.line("for range %s {", ref)
		w.actions(s, a.Body)
		w.line("}")
	}
}

// once writes a call of a Once.
func (w *writer) once(s *scope, a *action) {
	w.line("%s.Do(func() {", w.sync(s, a.Sync))
	f, args := w.onceBody(s, a.Sync)
	w.line("%s(%s)\n})", f, args)
}

// onceBody is the function that all calls of a Once run.
func (w *writer) onceBody(s *scope, k int) (string, string) {
	name := fmt.Sprintf("%so%d", w.id, k)
	var params, args string
	in := &scope{named: true, copies: -1}
	body := w.capture(func() { w.actions(in, w.p.Syncs[k].Body) })
	for _, p := range in.params {
		typ, refers := w.typeOf(p)
		arg := w.localRef(s, p, refers)
		if !refers {
			typ, arg = "*"+typ, "&"+arg
		}
		params, args = params+", "+p+" "+typ, args+", "+arg
	}
	text := fmt.Sprintf("func %s(e *env%s%s) {\n%s}\n\n", name, w.id, params, body)
	for _, f := range w.funcs {
		if f == text {
			return name, "e" + args
		}
	}
	w.funcs = append(w.funcs, text)
	return name, "e" + args
}

// flag writes an operation on a flag.
func (w *writer) flag(s *scope, a *action) {
	ref := w.sync(s, a.Sync)
	var set, seen string
	switch w.p.Syncs[a.Sync].Form % 4 {
	case 0:
		set, seen = "atomic.StoreInt32(&%s, 1)", "atomic.LoadInt32(&%s) == 1"
	case 1:
		set, seen = "%s.Set()", "%s.Happened()"
	case 2:
		set, seen = "%s.Store(&@object{})", "%s.Load() != nil"
	default:
		set, seen = "%s.Store(true)", "%s.Load()"
	}
	event := w.p.Syncs[a.Sync].Form%4 == 1
	seen = fmt.Sprintf(seen, ref)
	switch {
	case a.Op == opStore:
		w.line(set, ref)
	case a.Op == opGuard:
		w.line("if %s {", seen)
		w.actions(s, a.Body)
		w.line("}")
	case event:
		w.line("%s.Wait()", ref)
	default:
		w.line("for !(%s) {\nlib.Yield()\n}", seen)
	}
}
