// Package pointsto solves inclusion constraints between pointers: Andersen's pointer analysis, field-sensitive and
// incremental in its insertions, over integers. It knows neither Go nor what its nodes stand for.
//
// # Problem
//
// Given abstract objects, pointers, and constraints such as "x includes y" or "x includes what y points to", find the least
// sets of addresses, one per pointer, that satisfy all constraints; while new constraints arrive, because calls become known
// only as the sets grow. The client makes a graph per link, hundreds in a row, of up to a million nodes.
//
// An object is a run of slots, one per field that can hold a pointer. A slot is a node like a pointer, since it has a
// points-to set, what is stored in it; and it is an address, what a points-to set consists of.
//
// # Rules
//
// What is concluded (D4 section 3.1, with offsets as in Pearce, Kelly and Hankin). pts(n) is the set of n; a+k is the slot k
// past slot a if it lies inside a's object, and nothing otherwise.
//
//   - (P1) Addr: Src+Off ∈ pts(Dst).
//   - (P2) Copy: pts(Src) ⊆ pts(Dst).
//   - (P3) Load: for a ∈ pts(Src): pts(a+Off) ⊆ pts(Dst).
//   - (P4) Store: for a ∈ pts(Dst): pts(Src) ⊆ pts(a+Off).
//   - (P5) Offset: for a ∈ pts(Src): a+Off ∈ pts(Dst).
//   - (P6) Unbox: for a ∈ pts(Src) that is slot 0 of an object whose label is in Class: pts(a+Off) ⊆ pts(Dst).
//   - (P7) Filter: for a ∈ pts(Src) whose object's label is in Class: a ∈ pts(Dst).
//   - (P8) What names node 0, or a slot outside its object, says nothing. A client need not ask first.
//
// How it is concluded.
//
//   - (P9) Difference propagation. A set is a settled part and a pending rest. What reads a set (constraints, derived edges,
//     watches: its uses) has seen all of the settled part. Firing a node settles pending addresses and shows them to all uses;
//     a new use is shown the settled part at once. So a use sees each address once, and that makes a watch exact.
//   - (P10) The inclusions of P3, P4 and P6 are kept as derived copy edges, apart from the given constraints: an edge follows
//     from the constraint and an address in its trigger, so it need not remember where it came from.
//   - (P11) Nodes on a cycle of copy edges have equal sets and are collapsed into one. Components and the topological order in
//     which pending nodes are swept are recomputed when the steps since last time have cost more than that would. A small or
//     easy graph never pays for it, and a hard one at most doubles.
//   - (P12) The budget counts steps: addresses offered to a use. It is looked at each time a node has fired at most 1,024
//     addresses. Exceeding it depends on the sequence of calls only, not on time.
//
// # Approximations
//
// None of its own: the result is the least solution, unless the budget ends the search; then sets are too small, and with
// them fewer races and fewer deadlocks are found. Flow-insensitivity, merged array elements and the choice of objects are the
// client's approximations, and they err towards more.
//
// # Invariants
//
// The function check verifies them; I7 relies on all the others.
//
//   - (I1) The tables by node have one length; the slots of an object know it.
//   - (I2) Only representatives have a set, uses and a position; positions and representatives are in bijection.
//   - (I3) Each block of the arena is free or one set's.
//   - (I4) A log has no repetitions, agrees with its index, and holds slots only.
//   - (I5) A constraint or watch is in the list of its trigger's representative, once. Given constraints keep the endpoints
//     they were given and their ids whatever is collapsed: with them the collapse can be undone.
//   - (I6) What is pending is on the agenda.
//   - (I7) What is settled satisfies all constraints; with an empty agenda, this says that the sets are a solution.
//
// That the solution is the least is shown by comparison with a naive twin on random programs.
//
// # Example
//
// For p := new(T); *p = q; r := *p with q holding the address of x, where T has one slot:
//
//	x, t := g.NewObject(1, 0), g.NewObject(1, 0)
//	p, q, r := g.NewNode(), g.NewNode(), g.NewNode()
//	g.Add(Constraint{Op: Addr, Dst: q, Src: x})
//	g.Add(Constraint{Op: Addr, Dst: p, Src: t})
//	g.Add(Constraint{Op: Store, Dst: p, Src: q})
//	g.Add(Constraint{Op: Load, Dst: r, Src: p})
//	g.Solve(nil)
//	g.PointsTo(nil, r) // x
//
// The store derives q → t, the load t → r. With q copied from r, the cycle q → t → r → q would become one node.
//
// # References
//
//   - Andersen, Program Analysis and Specialization for the C Programming Language, 1994: the constraints.
//   - Liu and Huang, D4: Fast Concurrency Debugging with Parallel Differential Analysis, PLDI 2018, section 3.1: the graph of
//     given and derived edges under insertion.
//   - Pearce, Kelly and Hankin, Efficient Field-Sensitive Pointer Analysis for C, TOPLAS 2007: offsets into flattened objects;
//     difference propagation.
//   - Pereira and Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009: sweeps in topological order
//     between searches for components. Here a search must have been paid for first.
//   - Pearce, An Improved Algorithm for Finding the Strongly Connected Components of a Directed Graph, 2005: the search.
package pointsto
