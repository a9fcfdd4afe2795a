// This file puts users of a library's type into a scope: they call its methods, any two at a time, and nobody has
// written them yet (W14).

package waits

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A guest is a call of a method that users of a type may make.
type guest struct {
	call uint32      // in the client
	inst link.InstID // what it enters
	once bool        // it is made once at most: it makes objects of the scope, or ends the life of the value
	own  bool        // it makes objects of the scope
	// the client makes it before the others; it may be made again later, but then counts only if it helps
	early bool
}

// isMethod reports whether a function is a method.
func isMethod(fn facts.Symbol) bool { return strings.Contains(fn.Name, ".") }

// A visitor looks for scopes that are clients of library types.
type visitor struct{ *waiting }

// users are those who call methods of a type in a scope that is its client's.
type users struct{ *scope }

// visited gives what blocks for ever, or panics, when users call methods of the types that clients stand for.
func (w visitor) visited() []Problem {
	if w.l.Meant {
		return nil
	}
	var all []Problem
	for _, o := range w.l.Origins[1:] {
		if o.Kind != link.RootClient || len(o.Entries) != 1 || !w.ours(o.Entries[0]) {
			continue
		}
		client := w.l.Insts[o.Entries[0]]
		whole := w.tree(client.ID)
		for _, tree := range w.lives(client, whole) {
			if c, ok := w.visit(client, tree, whole); ok {
				all = append(all, w.guided(c, tree)...)
			}
		}
	}
	return all
}

// guided explores the scope of a client; where it is too large, by parts (W12).
func (w visitor) guided(c choice, tree map[link.InstID]bool) []Problem {
	found, s := w.walk(c, tree, trips{unknown: 1, large: 1})
	if s != nil && (!s.unfinished || len(found) > 0) {
		return found
	}
	for _, keys := range w.circles(&c) {
		part := c
		part.keys, part.core, part.alone = keys, keys, true
		list, _ := w.walk(part, tree, trips{unknown: 1, large: 1})
		found = append(found, narrowed(list)...)
	}
	return found
}

// lives gives what a client leads to, once for each constructor that it calls, without the others: a value is made by
// one of them. What it leads to with all of them is given.
func (w visitor) lives(client *link.Instance, whole map[link.InstID]bool) []map[link.InstID]bool {
	var makers []link.InstID
	for _, e := range client.Out {
		to := w.l.Insts[e.To]
		if !e.Spawn && !isMethod(to.Unit.Sym) && !w.secondary(to) && !slices.Contains(makers, e.To) {
			makers = append(makers, e.To)
		}
	}
	if len(makers) < 2 {
		return []map[link.InstID]bool{whole}
	}
	var lives []map[link.InstID]bool
	for _, m := range makers {
		others := slices.DeleteFunc(slices.Clone(makers), func(x link.InstID) bool { return x == m })
		lives = append(lives, w.treeWithout(client.ID, others))
	}
	return lives
}

// visit makes the scope of a client: the objects that live as long as the value of its type, or as long as one call of
// a method, and that users only come to by its methods. What it leads to is given, with one of its constructors and
// with all of them.
func (w visitor) visit(client *link.Instance, tree, whole map[link.InstID]bool) (choice, bool) {
	c := choice{root: client.ID, each: map[order.SyncKey]bool{}}
	open := w.kept()
	makes := map[link.InstID]bool{}
	for _, k := range w.keys {
		if !w.follows(open, k) || !w.covers(whole, k) {
			continue
		}
		at, ok := w.madeOnce(k, client, tree)
		if !ok {
			continue
		}
		if at != 0 {
			makes[at] = true
		}
		c.keys = append(c.keys, k)
		if w.kinds[k]&^(doesLock|doesOnce) != 0 {
			c.core = append(c.core, k)
		}
	}
	for n := range client.Unit.Flow.Calls {
		for _, e := range client.Out {
			to := w.l.Insts[e.To]
			if e.Call != uint32(n) || w.secondary(to) || !isMethod(to.Unit.Sym) {
				continue
			}
			g := guest{call: e.Call, inst: e.To, early: !e.Spawn, own: makes[e.To]}
			g.once = g.own || ends(to.Unit.Sym)
			c.guests = append(c.guests, g)
		}
	}
	return c, len(c.core) > 0 && len(c.guests) > 0
}

// madeOnce reports whether an object is made once, as far as a client sees: by what it calls before others call
// methods, or by one call of a method, which it gives then.
func (w visitor) madeOnce(
	k order.SyncKey,
	client *link.Instance,
	tree map[link.InstID]bool,
) (by link.InstID, ok bool) {
	o := &w.l.Objects[k.Obj]
	if o.Inst == 0 || o.Decl.Flags&facts.ObjInLoop != 0 || !tree[o.Inst] {
		return 0, false
	}
	i := w.l.Insts[o.Inst]
	for range maxHomes {
		if i == client {
			return by, true
		}
		if w.secondary(i) {
			return 0, false
		}
		var from link.Edge
		for _, e := range i.In {
			if w.secondary(w.l.Insts[e.From]) || !tree[e.From] {
				continue
			}
			if from.From != 0 {
				return 0, false
			}
			from = e
		}
		if from.From == 0 {
			return 0, false
		}
		caller := w.l.Insts[from.From]
		flags := caller.Unit.Flow.Calls[from.Call].Flags
		switch {
		case caller == client && from.Spawn:
			by = i.ID
		case flags&(facts.CallInLoop|facts.CallMulti|facts.CallSerial) != 0:
			return 0, false
		}
		i = caller
	}
	return 0, false
}

// ends reports whether a method's name says that it ends the life of a value.
func ends(method facts.Symbol) bool {
	name := method.Name[strings.LastIndexByte(method.Name, '.')+1:]
	return slices.ContainsFunc(
		[]string{"Close", "Stop", "Shutdown", "Wait", "Done", "Cancel", "Quit", "Exit", "Drain"},
		func(p string) bool { return strings.HasPrefix(name, p) },
	)
}

// kept is like open, but what constructors return is not open by that: users have it, and come to what is in it by its
// methods only. Channels and functions that are returned are.
func (w visitor) kept() access {
	if w.inside.open == nil {
		w.inside = exposer(w).opened(func(i *link.Instance) (shown, lent []facts.Node) {
			shown, lent = exposer(w).leaking(i)
			return slices.DeleteFunc(shown, func(n facts.Node) bool { return w.handle(i, n) }), lent
		})
	}
	return w.inside
}

// handle reports whether a node is a result of a constructor that a client calls, and points to structs only, itself or
// as an interface value.
func (w visitor) handle(i *link.Instance, n facts.Node) bool {
	made := slices.ContainsFunc(i.In, func(e link.Edge) bool {
		return !e.Spawn && w.l.Insts[e.From].Unit.Flag(facts.Client)
	})
	if !made || !slices.Contains(i.Unit.Flow.Results, n) || isMethod(i.Unit.Sym) {
		return false
	}
	return w.structs(i.Node(n), true)
}

// structs reports whether a node points to structs and variables only, or to boxes that hold such pointers.
func (w visitor) structs(n pointsto.Node, boxes bool) bool {
	return !slices.ContainsFunc(w.l.Sets.PointsTo(nil, n), func(a pointsto.Node) bool {
		o, _, _ := w.l.ObjectAt(a)
		switch {
		case o == nil:
			return false
		case o.Decl.Kind == facts.ObjBox && boxes && o.Decl.Size == 2:
			return !w.structs(o.Base+1, false)
		}
		return o.Decl.Kind != facts.ObjNew && o.Decl.Kind != facts.ObjVar
	})
}

// visits is what a client does when it has made a value: users make two calls at once.
func (b *automaton) visits() blocking.PointID {
	first := blocking.Point{Op: blocking.Branch, Site: pick(b)}
	list := users{b.s}.different()
	for k, g := range list {
		second := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}, Site: pick(b)}
		for _, h := range list[k:] {
			if h != g || !g.once {
				second.Choices = append(second.Choices, b.add(calls(users{b.s}.guestProc(h), 0)))
			}
		}
		first.Choices = append(first.Choices, b.add(calls(users{b.s}.guestProc(g), b.add(second))))
	}
	if len(first.Choices) == 0 {
		return 0
	}
	return b.add(first)
}

// pick is a site of a choice of calls, in an automaton.
func pick(b *automaton) uint32 {
	b.s.sites = append(b.s.sites, site{frame: 1, pick: true})
	return uint32(len(b.s.sites) - 1)
}

// calls makes a user's call.
func calls(p blocking.ProcID, next blocking.PointID) blocking.Point {
	return blocking.Point{Op: blocking.Spawn, Proc: p, Next: next}
}

// visitors are the calls that have to do with the scope's objects.
func (s users) visitors() []guest {
	return slices.DeleteFunc(slices.Clone(s.guests), func(g guest) bool { return !s.relevant[g.inst] })
}

// different are those of them that are not made early, but for all but one of those that do the same to the objects:
// two of these are as good as that one twice.
func (s users) different() (list []guest) {
	type sort struct {
		does      string
		once, own bool
	}
	seen := map[sort]bool{}
	for _, g := range s.visitors() {
		if g.early {
			continue
		}
		p := s.guestProc(g)
		if s.failed {
			return list
		}
		points, name := s.sys.Procs[p].Points, []byte(nil)
		self := make([]int, len(points))
		for k := range self {
			self[k] = k
		}
		for k := range points {
			name = signatureOf(append(name, '.'), &points[k], self)
		}
		if k := (sort{string(name), g.once, g.own}); !seen[k] || g.once {
			seen[k] = true
			list = append(list, g)
		}
	}
	return list
}

// guestProc is the process of a user's call.
func (s users) guestProc(g guest) blocking.ProcID {
	return s.proc(procKey{entry: g.inst, from: 1, call: g.call})
}

// isGuest gives the call of a user that a process runs.
func (s users) isGuest(p blocking.ProcID) (guest, bool) {
	k := s.bodies[p]
	at := slices.IndexFunc(s.guests, func(g guest) bool { return k.from == 1 && g.call == k.call && g.inst == k.entry })
	if at < 0 {
		return guest{}, false
	}
	return s.guests[at], true
}

// assume grades a finding that rests on calls of users, who may have agreed on an order of their calls.
func (s users) assume(f *blocking.Finding, p *Problem) {
	p.Assumed = true
	p.weaken(explain.Medium, DoubtCallers)
	if f.Kind == blocking.Crash && !s.unasked(f) || f.Kind != blocking.Crash && s.agreed(f) {
		p.weaken(explain.Low, DoubtCallers)
	}
}

// unasked reports whether a panic is nobody's fault but the type's: a goroutine of its own has a part in it, and
// nothing that a call has found out is needed; or its documentation promises that the two calls may overlap.
func (s users) unasked(f *blocking.Finding) bool {
	m := f.Members[0]
	g, byGuest := s.isGuest(m.Proc)
	byUser := func(p blocking.ProcID) bool { _, ok := s.isGuest(p); return ok }
	if f.Why == blocking.NegativeCounter && byGuest || s.chosen(f, byUser) {
		return false
	}
	at, last := &s.sys.Procs[m.Proc].Points[m.Point], f.Steps[len(f.Steps)-1]
	obj := at.Obj
	if at.Op == blocking.Select && last.Choice >= 0 {
		obj = at.Cases[last.Choice].Obj
	}
	for k := range f.Steps[:len(f.Steps)-1] {
		st := &f.Steps[k]
		h, ok := s.isGuest(st.Proc)
		if q := &s.sys.Procs[st.Proc].Points[st.Point]; q.Op == blocking.Close && q.Obj == obj && byGuest && ok {
			return s.w.l.Promised(s.root.Origin) && h.inst != g.inst
		}
	}
	return true
}

// agreed reports whether users may avoid it that goroutines wait: they call nothing that waits when they have called
// what ends the life of the value, unless its documentation promises more; or a goroutine waits to be given something
// that comes on some ways only; or a branch is needed that was taken under a lock, which asks what other calls have
// done before.
func (s users) agreed(f *blocking.Finding) bool {
	late, idle := true, true
	for _, m := range f.Members {
		g, ok := s.isGuest(m.Proc)
		late = late && ok && !ends(s.w.l.Insts[g.inst].Unit.Sym)
		idle = idle && !ok && s.idle(m.Proc, m.Point)
	}
	if s.choseUnderLock(f) || idle && s.chosen(f, func(blocking.ProcID) bool { return true }) {
		return true
	}
	return late && !s.w.l.Promised(s.root.Origin) && slices.ContainsFunc(f.Steps, func(st blocking.Step) bool {
		g, ok := s.isGuest(st.Proc)
		return ok && ends(s.w.l.Insts[g.inst].Unit.Sym)
	})
}

// chosen reports whether a finding needs a branch of one of some processes.
func (s users) chosen(f *blocking.Finding, by func(p blocking.ProcID) bool) bool {
	return slices.ContainsFunc(f.Steps, func(st blocking.Step) bool {
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		branch := p.Op == blocking.Test || p.Op == blocking.Branch && len(p.Choices) > 1
		return !st.Free && branch && !s.at(st.Proc, st.Point).pick && by(st.Proc)
	})
}

// choseUnderLock reports whether a finding needs a branch that a thread takes while it holds a lock of the scope.
func (s users) choseUnderLock(f *blocking.Finding) bool {
	held := map[int]int{}
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		switch p.Op {
		case blocking.Acquire, blocking.RAcquire:
			if st.Outcome != blocking.Announced {
				held[st.Thread]++
			}
		case blocking.Release, blocking.RRelease:
			held[st.Thread]--
		case blocking.Branch, blocking.Test:
			if !st.Free && held[st.Thread] > 0 && (p.Op == blocking.Test || len(p.Choices) > 1) {
				return true
			}
		}
	}
	return false
}

// later is a process of users who come later: they make two calls, whichever help. Calls that make objects of the scope
// are left out: theirs are others.
func (s users) later() blocking.ProcID {
	first := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}}
	second := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}}
	points := make([]blocking.Point, 3)
	for _, g := range s.visitors() {
		if g.own {
			continue // it has objects of its own
		}
		spawn := blocking.Point{Op: blocking.Spawn, Proc: s.guestProc(g), Next: 2}
		points = append(points, spawn)
		first.Choices = append(first.Choices, blocking.PointID(len(points)-1))
		spawn.Next = 0
		points = append(points, spawn)
		second.Choices = append(second.Choices, blocking.PointID(len(points)-1))
	}
	points[1], points[2] = first, second
	s.sys.Procs = append(s.sys.Procs, blocking.Proc{Points: points})
	s.bodies = append(s.bodies, procKey{entry: s.root.ID})
	return blocking.ProcID(len(s.sys.Procs) - 1)
}
