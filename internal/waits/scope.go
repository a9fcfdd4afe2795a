// This file is one scope: a function, the objects that live and die within one run of it, and the calls and goroutines
// there (W2).

package waits

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// A scope is one function's run under exploration.
type scope struct {
	w        *waiting                         // what all scopes share
	root     *link.Instance                   // the function
	tree     map[link.InstID]bool             // what it leads to
	relevant map[link.InstID]bool             // what leads to an operation on one of its objects
	alone    bool                             // objects of it are left out (W12)
	objs     map[order.SyncKey]blocking.ObjID // its objects
	names    []order.SyncKey                  // the same by number
	// go statements of root whose second start means the next round, with other objects, and the points before (W5)
	fresh  map[uint32][]bool
	rounds []int // memo of anew; nil: not asked
	trips  trips // how often loops run (W4)
	long   bool  // some loop runs more often than loops are unrolled, or nobody knows how often
	adds   bool  // a constant is added to a WaitGroup that loops are not unrolled so often
	small  int   // the most rounds of a loop that runs a constant, small number of times
	// there are loops of which not even that is known that they have the constant length
	varies   bool
	unknown  bool  // there are such loops
	length   int64 // the one constant length that is too long to unroll; zero if none
	other    int64 // the one before, if there are two: it is given up
	sys      blocking.System
	sites    []site  // by Point.Site
	frames   []frame // calls and goroutines; frames[0] is unused
	framesBy map[frame]frameID
	shared   map[settledKey]blocking.Cell    // conditions that goroutines agree on
	flags    map[order.SyncKey]blocking.Cell // the first cell of what is known of each flag (W19)
	flagged  int                             // how many cells flags have
	numbers  map[numberKey]blocking.ObjID    // how many goroutines are left to wait for
	dropped  bool                            // a lock is not modelled
	procs    map[procKey]blocking.ProcID
	bodies   []procKey // by process
	failed   bool      // it cannot be modelled
	// the walk has not seen all states: what it has found holds, something else may go wrong, too (internal/blocking
	// B14)
	unfinished bool
	loose      map[frameID]bool // where atomics, or Onces that are not known, decide about something
	unsized    bool             // a number that is not followed is added to a WaitGroup
	cut        []link.InstID    // called by what they run in, and not looked into any more (W4)
	cond       bool             // conditions are waited for: locks are not modelled
	rooms      []order.Number   // how many messages its buffers take whose size nobody knows, each once (W87)
	breaks     bool             // there are loops of unknown length that a break or return leaves
	filled     bool             // a loop runs as often as trips.room says
	guests     []guest          // of a library type: the calls that its users may make; nil for other scopes (W14)
}

// A trips says how often loops run.
type trips struct {
	unknown int // those of unknown length
	large   int // those of a constant length that is too long to unroll
	// two constant lengths that are too long, and how often those of the greater one run; zero if they are not known
	// (W18)
	short, long int64
	more        int
	exact       bool // what is added to WaitGroups is no such length
	breaks      bool // loops of unknown length that a break or return leaves may end in any round (W88)
	// loops that run as often as this says run once, and buffers that take so many messages take one (W87); zero: none
	room order.Number
}

// of is how often loops of one of two lengths run.
func (t *trips) of(n int64) int {
	if n == t.long {
		return t.more
	}
	return t.large
}

// A site is what a point of an automaton stands for.
type site struct {
	frame frameID         // whose activation it is
	point facts.PointID   // after the event; the event stands there
	act   evidence.Act    // what it does; zero for steps that are not shown
	key   order.SyncKey   // what it does it to
	guess bool            // it stands for a choice that may not be one: of functions, or whether a channel is nil
	pick  bool            // it stands for the choice of what users call (W14)
	hole  bool            // it stands for waiting for something else
	panic bool            // it stands for a panic of the function
	told  uint64          // by case, as bits: the message says how the conversation goes on (passes/spawn E21)
	cases []facts.PointID // of a select: its cases as blocking.Point.Cases has them
}

// A guest is a call of a method that users of a type may make.
type guest struct {
	call uint32      // in the client
	inst link.InstID // what it enters
	once bool        // it is made once at most: it makes objects of the scope, or ends the life of the value
	own  bool        // it makes objects of the scope
	// the client makes it before the others; it may be made again later, but then counts only if it helps
	early bool
}

// A frameID numbers the frames of a scope.
type frameID = shapes.Frame

// A frame is a call on a goroutine's stack.
type frame struct {
	inst link.InstID     // the function, in its context
	up   frameID         // the caller; zero for a goroutine's first
	call uint32          // the call in the caller
	ret  facts.PointID   // where the caller goes on
	proc blocking.ProcID // the goroutine
}

// A procKey identifies a process: what a goroutine runs, and the WaitGroup it counts down at its end.
type procKey struct {
	entry link.InstID    // the function it begins with
	done  blocking.ObjID // zero: none
	from  frameID        // the frame that starts it, so that arguments can be followed
	call  uint32         // the go statement, index into the Flow.Calls of from's function; of a user's call the client's
}

// A settledKey is a condition within one call of the function that declares the variables it is about.
type settledKey struct {
	frame frameID // that call
	cond  uint32  // facts.Settled.Cond
}

// A numberKey is a number of an activation, as one loop there counts it.
type numberKey struct {
	frame frameID // whose activation counts
	off   uint32  // which number: Event.Off
	loop  uint32  // which loop: Event.Index
}

// at is what a point stands for.
func (s *scope) at(p blocking.ProcID, at blocking.PointID) *site {
	return &s.sites[s.sys.Procs[p].Points[at].Site]
}

// frame gives the number of a frame, zero past the bounds.
func (s *scope) frame(f frame) frameID {
	if id, ok := s.framesBy[f]; ok {
		return id
	}
	depth := 0
	for up := f.up; up != 0; up = s.frames[up].up {
		if depth++; depth > maxNesting {
			s.failed = true
			return 0
		}
	}
	if len(s.frames) > maxFrames {
		s.failed = true
		return 0
	}
	id := frameID(len(s.frames))
	s.frames = append(s.frames, f)
	s.framesBy[f] = id
	return id
}

// running tells how often a function is being called already where a frame calls it.
func (s *scope) running(f frameID, callee link.InstID) (n int) {
	for ; f != 0; f = s.frames[f].up {
		if s.frames[f].inst == callee {
			n++
		}
	}
	return n
}

// entersOnce reports whether no call on the way to a frame is in a loop.
func (s *scope) entersOnce(f frameID) bool {
	for x := s.frames[f]; x.up != 0; x = s.frames[x.up] {
		if s.w.l.Insts[s.frames[x.up].inst].Unit.Flow.Calls[x.call].Flags&facts.CallInLoop != 0 {
			return false
		}
	}
	return true
}

// affect notes that functions operate on the scope's objects, and who leads to them.
func affect(s *scope, users []link.InstID) {
	for len(users) > 0 {
		i := users[len(users)-1]
		users = users[:len(users)-1]
		if s.relevant[i] || !s.tree[i] {
			continue
		}
		s.relevant[i] = true
		for _, e := range s.w.l.Insts[i].In {
			users = append(users, e.From)
		}
	}
}

// isFlag reports whether a cell is a flag's.
func isFlag(s *scope, c blocking.Cell) bool { return c < 0 && int(-c) <= s.flagged }

// loosen notes that an atomic, or a Once, which is not followed decides about something in a frame, and so in those
// around it.
func loosen(s *scope, f frameID) {
	for ; f != 0 && !s.loose[f]; f = s.frames[f].up {
		s.loose[f] = true
	}
}
