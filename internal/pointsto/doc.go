// Package pointsto solves inclusion constraints between pointers: Andersen's pointer analysis, field-sensitive and over
// integers. A Graph takes constraints only, and is made for one solve (go vet); a Live takes them back too, exactly,
// and is made for a program under edit. The package knows neither Go nor what its nodes stand for.
//
// # Problem
//
// Given abstract objects, pointers, and constraints such as "x includes y" or "x includes what y points to", find the
// least sets of addresses, one per pointer, that satisfy all constraints; while new constraints arrive, because calls
// become known only as the sets grow. The client makes a graph per link, hundreds in a row, of up to a million nodes.
//
// An object is a run of slots, one per field that can hold a pointer. A slot is a node like a pointer, since it has a
// points-to set, what is stored in it; and it is an address, what a points-to set consists of.
//
// # Rules
//
// What is concluded (D4 section 3.1, with offsets as in Pearce, Kelly and Hankin). pts(n) is the set of n; a+k is the
// slot k past slot a if it lies inside a's object, and nothing otherwise.
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
//   - (P9) Difference propagation. A set is a settled part and a pending rest. What reads a set (constraints, derived
//     edges, watches: its uses) has seen all of the settled part. Firing a node settles pending addresses and shows
//     them to all uses; a new use is shown the settled part at once. So a use sees each address once, and that makes a
//     watch exact.
//   - (P10) The inclusions of P3, P4 and P6 are kept as derived copy edges, apart from the given constraints: an edge
//     follows from the constraint and an address in its trigger, so it need not remember where it came from.
//   - (P11) Nodes on a cycle of copy edges have equal sets and are collapsed into one. Components and the topological
//     order in which pending nodes are swept are recomputed when the steps since last time have cost more than that
//     would. A small or easy graph never pays for it, and a hard one at most doubles.
//   - (P12) The budget counts steps: addresses offered to a use. It is looked at each time a node has fired at most
//     1,024 addresses, and before each report to the callback. Exceeding it depends on the sequence of calls only, not
//     on time.
//   - (P23) A sealed graph has its sets, its objects and its counters, and lets go of all else: while questions are
//     asked, which takes longer and needs memory of its own, constraints and edges are of no use.
//
// How it is taken back (Live).
//
//   - (P13) A constraint may have a guard, a fact without which it says nothing. That is how calls are found by
//     points-to sets and code becomes alive by being called: what such a call passes and what a function allocates are
//     constraints guarded by facts. So nobody has to retract them when a call vanishes, and a call that only its own
//     callee keeps alive is dead.
//   - (P14) Each fact keeps a reason, the edge that it came by, and a rank above those of the reason's premises. An
//     edge stands for its constraint, the constraint's guard and, where P3, P4 or P6 made it, the address in the
//     trigger; it keeps the larger of these two's ranks. A fact's rank is a step (64) above those of its edge and of
//     the fact it came from when it was derived: how long the chain to it was, so it does not age under edits. Ranks
//     fall along a chain of reasons, so no fact supports itself, not even by an edge that it made. D4's Algorithm 2
//     asks only whether an incoming neighbour has the address; its Theorems 1 and 2 need edges that do not depend on
//     facts, and those of P3, P4, P6 and P13 do.
//   - (P15) Deleting, phase 1. The edges of a deleted constraint are closed. What came by a closed edge, or along an
//     edge from a fact that is gone, takes another edge as its reason if one of the first few brings it by premises of
//     lower rank; else it goes. When no more goes in this way, the edges are closed whose trigger or guard has gone,
//     and so on. That a reason taken in exchange goes later does no harm: then the fact is looked at again. Whatever
//     the order, what remains has a reason that remains, and chains of reasons come to an end, so it is derivable. A
//     fact whose reason stays is not looked at at all: an edge counts the facts it is the reason of, and is passed over
//     when there are none, as most are in dense parts of the graph. Before that come nodes that are bare: all edges
//     that enter them are closed or come from empty nodes. Such a node loses all its facts at once, what rests on them
//     is closed, and so on, depth first; nothing derives them later (phase 2 need not ask), since nothing is put in in
//     phase 1.
//   - (P16) Phase 2. Facts gone that come along some edge from what is left, of whatever rank, are derived anew, as are
//     the conclusions of new constraints, and what follows from them: that is the least solution. A batch goes through
//     the two phases once. How many edges phase 1 asks (tries) is a matter of time only: what goes too easily comes
//     back here.
//   - (P17) An update that has removed two thirds of all facts starts from scratch. To
//     take out a fact costs less than to derive one, so that starting again pays only when much more goes than stays;
//     at a fifth, deletions in gopls that kill a third of the program took three times as long.
//   - (P18) All facts have ranks, not only those within a component of the graph of dependencies. In components of one
//     node they are not needed (there the neighbour test is exact), but keeping the components' order under insertion
//     costs more than four bytes a fact: the prototype measured 3 to 4.5 % fewer removals in phase 1 for it.
//   - (P19) Live collapses no cycles (P11). On cmd/go that, with nodes that have one source only, would save three
//     quarters of the facts and all but a twentieth of the work, since nearly all of it is within components. But the
//     edges that close a cycle depend on facts, often on facts that have come along the cycle, so a component's facts
//     could support themselves by its being a component. What makes up for part of it: facts of one node are brought
//     together and go along an edge in one sweep, ten at a time on the mean. Nodes whose one source is a given copy
//     could be merged with it and parted again exactly. They hold 46 % of gopls' facts and 30 % of cmd/go's, but nearly
//     all of these copies have a guard of their own (arguments of calls), which what hangs on the node would need, too.
//   - (P20) Work is done in rounds: a round looks at new facts and edges (or, in phase 1, at lost ones) and finds facts
//     to put in or take out. Large rounds are shared by workers without locks, a window of 2,048 items at a time: they
//     look at pieces of it while nothing changes; then each changes a part of the nodes, in the order of the pieces.
//     Pieces and parts do not depend on the number of workers, so the state does not depend on the schedule, and only
//     in its reasons and ranks on whether there is more than one worker. New edges are made by one worker between
//     rounds. It costs a fifth more processor time: what is found waits in buffers, and what several edges bring in one
//     window is found several times.
//   - (P21) A bound on memory counts what the client made and stated, the tables of facts, the edges and an update's
//     scratch. As memory runs short, first the scratch goes that is kept for the next update, then one worker does all
//     and needs no buffers, and last no facts and edges are put in: the update ends at once and says that the sets are
//     too small (fewer races). The next one starts from scratch, and is complete if enough has been deleted.
//   - (P22) A fact that a deletion takes the reason from directly may have another one only by premises of higher rank:
//     a longer chain. If the fact is not found among what that rests on, traced as far as ranks are above its own (it
//     cannot be further down), it takes it, its rank is raised, and so are those of what rests on it where they are not
//     above it any more; ranks are 64 apart at first, so that this soon comes to an end. Without it, parts of a program
//     that can also be entered by a longer way went only to come back: on cmd/go the worst deletion took five times as
//     long.
//
// # Approximations
//
// None of its own: the result is the least solution, unless the budget or the bound on memory ends the search; then
// sets are too small, and with them fewer races and fewer deadlocks are found. Flow-insensitivity, merged array
// elements and the choice of objects are the client's approximations, and they err towards more.
//
// # Invariants
//
// The function check verifies them; I7 relies on all the others.
//
//   - (I1) The tables by node have one length; the slots of an object know it.
//   - (I2) Only representatives have a set, uses and a position; positions and representatives are in bijection.
//   - (I3) Each block of the arena is free or one set's.
//   - (I4) A log has no repetitions, agrees with its index, and holds slots only.
//   - (I5) A constraint or watch is in the list of its trigger's representative, once. Given constraints keep the
//     endpoints they were given and their ids whatever is collapsed: with them the collapse can be undone.
//   - (I6) What is pending is on the agenda.
//   - (I7) What is settled satisfies all constraints; with an empty agenda, this says that the sets are a solution.
//
// And for Live:
//
//   - (I8) Each fact has a reason that derives it from premises of lower rank, and each edge counts those that it is
//     the reason of.
//   - (I9) The edges are those that follow from constraints and facts, each once, in the list of each of its ends.
//   - (I10) Nothing more follows, and no work is left.
//
// That the solution is the least is shown by comparison with a naive twin on random programs and random edits.
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
// # Tests
//
// FuzzSolve compares with a plain solver, FuzzLive each edit with a new solution; TestSelfSupport is the case in which
// D4's rule for deletions is wrong. check.go and live_check.go are run after each step.
//
// # References
//
//   - Andersen, Program Analysis and Specialization for the C Programming Language, 1994: the constraints.
//   - Liu and Huang, D4: Fast Concurrency Debugging with Parallel Differential Analysis, PLDI 2018, section 3.1: the
//     graph of given and derived edges under insertion.
//   - The same, Algorithms 1 and 2 and Theorems 1 and 2: deletion, here replaced by P14 to P16.
//   - Gupta, Mumick and Subrahmanian, Maintaining Views Incrementally, SIGMOD 1993: delete and rederive, without
//     reasons.
//   - Pearce, Kelly and Hankin, Efficient Field-Sensitive Pointer Analysis for C, TOPLAS 2007: offsets into flattened
//     objects; difference propagation.
//   - Pereira and Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009: sweeps in topological
//     order between searches for components. Here a search must have been paid for first.
//   - Pearce, An Improved Algorithm for Finding the Strongly Connected Components of a Directed Graph, 2005: the search
//     (internal/graph).
package pointsto
