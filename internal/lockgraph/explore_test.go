// This file compares cycles with what really happens: it generates goroutines that lock and unlock, walks through all
// their interleavings, and checks that every deadlock met is a cycle, and that every cycle can be met.

package lockgraph

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A step locks or unlocks one lock.
type step struct {
	lock   LockID
	mode   Mode
	unlock bool
}

// A thread is steps one after the other. What it holds before a step follows from the step's number.
type thread []step

// holds returns what is held before step pc.
func (th thread) holds(pc int) []Gate {
	var held []Gate
	for _, s := range th[:pc] {
		if !s.unlock {
			held = append(held, Gate{s.lock, s.mode})
			continue
		}
		i := slices.Index(held, Gate{s.lock, s.mode})
		held = slices.Delete(held, i, i+1)
	}
	return held
}

// randomThread nests most of its sections and overlaps some. It may lock again what it holds.
func randomThread(r *rand.Rand) thread {
	var th thread
	var held []Gate
	drop := func(i int) {
		th = append(th, step{held[i].Lock, held[i].Mode, true})
		held = slices.Delete(held, i, i+1)
	}
	for range 2 + r.IntN(3) {
		for len(held) > 0 && r.IntN(3) == 0 {
			i := len(held) - 1
			if r.IntN(4) == 0 {
				i = r.IntN(len(held))
			}
			drop(i)
		}
		g := Gate{LockID(1 + r.IntN(4)), Mode(r.IntN(3) / 2)}
		again := slices.ContainsFunc(held, func(h Gate) bool { return h.Lock == g.Lock })
		if again && r.IntN(4) > 0 {
			continue
		}
		held = append(held, g)
		th = append(th, step{g.Lock, g.Mode, false})
	}
	for len(held) > 0 {
		drop(len(held) - 1)
	}
	return th
}

// A snapshot is where each of up to four threads is, and whether it waits to write behind readers, keeping new ones
// out.
type snapshot struct {
	pc      [4]int
	pending [4]bool
}

// A walk is all reachable snapshots of some threads.
type walk struct {
	threads []thread
	seen    map[snapshot]bool
	stuck   []snapshot // with no next, but not at the end
}

// explore visits a snapshot and all that follow.
func (w *walk) explore(s snapshot) {
	if w.seen[s] {
		return
	}
	w.seen[s] = true
	next := w.next(s)
	for _, n := range next {
		w.explore(n)
	}
	if len(next) == 0 && slices.ContainsFunc(w.at(s), func(p uint32) bool { return p != 0 }) {
		w.stuck = append(w.stuck, s)
	}
}

// next returns the snapshots one move away.
func (w *walk) next(s snapshot) (next []snapshot) {
	for i, th := range w.threads {
		if s.pc[i] == len(th) {
			continue
		}
		st := th[s.pc[i]]
		writers, readers, pending := w.state(s, st.lock)
		others := pending
		if s.pending[i] {
			others--
		}
		n := s
		switch {
		case st.unlock,
			st.mode == Read && writers == 0 && pending == 0,
			st.mode == Write && writers == 0 && readers == 0 && others == 0:
			n.pc[i]++
			n.pending[i] = false
			next = append(next, n)
		case st.mode == Write && writers == 0 && pending == 0:
			n.pending[i] = true
			next = append(next, n)
		}
	}
	return next
}

// state counts who holds a lock, and who waits to write it.
func (w *walk) state(s snapshot, l LockID) (writers, readers, pending int) {
	for i, th := range w.threads {
		for _, h := range th.holds(s.pc[i]) {
			if h.Lock == l && h.Mode == Write {
				writers++
			}
			if h.Lock == l && h.Mode == Read {
				readers++
			}
		}
		if s.pending[i] && th[s.pc[i]].lock == l {
			pending++
		}
	}
	return writers, readers, pending
}

// place numbers an acquisition.
func place(thread, pc int) uint32 { return uint32(thread*100 + pc + 1) }

// at returns by thread the place where it is about to lock, or zero at its end; one about to unlock is nowhere else.
func (w *walk) at(s snapshot) []uint32 {
	places := make([]uint32, len(w.threads))
	for i, th := range w.threads {
		if s.pc[i] < len(th) {
			places[i] = place(i, s.pc[i])
		}
	}
	return places
}

// meets returns a thread that waits to write the lock, in some snapshot in which threads are at all the places; zero if
// no snapshot has all that. Without a lock it returns any place at all.
func (w *walk) meets(places []uint32, lock LockID) uint32 {
	writer := uint32(0)
	for s := range w.seen {
		at := w.at(s)
		if slices.ContainsFunc(places, func(p uint32) bool { return !slices.Contains(at, p) }) {
			continue
		}
		if lock == 0 {
			return places[0]
		}
		for i, th := range w.threads {
			if s.pending[i] && th[s.pc[i]].lock == lock && !slices.Contains(places, at[i]) && (writer == 0 || at[i] < writer) {
				writer = at[i]
			}
		}
	}
	return writer
}

// graph builds the lock graph of the threads, with true answers.
func (w *walk) graph() *Graph {
	g := New(Options{
		Exact:    exact,
		Parallel: func(a, b uint32) bool { return w.meets([]uint32{a, b}, 0) != 0 },
		Writer:   func(l LockID, places []uint32) uint32 { return w.meets(places, l) },
	})
	for i, th := range w.threads {
		for pc, st := range th {
			if st.unlock || w.meets([]uint32{place(i, pc)}, 0) == 0 {
				continue
			}
			held := th.holds(pc)
			for k, h := range held {
				g.Add(
					Edge{Held: h.Lock, HeldMode: h.Mode, Wanted: st.lock, WantMode: st.mode, Origin: uint32(i), Place: place(i, pc),
						Gates: slices.Delete(slices.Clone(held), k, k+1)},
				)
			}
		}
	}
	return g
}

// A tally counts what was compared.
type tally struct{ stuck, pairs, longer, apart int }

// compareWalk compares the cycles of random threads with their interleavings.
func compareWalk(t *testing.T, seed uint64, n *tally) {
	r := rand.New(rand.NewPCG(seed, 3))
	w := &walk{seen: map[snapshot]bool{}}
	for range 2 + r.IntN(3) {
		w.threads = append(w.threads, randomThread(r))
	}
	w.explore(snapshot{})
	g := w.graph()
	cycles, _ := g.Cycles()
	places := func(c Cycle) []uint32 {
		var all []uint32
		for _, id := range c.Edges {
			all = append(all, g.Edge(id).Place)
		}
		return all
	}
	for _, s := range w.stuck {
		n.stuck++
		at := w.at(s)
		if !slices.ContainsFunc(cycles, func(c Cycle) bool {
			return !slices.ContainsFunc(places(c), func(p uint32) bool { return !slices.Contains(at, p) })
		}) {
			t.Fatalf("seed %d: %v: deadlock at %v is missed among %v", seed, w.threads, at, cycles)
		}
	}
	for _, c := range cycles {
		switch {
		case len(c.Edges) <= 2:
			n.pairs++
		default:
			n.longer++
		}
		if w.meets(places(c), 0) != 0 {
			continue
		}
		n.apart++ // pairwise parallel, but never all at once: allowed for three and more, and then other places deadlock
		if len(c.Edges) <= 2 || len(w.stuck) == 0 {
			t.Fatalf("seed %d: %v: cycle %v cannot happen", seed, w.threads, c)
		}
	}
}

func TestInterleavings(t *testing.T) {
	var n tally
	for seed := range uint64(3000) {
		compareWalk(t, seed, &n)
	}
	t.Logf(
		"%d stuck snapshots; %d cycles of one or two edges, %d longer, %d of them never all at once",
		n.stuck,
		n.pairs,
		n.longer,
		n.apart,
	)
}

func FuzzInterleavings(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareWalk(t, seed, &tally{}) })
}
