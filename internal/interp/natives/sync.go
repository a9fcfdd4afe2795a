// This file holds the natives of sync and sync/atomic: who waits for whom, and what that orders.

package natives

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A lockState is what is known of a lock, a WaitGroup, a Cond, a pool or a map at some address (V31).
type lockState struct {
	writer  *thread           // who holds it for writing
	held    bool              // for writing
	readers int               // how many hold it for reading
	wants   int               // how many wait to write
	vc      machine.Clock     // what came before it was let go of
	reads   machine.Clock     // what came before readers let go of it
	queue   []*thread         // who waits
	n       int64             // of a WaitGroup
	tickets []int64           // of a Cond: who waits, and has not been told
	told    map[int64]bool    // of a Cond: the tickets that were told
	sleeper map[int64]*thread // of a Cond: who waits with a ticket
	items   []item            // of a pool
	table   map[any]*kept     // of a sync.Map: its elements, by what keyOf gives for a key
	keys    []value           // of a sync.Map: its keys as they came, deleted ones among them
}

// An item is a value in a pool.
type item struct {
	v  value         // what was put
	vc machine.Clock // what happened before
}

// A kept is an element of a sync.Map.
type kept struct {
	k, v value         // the key and the element
	vc   machine.Clock // what happened before it was stored
}

// A runKept is what natives keep of a run.
type runKept struct {
	locks   map[*cell]*lockState     // of locks and the like, by where they are
	atomics map[*cell]*machine.Clock // what was released by operations on atomic variables
	timers  map[*cell]*clockwork     // by where their numbers are kept
}

// locksOf is what natives keep of a run.
func locksOf(r *run) *runKept {
	k, ok := r.Kept.(*runKept)
	if !ok {
		k = &runKept{map[*cell]*lockState{}, map[*cell]*machine.Clock{}, map[*cell]*clockwork{}}
		r.Kept = k
	}
	return k
}

// Holder is who has the lock that a thread waits for; nil if it waits for none, or nobody is known to have it.
func Holder(t *thread) *thread {
	if t.OnLock == nil {
		return nil
	}
	if s := locksOf(t.Run).locks[t.OnLock]; s.held {
		return s.writer
	}
	for _, x := range t.Run.Threads {
		if slices.ContainsFunc(x.Holds, func(h machine.Hold) bool { return h.C == t.OnLock }) {
			return x
		}
	}
	return nil
}

// stateOf is what is known of the lock in a cell.
func stateOf(t *thread, v value) *lockState {
	c := v.(*cell)
	if c == nil {
		machine.Fault("invalid memory address or nil pointer dereference")
	}
	k := locksOf(t.Run)
	s := k.locks[c]
	if s == nil {
		s = &lockState{}
		k.locks[c] = s
	}
	return s
}

// park waits in a lock's queue until somebody lets it look again.
func park(t *thread, s *lockState, c *cell, why string) {
	s.queue = append(s.queue, t)
	t.OnLock = c
	t.Wait(why)
	t.OnLock = nil
}

// takes notes that a thread has a lock.
func takes(t *thread, c *cell, read bool) {
	e, ok := t.Run.World.Caller(t.Here())
	if !ok {
		return
	}
	h := machine.Hold{C: c, At: e, Read: read}
	t.Holds = append(t.Holds[:len(t.Holds):len(t.Holds)], h)
	t.Pass()
}

// drops notes that a thread, or else whoever has it, lets go of a lock.
func drops(t *thread, c *cell) {
	for _, x := range append([]*thread{t}, t.Run.Threads...) {
		k := slices.IndexFunc(x.Holds, func(h machine.Hold) bool { return h.C == c })
		if k >= 0 {
			x.Holds = slices.Delete(slices.Clone(x.Holds), k, k+1)
			return
		}
	}
}

// stir lets all who wait at a lock look again, in some order.
func (s *lockState) stir() {
	for _, t := range s.queue {
		if t.State == machine.Blocked {
			t.Wake(nil)
		}
	}
	s.queue = nil
}

// lock takes a lock for writing.
func lock(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	for s.held || s.readers > 0 {
		s.wants++
		park(t, s, args[0].(*cell), "lock")
		s.wants--
	}
	s.held, s.writer = true, t
	t.Acquire(s.vc)
	t.Acquire(s.reads)
	takes(t, args[0].(*cell), false)
	return nil
}

// tryLock takes a lock for writing if nobody has it.
func tryLock(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	if s.held || s.readers > 0 {
		return false
	}
	s.held, s.writer = true, t
	t.Acquire(s.vc)
	t.Acquire(s.reads)
	takes(t, args[0].(*cell), false)
	return true
}

// unlock lets go of a lock that is held for writing.
func unlock(t *thread, args []value) value {
	s := stateOf(t, args[0])
	if !s.held {
		machine.Die("sync: unlock of unlocked mutex")
	}
	s.held, s.writer = false, nil
	drops(t, args[0].(*cell))
	s.vc = t.VC.Copy()
	s.reads = nil
	t.Tick()
	s.stir()
	t.Yield()
	return nil
}

// readLock takes a lock for reading; who waits to write comes first.
func readLock(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	for s.held || s.wants > 0 {
		park(t, s, args[0].(*cell), "read lock")
	}
	s.readers++
	t.Acquire(s.vc)
	takes(t, args[0].(*cell), true)
	return nil
}

// readUnlock lets go of a lock that is held for reading.
func readUnlock(t *thread, args []value) value {
	s := stateOf(t, args[0])
	if s.readers == 0 {
		machine.Die("sync: RUnlock of unlocked RWMutex")
	}
	s.readers--
	drops(t, args[0].(*cell))
	t.Release(&s.reads)
	if s.readers == 0 {
		s.stir()
	}
	t.Yield()
	return nil
}

// groupAdd is WaitGroup.Add.
func groupAdd(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	d := args[1].(int64)
	s.n += d
	if s.n < 0 {
		machine.Fail("sync: negative WaitGroup counter")
	}
	if d < 0 {
		t.Release(&s.vc)
	}
	if s.n == 0 {
		s.stir()
	}
	t.Pass()
	return nil
}

// groupWait is WaitGroup.Wait.
func groupWait(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	for s.n > 0 {
		s.queue = append(s.queue, t)
		t.Wait("WaitGroup")
		break // who is woken has seen zero, whatever is added since
	}
	t.Acquire(s.vc)
	t.Pass()
	return nil
}

// condEnter begins to wait for a Cond.
func condEnter(t *thread, args []value) value {
	s := stateOf(t, args[0])
	s.n++
	s.tickets = append(s.tickets, s.n)
	if s.told == nil {
		s.told, s.sleeper = map[int64]bool{}, map[int64]*thread{}
	}
	return s.n
}

// condWait waits until a Cond lets the ticket go on.
func condWait(t *thread, args []value) value {
	s := stateOf(t, args[0])
	k := args[1].(int64)
	if !s.told[k] {
		s.sleeper[k] = t
		t.Wait("condition")
		delete(s.sleeper, k)
	}
	delete(s.told, k)
	t.Pass()
	return nil
}

// condWake lets the first ticket go on, or all.
func condWake(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	for len(s.tickets) > 0 {
		k := s.tickets[0]
		s.tickets = s.tickets[1:]
		s.told[k] = true
		if w := s.sleeper[k]; w != nil && w.State == machine.Blocked {
			w.Wake(nil)
		}
		if !args[1].(bool) {
			break
		}
	}
	return nil
}

// poolGet takes something out of a pool, if there is something.
func poolGet(t *thread, args []value) value {
	t.Yield()
	s := stateOf(t, args[0])
	if len(s.items) == 0 || t.Run.Eager > 0 && t.Run.Rng.IntN(4) == 0 {
		return tuple{iface{}, false}
	}
	m := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	t.Acquire(m.vc)
	return tuple{m.v, true}
}

// poolPut puts something into a pool.
func poolPut(t *thread, args []value) value {
	s := stateOf(t, args[0])
	s.items = append(s.items, item{args[1], t.VC.Copy()})
	t.Tick()
	t.Yield()
	return nil
}

// keptAt is the element of a sync.Map, as a thread that reads it knows it.
func keptAt(t *thread, args []value) (*lockState, any, *kept) {
	t.Yield()
	s := stateOf(t, args[0])
	if s.table == nil {
		s.table = map[any]*kept{}
	}
	k := machine.KeyOf(args[1])
	e := s.table[k]
	if e != nil {
		t.Acquire(e.vc)
	}
	return s, k, e
}

// keep stores an element of a sync.Map.
func keep(t *thread, s *lockState, k any, key, v value) {
	e := s.table[k]
	if e == nil {
		e = &kept{k: key}
		s.table[k] = e
		s.keys = append(s.keys, key)
	}
	e.v = v
	t.Release(&e.vc)
}

// mapNatives are those of sync.Map.
var mapNatives = map[string]native{
	"sync.mapLoad": func(t *thread, args []value) value {
		if _, _, e := keptAt(t, args); e != nil {
			return tuple{e.v, true}
		}
		return tuple{iface{}, false}
	},
	"sync.mapSwap": func(t *thread, args []value) value {
		s, k, e := keptAt(t, args)
		old := tuple{iface{}, false}
		if e != nil {
			old = tuple{e.v, true}
		}
		keep(t, s, k, args[1], args[2])
		return old
	},
	"sync.mapLoadOrStore": func(t *thread, args []value) value {
		s, k, e := keptAt(t, args)
		if e != nil {
			return tuple{e.v, true}
		}
		keep(t, s, k, args[1], args[2])
		return tuple{args[2], false}
	},
	"sync.mapDelete": func(t *thread, args []value) value {
		s, k, e := keptAt(t, args)
		if e == nil {
			return tuple{iface{}, false}
		}
		delete(s.table, k)
		return tuple{e.v, true}
	},
	"sync.mapCompareAndSwap": func(t *thread, args []value) value {
		s, k, e := keptAt(t, args)
		if e == nil || !machine.Equal(e.v, args[2]) {
			return false
		}
		keep(t, s, k, args[1], args[3])
		return true
	},
	"sync.mapCompareAndDelete": func(t *thread, args []value) value {
		s, k, e := keptAt(t, args)
		if e == nil || !machine.Equal(e.v, args[2]) {
			return false
		}
		delete(s.table, k)
		return true
	},
	"sync.mapKeys": mapKeys,
}

// mapKeys are the keys of a sync.Map, in the order in which they came.
func mapKeys(t *thread, args []value) value {
	s := stateOf(t, args[0])
	var live []value
	seen := map[any]bool{}
	for _, k := range s.keys {
		key := machine.KeyOf(k)
		if s.table[key] != nil && !seen[key] {
			seen[key] = true
			live = append(live, k)
		}
	}
	s.keys = live
	out := slice{Base: &cell{Parts: make([]cell, len(live))}, Len: len(live), Cap: len(live)}
	for i, k := range live {
		out.Base.Parts[i].V = k
	}
	return out
}

// begin starts an operation on an atomic variable of its own type.
func begin(t *thread, args []value) value {
	t.Yield()
	c := args[0].(*cell)
	if args[1].(bool) {
		t.Acquire(*clockOf(t, c))
	}
	t.Quiet++
	return nil
}

// end ends it.
func end(t *thread, args []value) value {
	t.Quiet--
	if args[1].(bool) {
		publish(t, args[0].(*cell))
	}
	return nil
}

// clockOf is what was released by the operations on an atomic variable.
func clockOf(t *thread, c *cell) *machine.Clock {
	if c == nil {
		machine.Fault("invalid memory address or nil pointer dereference")
	}
	k := locksOf(t.Run)
	vc := k.atomics[c]
	if vc == nil {
		vc = &machine.Clock{}
		k.atomics[c] = vc
	}
	return vc
}

// publish makes what a thread has done known to who reads an atomic variable.
func publish(t *thread, c *cell) {
	*clockOf(t, c) = t.VC.Copy()
	t.Tick()
}

// atomically makes a native of an operation on an atomic variable: it gives the result, and what is stored if something
// is. Atomic operations are ordered among themselves, so only plain accesses can race with them.
func atomically(do func(old value, args []value) (result, stored value, stores bool)) native {
	return func(t *thread, args []value) value {
		t.Yield()
		c := args[0].(*cell)
		t.Acquire(*clockOf(t, c))
		t.Atomic = true
		t.Access(c, false)
		out, v, stores := do(c.V, args[1:])
		if stores {
			t.Access(c, true)
			c.V = v
			publish(t, c)
		}
		t.Atomic = false
		return out
	}
}

// atomicNatives are those of sync/atomic for one type of integer.
func atomicNatives(name string, add func(a, b value) value, and, or func(a, b value) value) map[string]native {
	p := "sync/atomic."
	return map[string]native{
		p + "Load" + name: atomically(func(old value, _ []value) (value, value, bool) {
			return old, nil, false
		}),
		p + "Store" + name: atomically(func(_ value, a []value) (value, value, bool) { return nil, a[0], true }),
		p + "Add" + name: atomically(func(old value, a []value) (value, value, bool) {
			v := add(old, a[0])
			return v, v, true
		}),
		p + "Swap" + name: atomically(func(old value, a []value) (value, value, bool) {
			return old, a[0], true
		}),
		p + "CompareAndSwap" + name: atomically(func(old value, a []value) (value, value, bool) {
			return old == a[0], a[1], old == a[0]
		}),
		p + "And" + name: atomically(func(old value, a []value) (value, value, bool) {
			return old, and(old, a[0]), true
		}),
		p + "Or" + name: atomically(func(old value, a []value) (value, value, bool) {
			return old, or(old, a[0]), true
		}),
	}
}

// signed makes operations on signed integers of one size.
func signed(cut func(int64) int64) (add, and, or func(a, b value) value) {
	return func(a, b value) value { return cut(a.(int64) + b.(int64)) },
		func(a, b value) value { return a.(int64) & b.(int64) },
		func(a, b value) value { return a.(int64) | b.(int64) }
}

// unsigned makes those on unsigned ones.
func unsigned(cut func(uint64) uint64) (add, and, or func(a, b value) value) {
	return func(a, b value) value { return cut(a.(uint64) + b.(uint64)) },
		func(a, b value) value { return a.(uint64) & b.(uint64) },
		func(a, b value) value { return a.(uint64) | b.(uint64) }
}

// syncNatives are all of sync and sync/atomic.
var syncNatives = makeSync()

// makeSync gathers them.
func makeSync() map[string]native {
	m := map[string]native{
		"(*sync.Mutex).Lock": lock, "(*sync.Mutex).TryLock": tryLock, "(*sync.Mutex).Unlock": unlock,
		"(*sync.RWMutex).Lock": lock, "(*sync.RWMutex).TryLock": tryLock, "(*sync.RWMutex).Unlock": unlock,
		"(*sync.RWMutex).RLock": readLock, "(*sync.RWMutex).RUnlock": readUnlock,
		"(*sync.RWMutex).TryRLock": func(t *thread, args []value) value {
			if s := stateOf(t, args[0]); s.held || s.wants > 0 {
				return false
			}
			readLock(t, args)
			return true
		},
		"(*sync.WaitGroup).Add": groupAdd, "(*sync.WaitGroup).Wait": groupWait,
		"sync.condEnter": condEnter, "sync.condWait": condWait, "sync.condWake": condWake,
		"sync.poolGet": poolGet, "sync.poolPut": poolPut,
		"sync/atomic.begin": begin, "sync/atomic.end": end,
	}
	maps.Copy(m, mapNatives)
	add, and, or := signed(func(x int64) int64 { return int64(int32(x)) })
	maps.Copy(m, atomicNatives("Int32", add, and, or))
	add, and, or = signed(func(x int64) int64 { return x })
	maps.Copy(m, atomicNatives("Int64", add, and, or))
	add, and, or = unsigned(func(x uint64) uint64 { return uint64(uint32(x)) })
	maps.Copy(m, atomicNatives("Uint32", add, and, or))
	add, and, or = unsigned(func(x uint64) uint64 { return x })
	maps.Copy(m, atomicNatives("Uint64", add, and, or))
	maps.Copy(m, atomicNatives("Uintptr", add, and, or))
	return m
}
