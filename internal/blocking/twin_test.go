// This file compares the search with a twin that has other data structures and no reductions, and finds terminal
// components and those who wait by following everything from everywhere.

package blocking

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A person is one thread of the twin.
type person struct {
	id    int // least number that was free
	proc  ProcID
	point PointID
	mood  mood
	cells [maxCells + 1]Value
}

// A thing is one object of the twin.
type thing struct {
	count  int
	closed bool
	writer int   // holder's id, or runner of the Once; 0 nobody; -1 somebody who has ended
	reads  []int // holders' ids, sorted, one for each read lock
}

// A scene is one state of the twin.
type scene struct {
	people []person
	things []thing
	shared []Value
}

func (s scene) clone() scene {
	n := scene{slices.Clone(s.people), slices.Clone(s.things), slices.Clone(s.shared)}
	for i := range n.things {
		n.things[i].reads = slices.Clone(n.things[i].reads)
	}
	return n
}

func (s *scene) who(id int) *person {
	for i := range s.people {
		if s.people[i].id == id {
			return &s.people[i]
		}
	}
	return nil
}

// walk moves somebody to a point. Whoever ends leaves the scene; what they hold is held by nobody who could give it
// back.
func (s *scene) walk(id int, to PointID) {
	p := s.who(id)
	p.point, p.mood = to, ready
	if to != 0 {
		return
	}
	s.people = slices.DeleteFunc(s.people, func(p person) bool { return p.id == id })
	for i := range s.things {
		if s.things[i].writer == id {
			s.things[i].writer = -1
		}
		for j, r := range s.things[i].reads {
			if r == id {
				s.things[i].reads[j] = -1
			}
		}
		slices.Sort(s.things[i].reads)
	}
}

// A change is one move of the twin.
type change struct {
	to   scene
	who  []int
	fail string
}

// A twin explores a system.
type twin struct {
	*System
	number map[string]int
	scenes []scene
	next   [][]int   // by scene
	who    [][][]int // by scene and move: who moves
	fails  map[string]bool
	over   bool // whether some limit was hit
}

func explore(s *System, limit int) *twin {
	first := scene{things: make([]thing, len(s.Objects)), shared: make([]Value, s.Cells+1)}
	for i, p := range s.Roots {
		first.people = append(first.people, person{id: i + 1, proc: p, point: 1})
	}
	return exploreFrom(s, first, limit)
}

// exploreFrom explores what comes after a scene.
func exploreFrom(s *System, first scene, limit int) *twin {
	t := &twin{System: s, number: map[string]int{}, fails: map[string]bool{}}
	t.add(first)
	for i := 0; i < len(t.scenes) && i < limit && !t.over; i++ {
		for _, c := range t.changes(t.scenes[i]) {
			if c.fail != "" {
				t.fails[c.fail] = true
				c.to = scene{}
			}
			t.next[i] = append(t.next[i], t.add(c.to))
			t.who[i] = append(t.who[i], c.who)
		}
	}
	t.over = t.over || len(t.scenes) > limit
	return t
}

func (t *twin) add(s scene) int {
	slices.SortFunc(s.people, func(a, b person) int { return a.id - b.id })
	key := fmt.Sprint(s)
	if _, ok := t.number[key]; !ok {
		t.number[key] = len(t.scenes)
		t.scenes = append(t.scenes, s)
		t.next = append(t.next, nil)
		t.who = append(t.who, nil)
	}
	return t.number[key]
}

func (t *twin) pt(p *person) *Point { return &t.Procs[p.proc].Points[p.point] }

// wanting returns the id of the one who has announced on a lock, or zero.
func (t *twin) wanting(s scene, o ObjID) int {
	for i := range s.people {
		if p := &s.people[i]; p.mood == announced && t.pt(p).Obj == o {
			return p.id
		}
	}
	return 0
}

func (t *twin) changes(s scene) (all []change) {
	for _, me := range s.people {
		p := t.pt(&me)
		move := func(to PointID, do func(*scene)) {
			n := s.clone()
			if do != nil {
				do(&n)
			}
			n.walk(me.id, to)
			all = append(all, change{to: n, who: []int{me.id}})
		}
		fail := func(why Panic) { all = append(all, change{who: []int{me.id}, fail: failKey(why, me.proc, me.point)}) }
		th := s.things[p.Obj]
		open := t.Objects[p.Obj].Open
		take := func(o ObjID) { // for writing
			th, w := s.things[o], t.wanting(s, o)
			if t.Objects[o].Open {
				move(p.Next, nil)
			} else if th.writer == 0 && (w == 0 || w == me.id) {
				if len(th.reads) == 0 {
					move(p.Next, func(n *scene) { n.things[o].writer = me.id })
				} else if w == 0 && p.Op == Acquire {
					n := s.clone()
					n.who(me.id).mood = announced
					all = append(all, change{to: n, who: []int{me.id}})
				}
			}
		}
		switch p.Op {
		case Branch:
			for _, c := range p.Choices {
				move(c, nil)
			}
		case Send, Recv, Select:
			all = append(all, t.talk(s, me, p)...)
		case Close:
			switch {
			case p.Obj == 0:
				fail(CloseOfNil)
			case th.closed && !open && !p.Again:
				fail(CloseOfClosed)
			default:
				move(p.Next, func(n *scene) { n.things[p.Obj].closed = !open })
			}
		case Acquire:
			take(p.Obj)
		case RAcquire:
			switch {
			case open:
				move(p.Next, nil)
			case th.writer == 0 && t.wanting(s, p.Obj) == 0:
				n := 0
				for _, r := range th.reads {
					if r == me.id {
						n++
					}
				}
				t.over = t.over || n == maxReads
				move(p.Next, func(n *scene) {
					n.things[p.Obj].reads = append(n.things[p.Obj].reads, me.id)
					slices.Sort(n.things[p.Obj].reads)
				})
			}
		case Release:
			if th.writer == 0 && !open {
				fail(UnlockOfUnlocked)
			} else {
				move(p.Next, func(n *scene) { n.things[p.Obj].writer = 0 })
			}
		case RRelease:
			switch i := slices.Index(th.reads, me.id); {
			case open:
				move(p.Next, nil)
			case len(th.reads) == 0:
				fail(UnlockOfUnlocked)
			default:
				if i < 0 { // somebody else's: which one decides only who is said to wait for whom
					i = 0
				}
				move(p.Next, func(n *scene) { n.things[p.Obj].reads = slices.Delete(n.things[p.Obj].reads, i, i+1) })
			}
		case Add:
			if th.count+p.N < 0 && !open {
				fail(NegativeCounter)
			} else {
				t.over = t.over || th.count+p.N > maxCount
				move(p.Next, func(n *scene) {
					if !open {
						n.things[p.Obj].count += p.N
					}
				})
			}
		case Wait:
			if th.count == 0 || open {
				move(p.Next, nil)
			}
		case Spawn:
			move(p.Next, func(n *scene) {
				id := 1
				for n.who(id) != nil {
					id++
				}
				t.over = t.over || id > maxThreads-2
				n.people = append(n.people, person{id: id, proc: p.Proc, point: 1})
			})
		case OnceDo:
			if open || th.writer == 0 && th.count == 0 {
				move(p.Alt, func(n *scene) {
					if !open {
						n.things[p.Obj].writer = me.id
					}
				})
			}
			if open || th.count == 1 {
				move(p.Next, nil)
			}
		case OnceEnd:
			move(p.Next, func(n *scene) { n.things[p.Obj].writer, n.things[p.Obj].count = 0, 1 })
		case CondWait:
			mu := s.things[p.Mutex]
			switch {
			case open:
				move(p.Next, nil)
			case me.mood == woken:
				take(p.Mutex)
			case me.mood == ready && mu.writer == 0 && !t.Objects[p.Mutex].Open:
				fail(UnlockOfUnlocked)
			case me.mood == ready:
				n := s.clone()
				n.who(me.id).mood = waiting
				n.things[p.Mutex].writer = 0
				all = append(all, change{to: n, who: []int{me.id}})
			}
		case Signal, Broadcast:
			var sleepers []int
			for i := range s.people {
				if q := &s.people[i]; q.mood == waiting && t.pt(q).Obj == p.Obj {
					sleepers = append(sleepers, q.id)
				}
			}
			if open {
				move(p.Next, nil)
				break
			}
			if p.Op == Broadcast || len(sleepers) == 0 {
				move(p.Next, func(n *scene) {
					for _, id := range sleepers {
						n.who(id).mood = woken
					}
				})
				break
			}
			for _, id := range sleepers {
				move(p.Next, func(n *scene) { n.who(id).mood = woken })
			}
		case Test:
			known := me.cells[max(p.Cell, 0)]
			if p.Cell < 0 {
				known = s.shared[-p.Cell]
			}
			for v, to := range map[Value]PointID{True: p.Next, False: p.Alt} {
				if known == Forgotten || known == v {
					move(to, func(n *scene) { n.learn(me.id, p.Cell, v) })
				}
			}
		case Set:
			move(p.Next, func(n *scene) { n.learn(me.id, p.Cell, p.Value) })
		case Take:
			known := me.cells[max(p.Cell, 0)]
			if p.Cell < 0 {
				known = s.shared[-p.Cell]
			}
			for _, was := range []Value{True, False} {
				if known == Forgotten || known == was {
					to := map[bool]PointID{true: p.Alt, false: p.Next}[was == p.Value]
					move(to, func(n *scene) { n.learn(me.id, p.Cell, p.Value) })
				}
			}
		case Tally:
			to := p.Next
			if th.count+p.N == 0 && !open {
				to = p.Alt
			}
			t.over = t.over || th.count+p.N > maxCount || th.count+p.N < -maxCount
			move(to, func(n *scene) {
				if !open {
					n.things[p.Obj].count += p.N
				}
			})
			if open {
				move(p.Alt, nil)
			}
		case Exit:
			all = append(all, change{to: scene{}, who: []int{me.id}})
		}
	}
	return all
}

func (s *scene) learn(id int, c Cell, v Value) {
	if c > 0 {
		s.who(id).cells[c] = v
	} else {
		s.shared[-c] = v
	}
}

// talk returns the moves of somebody at a channel operation, as a select with one case or more. Meetings are the
// sender's.
func (t *twin) talk(s scene, me person, p *Point) (all []change) {
	sure := false
	for _, c := range cases(p) {
		move := func(to PointID, count int) {
			n := s.clone()
			n.things[c.Obj].count += count
			n.walk(me.id, to)
			all = append(all, change{to: n, who: []int{me.id}})
		}
		th, o := s.things[c.Obj], t.Objects[c.Obj]
		switch {
		case c.Dir == Environment:
			move(c.Next, 0)
		case c.Obj == 0:
		case o.Open && c.Dir == Transmit:
			move(c.Next, 0)
		case o.Open:
			move(c.Next, 0)
			move(c.Alt, 0)
		case c.Dir == Transmit && th.closed:
			all, sure = append(all, change{who: []int{me.id}, fail: failKey(SendOnClosed, me.proc, me.point)}), true
		case c.Dir == Transmit && len(put(th.count, int(o.Cap))) > 0:
			for _, n := range put(th.count, int(o.Cap)) {
				move(c.Next, n-th.count)
			}
			sure = true
		case c.Dir == Receive && th.count > 0:
			for _, n := range got(th.count, int(o.Cap)) {
				move(c.Next, n-th.count)
			}
			sure = true
		case c.Dir == Receive && th.closed:
			move(c.Alt, 0)
			sure = true
		case c.Dir == Transmit && o.Cap == 0:
			for _, you := range s.people {
				for _, d := range cases(t.pt(&you)) {
					if you.id != me.id && d.Dir == Receive && d.Obj == c.Obj {
						n := s.clone()
						n.walk(me.id, c.Next)
						n.walk(you.id, d.Next)
						all = append(all, change{to: n, who: []int{me.id, you.id}})
					}
				}
			}
		}
	}
	if p.Op == Select && p.HasDefault && !sure {
		n := s.clone()
		n.walk(me.id, p.Alt)
		all = append(all, change{to: n, who: []int{me.id}})
	}
	return all
}

// some is a number of values between nine and the capacity of a large buffer (B23).
const some = 100_000

// put gives the numbers of values that there may be when one is put to others; none where there is no room.
func put(n, room int) []int {
	switch {
	case n == room:
		return nil
	case room <= 10 || n < 9:
		return []int{n + 1}
	case n == 9 || room >= Endless:
		return []int{some}
	}
	return []int{some, room}
}

// got gives the numbers of values that may be left when one is taken from others; none where there is none.
func got(n, room int) []int {
	switch {
	case n == 0:
		return nil
	case n == some:
		return []int{9, some}
	case room > 10 && n == room:
		return []int{some}
	}
	return []int{n - 1}
}

func cases(p *Point) []Case {
	switch p.Op {
	case Send:
		return []Case{{Transmit, p.Obj, p.Next, 0, p.Via}}
	case Recv:
		return []Case{{Receive, p.Obj, p.Next, p.Alt, p.Via}}
	case Select:
		return p.Cases
	}
	return nil
}

func failKey(why Panic, proc ProcID, point PointID) string {
	return fmt.Sprintf("crash %d at %d.%d", why, proc, point)
}

// behind returns all scenes that a scene leads to, itself included.
func (t *twin) behind(from int) map[int]bool {
	seen := map[int]bool{from: true}
	for list := []int{from}; len(list) > 0; {
		at := list[0]
		list = list[1:]
		for _, n := range t.next[at] {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	return seen
}

// findings returns the keys of everything wrong.
func (t *twin) findings() []string {
	found := map[string]bool{}
	for k := range t.fails {
		found[k] = true
	}
	reach := make([]map[int]bool, len(t.scenes))
	for i := range t.scenes {
		reach[i] = t.behind(i)
	}
scenes:
	for i, s := range t.scenes {
		for j := range reach[i] {
			if !reach[j][i] {
				continue scenes // not terminal
			}
		}
		moving := map[int]bool{}
		for j := range reach[i] {
			for _, who := range t.who[j] {
				for _, id := range who {
					moving[id] = true
				}
			}
		}
		var stuck []person
		for _, p := range s.people {
			if !moving[p.id] && !t.parks(s, p, moving) {
				stuck = append(stuck, p)
			}
		}
		t.judge(s, stuck, found)
	}
	var keys []string
	for k := range found {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// parks reports whether somebody waits for what others owe who move (B19).
func (t *twin) parks(s scene, p person, moving map[int]bool) bool {
	for _, q := range s.people {
		at := t.Procs[p.proc].Points[p.point]
		if at.Op == Wait && moving[q.id] && !t.asked(s, q) && t.later(s, q, p, at.Obj, Add) {
			if t.Procs[q.proc].feeds(at.Obj) {
				return true
			}
		}
		for _, o := range t.Procs[q.proc].Owes {
			at := t.Procs[p.proc].Points[p.point]
			waits := (at.Op == Wait || at.Op == Recv) && at.Obj == o || at.Op == Select &&
				slices.ContainsFunc(at.Cases, func(c Case) bool { return c.Dir == Receive && c.Obj == o })
			if waits && moving[q.id] && !t.asked(s, q) {
				return true
			}
		}
	}
	return false
}

// asked reports whether somebody may come to receive from a closed channel, or lets others.
func (t *twin) asked(s scene, q person) bool {
	for o := range s.things {
		closed := t.Objects[o].Kind == Chan && s.things[o].closed
		if closed && (slices.Contains(t.Procs[q.proc].Given, ObjID(o)) || t.later(s, q, person{}, ObjID(o), Recv)) {
			return true
		}
	}
	return false
}

// judge adds the findings about the stuck people of a terminal scene.
func (t *twin) judge(s scene, stuck []person, found map[string]bool) {
	var waits func(a, b person, depth int) bool
	waits = func(a, b person, depth int) bool { // by a chain of at most depth others
		if t.couldWake(s, b, a) {
			return true
		}
		return depth > 0 &&
			slices.ContainsFunc(stuck, func(c person) bool { return t.couldWake(s, c, a) && waits(c, b, depth-1) })
	}
	for _, a := range stuck {
		root, mates, ids := true, []string{}, map[int]bool{}
		for _, b := range stuck {
			ab, ba := waits(a, b, len(stuck)), waits(b, a, len(stuck))
			if ab && !ba {
				root = false
			}
			if b.id == a.id || ab && ba {
				mates = append(mates, fmt.Sprintf(" %d.%d.%v", b.proc, b.point, b.mood == woken))
				ids[b.id] = true
			}
		}
		kind := Leak
		if len(mates) > 1 {
			kind = Deadlock
		} else if waits(a, a, 0) {
			kind = SelfBlock
		}
		slices.Sort(mates)
		if root && !t.over && !t.helped(s, ids) {
			found[fmt.Sprint(kind, slices.Compact(mates))] = true
		}
	}
}

// helped reports whether one of some people moves once those of Later have come.
func (t *twin) helped(s scene, ids map[int]bool) bool {
	if len(t.Later) == 0 {
		return false
	}
	s = s.clone()
	for _, p := range t.Later {
		id := 1
		for s.who(id) != nil {
			id++
		}
		s.people = append(s.people, person{id: id + 100, proc: p, point: 1})
	}
	after := exploreFrom(t.System, s, 80)
	t.over = t.over || after.over
	for _, who := range slices.Concat(after.who...) {
		if slices.ContainsFunc(who, func(id int) bool { return ids[id] }) {
			return true
		}
	}
	return false
}

// couldWake reports whether b could wake a.
func (t *twin) couldWake(s scene, b, a person) bool {
	p := t.pt(&a)
	holds := func(o ObjID) bool {
		th := s.things[o]
		return th.writer == b.id || slices.Contains(th.reads, b.id) || t.wanting(s, o) == b.id && a.id != b.id
	}
	switch p.Op {
	case Send, Recv, Select:
		for _, c := range cases(p) {
			if c.Dir == Transmit && t.later(s, b, a, c.Obj, Recv) ||
				c.Dir == Receive && (t.later(s, b, a, c.Obj, Send) || t.later(s, b, a, c.Obj, Close)) {
				return true
			}
		}
	case Acquire, RAcquire:
		return holds(p.Obj)
	case Wait:
		return t.later(s, b, a, p.Obj, Add)
	case OnceDo:
		return s.things[p.Obj].writer == b.id
	case CondWait:
		if a.mood == woken {
			return holds(p.Mutex)
		}
		return t.later(s, b, a, p.Obj, Signal) || t.later(s, b, a, p.Obj, Broadcast)
	}
	return false
}

// later reports whether b has an operation on an object ahead; beyond where it stands, if it is a itself. Behind a
// receive from the channel that brings the object, another message has to come.
func (t *twin) later(s scene, b, a person, o ObjID, op Op) bool {
	if o == 0 {
		return false
	}
	found, again := t.walks(b, a, o, op)
	if found {
		return true
	}
	return slices.ContainsFunc(again, func(via ObjID) bool {
		return t.Objects[via].Open || s.things[via].count > 0 || slices.ContainsFunc(s.people, func(c person) bool {
			now, then := t.walks(c, a, via, Send)
			return now || len(then) > 0
		})
	})
}

// walks follows all ways of b to an operation on an object. It reports whether there is one, and otherwise the channels
// that bring the object of those that stand behind a receive from that channel.
func (t *twin) walks(b, a person, o ObjID, op Op) (found bool, again []ObjID) {
	type place struct {
		proc  ProcID
		point PointID
		got   string // the channels received from, as a set
	}
	seen := map[place]bool{}
	reached := func(at place, via ObjID) {
		if via == 0 || !strings.Contains(at.got, fmt.Sprintf("<%d>", via)) {
			found = true
		} else {
			again = append(again, via)
		}
	}
	var visit func(at place, skip bool)
	visit = func(at place, skip bool) {
		if at.point == 0 || seen[at] {
			return
		}
		seen[at] = !skip
		p := &t.Procs[at.proc].Points[at.point]
		if !skip {
			if p.Op == op && p.Obj == o && (op != Add || p.N < 0) {
				reached(at, p.Via)
			}
			for _, c := range cases(p) {
				if p.Op == Select && c.Obj == o && (c.Dir == Transmit && op == Send || c.Dir == Receive && op == Recv) {
					reached(at, c.Via)
				}
			}
		}
		if p.Op == Spawn {
			visit(place{p.Proc, 1, at.got}, false)
		}
		if p.Op == Recv || p.Op == Select {
			for _, c := range cases(p) {
				on := place{at.proc, c.Next, at.got}
				if name := fmt.Sprintf("<%d>", c.Obj); c.Dir == Receive && c.Obj != 0 && !strings.Contains(on.got, name) {
					parts := strings.SplitAfter(on.got+name, ">")
					slices.Sort(parts)
					on.got = strings.Join(parts, "")
				}
				visit(on, false)
				if c.Dir == Receive {
					on.point = c.Alt
					visit(on, false)
				}
			}
			if p.Op == Select && p.HasDefault {
				visit(place{at.proc, p.Alt, at.got}, false)
			}
			return
		}
		for _, n := range p.successors() {
			visit(place{at.proc, n, at.got}, false)
		}
	}
	visit(place{b.proc, b.point, ""}, a.id == b.id)
	return found, again
}

// keys writes findings as the twin does.
func keys(fs []Finding) []string {
	var all []string
	for _, f := range fs {
		if f.Kind == Crash {
			all = append(all, failKey(f.Why, f.Members[0].Proc, f.Members[0].Point))
			continue
		}
		var mates []string
		for _, m := range f.Members {
			mates = append(mates, fmt.Sprintf(" %d.%d.%v", m.Proc, m.Point, m.Woken))
		}
		slices.Sort(mates)
		all = append(all, fmt.Sprint(f.Kind, slices.Compact(mates)))
	}
	slices.Sort(all)
	return all
}

// randomSystem makes a main process that spawns others, and lets all use a few objects.
func randomSystem(r *rand.Rand) *System {
	s := &System{Objects: []Object{{}}, Procs: make([]Proc, 3+r.IntN(2)), Cells: 1, Roots: []ProcID{1}}
	by, kinds := map[Kind][]ObjID{Chan: {}}, 4+4*r.IntN(2)
	for range 1 + r.IntN(4) {
		k := []Kind{Chan, Chan, Lock, Lock, WaitGroup, Once, Number, Cond}[r.IntN(kinds)]
		if k == Cond && len(by[Lock]) == 0 {
			k = Lock
		}
		by[k] = append(by[k], ObjID(len(s.Objects)))
		o := Object{Kind: k, Open: r.IntN(15) == 0}
		if k == Chan {
			o.Cap = uint16(r.IntN(5) / 2)
			if r.IntN(20) == 0 {
				o.Cap = []uint16{10, 11, 12, Endless}[r.IntN(4)]
			}
		}
		s.Objects = append(s.Objects, o)
	}
	switch r.IntN(9) {
	case 0, 1, 2:
		s.Roots = append(s.Roots, 2)
	case 3:
		s.Later = append(s.Later, 2)
	}
	for p := 1; p < len(s.Procs); p++ {
		n := 2 + r.IntN(6)
		points := make([]Point, n+1)
		var held []Point // what gives back the locks held if no branch is taken
		for i := 1; i <= n; i++ {
			points[i] = randomPoint(r, s, by, i, n)
			held = nest(r, &points[i], held)
		}
		if p == 1 {
			points = slices.Concat(points[:1], entry(s, by), points[1:])
			shift(points[len(points)-n:], PointID(len(points)-n-1))
		}
		s.Procs[p].Points = points
		if r.IntN(8) == 0 {
			s.Procs[p].Owes = []ObjID{ObjID(1 + r.IntN(len(s.Objects)-1))}
			s.Procs[p].Given = []ObjID{ObjID(1 + r.IntN(len(s.Objects)-1))}
		}
	}
	return s
}

// entry counts every WaitGroup up and starts all other processes.
func entry(s *System, by map[Kind][]ObjID) []Point {
	var points []Point
	add := func(p Point) {
		p.Next = PointID(len(points) + 2)
		points = append(points, p)
	}
	for _, o := range by[WaitGroup] {
		add(Point{Op: Add, Obj: o, N: 1})
	}
	for i := 2; i < len(s.Procs); i++ {
		add(Point{Op: Spawn, Proc: ProcID(i)})
	}
	return points
}

// nest makes most points that unlock something give back a lock that is held.
func nest(r *rand.Rand, p *Point, held []Point) []Point {
	switch p.Op {
	case Acquire:
		return append(held, Point{Op: Release, Obj: p.Obj})
	case RAcquire:
		return append(held, Point{Op: RRelease, Obj: p.Obj})
	case Release, RRelease:
		if r.IntN(8) == 0 {
			return held
		}
		p.Op = Branch
	}
	if p.Op == Branch && len(held) > 0 {
		last := held[len(held)-1]
		p.Op, p.Obj = last.Op, last.Obj
		held = held[:len(held)-1]
	}
	return held
}

// shift moves all targets up.
func shift(points []Point, by PointID) {
	up := func(t *PointID) {
		if *t != 0 {
			*t += by
		}
	}
	for i := range points {
		p := &points[i]
		up(&p.Next)
		up(&p.Alt)
		for j := range p.Choices {
			up(&p.Choices[j])
		}
		for j := range p.Cases {
			up(&p.Cases[j].Next)
			up(&p.Cases[j].Alt)
		}
	}
}

// randomPoint makes an operation that mostly leads on, and sometimes back.
func randomPoint(r *rand.Rand, s *System, by map[Kind][]ObjID, i, n int) Point {
	target := func() PointID {
		switch k := r.IntN(10); {
		case k == 0:
			return PointID(r.IntN(n + 1))
		case k == 1:
			return 0
		}
		return PointID((i + 1) % (n + 1))
	}
	pick := func(k Kind) ObjID {
		if len(by[k]) == 0 || k == Chan && r.IntN(40) == 0 {
			return 0
		}
		return by[k][r.IntN(len(by[k]))]
	}
	brought := func() ObjID {
		if r.IntN(4) > 0 {
			return 0
		}
		return pick(Chan)
	}
	p := Point{Op: Op(r.IntN(int(opEnd))), Next: target(), Alt: target()}
	for range 3 { // rather something that there is an object for
		if k := operand[p.Op]; k == NoObject || len(by[k]) == 0 {
			p.Op = Op(r.IntN(int(opEnd)))
		}
	}
	p.Choices = []PointID{target(), PointID(r.IntN(n + 1))}
	p.Again = p.Op == Close && r.IntN(4) == 0
	if k := operand[p.Op]; k != NoObject {
		if p.Obj = pick(k); p.Obj == 0 && (k != Chan || r.IntN(3) > 0) {
			p.Op = Branch
		}
	}
	switch p.Op {
	case Send, Recv, Close:
		p.Via = brought()
	case Add:
		p.N = []int{-1, -1, 1, 2}[r.IntN(4)]
	case Tally:
		p.N = []int{-1, 0, 1}[r.IntN(3)]
	case Take:
		p.Cell, p.Value = []Cell{-1, 1, 2}[r.IntN(3)], True+Value(r.IntN(2))
	case Spawn:
		p.Op = Branch
		if r.IntN(4) == 0 && len(s.Procs) > 3 {
			p.Op, p.Proc = Spawn, ProcID(len(s.Procs)-1)
		}
	case Exit:
		if r.IntN(4) > 0 {
			p.Op = Branch
		}
	case CondWait:
		p.Mutex = by[Lock][0]
	case Select:
		for range r.IntN(3) {
			p.Cases = append(p.Cases, Case{Dir(r.IntN(5) / 2), pick(Chan), target(), target(), brought()})
		}
		p.HasDefault = r.IntN(3) == 0
	case Test, Set:
		p.Cell, p.Value = []Cell{-1, 1, 2}[r.IntN(3)], Value(r.IntN(3))
	}
	return p
}

// compareTwin explores a random system both ways; it returns the findings, and false if a limit was hit.
func compareTwin(t *testing.T, seed uint64) ([]Finding, bool) {
	s := randomSystem(rand.New(rand.NewPCG(seed, 1)))
	if err := s.Validate(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	tw := explore(s, 300)
	want := tw.findings()
	if tw.over {
		return nil, false
	}
	g := s.search(100_000)
	if g.limit != NoLimit {
		t.Fatalf("seed %d: limit %d after %d states, twin has %d", seed, g.limit, len(g.states), len(tw.scenes))
	}
	if err := g.check(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	r, _ := Explore(s, Options{})
	if got := keys(r.Findings); !slices.Equal(got, want) {
		t.Fatalf("seed %d: got %q, want %q\n%+v", seed, got, want, *s)
	}
	compareUnfinished(t, seed, s, r.States, want)
	return r.Findings, true
}

// compareUnfinished breaks the search of a system off and checks that it finds nothing that the whole one does not.
func compareUnfinished(t *testing.T, seed uint64, s *System, states int, want []string) {
	for _, budget := range []int{states / 4, states / 2, states - 1} {
		part, _ := Explore(s, Options{MaxStates: max(budget, 1)})
		for _, key := range keys(part.Findings) {
			if !slices.Contains(want, key) {
				t.Fatalf("seed %d: %q after %d of %d states, want %q\n%+v", seed, key, part.States, states, want, *s)
			}
		}
	}
}

// programs is how many random systems a test takes: fewer with -short, as under the race detector.
func programs() uint64 {
	if testing.Short() {
		return 600
	}
	return 3000
}

func TestTwin(t *testing.T) {
	var kinds [Crash + 1]int
	compared, skipped := 0, 0
	for seed := range programs() {
		fs, ok := compareTwin(t, seed)
		if !ok {
			skipped++
			continue
		}
		compared++
		for _, f := range fs {
			kinds[f.Kind]++
		}
	}
	t.Logf("%d compared, %d too big; deadlocks, self-blocks, leaks, crashes: %v", compared, skipped, kinds)
}

func FuzzTwin(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareTwin(t, seed) })
}

// TestFree checks that a finding does not need the choices that are said to be free: it is there, too, if each branch
// that it does not need always goes one way, whichever that is.
func TestFree(t *testing.T) {
	checked, free := 0, 0
	for seed := range programs() {
		s := randomSystem(rand.New(rand.NewPCG(seed, 1)))
		for p := range s.Procs {
			s.Procs[p].Owes = nil // who only moves in a loop does so when it has one way to go
		}
		s.Later = nil // who comes later helps if it may go the right way
		g := s.search(100_000)
		if explore(s, 300).over || slices.ContainsFunc(g.terminals(), func(c component) bool { return c.movers != 0 }) {
			continue // who only moves in a loop may get stuck when it has one way to go
		}
		r, _ := Explore(s, Options{})
		for k := range r.Findings {
			if f := &r.Findings[k]; slices.ContainsFunc(f.Steps, func(st Step) bool { return st.Free }) {
				free++
				checked += checkFree(t, s, f, seed)
			}
		}
	}
	if t.Logf("%d findings with free steps, %d restricted systems", free, checked); checked < 100 {
		t.Error("too few")
	}
}

// about reports whether the key of a finding names a thread that this one names: who waits for whom, and so what it is
// called, depends on what lies ahead.
func (f *Finding) about(key string) bool {
	if f.Kind == Crash {
		return key == keys([]Finding{*f})[0]
	}
	return slices.ContainsFunc(f.Members, func(m Blocked) bool {
		return strings.Contains(key+" ", fmt.Sprintf(" %d.%d.%v", m.Proc, m.Point, m.Woken))
	})
}

// checkFree lets the branches that a finding does not need go one way each, in a few combinations, and returns how many
// were tried.
func checkFree(t *testing.T, s *System, f *Finding, seed uint64) int {
	needed := map[[2]int]bool{}
	for _, st := range f.Steps {
		if !st.Free {
			needed[[2]int{int(st.Proc), int(st.Point)}] = true
		}
	}
	r := rand.New(rand.NewPCG(seed, 2))
	for range 4 {
		fixed := *s
		fixed.Procs = slices.Clone(s.Procs)
		for p := range fixed.Procs {
			fixed.Procs[p].Points = slices.Clone(s.Procs[p].Points)
			for q := range fixed.Procs[p].Points {
				if x := &fixed.Procs[p].Points[q]; x.Op == Branch && len(x.Choices) > 0 && !needed[[2]int{p, q}] {
					x.Choices = []PointID{x.Choices[r.IntN(len(x.Choices))]}
				}
			}
		}
		if found := explore(&fixed, 300).findings(); !slices.ContainsFunc(found, f.about) {
			t.Errorf("seed %d: %q is not found when its free branches go one way", seed, keys([]Finding{*f}))
		}
	}
	return 4
}
