// This file is goroutines that take turns: by messages there and back one of them is active at a time (H32).

package hb

import "slices"

// A turn is some channels over which goroutines may take turns.
type turn struct {
	objs  setID  // the channels
	taken uint32 // the token: it has received from one of them, and has not sent on one since
	out   uint32 // member of may sets: it has sent on one of them, and has not received from one since
}

// A round is what is known of a turn in the runs of one tree.
type round struct {
	first map[OriginID]bool // who sends without having received: it is their turn at first
	lock  uint32            // the lock that each of these holds until it has heard; zero if there is one instance
	how   Protection        // how well who has the turn excludes others
}

// A roundKey names a round.
type roundKey struct {
	turn int    // index into turns
	tree uint32 // of origins
}

// A turnTaking knows who takes turns (H32).
type turnTaking struct{ *occurrences }

// A talker is the channels that some code sends on and receives from.
type talker struct {
	sends []setID // the channels of each send
	recvs []setID // the channels of each receive
}

// talkers lists what each function sends on and receives from.
func (v *vocabulary) talkers() []talker {
	list := make([]talker, len(v.p.Funcs))
	for _, s := range v.byOp[OpSend] {
		t := &list[v.sites[s].fn]
		t.sends = append(t.sends, v.objsOf(s))
	}
	for _, s := range v.byOp[OpRecv] {
		t := &list[v.sites[s].fn]
		t.recvs = append(t.recvs, v.objsOf(s))
	}
	return list
}

// findTurns finds the channels over which goroutines may take turns: a function sends on one and receives from another
// one, and whoever sends on one of them also receives from one. What one origin sends and receives so is tried as one
// turn, too.
func (v *vocabulary) findTurns(c *counts) {
	all := v.talkers()
	asks := make([]setID, len(all)) // what functions send on and receive from
	var parts []setID
	for f := range all {
		for _, s := range all[f].sends {
			for _, r := range all[f].recvs {
				if v.meets(s, r) || v.outside(s) || v.outside(r) || v.sitesOn(s, OpRecv) == 0 || v.sitesOn(r, OpSend) == 0 {
					continue
				}
				asks[f] = v.union(asks[f], v.union(s, r))
			}
		}
		if asks[f] != 0 {
			parts = v.merged(parts, asks[f])
		}
	}
	if len(parts) == 0 {
		return
	}
	for o := range c.runs {
		var joint setID
		for _, f := range c.runs[o] {
			joint = v.union(joint, asks[f])
		}
		for _, x := range parts {
			if v.meets(x, joint) {
				joint = v.union(joint, x)
			}
		}
		if joint != 0 && !slices.Contains(parts, joint) {
			parts = append(parts, joint)
		}
	}
	for _, x := range parts {
		if len(v.turns) < maxTurns && v.conversation(c, all, x) {
			out := uint32(len(v.sites) + len(v.joins) - 1 + len(v.turns))
			v.outs = v.union(v.outs, v.make(out))
			v.turns = append(v.turns, turn{x, v.token(token{kind: turned, objs: x}), out})
		}
	}
}

// merged adds a set to disjoint ones.
func (v *vocabulary) merged(parts []setID, x setID) []setID {
	var list []setID
	for _, y := range parts {
		if v.meets(x, y) {
			x = v.union(x, y)
		} else {
			list = append(list, y)
		}
	}
	return append(list, x)
}

// conversation reports whether every origin that sends on some channels receives from one of them, and several do.
func (v *vocabulary) conversation(c *counts, all []talker, objs setID) bool {
	meets := func(x setID) bool { return v.meets(x, objs) }
	within := func(x setID) bool { return v.minus(x, objs) == 0 }
	n := 0
	for _, run := range c.runs {
		sends, hears := false, false
		for _, f := range run {
			sends = sends || slices.ContainsFunc(all[f].sends, meets)
			hears = hears || slices.ContainsFunc(all[f].recvs, within)
		}
		if sends && !hears {
			return false
		}
		if sends {
			n++
		}
	}
	return n > 1
}

// turning is what a send or receive does to the turns: tokens got and lost, and members of the may set.
func (v *vocabulary) turning(op Op, objs setID) (got, lost, out, back setID) {
	for _, t := range v.turns {
		switch {
		case op == OpSend && v.meets(objs, t.objs):
			lost, out = v.union(lost, v.make(t.taken)), v.union(out, v.make(t.out))
		case op == OpRecv && v.minus(objs, t.objs) == 0:
			got, back = v.union(got, v.make(t.taken)), v.union(back, v.make(t.out))
		}
	}
	return
}

// roundOf is what is known of a turn in the runs of a tree.
func (q turnTaking) roundOf(k int, tree uint32) round {
	key := roundKey{k, tree}
	r, ok := q.rounds[key]
	if !ok {
		r = q.findRound(&q.turns[k], tree)
		if q.rounds == nil {
			q.rounds = map[roundKey]round{}
		}
		q.rounds[key] = r
	}
	return r
}

// findRound decides the conditions of the rule in the runs of a tree.
func (q turnTaking) findRound(t *turn, tree uint32) round {
	r := round{first: map[OriginID]bool{}}
	var sends []*occurrence
	for _, k := range q.of(t.objs, OpSend) {
		x := &q.list[k]
		if of := q.p.Origins[x.origin].Tree; of != 0 && of != tree {
			continue
		}
		sends = append(sends, x)
		if !q.has(x.place.acquired, t.taken) {
			r.first[x.origin] = true
		}
	}
	if !q.asked(t, &r, sends) {
		return round{}
	}
	r.how = Must
	for _, k := range q.of(t.objs, OpClose) {
		x := &q.list[k]
		if of := q.p.Origins[x.origin].Tree; (of == 0 || of == tree) && q.drop&dropSlotClose == 0 {
			if r.how = MayAlias; !q.hasTurn(t, &r, x.place) {
				return round{}
			}
		}
	}
	return r
}

// asked reports whether those whose turn it is at first are one instance, or hold one lock from when they send until
// they have received; and send again only then.
func (q turnTaking) asked(t *turn, r *round, sends []*occurrence) bool {
	alone := len(r.first) == 1 || q.drop&dropFirst != 0
	locks, known := setID(0), false
	for _, x := range sends {
		if !r.first[x.origin] {
			continue
		}
		if q.has(x.place.released, t.out) && q.drop&dropOut == 0 {
			return false
		}
		alone = alone && q.counts.one(x.origin)
		if !known {
			locks, known = x.place.acquired, true
		}
		locks = q.intersect(locks, x.place.acquired)
	}
	if alone || !known {
		return known
	}
	for _, id := range q.members(locks) {
		l := &q.tokens[id]
		if l.kind == held && q.fixed(l.objs) && q.t.given == nil && q.keptUntilHeard(t, r, l.objs) {
			r.lock = id
			return true
		}
	}
	return false
}

// keptUntilHeard reports whether nobody of those whose turn it is at first lets go of a lock before it has received.
func (q turnTaking) keptUntilHeard(t *turn, r *round, lock setID) bool {
	for o := range r.first {
		for _, f := range q.counts.runs[o] {
			for k := 1; k < len(q.p.Funcs[f].Points); k++ {
				op := q.p.Funcs[f].Points[k].Event.Op
				if op != OpCondWait && (op != OpUnlock || !q.meets(q.objs[f][k], lock)) {
					continue
				}
				if s := q.t.before(o, site{f, PointID(k)}); s != 0 && q.has(q.t.states[s].released, t.out) &&
					q.drop&dropKept == 0 {
					return false
				}
			}
		}
	}
	return true
}

// hasTurn reports whether it is the turn of who is at a place.
func (q turnTaking) hasTurn(t *turn, r *round, x place) bool {
	if r.first[x.origin] {
		return !q.has(x.released, t.out) && (r.lock == 0 || q.has(x.acquired, r.lock))
	}
	return q.has(x.acquired, t.taken)
}

// takeTurns tells how well two places, of different instances, exclude each other because both have the turn.
func (q turnTaking) takeTurns(a, b place) Protection {
	best := NoLock
	tree := max(q.p.Origins[a.origin].Tree, q.p.Origins[b.origin].Tree)
	for k := range q.turns {
		t := &q.turns[k]
		if r := q.roundOf(k, tree); r.how > best && q.hasTurn(t, &r, a) && q.hasTurn(t, &r, b) {
			best = r.how
		}
	}
	return best
}
