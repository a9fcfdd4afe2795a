// This file numbers what states are made of: release sites and pending joins (the may set), acquired tokens and held
// locks (the must set); and says what each event does to them (H5 to H19).

package hb

// A siteID numbers a release site: an event that something may be ordered before. Zero is invalid.
type siteID = uint32

// A tokenKind says what has been acquired.
type tokenKind uint8

const (
	message  tokenKind = iota // a message, or the close, of one of the channels (H6)
	received                  // a receiver took what was sent on one of the channels (H7)
	closed                    // one of the channels is closed (H6)
	onceDone                  // one of the Onces has run its function (H10)
	observed                  // a value stored in one of the atomics (H11)
	raised                    // something was stored in the atomic (H25)
	waited                    // the WaitGroup's counter was zero at the event (H12)
	resumed                   // the test that started this one has ended (H19)
	sent                      // the send at the event has completed, on a channel with a buffer (H18)
	idle                      // nobody else can run (H21)
	either                    // it has one of two other tokens, or both (H30)
	held                      // the lock is held for writing (H15)
	readHeld                  // the lock is held for reading (H15)
	inOnce                    // the Once's function is running (H10)
	slot                      // it has sent on the channel, and has not received from it since (H17)
	taken                     // it has replaced the atomic's zero, and has not stored to it since (H22)
	baton                     // it has received from the channel, and has not sent on it since (H17)
	unset                     // nothing had been stored in the atomic, since it has last locked or unlocked anything (H25)
)

// supplies are the operations that may supply what a token stands for: what is sent and closed (H6), received (H7), run
// by a Once (H10) and stored in atomics (H11). Of other tokens each has a rule of its own.
var supplies = map[tokenKind][]Op{
	message: {OpSend, OpClose}, received: {OpRecv}, closed: {OpClose}, onceDone: {OpOnceEnd}, observed: {OpAtomicStore},
}

// A token is one member of a must set.
type token struct {
	kind  tokenKind
	objs  setID     // objects of the acquiring event
	value int       // observed: the value
	other bool      // observed: any other value than that
	at    siteID    // waited, sent: the event; message, received: the event, zero for any event (H16)
	ways  [2]uint32 // either: the two, in order
}

// A vocabulary is everything states are made of.
type vocabulary struct {
	p *Program
	*sets
	drop    mutation
	objs    [][]setID // by function and point: the event's objects; zero without event
	sites   []site    // by siteID
	number  map[site]siteID
	byOp    [opEnd][]siteID  // release sites by operation
	joins   []join           // index 0 unused
	joinsAt map[siteID][]int // joins by go event
	undoing map[siteID]bool  // Dones that take back an Add of their own activation (H12)
	tokens  []token          // index 0 unused
	tokenID map[token]uint32
	locks   []uint32            // tokens that an unlock or the end of a Once may remove
	once    setID               // all inOnce tokens
	eithers map[uint32][]uint32 // by token: those of which it is one of the two (H30)
	rivals  map[opObjs]int      // how many sites of an operation may act on one of some objects
	handed  *handing            // what go events hand over (H28); nil for nothing
}

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
	v := &vocabulary{p: p, sets: s, drop: drop, objs: make([][]setID, len(p.Funcs)), sites: make([]site, 1),
		number: map[site]siteID{}, joins: make([]join, 1), joinsAt: map[siteID][]int{}, undoing: map[siteID]bool{}, tokens: make([]token, 1),
		tokenID: map[token]uint32{},
		rivals:  map[opObjs]int{}}
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
	acquired := make([][]uint32, len(p.Funcs))
	v.each(func(at site, e *Event) {
		for _, t := range v.acquires(at, e) {
			acquired[at.fn] = append(acquired[at.fn], v.token(t))
		}
	})
	v.pairUp(acquired)
	return v
}

// each visits all events in order.
func (v *vocabulary) each(f func(site, *Event)) {
	for id := 1; id < len(v.p.Funcs); id++ {
		fn := &v.p.Funcs[id]
		for k := 1; k < len(fn.Points); k++ {
			if e := &fn.Points[k].Event; e.Op != OpNone {
				f(site{FuncID(id), PointID(k)}, e)
			}
		}
	}
}

// objects numbers an event's objects. Object zero is one of them if nothing is known, or one is open to unseen code
// (H3).
func (v *vocabulary) objects(objs []ObjID) setID {
	list := make([]uint32, 0, len(objs)+1)
	for _, o := range objs {
		list = append(list, uint32(o))
		if v.p.Objs[o].External {
			list = append(list, 0)
		}
	}
	if len(objs) == 0 {
		list = append(list, 0)
	}
	return v.make(list...)
}

// outside tells whether the objects include one that the client does not see.
func (v *vocabulary) outside(objs setID) bool { return v.has(objs, 0) && v.drop&dropOutside == 0 }

// fixed tells whether the objects are one concrete object (H2).
func (v *vocabulary) fixed(objs setID) bool {
	e := v.members(objs)
	if v.drop&dropIdentity != 0 {
		return len(e) == 1
	}
	return len(e) == 1 && e[0] != 0 && v.p.Objs[e[0]].fixed()
}

func (v *vocabulary) event(s siteID) *Event {
	at := v.sites[s]
	return &v.p.Funcs[at.fn].Points[at.pt].Event
}

// objsOf are the objects of a release site.
func (v *vocabulary) objsOf(s siteID) setID {
	at := v.sites[s]
	return v.objs[at.fn][at.pt]
}

func (v *vocabulary) token(t token) uint32 {
	id, ok := v.tokenID[t]
	if !ok {
		id = uint32(len(v.tokens))
		v.tokens = append(v.tokens, t)
		v.tokenID[t] = id
		switch t.kind {
		case held, readHeld, slot, baton, taken, unset:
			v.locks = append(v.locks, id)
		case inOnce:
			v.locks = append(v.locks, id)
			v.once = v.union(v.once, v.make(id))
		}
	}
	return id
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
		if !v.fixed(objs) || v.plain(objs) {
			return nil
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

// sitesOn counts the sites of some operations that may act on one of the objects.
func (v *vocabulary) sitesOn(objs setID, ops ...Op) int {
	sum := 0
	for _, op := range ops {
		key := opObjs{objs, op}
		n, ok := v.rivals[key]
		if !ok {
			for _, s := range v.byOp[op] {
				if v.meets(v.objsOf(s), objs) {
					n++
				}
			}
			v.rivals[key] = n
		}
		sum += n
	}
	return sum
}

// order lets a token pass only if unseen code has no part in it (H3).
func (v *vocabulary) order(t token) []token {
	if v.outside(t.objs) {
		return nil
	}
	return []token{t}
}

// unbuffered tells whether all channels have no buffer (H7).
func (v *vocabulary) unbuffered(objs setID) bool {
	return v.drop&dropCap != 0 || v.all(objs, func(o *Object) bool { return o.Cap == 0 })
}

// plain tells whether one of the atomics is also written by plain code (H11).
func (v *vocabulary) plain(objs setID) bool {
	return v.drop&dropPlain == 0 && !v.all(objs, func(o *Object) bool { return !o.Plain })
}

func (v *vocabulary) all(objs setID, ok func(*Object) bool) bool {
	for _, o := range v.members(objs) {
		if o == 0 || !ok(&v.p.Objs[o]) {
			return false
		}
	}
	return true
}

// pending is the member of may sets that says: some goroutine of the join may not have been waited for (H13).
func (v *vocabulary) pending(j int) uint32 { return uint32(len(v.sites) + j - 1) }

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
	if id := v.tokenID[token{kind: idle}]; id != 0 && e.Op != OpIdle && e.Op != OpCall && e.Op != OpOutcome {
		x.acquiredKill = v.union(x.acquiredKill, v.make(id))
	}
	var gen []uint32
	for _, k := range v.acquires(at, e) {
		id := v.token(k)
		gen = append(append(gen, id), v.eithers[id]...)
	}
	x.acquiredGen = v.make(gen...)
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
		if t := v.tokens[id]; (t.kind == held || t.kind == readHeld || t.kind == inOnce) && v.fixed(t.objs) {
			list = append(list, id)
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

// besides tells whether all objects of two sets are different slots of one memory: unseen code may have either, but
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
