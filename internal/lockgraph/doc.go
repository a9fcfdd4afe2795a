// Package lockgraph finds lock-order cycles: goroutines that each hold a lock the next one waits for. It keeps the
// graph of "holds h, wants w" while edges come and go, and knows neither Go nor what its locks and places stand for.
//
// # Problem
//
// Given edges (h, w), each an acquisition of w at some place by some origin (a goroutine's code) that holds h and
// perhaps more, find the sets of acquisitions that can all wait for each other at once. Edges are added and deleted as
// source is edited; after each batch, only cycles through changed edges are searched for (D4 section 4, Algorithm 3).
//
// # Rules
//
// A cycle is a sequence e1 ... en, n ≤ 4, where each edge wants the lock that the next one holds, and the last one
// wants what e1 holds. It is reported if all of this is so:
//
//   - (L1) The locks held are pairwise different. A longer cycle that passes a lock twice has a shorter one inside that
//     blocks just as well, by the same acquisitions.
//   - (L2) The edges belong to pairwise different goroutines: different origins, or one that may overlap itself.
//   - (L3) Any two of the acquisitions may happen in parallel; asked in both directions. D4 asks for neighbours only.
//   - (L4) No lock is held at two of the acquisitions, unless both read. Such a gate lock lets one of them in at a
//     time. D4 has no such rule.
//   - (L5) What one wants blocks on what the next one holds. Readers do not block readers, except behind a writer that
//     waits: a link from reader to reader needs a writer of that lock parallel to all acquisitions of the cycle, and
//     the cycle names it.
//   - (L6) The edges do not all follow one order. An order is a strict partial order that the client knows to hold
//     between the held instance and the wanted one (addresses or numbers that were compared, a field that leads from
//     parent to child); going up in it never leads back. Ascending and descending are two orders.
//
// An edge whose two locks are one abstract lock says one of two things, by what is known of the instances.
//
//   - (L7) Self-block: both are one instance. The goroutine waits for itself, and needs no partner; if both read, it
//     needs a writer (L5). So it is if the lock is exact or the edge's relation is Same, and may be if nothing is
//     known.
//   - (L8) Instance loop, as in transfers between accounts: the two are different instances of an inexact lock. One
//     goroutine locks (i, j), another (j, i). Two edges e, f from the lock to itself, perhaps e = f, are such a cycle
//     if (L2) to (L6) hold of the pair. What philosophers do in a circle of three and more is reported as a loop of
//     two.
//
// Incrementally:
//
//   - (L9) Edges are a multiset: equal edges share an id and are counted. An id belongs to its contents for good, so
//     undoing an edit restores the ids.
//   - (L10) An edge is dirty if it has come, gone or been touched since the last call of ChangedCycles. A cycle can
//     appear or vanish only if one of its edges is dirty, or an answer of the client changes; so a client whose answer
//     changes touches the edges concerned.
//   - (L11) Cycles begin with their least edge and are sorted, by the contents of edges, not by ids: the result is a
//     function of the live edges and the client's answers, whatever edits led there.
//   - (L12) A search of more than MaxSteps extensions is cut, and says so; the next one then starts over. Its cycles
//     are real, but which ones are found may depend on history.
//   - (L13) An edge is tried only where the locks alone allow a cycle of at most four through it: others cost no step.
//
// # Approximations
//
//   - (L3) asks for pairs. Three acquisitions that are pairwise parallel need not be all parallel: more deadlocks. Two
//     writers that (L5) needs for two links are likewise judged one by one.
//   - A common gate lock that is not exact may be two instances. It does not exclude, but is named in the cycle: more
//     deadlocks, to be ranked lower.
//   - Inexact locks of one name are taken for one instance in (L1) to (L5): more deadlocks, with evidence Possible.
//   - (L8) takes for granted that instances meet both ways round when nothing orders them: more deadlocks.
//   - (L6) trusts the client's orders; an order along a field is one only if the data structure has no cycle: fewer
//     deadlocks.
//   - n ≤ 4: fewer deadlocks.
//
// # Invariants
//
// check verifies them.
//
//   - (I1) An edge's id, found by its contents, is its index.
//   - (I2) A live edge, one with a count, is in exactly one list: of loops or of edges out of its held lock; others in
//     none.
//   - (I3) If nothing is dirty and no search was cut, the known cycles are those found from scratch.
//
// # Example
//
// D4 figure 2(b): one goroutine locks l1, then l2; the other l2, then l1.
//
//	g := New(Options{...})
//	g.Add(Edge{Held: 1, Wanted: 2, Origin: 1, Place: 12})
//	e := g.Add(Edge{Held: 2, Wanted: 1, Origin: 2, Place: 21})
//	g.ChangedCycles() // appeared: [1→2 2→1]
//	g.Delete(e)
//	g.ChangedCycles() // vanished: [1→2 2→1]
//
// # Tests
//
// FuzzTwin compares with a search for all cycles after each edit, FuzzInterleavings with executions, TestFigure2 and
// TestFigure9 with D4's figures.
//
// # References
//
//   - Liu and Huang, D4: Fast Concurrency Debugging with Parallel Differential Analysis, PLDI 2018, section 4.
//   - Havelund, Using Runtime Analysis to Guide Model Checking of Java Programs, SPIN 2000: gate locks, cycles within
//     one thread.
package lockgraph
