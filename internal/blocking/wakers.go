// This file says which threads could wake a stuck one (B11).

package blocking

import "slices"

// A reach is something that a point may lead to: an operation on an object. Cases of a select count as Send and Recv.
type reach struct {
	op  Op    // what is done
	obj ObjID // to what
	via ObjID // the channel whose messages bring the object (B20)
	// another message of via has to come before: what was brought by earlier ones is given up on the way
	anew bool
}

// ahead returns by process and point the operations that it may lead to, itself and what it spawns included.
func (s *System) ahead() [][]reachSet {
	all := make([][]reachSet, len(s.Procs))
	for p := 1; p < len(s.Procs); p++ {
		all[p] = make([]reachSet, len(s.Procs[p].Points))
		for i := range all[p] {
			all[p][i] = reachSet{}
		}
	}
	for changed := true; changed; {
		changed = false
		for p := 1; p < len(s.Procs); p++ {
			for i := len(all[p]) - 1; i > 0; i-- {
				changed = s.flow(all, ProcID(p), PointID(i)) || changed
			}
		}
	}
	return all
}

// A reachSet is a set of operations.
type reachSet map[reach]bool

// addBefore adds what can be reached behind a receive from a channel, or behind anything else if it is zero.
func (r reachSet) addBefore(got ObjID, other reachSet) {
	for x := range other {
		x.anew = x.anew || got != 0 && x.via == got
		r[x] = true
	}
}

// has reports whether a set has an operation, that with a message to come before included.
func (r reachSet) has(op Op, obj ObjID) bool {
	for x := range r {
		if x.op == op && x.obj == obj {
			return true
		}
	}
	return false
}

// flow adds to a point's set what it does itself and what its successors reach, and reports whether any is new.
func (s *System) flow(all [][]reachSet, proc ProcID, id PointID) bool {
	p, set := &s.Procs[proc].Points[id], all[proc][id]
	before := len(set)
	p.behind(func(got ObjID, target PointID) { set.addBefore(got, all[proc][target]) })
	switch p.Op {
	case Spawn:
		set.addBefore(0, all[p.Proc][1])
	case CondWait:
		set[reach{op: Release, obj: p.Mutex}] = true
	case Add:
		if p.N < 0 {
			set[reach{op: Add, obj: p.Obj}] = true
		}
	case Select:
		for _, c := range p.Cases {
			switch c.Dir {
			case Receive:
				set[reach{op: Recv, obj: c.Obj, via: c.Via}] = true
			case Transmit:
				set[reach{op: Send, obj: c.Obj, via: c.Via}] = true
			}
		}
	default:
		if p.Obj != 0 {
			set[reach{op: p.Op, obj: p.Obj, via: p.Via}] = true
		}
	}
	return len(set) > before
}

// behind gives the points that a point may lead to, with the channel that is received from in between.
func (p *Point) behind(give func(got ObjID, target PointID)) {
	if p.Op != Select {
		var got ObjID
		if p.Op == Recv {
			got = p.Obj
		}
		for _, target := range p.successors() {
			give(got, target)
		}
		return
	}
	for _, c := range p.Cases {
		if c.Dir != Receive {
			give(0, c.Next)
			continue
		}
		give(c.Obj, c.Next)
		give(c.Obj, c.Alt)
	}
	if p.HasDefault {
		give(0, p.Alt)
	}
}

// successors returns the points that a point may lead to.
func (p *Point) successors() []PointID {
	switch p.Op {
	case Branch:
		return p.Choices
	case Recv, OnceDo, Test, Take, Tally:
		return []PointID{p.Next, p.Alt}
	case Exit:
		return nil
	case Select:
		var all []PointID
		p.behind(func(_ ObjID, target PointID) { all = append(all, target) })
		return all
	}
	return []PointID{p.Next}
}

// wakers returns the threads that could wake a stuck one, stuck themselves or not.
func (w *waits) wakers(slot int) uint8 {
	p := w.at(w.st, slot)
	switch p.Op {
	case Send:
		return w.able(slot, Recv, p.Obj)
	case Recv:
		return w.able(slot, Send, p.Obj) | w.able(slot, Close, p.Obj)
	case Select:
		return w.partners(slot, p)
	case Acquire, RAcquire:
		return w.holders(slot, p.Obj)
	case Wait:
		return w.able(slot, Add, p.Obj)
	case OnceDo:
		return w.runner(p.Obj)
	case CondWait:
		if w.st.mood(slot) == woken {
			return w.holders(slot, p.Mutex)
		}
		return w.able(slot, Signal, p.Obj) | w.able(slot, Broadcast, p.Obj)
	}
	return 0
}

// parks reports whether a thread waits for what one that moves owes, or for a count that it goes on adding to (B19).
func (w *waits) parks(slot int, movers uint8) bool {
	p := w.at(w.st, slot)
	objs := []ObjID{p.Obj}
	switch p.Op {
	case Wait, Recv:
	case Select:
		objs = nil
		for _, c := range p.Cases {
			if c.Dir == Receive {
				objs = append(objs, c.Obj)
			}
		}
	default:
		return false
	}
	for other := range maxThreads {
		if movers>>other&1 == 0 || !w.st.live(other) || w.asked(other) {
			continue
		}
		own := &w.System.Procs[w.st.proc(other)]
		if p.Op == Wait && own.feeds(p.Obj) && w.leads(other, Add, p.Obj, slot) {
			return true
		}
		for _, o := range own.Owes {
			if slices.Contains(objs, o) {
				return true
			}
		}
	}
	return false
}

// feeds reports whether a process raises the count of a WaitGroup and then starts somebody, or sends, before it lowers
// it again: work that brings new work.
func (p *Proc) feeds(group ObjID) bool {
	seen := map[PointID]bool{}
	var work []PointID
	for _, q := range p.Points {
		if q.Op == Add && q.Obj == group && q.N > 0 {
			work = append(work, q.Next)
		}
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == 0 || seen[at] {
			continue
		}
		seen[at] = true
		q := &p.Points[at]
		switch {
		case q.Op == Spawn, q.Op == Send:
			return true
		case q.Op == Add && q.Obj == group && q.N < 0:
			continue
		}
		q.behind(func(_ ObjID, target PointID) { work = append(work, target) })
		for _, c := range q.Cases {
			if c.Dir == Transmit {
				return true
			}
		}
	}
	return false
}

// asked reports whether a thread receives from a channel that has been closed, or has got one: as a rule that asks it
// to end (B19).
func (w *waits) asked(slot int) bool {
	for _, o := range w.System.Procs[w.st.proc(slot)].Given {
		if w.System.Objects[o].Kind == Chan && w.st.object(o)[1] != 0 {
			return true
		}
	}
	for r := range w.ahead[w.st.proc(slot)][w.st.point(slot)] {
		if r.op == Recv && r.obj != 0 && w.st.object(r.obj)[1] != 0 {
			return true
		}
	}
	return false
}

// able returns the threads that have one of the operations ahead. The stuck thread itself counts by what comes after
// the operation at which it is stuck.
func (w *waits) able(slot int, op Op, obj ObjID) uint8 {
	var set uint8
	if obj == 0 {
		return 0
	}
	for other := range maxThreads {
		if w.st.live(other) && w.leads(other, op, obj, slot) {
			set |= 1 << other
		}
	}
	return set
}

// leads reports whether a thread has an operation ahead, at its point or beyond, beyond only if it is the one that is
// stuck; and if a message has to come before that brings the object, whether one may (B20).
func (w *waits) leads(other int, op Op, obj ObjID, stuck int) bool {
	for x := range w.before(other, stuck) {
		if x.op == op && x.obj == obj && (!x.anew || w.comes(x.via, stuck)) {
			return true
		}
	}
	return false
}

// before is what a thread has ahead, behind where it stands if it is the one that is stuck.
func (w *waits) before(slot, stuck int) reachSet {
	sets := w.ahead[w.st.proc(slot)]
	if slot != stuck {
		return sets[w.st.point(slot)]
	}
	set := reachSet{}
	w.at(w.st, slot).behind(func(got ObjID, target PointID) { set.addBefore(got, sets[target]) })
	return set
}

// comes reports whether a message may come on a channel: it lies there, or somebody may send one.
func (w *waits) comes(via ObjID, stuck int) bool {
	if w.Objects[via].Open || w.st.object(via)[0] > 0 {
		return true
	}
	for slot := range maxThreads {
		if w.st.live(slot) && w.before(slot, stuck).has(Send, via) {
			return true
		}
	}
	return false
}

// partners returns the threads that could make a case of a select proceed.
func (w *waits) partners(slot int, p *Point) uint8 {
	var set uint8
	for _, c := range p.Cases {
		switch c.Dir {
		case Receive:
			set |= w.able(slot, Send, c.Obj) | w.able(slot, Close, c.Obj)
		case Transmit:
			set |= w.able(slot, Recv, c.Obj)
		}
	}
	return set
}

// holders returns the threads that hold a lock or have announced themselves on it.
func (w *waits) holders(slot int, o ObjID) uint8 {
	var set uint8
	for other := range maxThreads {
		if w.st.live(other) && (int(w.st.object(o)[0]) == other+1 || w.st.reads(o, other) > 0) {
			set |= 1 << other
		}
	}
	if p := w.pending(w.st, o); p >= 0 && p != slot {
		set |= 1 << p
	}
	return set
}

// runner returns the thread that runs a Once.
func (w *waits) runner(o ObjID) uint8 {
	if at := w.st.object(o)[0]; at >= 2 && w.st.live(int(at)-2) {
		return 1 << (at - 2)
	}
	return 0
}
