// Package races finds pairs of accesses of a link that nothing orders and no lock keeps apart, and says how certain
// each is.
//
// # Races (R)
//
//   - (R1) A pair is two accesses of one location (slot of an abstract object) with a write, not both atomic.
//   - (R4) An append in place writes behind the length that readers of the old slice header see; it conflicts with
//     writes, unless the slice was cut short before (passes/access A4). Such a pair is of low confidence if who appends
//     also hears from the other one's goroutine, which may tell that it is done (fewer races). Approximation: a reader
//     with a longer header over the same array is missed (fewer races).
//   - (R5) Elements with different constant indices, or disjoint constant ranges, of an object that is nowhere sliced
//     from elsewhere are different; so are elements that each goroutine indexes by its own iteration's counter, or next
//     to it where that advances by more (passes/access A32). Where both indices are computed from what the goroutines
//     were given (passes/access A18) the pair is of low confidence, as it is where both are elements of an array of
//     which some slice starts behind its first element. Approximation: two goroutines that are given the same index are
//     missed (fewer races).
//   - (R6) A pair is dropped if happens-before orders it, or both hold a lock that is surely the same. A lock that may
//     be the same, and is no other field, makes the pair of low confidence; of medium confidence, if the variable is
//     there once and all such locks lie in objects of which there are many, each of which both ends found in a list or
//     map: what several parts share is not guarded by the lock of one. Approximation: both may always find the same
//     part (more races).
//   - (R63) What one list literal is filled with, and nothing else, counts as two objects in (R7), however many there
//     are: it is an element, or another one, as what a loop makes. Approximation: another element (more races).
//   - (R62) That a lock may be the same does not matter if all such locks were put into a sync.Map where their maker
//     had looked and found none, without a lock: two that come first at one time each make one, and hold that.
//     LoadOrStore is there for it. Approximation: somebody else sees to it that one comes first (more races).
//   - (R7) High confidence needs the object known exactly: static storage, an iteration copy, or allocated once by an
//     origin that both goroutines stem from. Objects known only as one of many are medium; so are pairs on paths
//     through a function value that may be several functions, if the object is there once for all from initialisation
//     on, else low. Two of these doubts that do not depend on each other (one of several objects, one of several
//     functions, the beginning of a recursion, a lock that is held on some ways only) make a pair
//     low: each has to be right (fewer races). So do three doubts of any kind. Of the labelled default reports on the
//     first half of bench/precision that have three, one of nine was true. Where only memory in between explains how
//     both know an object that is known exactly, the pair is low (R7f).
//   - (R30) A pair is of low confidence if the ways to its ends, from where
//     they part, have more than four uncertain steps: calls without which the caller may return (passes/flow L18), and
//     calls that may enter several functions, two at least on each way. Each step takes a test that turns out the right
//     way, for the same values on both ways; nobody looked at these, and where one way has hardly a test there is
//     nothing for the other one to contradict. RacerX (SOSP 2003) ranks by such counts, too. Approximation: true races
//     far from where the goroutines start (fewer races); what the bound does to real code is in docs/precision.md.
//   - (R41) A pair is of medium confidence at most, and low beside any other doubt, if a way to one of its ends leads
//     through test code. Tests order what they do by what no rule sees: an answer over a connection, a count, time. Of
//     842 default reports on real modules (bench/precision/read.tsv) 50 have this and another doubt, and two of these
//     were true; what a test does a run shows (R66), and the programs of testdata that have both are shown by runs but
//     for two (fewer races).
//   - (R70) So is a pair of which one end stands in test code, the other one in what is tested, if no run shows it:
//     tests wait by answers, counts and time. Of the default reports of such pairs with no other doubt five of 21 were
//     true; of 324 everyday programs none is found by one alone (fewer races).
//   - (R69) Where runs are made, a pair is low if both its accesses stand in test code, and a goroutine of one is of
//     the module's other code, started there and with a function of its own: the test waits by what that code does. A
//     run shows the others (R66). Of 25 reports with no doubt but R41 that were read in two days (bench/precision) this
//     takes nine, all false. Approximation: what the run would not come to (fewer races).
//   - (R66) What runs of the package's tests and main function show is believed (internal/interp): a pair that a run
//     has unordered is of high confidence, whatever else is said of it; one that runs have on one variable, and each
//     time in order, is low (a), and so is one whose two sides have met only others, in order (b), if both goroutines
//     are in view. Of what is in a test that was run to its end in several orders, low is also a pair if no run has
//     come to the line of one side (c), or if runs have come to both lines, and none has raced at either (d): a test
//     says all that it does, so that its data take no other way. Lines where something is read and not used do not
//     count for (d): runs leave that out, as compilers do. Of 861 races of everyday programs that were found before,
//     13 are low for (a), and of 528 three for (b), which hides two of five repaired ones that are reported (fewer
//     races); (c) by lines and (d) hide none of the race detector's own suite. Approximation: a race on a way that no
//     run takes, or in an order that none has (fewer races).
//   - (R56) A pair of element accesses is low if the index of each is computed from what an atomic load got, in
//     different functions: in a queue between one producer and one consumer each moves a cursor of its own behind its
//     access, and has compared it with the other one. Approximation: that the comparison keeps the two apart is not
//     shown, nor that each has one user (fewer races); two calls of one function are no such pair.
//   - (R29) A pair is dropped if one end happens inside the function of a Once that lies in the very object accessed,
//     and the other one inside the function of a Once at the same place in it, or behind a Do of that, or in a
//     goroutine that the function of that Once starts when the first end is past: if the object is the same, so is the
//     Once. Both know the object by the pointer by which the Once is known: it comes from the same load, in the same
//     activation (K1); for what the function starts a Once of which there is one in a run will do, too. That the
//     function runs those of other Onces in between does not matter: of this one it would wait for itself.
//     Approximation: what one statement loads at different times counts as one pointer (fewer races).
//   - (R10) A pair is of medium confidence at most if one end has acquired something that the other's goroutine
//     releases behind its access, or another one that has heard of such a release, and only the proof is missing that
//     it orders them: Done called a number of times, results handed over in other functions. What was released before
//     the access, by the end's own goroutine, or by another one that has heard of neither end, says nothing; nor does a
//     release to which control does not come from the access, or a close where the message may be one that was sent.
//   - (R22) So is a pair if both goroutines come to their accesses by functions that each finds through one of many
//     objects, such as the action that it is to carry out: that two of the objects lead there is not known.
//   - (R23) A pair is of low confidence, if the object is not in doubt otherwise, on an argument that a synthesised
//     client makes up: no constructor has run, so the state that
//     decides which ways the function takes is not known.
//   - (R9) A pair is of low confidence if one access happens only after a test of a variable (passes/access A13) that
//     the other's goroutine may write after its access: such a handover depends on values. So it is if a call on the
//     way there happens after such a test of a variable that the other's goroutine writes, or the one that starts them
//     both writes after it has started this one, and the lock of the test is still held (passes/access A20): who is
//     stopped by a flag does nothing any more. What is there once is not handed over by a variable of which each of
//     many objects has one. What an end has shown to others before it touches it, and the other one has found in a
//     place, is not handed over, nor ordered (R10), by what is put into that place afterwards: that is something else.
//     Approximation: a test of the wrong outcome hides the race; the other end may have found it earlier (more races).
//   - (R25) So is a pair if one side holds a lock that the other's function unlocks later without having taken it, and
//     one between Stop and Reset of a timer, or behind a Stop whose result is tested, with what a timer calls
//     (passes/access A14). Approximation: it may be another timer (fewer races).
//   - (R11) So is one on an array of which parts are handed out as slices, or with an end that was given a pointer to
//     the element, which may hold an array itself (passes/access A27): which element it is, no index says, unless the
//     other end goes over all of them (passes/access A46).
//   - (R52) That one end fills memory again from its first element on (passes/access A34) which the other end has
//     received, or was started with, leaves no doubt which object and element it is (R7, R11), and only what its
//     goroutine has heard, and not that there was room for a message, may order the two (R10): the receive comes behind
//     the send (Go memory model, channels), and nothing tells the sender that the receiver is done. Approximation: what
//     is filled, and what is looked at, are the first elements (more races).
//   - (R60) So is a pair of goroutines, or of what stems from them, that one statement has started by one function
//     value which stays the same (passes/flow L33), if they run different functions: whatever chose it has chosen one.
//     Approximation: calls of the function around it that have chosen differently (fewer races).
//   - (R12) So is one of which exactly one end runs inside the function of a Once: that the other end comes after a Do
//     may be a matter of where its pointer came from, unless both name the variable, or the object was made before, and
//     the other goroutine runs no Once at all, nor one that it descends from, but for the one that runs the function:
//     what that did before was no Do of this Once.
//   - (R16) Tests that call t.Parallel run in parallel with each other from there on: pairs of two such tests count if
//     both have surely returned from it, or started the goroutine afterwards, on variables with static storage and what
//     initialisation made. TestMain runs as part of initialisation; where it starts goroutines all tests are roots.
//   - (R19) Callbacks that a model gives to one loop (finalizers, a toolkit's main loop) are never compared with each
//     other; what they start is. Loops that belong to an object are the same if that object surely is.
//   - (R24) No run has both what comes after initialisation and a goroutine that initialisation starts below a call
//     that never returns: a TestMain that runs the program under test in a child process.
//   - (R13) So is a pair of which one end's goroutine, or one that it stems from, begins the recursion of goroutines
//     that the other end belongs to: joins of those are not counted. Where contexts keep apart the goroutines by which
//     the recursion begins (O1), that is a doubt as in (R7).
//   - (R18) So is a pair of which one end happens only after a test of what an atomic read-modify-write found
//     (passes/access A20), in its function or on the way to it, if the other's goroutine may write that variable, too:
//     who takes a count of references to its end is alone with the object. Approximation: users that do not count
//     (fewer races).
//   - (R21) So is a pair of an access that comes before a goroutine is started once for each object, in the activation
//     that goes on to start it, and one of such a goroutine, with the exception of (R17); and a pair of an access that
//     happens only where the flag that guards the start was found unset under a lock, and one of that goroutine, or
//     behind the flag's setting. Approximation: a flag that is reset before the goroutine has ended (fewer races).
//   - (R28) So is a pair of an access that happens only where a variable was found unset under a lock, and one that
//     may come after a call, in its own goroutine and by a function on its path, of a function that tests the same
//     variable, or behind such a test of a function on its path itself, under a lock in the same object, if it is only
//     ever set where it was found unset and the lock is still held: what is set up where it is unset has been set up
//     then, if the function that found it unset, or one that it calls, goes on to set it. It may have been set before
//     the access, if the lock is still held; and it may be read atomically, if nothing stores there in between. On the
//     ways without that call something else may tell, as a parent made by who has called it. Approximations: nothing
//     tells; bits of a number are taken for the number (fewer races).
//   - (R61) So is a pair of a write of what was found unset under a lock that is still held, as all do who write there,
//     under a lock in the same object, never nil, and a read behind such a test, or an access in a goroutine, or in one
//     that stems from it, that was started behind one, where the variable was set: found so, or written since
//     (passes/access A42). It is written once, and who has found it set has had the lock after the writer.
//   - (R34) Pairs of one variable, in one object, are one race. Each is graded before they are put together, and the
//     best one stands for all: the most certain, then that with the fewest ends in tests or generated code, then that
//     with the shortest ways, then that with the most writes. Pairs that need test code are a race of their own only
//     where they are more certain than those that need none; pairs of which both ends are generated are none at all.
//     What is of low confidence changes nothing about what is more certain.
//   - (R33) So is a pair of a write that fills in what it has found unset (passes/access A26), if a call of the same
//     function on the same place comes before it on every way there, or before the start of its goroutine, and no write
//     in view stores nil there: the place is set by then. Approximations: a function that fills it in under further
//     conditions only, or with nil, and an object that is one of many (fewer races).
//   - (R26) A pair is dropped if one end is followed by a Done of a WaitGroup in its goroutine, before it comes to the
//     same place again, the other end comes after a Wait for it, or a call that surely waits for it, and all Adds come
//     before that Wait. When Wait returns the counter is zero: as many Dones have happened as Adds, and there are no
//     further Adds. So there are no further Dones, whoever calls them for whom: the counter is never negative. An Add
//     does not come after that Wait either if its goroutine, or the one that has started it, has received a message
//     that is counted, has not called Done since, and comes to it: the count is not zero there. Messages on a channel
//     are counted if whoever sends one has added to the WaitGroup before, and whoever receives one comes to a Done
//     before the next one; who comes to such a send, or sends, is followed by that Done. The WaitGroup and the channel
//     exist once and no unseen code has them. Panics are not followed, and of a number that is not a constant it is not
//     asked whether it is that of the messages (fewer races).
//   - (R68) So it is if one end lies behind a receive of a question, and is followed by the send of its answer, on one
//     other channel, before its goroutine answers or asks for another one; and the other end comes where as many
//     answers have been received as questions were sent (passes/spawn E76), by the one function that sends any, and
//     none is sent in between. Each answer is sent by who has received a question since the last one, so all questions
//     are answered. Both channels exist once and no unseen code has them; the one of questions is not closed before, or
//     who receives from it asks whether it is. Approximation: loops run as often as that counts (fewer races).
//   - (R42) A pair is dropped if no run has both ways: they lead through comparisons with constants that no number
//     satisfies together, of memory that nobody writes to but who makes it, before others know it, in an object that is
//     one for both ends, or of an argument of a function that runs once (passes/access A25). All of the ways count,
//     over the starts of goroutines up to the root: who starts a goroutine only where a field says so, and does its
//     work himself where it does not, never does both. And it is dropped if both goroutines are started by one loop,
//     which runs once, or makes the object anew in each activation of its function, and both ends lie behind a
//     comparison that sets the loop's counter equal to one constant (passes/access A28): it holds in one of them, and
//     who is one does not race with himself. Thresher (PLDI 2013) refutes conjunctions of conditions so. Approximation:
//     code that is not in view writes there (fewer races).
//   - (R46) A pair is low if one end is followed on every way by a move of a count, under whatever lock, and the other
//     one comes on every way behind a loop that waits with a Cond until that count has come so far (passes/spawn E40);
//     or if both are so by calls of one function that on every way waits for a count or, as the last one, moves it: a
//     latch, a barrier, "until nobody is active". So it is if the other one comes on every way behind a test by which a
//     count that its goroutine has just moved has come to its end (passes/spawn E41), or behind a message that is sent,
//     or a close that is done, only behind such a test: the last one closes. And if both ends come behind such tests of
//     one count, or one of them and then its message before the other, since only one is the last. Approximation: that
//     the count waits for this very goroutine, and not only for others or for other rounds, is not shown (fewer races).
//   - (R47) A pair is of medium confidence at most, and low beside any other doubt, if more than maxUnsettled variables
//     of the package are suspected with low confidence alone, and these are more than the races that are more certain.
//     What analyses report wrongly is correlated: one order between two goroutines that they do not see makes
//     everything that these share suspicious (Kremenek, Ashcraft, Yang and Engler, FSE 2004, rank reports so). Where
//     most suspicions are in doubt already, the synchronisation of the package is one that the analysis does not
//     understand, and a doubt weighs more than beside a single mistake. What only test code leads to is not counted for
//     a pair that none leads to: tests wait by what is not analysed, which is no doubt about what is tested. For a pair
//     on what has static storage, variables do not count of which it is only in doubt which object, lock or element it
//     is (Rule.Which): there is one. Nor do those that are only taken to set up (Rule.Calls): that says nothing of how
//     what is there synchronises. Of a pair with an atomic access it is no doubt: who wrote that expects others at the
//     same time. Nor is it one where one end writes a field under a lock of the struct that the field belongs to, and
//     the other end holds no lock of that name: how the package guards this field is understood, and the odd access is
//     a single mistake. Approximation: a package of many doubts with a real race that has a doubt of its own (fewer
//     races); docs/precision.md has the figures.
//   - (R48) A function that contains a go statement and that no link of the package has entered, as a method that is
//     given to code that is not in view, is linked by itself, with all that it leads to, unless that is too much: who
//     calls it is not known, but what it makes and shares with what it starts is judged. Nothing is known of what its
//     parameters point to (fewer races).
//   - (R51) Where the links of a package are over a budget, each function of it that contains a go statement, tests
//     too, is linked by itself, with what it reaches in its package (internal/waits W11); its literals are always in.
//     Judged is what the function itself, or what it calls, has made, and code that is left out does not get hold of.
//     In such links, and in those of (R48), a pair is dropped if one end's goroutine synchronises behind it, and the
//     other's before the other end, by an object of which nothing is known, or that code which is left out gets hold
//     of, or in a call that is left out: that may order them, or be a lock that both hold. R47 does not concern what is
//     found so. Approximation: what synchronises so need not do it with the other end (fewer races).
//   - (R44) A pair is dropped if one end lies within a function literal, whoever runs it, and the other end comes where
//     that literal has ended (passes/access A29), and the memory was made by the function that has made the literal.
//     The signal that the literal gives last comes after the first end (Go memory model, channels).
//   - (R50) A pair is dropped if one end's goroutine is started, and waited for, by a function that makes a WaitGroup
//     for that, and holds from the start until it has waited a lock that is held at the other end: what the goroutine
//     does lies within that section. With a lock that may be the same the pair is of low confidence, as in (R6). What
//     the starter itself does in between is not kept apart by its own lock.
//   - (R49) A pair is dropped if both accesses are in code of other modules, on memory that these have made for
//     themselves, and nothing leads there that the calls are given by which the ways leave the module last: only
//     through package variables of the others, or through an object in which they lock something, run a Once or access
//     something atomically. What a dependency knows alone, or guards, is its own affair; what it hands out unguarded,
//     such as a buffer, is the affair of those who share it. Locations to which nothing leads that code of the module
//     holds are not looked at. RacerD (OOPSLA 2018) sees code elsewhere by what it does to its arguments, too.
//     Approximation: a dependency that guards only a part of what it should (fewer races; -deps looks inside).
//   - (R32) So it is if one end's goroutine stems from the other end's by activations of functions that each make such
//     a WaitGroup for themselves, add to it before they wait, start the next goroutine, which calls Done behind what it
//     does on the way to that end, and wait on every way out; and the other end is not between the outermost start and
//     its Wait. By induction over the goroutines in between each has done all this when the activation that started it
//     returns. A Done in a goroutine is known to be for the activation that started it if only the function and the
//     literals that it makes name the WaitGroup, and it gives these literals to nobody, calling them or starting them
//     itself: so it does not matter that a recursion's activations have one abstract WaitGroup, nor that a literal is
//     also called without a go statement. Panics are not followed (fewer races). And a pair is dropped if both ends lie
//     in one course of events: t.Run and b.Run return when the function that they start has ended, unless that calls
//     t.Parallel, so a test that runs once, its subtests, and theirs, in whatever recursion, come one after the other.
//   - (R43) A pair is of low confidence if one end is in a test's own goroutine, which reads from or writes to what
//     lies outside the program, and the other end's goroutine does so, too, or stems from one that does and passes
//     something on: requests and answers order them (the race detector takes each write of a descriptor to come before
//     the reads behind it). So it is if both ends stand in test code, in two such goroutines, and no goroutine started
//     in test code talks. Approximation: which connection it is, and what comes before the answer, is not asked (fewer
//     races).
//   - (R20) A pair is dropped if one end's function, or one that gave it the object, closes a channel in the very
//     object afterwards, and the other end comes after a receive from it (passes/access A21), and nobody sends on such
//     a channel: a channel is closed once, so this close is the one that was received. The two are a race only if the
//     object is the same, so it does not matter how many there are. Nor does it matter if the other end has received or
//     made the object itself, if the first one has made it, too: then they have different ones. With Done and Wait of a
//     WaitGroup or group the pair is of low confidence, unless the goroutine that calls Done may call Add where others
//     can reach the WaitGroup: that this Add comes before Wait is not known; but it is where that goroutine adds only
//     where it has found a flag unset, under a lock that is still held, and the one that waits sets the flag.
//     Approximation: it sets it under that lock, before it waits (fewer races). So it is with a send and a receive, if
//     neither the access nor the receive happens again for this object: not behind the send, nor by a loop around a
//     function that was given the object. Approximation: several senders, each of its own message (fewer races; they
//     would race with each other). What both ends have loaded from one field of one abstract object, such as its map,
//     is of low confidence where the channel or WaitGroup lies in that object. Approximation: two objects may hold the
//     same map (fewer races).
//   - (R17) So is a pair of two instances of a goroutine that is started once for each object (passes/flow L15), or of
//     two that are started behind one test, or by the function that a Once in the object runs, unless what they touch
//     is there once for all and the objects are many.
//   - (L6) Pairs of a link that exceeded a budget are of low confidence: what orders them may be among what was left
//     out. Of medium confidence at most (a) is one of which one end writes a field under a lock of its struct, and the
//     other end does not hold that lock: it says how the field is guarded.
//   - (L9) Of the pairs of two accesses (as they stand in the source) on objects of one allocation site, the first 64
//     are looked at before all others: contexts and goroutines make thousands of them, and in raft and bbolt all but a
//     few races were found among the first 32. The others follow, within a part of the budget where roots of the
//     package wait to be linked, else within what the link and these pairs, with the trails that they asked for, have
//     left of the package's (link L5); what does not fit is counted, not noted. Approximation: a race that only one of
//     hundreds of contexts has may be missed there (fewer races).
//
// # Within a goroutine, and within an activation (O)
//
//   - (O5) What a function does with an iteration copy on no way behind the go statement, loops not begun anew, comes
//     before the goroutine that the copy was made for. What it does on no way behind a send on, or a close of, a
//     channel comes before what that goroutine does after it has received from it, if the channel is an iteration copy
//     made for it, too, and nobody else sends on it or closes it: the message received was sent later (Go memory model,
//     channels). Only loops around the go statement make these copies anew when they begin once more; behind such a
//     loop they are those of its rounds.
//   - (O6) What a function makes that runs several times, in one goroutine or in several, belongs to one activation of
//     it, if nobody else can reach it before the activation ends: it is not stored in memory that was made elsewhere,
//     nor found there or given by the caller. Pairs on such an object are pairs within one activation, so they are
//     asked about in the program that consists of it alone, where that function is the root, runs once, and everything
//     made elsewhere is unseen code's (internal/hb H3). What the function returns others touch after its end.
//
// # Knowing an object (K)
//
// That two ends may touch one abstract object is known from sets that merge all callers of a function. A pair is of low
// confidence unless it can also be told how each end came to know the object.
//
//   - (K1) The address is followed back along the end's own call path, over all goroutines from the root on
//     (demand-driven, matching calls and returns: Sridharan and Bodik, PLDI 2006): to where the object was made, or to
//     memory that it was loaded from. An end whose trail finds nothing does not know the object in that context. Two
//     ends that loaded it must have loaded it from memory that they share, by the same rule; not from the same field of
//     different objects of one allocation site, where storing it once puts it into one of them only, unless two
//     goroutines made these, each for itself, and put into them what they both know; nor as what one function value was
//     made with, if each goroutine runs the function of an iteration's own element (passes/access A8) and the function
//     value is made once and put into one place; nor as the iterations' own elements, if what is loaded is one object
//     that is made once and put into one place, or what a constructor's callers put into one place each; nor from two
//     holders if one statement stores such objects into either, whose function has made the object itself and puts it
//     into what it was given: into one holder; which does not hold of a field that can only hold one thing, made once
//     in a run: all who have something there have the same; and not from one channel, which gives a message to one
//     receiver; nor from the variables of two iterations of a loop, in a function that runs once, each of which holds
//     the element that its iteration selects (passes/access A8), if each function on the two call paths has one caller,
//     or this holds by each of the few call paths to either access. Approximation: an object that is stored, or sent,
//     twice (fewer races).
//
//   - (K2) What the goroutine that makes an object does before it stores its address where others might find it, sends
//     it or starts a goroutine with it, comes before what is done by those who found it in memory. So does what it does
//     with what that object holds, if the others found the object in memory and what it holds in the object, unless it
//     may have put there what it had found in other memory. So does what it does before the activation that makes the
//     object puts it where the others found it, whoever else may know the object by then: each store by which it comes
//     to that place is behind the access, or stores what was found in such a place; or what holds the object there is
//     put so where they found it, and was filled by who has made both. Who finds it there finds it after that store. A
//     goroutine that exists once, or for which the object was made (O3), and that was given the object does so, too, if
//     it alone puts it there. Approximation: they may race for that memory, which is a race of its own (fewer races).
//
//   - (K3) An iteration copy (O3) is one object for the goroutine that it was made for, and for what this starts; for
//     others it is an object made in a loop.
//
//   - (K4) An object that is one of many of its allocation site, or that one instance of a goroutine makes and another
//     one touches, may be a different one at each end. A pair on it is of medium confidence if the ends surely come by
//     the same ones: both load it from one concrete container, such as a map in a variable, that both know at one time
//     by K1, or from containers that they found so, one in the other, in one place; or one finds it there, or receives
//     it, and the other one had been given it at its start or touches it after it passed it on itself (passes/access
//     A17), or the container in which the other one found it, up to three steps away; or one has made it, in an
//     activation that has returned perhaps, and the other one's goroutine stems from its own and was given it there, or
//     has captured the variable of that activation that holds it. A map that is made when it is first needed is
//     concrete if the variable that holds it is; what is found in a list that the goroutine has made itself was found
//     where it found what it put there. That an end finds it there is known only if it knows the container (K1). It is
//     of low confidence otherwise: what is taken out of a container (deleted, popped) or received and not passed on yet
//     has one owner at a time, and an element to which an end was given a pointer may be its own. Approximation: who
//     looks an object up and later removes it in another function is not seen to own it (more races); different keys
//     may never meet (more races).
//
//   - (K6) So is a pair on an object that one end took out of a container (passes/access A23, or deleted or popped
//     by a function that puts nothing else in; or looked up in a map by one function and deleted by another one,
//     which one function calls under one lock), if the other end did so, too, or made it itself, or received it from
//     a channel on which the first one's goroutine sends; and neither uses it after passing it on. Who takes it owns
//     it, until he passes it on. Who has made it and passed it on (K7), and then only reads, waits for what the
//     owner writes: he is none. Here it does not matter that the object is known exactly. Who takes a function value
//     takes the variables that it alone has captured, if both ends know the variable by that function value, and
//     neither has stored it or given it to a call since. Approximation: an object that is put in twice, and passing
//     on in a function that is called (fewer races).
//
//   - (K7) Who has made an object has passed it on (K4) also if a function that the activation that made it runs has
//     stored it where others find it, sent it or started a goroutine with it before, on the way to the access: an
//     activation around the access's own counts, not only its own function (passes/access A17). Control surely comes
//     from there to the access, or comes to the access by way of there only, and a function that kept the object has no
//     results by which it could tell that it did not, or has returned no error (passes/flow L21). Approximation:
//     branches between two events of a function are not seen (more races).
//
//   - (K8) A pair is of low confidence if one end took the object, or what it was found in, out of a variable or
//     container under a lock (passes/access A23) and has not passed it on, and the other end, which has found it there,
//     holds such a lock in the same place: it came by it before it was taken, and its unlock comes before the lock of
//     who took it (Go memory model, locks); afterwards it finds another one. The elements of a list that was taken out
//     are taken with it, however many links away. Approximation: that the other end took the lock before it looked, and
//     has held it since, is not asked; nor whether somebody keeps the object elsewhere (fewer races).
//
//   - (K9) So is a pair of ends that both have received the object, or what it was found in, one of them from a channel
//     on which the other's goroutine sends, if neither has passed it on: it goes round, and belongs to who has received
//     it until he sends it, whoever has made it and sent it for the first time. Approximation: an object that is sent
//     twice (fewer races).
//
//   - (K11) So is a pair of which one end's goroutine has made the object, and put it, on the way to its access, where
//     the other end has found it, under a lock that it has held from there on; and the other end has found it under
//     that lock, or has it from who did, another goroutine or a place where only what was found so is put: the unlock
//     behind the one access comes before the lock of who finds it (Go memory model, locks).
//     Approximation: that others may know the object from elsewhere, too, is asked of the places where the other end
//     may have found it only (fewer races).
//
//   - (K13) An object is known exactly (R7) if the two ends are in instances of one goroutine that one activation
//     starts, in a loop or by one call of a model, and gives the same (passes/spawn E53), and if each knows the object
//     from that, or from a variable of the starter's that stays as it is: whichever of the many objects it is, such two
//     goroutines have it together. Nor does it matter then how that activation came to run: by one of several
//     functions, or from a test (R7, R38, R41), if no test code is on the way from it on.
//     Goroutines that receive messages which lead to memory may have got it by them, each another one.
//     (K63) If this holds of all objects that one access of the two goroutines may mean, it does not matter that these
//     are several (R7): which one it is was decided before they started. Approximation: an activation that the program
//     cannot have (more races).
//
//   - (K64) The ends surely come by the same one (K4), too, if each found what holds it in a list that is one for both,
//     and goes over all elements of that in a loop (passes/access A46). Approximation: the loop is given a part of the
//     list, or is left before (more races).
//
//   - (K60) An argument that a client makes up for the call of a method, what it puts there, and what the method puts
//     there, is not what another call has: whoever calls has its own. Approximation: users who give one object to two
//     calls at once (fewer races).
//
//   - (K61) Nor is an object known to two ends if one of them touches the element that a round of a loop selects,
//     before the round starts a goroutine on it, and the other one is such a goroutine: of the round itself, which
//     comes behind, or of another one, which has another element. Both use the value that the round has loaded, an
//     argument or the variable that the goroutine has captured, and each object that the list holds is put into one
//     place, once. Approximation: an object that is put there by a loop (fewer races).
//
//   - (K62) A pair is of low confidence if the ends find the memory by two names that are exchanged somewhere
//     (passes/access A45), of which at least one may mean several objects: at one time they mean different ones, as a
//     grid that is filled and the one that it is filled from. Not if one end's function has read its name under a lock
//     that it does not hold any more, or has sent, closed or called Done on the way: then it may go on with what it has
//     found while others exchange the two. Who reads the name without a lock races for the name itself. Approximation:
//     both hold one object from the start, or others store there, too (fewer races).
//
// # Clients of types (C)
//
// The client of a type (passes/source S10) makes a value, then calls what starts goroutines, then everything from
// goroutines of its own. That its calls overlap is not known, that a goroutine which it was given runs beside its later
// calls is: medium confidence at most.
//
//   - (C2) Two calls are not compared (internal/guards finds what concurrent callers would race for), nor is what a
//     call from another goroutine starts: it was started before. They are if the type's documentation promises that
//     calls may overlap, and if one of them closes, in a Once, a channel on which the other one sends: who does so
//     expects several callers. Of the labelled reports of two other calls one in fifty was true (docs/precision.md).
//
//   - (C3) Only objects that the client's own calls made are looked at, and static storage: the value, and what was
//     made with it; and what a call from another goroutine made, if the type promises concurrent use and both ends may
//     have found it in memory. Not static storage for the
//     client of what lies in contexts (passes/source S17), nor is what such a context is made from a doubt (R23).
//
//   - (C5) A method that begins a life by its name (Start, Run), or calls one, is called before the goroutines of
//     others, and so is one that sets something up by its name (Set, Register) if goroutines that another method starts
//     only read what it writes, and it does not write it atomically. Not so if it is the method that
//     starts them itself, or another method of the type that sets something up by its name locks its object: such calls
//     are expected while goroutines run.
//
//   - (C6) A goroutine may have ended if a function on the way from the client's call to the first go statement
//     receives or waits behind that, or if the method that starts it gives its caller a channel.
//
//   - (C11) What another call writes, while one serves (passes/source S13), is of low confidence, if that call does not
//     end the first one by its name, and neither end holds a lock of the struct that the variable lies in, nor is
//     atomic: setting up comes before. Approximation: the type means both at once and has no lock (fewer races).
//
//   - (C12) (C2) and (C3) do not hold of an object that one call has made and put where the other one found it,
//     if the first one writes to it without any lock, and the other one holds one: others are kept out only while the
//     object is put there. Approximation: the second call finds it only when the first one has ended (more races).
//
//   - (C7) The harness of a type that starts nothing (passes/source S12) calls each method from a goroutine that
//     overlaps itself and all others. Pairs of such calls are of medium confidence at most, on what the constructors
//     made and static storage, if the type's documentation promises concurrent use. If it only holds a lock or the like
//     they are medium where another access of the variable holds a lock in the same object or is atomic, else low; and
//     a harness of this kind is linked only for a reader who wants low confidence: without the promise it tells little
//     that internal/guards does not, for the cost of a link of nearly every package.
//
//   - (C8) A goroutine may have told a call that it has ended: the call has received, before the access, from a channel
//     on which the goroutine sends, or which it closes, only afterwards. That others send there, too, rests on their
//     having been started on the same value. Or the goroutine closes, behind the access and without coming there again,
//     a channel that another call gives: Err is for who has seen Lines end. Approximation: the message may be one of
//     theirs; the caller does not look at the channel (fewer races).
//
//   - (C10) All methods are called on one value, though several constructors may have made it, so two calls that know
//     an object from nothing but their receivers, or find it there in one place, have the same one (K4, R7).
//
// # Violations of order (V)
//
// Off unless asked for (View.Order). Heuristics in the sense of SDROID, chapter 3: an event that only stores nil, and
// one that only uses.
//
//   - (V1) A use is a read of a field, package-level or captured variable of what must be there (passes/access A22),
//     neither in its function nor around a call on the way there behind a test of a variable (passes/flow L17).
//   - (V2) AV5002: another event stores nil, neither of the two functions stores anything else there, and the two
//     exclude each other: a lock, one loop, or both atomic. Nothing orders them. Events are goroutines; functions that
//     one goroutine receives from a channel that exists once, if the goroutines that send them are not ordered where
//     they send; and rounds of a goroutine's loop over a select, if control may come from the store to the use by one
//     of its cases.
//   - (V3) AV5003: all stores that are not nil are made by functions that may come later than the use, at least one of
//     which excludes it as in (V2). A store while its maker owns the object, in the same goroutine, or in
//     initialisation comes before.
//   - (V4) The confidence is that of a race of the two, medium at best.
//
// Approximations: that an event never comes, or waits by other means, is not seen (more reports). Tests of any variable
// count (fewer reports).
//
// # Approximations
//
//   - (C2) to (C8): fewer races. That a caller orders its calls and the goroutine by other means, such as a callback,
//     is not seen (more races).
//   - A goroutine left running by one test is not compared with the next test (fewer races).
//
// # Tests
//
// Each row of the table has programs that are judged in another way without it (TestAblation in the module's root),
// docs/heuristics.md is the table (TestHeuristics), and docs/precision.md counts real code. TestTruth and
// internal/differential hold verdicts against the race detector.
//
// # References
//
// Chord (PLDI 2006) section 4; SWORD (thesis 2020) chapter 2; SDROID, chapter 3, for (V).
package races
