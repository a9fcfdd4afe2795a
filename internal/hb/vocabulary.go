// This file numbers what states are made of: release sites and pending joins (the may set), acquired tokens and held
// locks (the must set).

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
	turned                    // it has received from one of the channels, and has not sent on one since (H32)
	unset                     // nothing had been stored in the atomic, since it has last locked or unlocked anything (H25)
)

// supplies are the operations that may supply what a token stands for: what is sent and closed (H6), received (H7), run
// by a Once (H10) and stored in atomics (H11). Of other tokens each has a rule of its own.
var supplies = map[tokenKind][]Op{
	message: {OpSend, OpClose}, received: {OpRecv}, closed: {OpClose}, onceDone: {OpOnceEnd}, observed: {OpAtomicStore},
}

// A token is one member of a must set.
type token struct {
	kind  tokenKind // what has been acquired
	objs  setID     // objects of the acquiring event
	value int       // observed: the value
	other bool      // observed: any other value than that
	at    siteID    // waited, sent: the event; message, received: the event, zero for any event (H16)
	ways  [2]uint32 // either: the two, in order
}

// A joinKind says how the end of a goroutine is learnt.
type joinKind uint8

const (
	byGroup   joinKind = iota // the group waits for the end of what it started
	byCounter                 // Add before the go event, Done in the goroutine
	byMessage                 // one message of the goroutine, or a close
	byClose                   // a close by the goroutine, after any number of messages
	byRun                     // the go event itself waits until the goroutine parks or ends (H19)
)

// ends are the operations of a goroutine that complete a join of the kind, groups aside.
func (k joinKind) ends() []Op {
	switch k {
	case byMessage:
		return []Op{OpSend, OpClose}
	case byClose:
		return []Op{OpClose}
	}
	return []Op{OpDone}
}

// A join is a go event whose goroutines another event may wait for.
type join struct {
	kind  joinKind // how the end of the goroutine is learnt
	start siteID   // the go event
	objs  setID    // the group, WaitGroup or channel; byRun: none
	adds  []siteID // what raised the counter: Add events, or the go event itself; nil byMessage
	deep  Depth    // byGroup: whom else it waits for
	fixed bool     // objs is one concrete object (H2)
	local bool     // objs is what the activation of the function around the go event made (H4)
	loop  bool     // byMessage, byClose: the go event lies in a loop
	fresh bool     // byMessage, byClose: each pass of the go event has a channel of its own
	valid bool     // all conditions hold; known after tabulation
}

// A handing is what go events hand over: locks, as tokens.
type handing struct {
	given [][]uint32 // by origin: what it holds from the start
	gone  []setID    // by go event, as a site: what who has passed it does not hold any more
}

// An opObjs is a set of objects and an operation on one of them.
type opObjs struct {
	objs setID // what a site's objects must meet
	op   Op    // of a release site
}

// A vocabulary is everything states are made of.
type vocabulary struct {
	p *Program // what is solved
	*sets
	drop    mutation            // side conditions not checked; zero but in tests
	objs    [][]setID           // by function and point: the event's objects; zero without event
	sites   []site              // by siteID
	number  map[site]siteID     // numbers of release sites
	byOp    [opEnd][]siteID     // release sites by operation
	joins   []join              // index 0 unused
	joinsAt map[siteID][]int    // joins by go event
	undoing map[siteID]bool     // Dones that take back an Add of their own activation (H12)
	tokens  []token             // index 0 unused
	tokenID map[token]uint32    // numbers of tokens
	locks   []uint32            // tokens that an unlock or the end of a Once may remove
	once    setID               // all inOnce tokens
	eithers map[uint32][]uint32 // by token: those of which it is one of the two (H30)
	turns   []turn              // channels over which goroutines may take turns (H32)
	outs    setID               // the members of may sets that say whose turn it is
	rivals  map[opObjs]int      // how many sites of an operation may act on one of some objects
	handed  *handing            // what go events hand over (H28); nil for nothing
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

// outside reports whether the objects include one that the client does not see.
func (v *vocabulary) outside(objs setID) bool { return v.has(objs, 0) && v.drop&dropOutside == 0 }

// fixed reports whether the objects are one concrete object (H2).
func (v *vocabulary) fixed(objs setID) bool {
	e := v.members(objs)
	if v.drop&dropIdentity != 0 {
		return len(e) == 1
	}
	return len(e) == 1 && e[0] != 0 && v.p.Objs[e[0]].fixed()
}

// known reports whether all that something may be is known; there may be several of it in a run.
func (v *vocabulary) known(objs setID) bool {
	return len(v.members(objs)) > 0 && v.all(objs, func(*Object) bool { return true })
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

// unbuffered reports whether all channels have no buffer (H7).
func (v *vocabulary) unbuffered(objs setID) bool {
	return v.drop&dropCap != 0 || v.all(objs, func(o *Object) bool { return o.Cap == 0 })
}

// plain reports whether one of the atomics is also written by plain code (H11).
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

// objIDs lists the objects of a set that the client sees.
func (v *vocabulary) objIDs(objs setID) []ObjID {
	var list []ObjID
	for _, o := range v.members(objs) {
		if o != 0 {
			list = append(list, ObjID(o))
		}
	}
	return list
}
