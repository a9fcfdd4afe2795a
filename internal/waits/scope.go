// This file is one scope: a function, the objects that live and die within one run of it, and the automata of the
// goroutines that operate on them (W3 to W6).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A scope is one function's run under exploration.
type scope struct {
	w        *waiting
	root     *link.Instance
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
	flags    map[order.SyncKey]blocking.Cell // what is known of flags (W19)
	numbers  map[numberKey]blocking.ObjID    // how many goroutines are left to wait for
	dropped  bool                            // a lock is not modelled
	procs    map[procKey]blocking.ProcID
	bodies   []procKey // by process
	failed   bool      // it cannot be modelled
	// the walk has not seen all states: what it has found holds, something else may go wrong, too (internal/blocking B14)
	unfinished bool
	loose      bool    // atomics, or Onces that are not known, decide about something
	cond       bool    // conditions are waited for: locks are not modelled
	guests     []guest // of a library type: the calls that its users may make; nil for other scopes (W14)
}

// A trips says how often loops run.
type trips struct {
	unknown int // those of unknown length
	large   int // those of a constant length that is too long to unroll
	// two constant lengths that are too long, and how often those of the greater one run; zero if they are not known (W18)
	short, long int64
	more        int
	exact       bool // what is added to WaitGroups is no such length
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
	frame frameID
	point facts.PointID   // after the event; the event stands there
	act   Act             // what it does; zero for steps that are not shown
	key   order.SyncKey   // what it does it to
	guess bool            // it stands for a choice that may not be one: of functions, or whether a channel is nil
	pick  bool            // it stands for the choice of what users call (W14)
	hole  bool            // it stands for waiting for something else
	told  uint64          // by case, as bits: the message says how the conversation goes on (passes/spawn E21)
	cases []facts.PointID // of a select: its cases as blocking.Point.Cases has them
}

// A frameID numbers the frames of a scope.
type frameID int32

// A frame is a call on a goroutine's stack.
type frame struct {
	inst link.InstID
	up   frameID       // the caller; zero for a goroutine's first
	call uint32        // the call in the caller
	ret  facts.PointID // where the caller goes on
	proc blocking.ProcID
}

// A procKey identifies a process: what a goroutine runs, and the WaitGroup it counts down at its end.
type procKey struct {
	entry link.InstID
	done  blocking.ObjID // zero: none
	from  frameID        // the frame that starts it, so that arguments can be followed
	call  uint32
}

// newScope makes a scope for some objects.
func (w *waiting) newScope(c choice, tree map[link.InstID]bool, keys []order.SyncKey, n trips) *scope {
	s := &scope{
		w:        w,
		root:     w.l.Insts[c.root],
		alone:    c.alone,
		guests:   c.guests,
		tree:     tree,
		relevant: map[link.InstID]bool{},
		objs:     map[order.SyncKey]blocking.ObjID{},
		names:    make([]order.SyncKey, 1),
		fresh: w.freshIn(
			c,
		),
		trips:    n,
		sites:    make([]site, 1),
		frames:   make([]frame, 1),
		framesBy: map[frame]frameID{},
		shared:   map[settledKey]blocking.Cell{},
		flags:    map[order.SyncKey]blocking.Cell{},
		numbers:  map[numberKey]blocking.ObjID{},
		procs:    map[procKey]blocking.ProcID{},
		bodies:   make([]procKey, 1),
	}
	s.sys.Objects = make([]blocking.Object, 1)
	s.sys.Procs = make([]blocking.Proc, 1)
	var users []link.InstID
	for _, k := range keys {
		s.addObject(k)
		users = append(users, w.users[k]...)
		s.cond = s.cond || w.kinds[k]&doesCondWait != 0
	}
	for i := range tree {
		if !c.alone && w.blocksOnNil(w.l.Insts[i]) {
			users = append(users, i)
		}
	}
	affect(s, users)
	flags{s}.find()
	return s
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

// addObject makes an object of the system.
func (s *scope) addObject(k order.SyncKey) {
	o := blocking.Object{}
	d := s.w.l.Objects[k.Obj].Decl
	switch c := s.w.kinds[k]; {
	case d.Kind == facts.ObjChan && k.Off == 0:
		o.Kind = blocking.Chan
		size := s.w.l.Capacity(&s.w.l.Objects[k.Obj])
		o.Cap = uint16(min(max(size, 0), blocking.Endless))
		if n := int64(size); s.trips.long != 0 && (n == s.trips.short || n == s.trips.long) {
			o.Cap = uint16(s.trips.of(n))
		}
		if size < 0 || s.w.all.open[k.Obj] {
			o.Cap = blocking.Endless // unknown, or who receives is: sends are taken to find room (W6)
			if s.guests != nil && !s.w.all.open[k.Obj] {
				o.Cap = uint16(s.trips.unknown) // users choose it (W14)
			}
		}
	case c&doesLock != 0:
		o.Kind = blocking.Lock
	case c&doesOnce != 0:
		o.Kind = blocking.Once
	case c&(doesCondWait|doesSignal) != 0:
		o.Kind = blocking.Cond
	default:
		o.Kind = blocking.WaitGroup
	}
	s.objs[k] = blocking.ObjID(len(s.sys.Objects))
	s.names = append(s.names, k)
	s.sys.Objects = append(s.sys.Objects, o)
}

// decision numbers a place where a branch is taken.
func (s *scope) decision(k nodeKey) uint32 {
	s.sites = append(s.sites, site{frame: k.frame, point: k.point})
	return uint32(len(s.sites) - 1)
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

// proc gives the process of a goroutine, building it if it is new.
func (s *scope) proc(k procKey) blocking.ProcID {
	if id, ok := s.procs[k]; ok {
		return id
	}
	id := blocking.ProcID(len(s.sys.Procs))
	if id > 40 {
		s.failed = true
		return 0
	}
	s.procs[k] = id
	s.sys.Procs = append(s.sys.Procs, blocking.Proc{})
	s.bodies = append(s.bodies, k)
	first := s.frame(frame{inst: k.entry, proc: id})
	b := &automaton{
		s:      s,
		id:     id,
		done:   k.done,
		nodes:  map[nodeKey]blocking.PointID{},
		points: make([]blocking.Point, 1),
		cells:  map[cellKey]blocking.Cell{},
	}
	b.run(first)
	s.sys.Procs[id] = blocking.Proc{Points: b.points, Owes: b.owes, Given: b.given}
	return id
}

// resolve finds what an operation means: one object of the scope, the nil channel, something else, or several things.
func (s *scope) resolve(f frameID, e *facts.Event) (key order.SyncKey, how resolution) {
	if e.Flags&facts.EventConst != 0 && onChannel[e.Op] {
		return order.SyncKey{}, isNil
	}
	return s.meaning(f, e.Addr, e.Off)
}

// onChannel are the events on which EventConst means the nil channel.
var onChannel = map[facts.EventOp]bool{facts.EventSend: true, facts.EventRecv: true, facts.EventClose: true}

// meaning is what a place in memory means to an operation.
func (s *scope) meaning(f frameID, addr facts.Node, off uint32) (key order.SyncKey, how resolution) {
	if addr == 0 {
		return order.SyncKey{}, isOther
	}
	i := s.w.l.Insts[s.frames[f].inst]
	keys, unseen := s.w.objects(i, addr, off)
	if s.guests != nil && len(keys) > 1 { // another constructor's objects are another value's
		keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool {
			by := s.w.l.Objects[k.Obj].Inst
			return by != 0 && !s.tree[by]
		})
	}
	if len(keys) > 1 || unseen && len(keys) > 0 {
		if g, n := s.actual(f, addr); n != 0 {
			return s.meaning(g, n, off)
		}
		for _, k := range keys {
			if s.objs[k] != 0 {
				return k, isVague
			}
		}
		return order.SyncKey{}, isOther
	}
	if len(keys) == 0 {
		switch g, n := s.actual(f, addr); {
		case n != 0:
			return s.meaning(g, n, off)
		case !unseen && s.w.isNil(i, addr):
			return order.SyncKey{}, isNil
		}
		return order.SyncKey{}, isOther
	}
	if s.objs[keys[0]] == 0 {
		return keys[0], isOther
	}
	if s.element(i, addr, maxElementSteps) && s.loops(f, addr) {
		return keys[0], isVague
	}
	return keys[0], isOne
}

// element reports whether what a node points to is an element of a slice or map, or is loaded from one: in another
// round of a loop it is another one.
func (s *scope) element(i *link.Instance, addr facts.Node, depth int) bool {
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Dst != addr || c.Op != facts.ConLoad && c.Op != facts.ConOffset && c.Op != facts.ConCopy || depth == 0 {
			continue
		}
		if c.Op == facts.ConLoad && s.contained(i, c.Src) || s.element(i, c.Src, depth-1) {
			return true
		}
	}
	return false
}

// contained reports whether a node may point into a slice or map.
func (s *scope) contained(i *link.Instance, n facts.Node) bool {
	return slices.ContainsFunc(s.w.l.Sets.PointsTo(nil, i.Node(n)), func(a pointsto.Node) bool {
		o, _, _ := s.w.l.ObjectAt(a)
		return o != nil && (o.Decl.Kind == facts.ObjArray || o.Decl.Kind == facts.ObjMap)
	})
}

// loops reports whether an operation on what a node points to, or a call on the way there, stands in a loop.
func (s *scope) loops(f frameID, addr facts.Node) bool {
	spawn := s.w.l.Insts[s.frames[f].inst].Unit.Spawn
	if spawn != nil &&
		slices.ContainsFunc(
			spawn.Points,
			func(p facts.Point) bool { return p.Event.Addr == addr && p.Event.Flags&facts.EventInLoop != 0 },
		) {
		return true
	}
	x := s.frames[f]
	return x.up != 0 && s.w.l.Insts[s.frames[x.up].inst].Unit.Flow.Calls[x.call].Flags&facts.CallInLoop != 0
}

// A resolution says what an operation means.
type resolution uint8

const (
	isOther resolution = iota // nothing of the scope
	isOne                     // one object
	isVague                   // one object of the scope, or something else
	isNil                     // the nil channel
)

// actual follows a parameter to the argument that the caller passes for it; zero if it is none.
func (s *scope) actual(f frameID, n facts.Node) (frameID, facts.Node) {
	x := s.frames[f]
	up, call := x.up, x.call
	if up == 0 {
		k := s.bodies[x.proc]
		if up, call = k.from, k.call; up == 0 {
			return 0, 0
		}
	}
	i := s.w.l.Insts[x.inst]
	from := s.w.l.Insts[s.frames[up].inst]
	p := slices.Index(i.Unit.Flow.Params, n)
	c := &from.Unit.Flow.Calls[call]
	if p < 0 || c.Flags&(facts.CallInvoke|facts.CallDynamic) != 0 || p >= len(c.Args) {
		return 0, 0
	}
	return up, c.Args[p]
}
