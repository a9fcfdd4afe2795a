// Package hb computes a static happens-before relation and locksets over programs reduced to synchronisation events.
//
// # Problem
//
// Given two places of a program, each in an origin (a static goroutine) and a calling context: does one happen before
// the other in every run in which both are reached, and is a common lock held at both? "Ordered" hides a race, so the
// engine claims an order only if it follows from the rules below; in doubt the answer is None. The law is the Go memory
// model (go.dev/ref/mem, "MM") and the documentation of package sync.
//
// Reachability in a graph of events, as in D4's compact graph, answers "some path exists". Happens-before needs "for
// all instances": a helper called before and after a go statement has a path to the goroutine's start through its first
// call, and its second call is not ordered at all. So each point gets a state instead: the release sites that this
// instance may have passed (a may set), and the tokens that it has acquired for sure and the locks it holds for sure (a
// must set).
//
// # Rules
//
// H1 (client). Points, objects and call targets over-approximate the program: each event of the program is an event
// here, on one of its Objs; each call target is among the Callees.
//
// H2 (instances). An origin that may have several instances has a twin. In a question about two instances the first
// origin stands for the one of them and the twin for all others; the same holds for their children, which are different
// origins, and for the objects that each instance has of its own (PerInstance). Hence within an origin that has a twin,
// "the same origin" means "the same instance" (counts.one). An object is fixed if it is Single or PerInstance: then
// equal numbers mean equal objects. Two go statements outside loops share the copies of what their function's
// activation allocates, so their first origins stand for one activation, and a client that wants another activation's
// goroutine must ask about its twin. A go event that starts several at once (Multi) shares no copies: its goroutines
// have the activation's objects in common, so each sees those of both.
//
// H3 (outside). Object 0 is whatever the client does not see. It is one of an event's objects if the event has none, or
// one of them is External. Tokens on such sets order nothing; an event on object 0 alone cannot act on an object that
// is not External.
//
// H4 (local). A Local event acts on the object that its allocation site made in this very activation of the function,
// and makes at most once per activation; in a function that a go event started, also on what the activation around the
// go event made (a captured variable or an argument). A Starter event of a goroutine acts on what that activation made,
// in whichever function of the goroutine it is. So two Local events of one function, with equal Objs, in one activation
// act on one object, and the goroutine's Local events act on that of the activation that started it.
//
// H5 (program order; MM "goroutine creation"). Let prec(a, r) mean: a happens before every execution of release site r,
// in every instance. In a's own origin, if it is one instance: r is not in the may set at a. Elsewhere: some token
// acquired before r implies a, or a precedes all go events of r's origin, or H13 applies. The relation is the least
// fixed point, so orders do not support each other in a circle.
//
// H6 (channels; MM "a send is synchronized before the completion of the corresponding receive", "closing is
// synchronized before a receive that returns because the channel is closed"). A receive implies a if a precedes every
// send and every close that may act on the channel: one of them is the one received. Where the channel is known to be
// closed, every close suffices. Both quantify over all sites of all objects, so it does not matter how many channels
// there are.
//
// H7 (unbuffered; MM "a receive from an unbuffered channel is synchronized before the completion of the corresponding
// send"). A completed send implies a if the capacity is zero for all objects and a precedes every receive.
//
// H8 (composition). Within a function the may set joins by union and the must set by intersection; events are gen and
// kill sets; a call applies the meet of its callees' net effects, computed callees first; a call none of whose callees
// returns does not continue. Entry states are tabulated per origin and function; past MaxStates the rest are met.
// Goroutines start with nothing: what their parent knew is reached through H5.
//
// H9 (roots). The end of a root precedes the start of a root that has it in After, and with it all that the end of the
// first had acquired.
//
// H10 (Once; MM "the completion of a single call of f() is synchronized before the return of any call of once.Do(f)").
// The return of Do implies a if a precedes every end of the function; or if a lies in the function run by that very
// Once, since it runs once. The function's run excludes itself like a lock.
//
// H11 (atomics; MM "if the effect of A is observed by B then A is synchronized before B"). Having seen a value other
// than zero implies a if a precedes every store of that value or of an unknown one; having seen that it is not zero, if
// a precedes every store but those of zero. Zero is also the initial value, and Plain atomics may be written otherwise:
// they order nothing.
//
// H12 (WaitGroup; sync: "a call to Done synchronizes before the return of any Wait call that it unblocks"). Every Done
// of the WaitGroup must be paired: it happens at most once per instance, and each go event of its origin has an Add of
// its own before it on the same object, on every path through the function and the functions that it calls, not too
// deep, or through the functions around it to each call, each for one goroutine at most that a call starts. Then
// whenever the counter is zero, every goroutine whose Add has happened has called Done. So a wait implies a, if a
// precedes the Dones of its own goroutine, or of one that it descends from, and the Adds for it precede the wait. A
// Done may also take back an Add: of its own activation, on every path to it, on the same object, and used up by no go
// event; nothing is started for that Add. One Done that is neither, or an Add of a negative constant, spoils the
// WaitGroup; but not for the goroutines of an earlier round, if one instance starts both, and those of the Done surely
// after it has waited for the others, and never before.
//
// H13 (joins). A go event and an object it is joined through: a group, a WaitGroup by H12, or a channel on which only
// this goroutine sends or closes. The member pending(join) of the may set is generated by the go event and removed by a
// wait on the same object: fixed, or Local in the same activation. Where it is absent, each goroutine that this
// instance has started so far has released, and any later one starts later: so a place that precedes the releases of
// its goroutine is ordered with it, one way or the other. For Local objects this requires that no activation of the
// function begins while the join is pending, for the removal speaks of one activation only. By messages in a loop: only
// if the join is not pending at the go event itself, each goroutine sends once, and nobody closes; then no message but
// the last goroutine's can be in the channel. Where every way from the go event back to itself makes the channel anew
// (Fresh), each goroutine may send on its own as often as it likes, and close it: the Local object is then the one made
// last, and a receive from it comes after the goroutine's first release. So it is with a fixed channel that is not
// Local, where besides one instance only passes the go event.
// Outside loops, a channel that only this goroutine closes joins it also where the channel is
// known to be closed, whatever was sent before. That place may lie in another function if the channel is Returned: made
// by the latest activation of the only call there. Approximation: that function may call the other one again by way of
// a third and then look at the old channel once more (fewer races). A WaitGroup is Returned, too, for methods of the
// object that such a call has returned, and for those that they call with it, if it is made below that call
// (internal/order/latest.go). A claim about all executions of a release site r (H5) needs the direction: the go event
// neither is r nor may follow it.
//
// H14 (siblings). Two goroutines that one instance starts are ordered, one way or the other, if at either start the
// other's join is not pending or its go event cannot have happened. With a goroutine and its twin this is "spawn and
// wait in a loop".
//
// H15 (locks). An unlock removes every lock of its mode that it may alias: of memory that unseen code may have, not
// those in other slots of the same memory. A common lock protects unless both hold it for reading. It is Must if both
// hold one fixed object, else MayAlias.
//
// H16 (matching). A receive or unbuffered send that has completed was matched with one release, so releases that it
// cannot have been matched with do not count in H6 and H7. If all completions of the event in its instance precede r, r
// is no candidate. Nor is r if it is a send (or a receive: not a close, which serves many) that happens at most once in
// a run, and an event acquired before could only be matched with it. Both need a token that names its event, and an
// origin of one instance, for the claims are about one instance and H2 tells only two apart. And releases made by an
// instance that has acquired the same token (one that names no event) do not count in H6, H7 and H11: the first of them
// was preceded by one that counts, and so on.
//
// H17 (channels as locks). On a fixed channel that nobody closes: if its capacity is 1 and each receive is made by an
// instance that has sent since it last received, then no two instances are between send and receive, for their messages
// would both be in the buffer; and each receive precedes the next send (MM, the rule of H18). On channels of any
// capacity, of which unseen code has none: if each send on one of them but one is made by an instance that has received
// from one of them since it last sent, and that one happens once (once in a run, if the channels are not fixed), then
// there is one message in all of them and in the hands of those who have received, so who has it excludes all others
// until it sends; each send precedes the next receive. Both are locks in the sense of H15. If those who have received
// close a channel, too, several may receive that: the second lock is MayAlias.
//
// H18 (capacity; MM "the kth receive on a channel with capacity C is synchronized before the completion of the k+Cth
// send"). An instance that has completed m sends on a fixed channel knows that m-C receives have happened. It comes
// after a if fewer receives than that happen without a before them: those must be sites that are passed at most once in
// a run.
//
// H19 (testing: "Run reports [...] after f returns or calls t.Parallel"; "Parallel signals that this test is to be run
// in parallel with (and only with) other parallel tests"). A go event with a group that starts what may reach Parallel
// waits until that has been reached, or the goroutine has ended: it is a join that is never pending (H13). Parallel
// returns after the function of the test that started this one has returned; here only if that is a root, since in
// another origin it may not be the test's.
//
// H20 (depth; testing: "Run [...] blocks until f returns or calls t.Parallel", and a test ends when its subtests have;
// synctest: "Test waits for all goroutines in the bubble to exit"). The join of a group with a Depth is also one with
// what its members start: by events that have a Depth, or by any.
//
// H21 (synctest: "Wait blocks until every goroutine within the current bubble, other than the current goroutine, is
// durably blocked"). After OpIdle nobody else runs until this instance does something that may wake another goroutine
// or blocks: any event. Until then it is ordered with all other goroutines: what they did is before, what they will do
// is after it.
//
// H22 (atomics as locks). On a fixed atomic that is zero at first: if every store is by an instance that has replaced
// zero by something else with CompareAndSwap and has not stored since, or is such a CompareAndSwap itself, then between
// that and the next store nobody else succeeds: a lock in the sense of H15. The store of zero precedes the
// CompareAndSwap that finds it (MM, as in H11). Where several atomics may be meant it is one that may be the same, as a
// mutex is, if who has taken it gives it back.
//
// H23 (chains; MM "goroutine creation"). An origin and its twin whose instances are started by one go event that
// happens once in a run, or by each other at one go event that each of them passes at most once, form a chain: each
// instance starts the next. What precedes that go event in one of them is ordered with what precedes it in another.
//
// H24 (served handlers). A Served origin starts when its go event has happened, the registration, and when some call
// that serves has begun: so a place that precedes all OpServe events precedes it, too. Without any such event who calls
// the origin that registers it (Called) serves it, once that has returned; elsewhere the registration alone counts.
//
// H25 (initialisation under a lock). On a fixed atomic that nobody sets back to what is there from the start, and that
// is stored to only by who holds one fixed lock for writing: who holds that lock, and has found the atomic unset after
// taking it, comes before whoever has stored to it or has seen it set, as the section of that store comes later (MM
// "locks", "atomic values"). It is told as a common lock.
//
// H26 (outcomes). Where it is known that a call has returned in one of the ways in which a certain result is possible,
// what was acquired, or waited for, on all of these ways holds; on a way that passes on the result of a call, its last
// event, also what holds where that call has returned so. Such an event follows its call at once, so nothing that this
// takes for granted was undone in between. What happens on no such way has not happened: a goroutine that is started
// only where another result comes back is not started on this way, and whatever precedes its start has been done.
//
// H27 (passed on). A wait on a fixed object implies a also if a lies elsewhere, and precedes the Dones (the end, for a
// group) of all that a go event of this join may start: where the go event comes before the wait on every way through
// their function, one of these goroutines was started, and by H12 its Done has happened. The wait may also lie in a
// function that is called behind the go event on every way, or in a goroutine that is started so. A loop of which each
// round passes the go event is taken to run at least once, if the client wants that (Options.Rounds).
//
// H28 (handed over). A go event hands a lock over to the goroutine that it starts, if who has it holds the lock for
// sure and the goroutine releases that without having taken it: the lock is held at the goroutine's start, and by who
// has passed the go event no more. So is the token of a channel that is a lock (H17). This holds for a lock only if
// every go event of such a goroutine hands it over, to one goroutine at a time, and every release of the lock in the
// program is made by who holds it then. By induction over a run at most one instance holds it at a time, and the lock
// is locked meanwhile: taking it waits until it is not locked, releasing it and handing it over take it from the one
// who has it. What the one does before the go event comes before what the other does.
//
// H29 (pairs). What a goroutine unlocks is what it has locked last: where it has surely locked a fixed object since
// some point, an unlock of that object undoes this, and a lock held at that point is still held. For reading it is held
// twice; for writing control does not come there. So it is with the end of a Once's function, and with what is used as
// a lock (H17, H22): who has the only slot of a channel and sends again waits until he himself has received, and
// whoever has replaced zero does not find zero.
//
// H30 (one or the other). Where ways of a function join of which one has acquired one thing and the other another, the
// state has neither, but the token that it has one of the two: it implies a if each of them does. So does it of two
// messages, closes, ends of Onces and values seen that one function may acquire and one function may supply: who has
// seen the flag does not wait for the channel, and both are set behind a. Approximation: three ways, and ways in
// different functions, have nothing in common (more races).
//
// H31 (only one). A Once runs its function once, and where nobody sets an atomic back to zero, one instance replaces
// that: so of two origins that different ones start there, or that descend from these, one exists in a run, and of two
// places there, of different instances, one is reached. What cannot happen in a run in which a is reached need not
// follow a.
//
// H32 (turns). Over some channels of which unseen code has none goroutines take turns if each send on one of them is
// made by an instance that has received from one of them since it last sent; or by one and the same instance, the
// first, which has received since it last sent, or has not sent yet; or by such instances that each hold one fixed lock
// from when they send until they have received. At first it is the turn of the first instance, or of who holds that
// lock; a message passes the turn on, and there is one turn: in a message, or with who has received it. So places at
// which both have it exclude each other, and each comes before or after the other, by the messages in between. The
// channels are those that a function sends on and receives from, with all that are so connected; or those that one
// origin so uses. If who has the turn closes a channel, several may receive that: MayAlias. Approximation: several that
// ask in turn without a lock (more races).
//
// # Approximations
//
// Handlers are taken to be served by OpServe events only, if there are any, and not by a library's function that
// registers them (fewer races: a router that also serves by means unseen).
//
// With Options.Rounds, a loop that is to start workers starts one (fewer races: where there is nothing to do).
//
// An Add of an unknown number, and Add(n > 1) before a loop, is taken to count all goroutines that follow (fewer
// races). Panics are not followed (fewer races: a Done may be skipped). A lock is taken to be unlocked by who locked it
// (fewer races: hand-over of a locked mutex other than by H28). An Add in another function than the go statement is not
// paired (more races). Sends in a loop count once in H18, so filling a buffer in a loop orders nothing; nor do H16's
// candidates shrink in origins of many instances (more races). Objects that are neither fixed nor Local order nothing
// by H12 and H13 (more races). Signal and Broadcast order nothing beyond the lock (more races). All else that is
// joined, met or cut off by MaxStates errs towards more races; a spent Budget answers "ordered" (fewer races).
//
// # Invariants
//
// Gen and kill sets of an effect are disjoint. Points that are not reached have state 0. Answers do not depend on the
// order of questions unless the budget runs out.
//
// # Example
//
//	main:                 f:
//	  add w                 x = 1    // a: passed {}
//	  go f                  done w
//	  wait w
//	  print x  // b: passed {add, go, wait}, acquired {waited(w)}, pending(go, w) removed by the wait
//
// b follows a: the join (go f, w) is not pending at b, and the Done is not among what may be passed at a (H13).
//
// # Tests
//
// TestRules has programs for each rule, TestSound compares with all interleavings of random programs (FuzzOrdered goes
// on), and TestMutants wants that comparison to notice each side condition that is dropped.
//
// # References
//
// Zhan, Huang: ECHO, FSE 2016 (happens-before edges, lockset). Liu, Huang: D4, PLDI 2018, section 4 (one graph per
// method). Li: SWORD, thesis 2020, chapter 2 (origins, regions, canonical locksets). The Go memory model, 2022.
package hb
