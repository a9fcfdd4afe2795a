// Package blocking finds goroutines that can block for ever, by walking through all interleavings of small automata:
// the synchronisation skeletons of the goroutines that share some channels, locks, WaitGroups and the like. It knows
// neither Go's syntax nor its types.
//
// # Problem
//
// Given processes, automata whose points are operations on objects, find what they can come to: goroutines that wait
// and that nothing can wake any more, with the steps that lead there; and the operations that panic.
//
// # Rules
//
// What a step is. A state is where each thread (a running copy of a process) stands, and what the objects hold.
//
//   - (B1) Channels. A send on a channel with room, or a receive from one with a value, proceeds alone; without a
//     buffer a send and a receive by another thread proceed together. A receive from a closed, empty channel goes to
//     Alt. The nil channel is object 0, and blocks for ever. Sending on a closed channel, closing it again (unless the
//     point says that this does nothing) and closing nil panic.
//   - (B2) A select takes any case that can proceed. Its default is taken unless some case is ready for sure: a thread
//     that stands at a rendezvous need not have arrived there yet. An environment case may always proceed.
//   - (B3) Locks. A writer that finds readers may announce itself, and from then on no reader gets in. Announcing is a
//     step of its own, since a thread that stands before Lock need not have called it. Whoever unlocks, it is unlocked;
//     unlocking what is not locked panics. Reading again what one reads is allowed, unless a writer has announced
//     itself.
//   - (B4) WaitGroups: Wait proceeds when the counter is zero. A negative counter panics.
//   - (B5) A Once runs its body (Alt) in the first thread that comes, until OnceEnd; meanwhile others wait, and so does
//     that thread.
//   - (B6) Conditions: CondWait unlocks its mutex and waits in one step; Signal wakes any one waiting thread, or none
//     if none waits; Broadcast all. A woken thread then needs the mutex, for writing, and does not announce itself.
//   - (B7) Cells hold what is known of a condition: nothing, true or false. A Test of an unknown cell goes both ways
//     and remembers; of a known one, the one way. So equal conditions take equal branches. Set stores a value or
//     forgets it. A cell belongs to its thread, or to all if it is shared.
//   - (B8) An open object is also used by code that is not seen: any operation on it may always proceed, in all ways
//     but panics.
//   - (B9) A process that reaches point 0 ends. Exit and panics end all, and nothing is held against threads that still
//     waited.
//
// What is reported, from the graph of all reachable states.
//
//   - (B10) A terminal component is states that reach each other and nothing else. In it, whatever can still happen has
//     happened: a thread that lives and never moves within it is stuck, whatever the others do. Every thread that can
//     get stuck in a state gets stuck in some terminal component behind it, unless the program ends first.
//   - (B11) Stuck thread i waits for stuck thread j if j could wake it: holds the lock (or has announced itself before
//     i, a reader), runs the Once; or has, somewhere ahead in its automaton or in what that spawns, the operation that
//     i waits for.
//   - (B12) The roots of the trouble are the sets of threads that wait for each other and for nobody else. Two and more
//     are a Deadlock; one that waits for itself is a SelfBlock; one that waits for nobody is a Leak. The other stuck
//     threads are victims, named but not reported.
//   - (B13) One finding per kind and set of points, in the component that was reached in the fewest steps.
//   - (B17) A finding needs a choice of a branch, or of a condition that is not known yet, if it could be avoided by
//     choosing otherwise whenever that helps. From all choices on the way to it those are removed, one after another,
//     without which the states in which it has come about are still reached: steps of threads in an order that suits,
//     the remaining choices as they suit, all others, on the way or not, made by an adversary (the attractor of a
//     reachability game). What is left over is needed; the steps of the others are free.
//   - (B18) Processes of Later are started, all at once, when a terminal component has been reached: code that is not
//     there yet, and may come at any time. Threads of which one can move then are not stuck. Approximation: what comes
//     later may do so again and again (more deadlocks).
//   - (B19) Nothing is held against a thread that waits for what another thread owes, at its end, if that one moves in
//     the terminal component: it runs for ever, and who waits for its end means to; unless it receives from a channel
//     that has been closed, or has got one, though it does not look at it, which asks it to end. Nor is a Wait held
//     against anybody while a thread that moves goes on adding to the WaitGroup, starts somebody or sends behind that,
//     and counts it down later: how much work brings new work is up to data, of which loops of a fixed number of rounds
//     know nothing. Approximation: fewer deadlocks.
//   - (B20) What a message has brought is known to who has received it until the next message comes the same way. A
//     thread that has an operation on such an object ahead only behind another receive from that channel could wake who
//     waits for it only if such a message may come: it lies in the channel, or a thread that lives has a send ahead.
//     Approximation: any message may bring any object (fewer deadlocks).
//   - (B21) Take is a test and a Set in one step, as CompareAndSwap is: whoever comes first goes one way, all others
//     the other way, until the cell is set back.
//   - (B22) A number is counted up and down, and asked whether it is zero, in one step, as an atomic addition is of
//     which the result is compared with zero.
//   - (B23) A buffer for more than ten values is counted up to nine. Beyond, it holds many: a send leaves many, or
//     fills it, unless it is endless; a receive leaves many, or nine. Approximation: runs in which more, or fewer,
//     values come out than have been put in, once there were more than nine (more deadlocks).
//   - (B14) A search over the budget of states is unfinished, and so is one over a limit of threads, readers or counts
//     in some state, which then goes on elsewhere; the result says which limit it was first. What it has found holds
//     all the same: a component is terminal whatever else there is if all moves of all its states are known. Only the
//     game of (B17) is lost where moves are not known (more choices are needed).
//
// How it is searched.
//
//   - (B15) Breadth first, in a fixed order.
//   - (B16) Partial order: if some thread stands at a step of its own that no other can see (a branch, a cell of its
//     own, a test of a shared cell that nothing sets: it has one value from the start; a wait for what may always come,
//     and for nothing else), only that thread is moved, provided some state it leads to has not been looked at yet. The
//     step commutes with everything others do, so what they do is only postponed; and it is not postponed for ever:
//     from every state a way of such steps leads to states that are looked at later and later, so it ends at one of
//     which all moves are taken. Terminal components keep their stuck threads: a path that wakes one still exists after
//     the step.
//
// # Approximations
//
//   - The client's automata: each branch that is not really possible may lead to findings (more deadlocks), each
//     operation left out to more or fewer.
//   - (B2): a default taken though a partner had surely arrived (more deadlocks).
//   - (B8), (B14): fewer deadlocks, as what an unfinished search has not seen is not found. Threads ended by Exit, or
//     by a panic that others may cause: fewer leaks.
//   - (B11) decides only what a finding is called, and whether it is a root: "could wake" is by reachability in the
//     automaton.
//   - (B10): a thread that loops for ever without help counts as able to do all it may do (fewer deadlocks).
//
// # Invariants
//
// check verifies them on a finished search.
//
//   - (I1) States are numbered by their contents; the first is the start; every other one has a parent that was found
//     before it, and a step that leads from there to here.
//   - (I2) A slot is empty, or a thread, or ended with something held; what is held or running is by a slot that is not
//     empty.
//   - (I3) At most one thread has announced itself on a lock, and then it has no writer.
//   - (I4) A buffer holds no more than its capacity.
//
// That reductions lose nothing is shown by comparison with a naive twin on random systems.
//
// # Example
//
// A child sends on a channel without buffer; its parent waits for it or for a timer, then returns:
//
//	Objects: {}, {Kind: Chan}
//	parent:  1: Spawn child, Next 2;  2: Select {Receive 1 → 0, Environment → 0}
//	child:   1: Send 1, Next 0
//
// After the timer's case the parent has ended and the child is a Leak; with capacity 1 there is no finding.
//
// # Tests
//
// Each rule has systems of its own (TestChannels and on); FuzzTwin compares with a search that knows no reduction, and
// TestValidate checks the invariants. In whole programs: TestInterleave of the module's root, which executes generated
// programs exhaustively.
//
// # References
//
//   - Clarke, Grumberg and Peled, Model Checking, 1999, chapter 10: ample sets.
//   - Bosnacki and Holzmann, Improving Spin's Partial-Order Reduction for Breadth-First Search, SPIN 2005: the
//     condition that nothing is postponed for ever, by the queue.
//   - Liu, Zhu, Qin, Chen and Song, Automatically Detecting and Fixing Concurrency Bugs in Go Software Systems, ASPLOS
//     2021 (GCatch): one scope per channel. There a constraint solver stands where the search is here.
//   - The Go specification and the documentation of package sync: what operations do.
package blocking
