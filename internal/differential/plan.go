// This file is the plan of a program: threads of actions over places and synchronisation objects. A plan says what a
// program does and leaves open how it is written; whatever the rendering chooses among is fixed by the Form fields, so
// that a plan is always written in the same way.

package differential

// A storage says where a place or a synchronisation object is kept.
type storage uint8

const (
	local  storage = iota // variable of the function that all threads stem from
	field                 // field of a struct that it makes
	global                // package-level variable
	numStores
)

// A placeKind says what memory a place is.
type placeKind uint8

const (
	placeInt     placeKind = iota // int variable
	placeField                    // field behind a pointer
	placeNested                   // field of a struct inside a struct behind a pointer
	placeChain                    // field behind two pointers
	placeMap                      // map
	placeElem                     // one element of a slice
	placeArray                    // one element of an array variable
	placeAppend                   // slice variable that is appended to
	placeIface                    // variable of interface type
	placeString                   // string variable
	placeStruct                   // struct variable, copied as a whole or by field
	placeBox                      // object of another package with methods
	placeCell                     // generic object of another package with methods
	placePointer                  // pointer variable that is assigned
	placeSlots                    // slice of which each copy of a thread has an element
	placeOwn                      // an object for each copy of a thread
	numPlaces
)

// A place is memory that threads share.
type place struct {
	Kind   placeKind // what sort of memory
	Store  storage   // where the variable lies that leads to it
	Thread int       // placeOwn: the thread whose copies have one each
}

// A syncKind is a kind of synchronisation object.
type syncKind uint8

const (
	syncLock  syncKind = iota // mutex, or a channel used as one
	syncGroup                 // what threads are waited for by: WaitGroup, or a channel of results
	syncChan                  // channel with one sender and one receiver
	syncDone                  // channel that is closed and never sent on, or a context
	syncOnce                  // Once
	syncFlag                  // atomic flag, or an event made of a lock and a condition
)

// A syncObject is a synchronisation object.
type syncObject struct {
	Kind  syncKind  // which sort of object
	Store storage   // where the variable lies that holds it
	Form  uint8     // which of the kind's forms
	In    int       // syncLock: the place whose object holds it, -1 if none
	Cap   int       // syncChan, and syncGroup that is a channel: capacity
	Body  []*action // syncOnce: what it does
}

// An op is the kind of an action.
type op uint8

const (
	opAccess     op = iota // read or write Place
	opLock                 // hold Sync during Body
	opBlock                // Body, in a statement or a function of its own
	opGo                   // start Thread, which Sync waits for (-1: none)
	opDone                 // tell the group that this thread is done
	opWait                 // wait for the group
	opSend                 // send on the channel
	opRecv                 // receive from the channel
	opClose                // close the channel, cancel the context
	opRecvClosed           // receive what close sends
	opDrain                // receive until the channel is closed; Body is done for each message
	opOnce                 // call Do of the Once
	opStore                // set the flag
	opSpin                 // wait until the flag is seen
	opGuard                // do Body if the flag is seen
)

// An action is one step of a thread.
type action struct {
	ID     int       // number, for edits
	Op     op        // what it does, and so which of the fields below mean something
	Place  int       // opAccess
	Write  bool      // opAccess
	At     int       // opAccess to a place that has parts, from elsewhere than a copy: the part
	Off    bool      // opAccess to placeSlots in a copy: part At instead of the copy's own
	Sync   int       // all but opAccess and opBlock
	Read   bool      // opLock: for reading
	Thread int       // opGo
	Form   uint8     // which of several ways to write it down; random
	Body   []*action // of those that have one: what is done inside
}

// A thread is what one go statement starts; thread 0 is the test.
type thread struct {
	Actions []*action // in program order
	Copies  int       // > 1: it is started in a loop, so often
	Serial  bool      // each copy is waited for before the next one is started
	Form    uint8     // which of several ways to write the go statement; random
}

// A plan is one program.
type plan struct {
	Seed    uint64       // that it was made from
	Safe    bool         // no pair of its accesses can race
	Places  []place      // by number, which actions name
	Syncs   []syncObject // by number, which actions name
	Threads []*thread    // by number; [0] is the test
	Again   uint8        // how the program is run: once, twice in turn, or twice at a time; each run has memory of its own
}

// Ways to run a program.
const (
	runOnce uint8 = iota
	runTwice
	runBoth
	numRuns
)

// bodies visits all lists of actions of a plan, the inner ones too.
func (p *plan) bodies(f func(thread int, list *[]*action)) {
	var visit func(int, *[]*action)
	visit = func(t int, list *[]*action) {
		f(t, list)
		for _, a := range *list {
			if a.Body != nil {
				visit(t, &a.Body)
			}
		}
	}
	for t := range p.Threads {
		visit(t, &p.Threads[t].Actions)
	}
	for s := range p.Syncs {
		if p.Syncs[s].Kind == syncOnce {
			visit(-1, &p.Syncs[s].Body)
		}
	}
}

// clone copies a plan.
func (p *plan) clone() *plan {
	q := *p
	q.Places = append([]place(nil), p.Places...)
	q.Syncs = append([]syncObject(nil), p.Syncs...)
	for k := range q.Syncs {
		q.Syncs[k].Body = cloneActions(q.Syncs[k].Body)
	}
	q.Threads = make([]*thread, len(p.Threads))
	for k, t := range p.Threads {
		u := *t
		u.Actions = cloneActions(t.Actions)
		q.Threads[k] = &u
	}
	return &q
}

func cloneActions(list []*action) []*action {
	if list == nil {
		return nil
	}
	out := make([]*action, len(list))
	for k, a := range list {
		b := *a
		b.Body = cloneActions(a.Body)
		out[k] = &b
	}
	return out
}

// sends counts the messages on a channel.
func (p *plan) sends(k int) int {
	n := 0
	p.bodies(func(_ int, list *[]*action) {
		for _, a := range *list {
			if a.Op == opSend && a.Sync == k {
				n++
			}
		}
	})
	return n
}
