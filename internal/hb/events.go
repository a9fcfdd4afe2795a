// This file says what each event does to states (H5 to H19).

package hb

// releases tells which operations are release sites. Waits are: (H12) asks whether one may already have happened.
var releases = [opEnd]bool{
	OpGo:          true,
	OpSend:        true,
	OpRecv:        true,
	OpClose:       true,
	OpAdd:         true,
	OpDone:        true,
	OpWait:        true,
	OpOnceEnd:     true,
	OpAtomicStore: true,
	OpJoin:        true,
	OpParallel:    true,
	OpServe:       true,
}

// newVocabulary numbers a program's sites and tokens.
func newVocabulary(p *Program, c *counts, s *sets, drop mutation) *vocabulary {
	v := &vocabulary{
		p: p, sets: s, drop: drop,
		objs:    make([][]setID, len(p.Funcs)),
		sites:   make([]site, 1),
		number:  map[site]siteID{},
		joins:   make([]join, 1),
		joinsAt: map[siteID][]int{},
		undoing: map[siteID]bool{},
		tokens:  make([]token, 1),
		tokenID: map[token]uint32{},
		rivals:  map[opObjs]int{},
	}
	for id := range p.Funcs {
		v.objs[id] = make([]setID, len(p.Funcs[id].Points))
	}
	v.each(func(at site, e *Event) {
		v.objs[at.fn][at.pt] = v.objects(e.Objs)
		if releases[e.Op] {
			v.number[at] = siteID(len(v.sites))
			v.byOp[e.Op] = append(v.byOp[e.Op], siteID(len(v.sites)))
			v.sites = append(v.sites, at)
		}
	})
	(&joiner{vocabulary: v, counts: c}).find()
	v.findTurns(c)
	acquired := make([][]uint32, len(p.Funcs))
	v.each(func(at site, e *Event) {
		for _, t := range v.acquires(at, e) {
			acquired[at.fn] = append(acquired[at.fn], v.token(t))
		}
	})
	v.pairUp(acquired)
	return v
}

// acquires lists the tokens that an event acquires.
func (v *vocabulary) acquires(at site, e *Event) []token {
	objs := v.objs[at.fn][at.pt]
	switch e.Op {
	case OpRecv:
		return append(v.messages(message, at), v.semaphore(baton, at)...)
	case OpRecvClosed:
		return v.order(token{kind: closed, objs: objs})
	case OpSend:
		if v.unbuffered(objs) {
			return v.messages(received, at)
		}
		return append(v.semaphore(slot, at), v.semaphore(sent, at)...)
	case OpOnceDone:
		return v.order(token{kind: onceDone, objs: objs})
	case OpAtomicStore:
		if v.plain(objs) || !v.fixed(objs) && !(e.Taken && v.known(objs)) {
			return nil
		}
		if !v.fixed(objs) {
			return []token{{kind: taken, objs: objs}}
		}
		var list []token
		if e.Taken {
			list = append(list, token{kind: taken, objs: objs})
		}
		if !e.Reset || v.drop&dropReset != 0 {
			list = append(list, token{kind: raised, objs: objs})
		}
		return list
	case OpAtomicLoad:
		return v.seen(e, objs)
	case OpWait, OpJoin:
		if v.fixed(objs) {
			return []token{{kind: waited, objs: objs, at: v.number[at]}}
		}
	case OpParallel:
		return []token{{kind: resumed}}
	case OpIdle:
		return []token{{kind: idle}}
	case OpLock:
		return []token{{kind: held, objs: objs}}
	case OpRLock:
		return []token{{kind: readHeld, objs: objs}}
	case OpOnceBegin:
		return []token{{kind: inOnce, objs: objs}}
	}
	return nil
}

// semaphore lists a token of an event on one known channel with a buffer, if it may be of use; or, if the token is a
// baton, on one of some channels.
func (v *vocabulary) semaphore(kind tokenKind, at site) []token {
	t := token{kind: kind, objs: v.objs[at.fn][at.pt]}
	if kind == baton && !v.outside(t.objs) && v.sitesOn(t.objs, OpSend) > 1 {
		return []token{t}
	}
	if !v.fixed(t.objs) {
		return nil
	}
	size := v.p.Objs[v.members(t.objs)[0]].Cap
	useful := false
	switch kind {
	case slot:
		useful = (size == 1 || v.drop&dropSlotCap != 0) && (v.sitesOn(t.objs, OpClose) == 0 || v.drop&dropSlotClose != 0)
	case baton:
		useful = size > 0
	case sent:
		t.at = v.number[at]
		useful = size > 0 && v.sitesOn(t.objs, OpSend) > size
	}
	if !useful {
		return nil
	}
	return []token{t}
}

// seen lists the tokens of an atomic load.
func (v *vocabulary) seen(e *Event, objs setID) []token {
	zero := e.N == 0 && !e.Other
	var list []token
	if !v.plain(objs) && v.fixed(objs) {
		kind := raised
		if zero {
			kind = unset
		}
		list = append(list, token{kind: kind, objs: objs})
	}
	if (!zero || v.drop&dropZero != 0) && !v.plain(objs) {
		list = append(list, v.order(token{kind: observed, objs: objs, value: e.N, other: e.Other})...)
	}
	return list
}

// messages lists the tokens of an event that meets one of some sites: for any such event and, if there are several
// sites to tell apart, for this one (H16).
func (v *vocabulary) messages(kind tokenKind, at site) []token {
	t := token{kind: kind, objs: v.objs[at.fn][at.pt]}
	list := v.order(t)
	if t.at = v.number[at]; len(list) > 0 && v.sitesOn(t.objs, supplies[kind]...) > 1 {
		list = append(list, t)
	}
	return list
}

// transfers numbers what each event does, calls aside.
func (v *vocabulary) transfers(t *effects) [][]effectID {
	list := make([][]effectID, len(v.p.Funcs))
	for id := range v.p.Funcs {
		list[id] = make([]effectID, len(v.p.Funcs[id].Points))
		for k := range list[id] {
			list[id][k] = identity
		}
	}
	v.each(func(at site, e *Event) { list[at.fn][at.pt] = v.transfer(t, at, e) })
	return list
}

// transfer is what one event does.
func (v *vocabulary) transfer(t *effects, at site, e *Event) effectID {
	if e.Op == OpExit {
		return unreached
	}
	var x effect
	n, isSite := v.number[at]
	if isSite {
		x.releasedGen = v.make(n)
	}
	switch e.Op {
	case OpGo:
		gen := []uint32{n}
		for _, j := range v.joinsAt[n] {
			if v.joins[j].kind != byRun {
				gen = append(gen, v.pending(j))
			}
		}
		x.releasedGen = v.make(gen...)
		if v.handed != nil {
			x.acquiredKill = v.handed.gone[n]
		}
	case OpWait, OpJoin, OpRecv, OpRecvClosed:
		x.releasedKill = v.joinedBy(at, e)
	}
	x.acquiredKill = v.union(x.acquiredKill, v.removes(e.Op, v.objs[at.fn][at.pt]))
	got, lost, out, back := v.turning(e.Op, v.objs[at.fn][at.pt])
	x.acquiredKill, x.releasedKill = v.union(x.acquiredKill, lost), v.union(x.releasedKill, back)
	x.releasedGen = v.union(x.releasedGen, out)
	if id := v.tokenID[token{kind: idle}]; id != 0 && e.Op != OpIdle && e.Op != OpCall && e.Op != OpOutcome {
		x.acquiredKill = v.union(x.acquiredKill, v.make(id))
	}
	var gen []uint32
	for _, k := range v.acquires(at, e) {
		id := v.token(k)
		gen = append(append(gen, id), v.eithers[id]...)
	}
	x.acquiredGen = v.union(v.make(gen...), got)
	x.acquiredKill = v.minus(x.acquiredKill, x.acquiredGen)
	return t.of(x)
}

// unlocks maps operations to what they may release.
var unlocks = [opEnd]tokenKind{
	OpUnlock:      held,
	OpRUnlock:     readHeld,
	OpOnceEnd:     inOnce,
	OpRecv:        slot,
	OpSend:        baton,
	OpAtomicStore: taken,
}

// forgets tells after which operations it is not known any more that an atomic is unset (H25).
var forgets = [opEnd]bool{
	OpLock:        true,
	OpRLock:       true,
	OpUnlock:      true,
	OpRUnlock:     true,
	OpCondWait:    true,
	OpAtomicStore: true,
}

// paired are the locks of one fixed object each, and such Onces (H29).
func (v *vocabulary) paired() setID {
	var list []uint32
	for _, id := range v.locks {
		switch t := v.tokens[id]; t.kind {
		case held, readHeld, inOnce, slot, baton, taken:
			if v.fixed(t.objs) {
				list = append(list, id)
			}
		}
	}
	return v.make(list...)
}

// removes lists the locks that an event may release: all that it may alias (H15, H17).
func (v *vocabulary) removes(op Op, objs setID) setID {
	kind := unlocks[op]
	if kind == message && !forgets[op] {
		return 0 // no lock
	}
	var list []uint32
	for _, id := range v.locks {
		t := v.tokens[id]
		if t.kind == unset && forgets[op] && (op != OpAtomicStore || v.meets(t.objs, objs)) {
			list = append(list, id)
		}
		if kind != message && t.kind == kind &&
			(t.objs == objs || v.drop&dropAlias == 0 && v.meets(t.objs, objs) && !v.besides(t.objs, objs)) {
			list = append(list, id)
		}
	}
	return v.make(list...)
}

// besides reports whether all objects of two sets are different slots of one memory: unseen code may have either, but
// they are not the same (H15).
func (v *vocabulary) besides(a, b setID) bool {
	named := false
	for _, x := range v.members(a) {
		for _, y := range v.members(b) {
			switch {
			case x == 0 || y == 0:
			case x == y || v.p.Objs[x].Part == 0 || v.p.Objs[x].Part != v.p.Objs[y].Part:
				return false
			default:
				named = true
			}
		}
	}
	return named
}

// joinedBy lists the joins that an event completes (H13).
func (v *vocabulary) joinedBy(at site, e *Event) setID {
	objs := v.objs[at.fn][at.pt]
	var list []uint32
	for k := 1; k < len(v.joins); k++ {
		j := &v.joins[k]
		if j.objs != objs || (j.kind == byMessage) != (e.Op == OpRecv) || (j.kind == byClose) != (e.Op == OpRecvClosed) {
			continue
		}
		if j.fixed || j.local && (e.Local && v.sites[j.start].fn == at.fn || e.Returned || v.drop&dropLocal != 0) {
			list = append(list, v.pending(k))
		}
	}
	return v.make(list...)
}
