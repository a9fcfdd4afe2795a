// Package waits finds deadlocks, leaks and misuse in a link: goroutines that nothing can wake, operations that panic.
// Cycles of locks are the affair of internal/lockorder.
//
// # Waiting (W)
//
// Who blocks for ever is found by internal/blocking, which walks through all interleavings of a scope.
//
//   - (W1) An object is looked at only if all that may operate on it is in view: nothing that leads to it is passed to
//     code that is not seen, handed to or by the caller of an exported function, kept in a package-level variable of
//     anything but a main package (or of a test file, if one test is in view alone and others cannot name it), or made
//     by a package whose functions are models here, and nothing stored or sent where the link knows no object leads to
//     it. A channel that is given to callers only by results of a type from which one can only receive is looked at if
//     nobody in view receives from it, or nobody sends: sends are taken to find room then, and what is closed is closed
//     by who is in view. Nor may a function that nobody calls operate on a field or variable of its name. Where the
//     link is incomplete nothing is reported.
//   - (W2) A scope is a function: for each channel, WaitGroup or condition the innermost one within one run of which it
//     is made at most once and all operations on it happen. All other objects that live within one run of the scope
//     belong to it. Objects that runs share, because something that outlives them holds them and they read it, do not.
//     What operates on one of several objects operates on none, and takes these objects out of the scope; an element of
//     an array of several, which share a place, is one of several.
//   - (W3) A goroutine's automaton is the skeletons (passes/spawn) of what it calls, expanded in place as far as they
//     lead to operations on the scope's objects. Points that behave alike are one, so a branch whose sides do the same
//     is none. Settled conditions (passes/spawn E32) have one value for all goroutines, where the function that
//     declares what they are about is called once, by the goroutine that runs the scope's function.
//   - (W4) Loops that are not decided by a channel run a fixed number of rounds: constants up to three, and what all
//     callers give (R40), as they are, and the room of a channel that is known; all others, larger constants and
//     lengths, the same number, once one and once two, which is also what Add(n) adds. So loops over equal collections
//     run equally often. Of two different large constants in a scope see W18; of three, it is given up. Where there are
//     both, loops of unknown length also run twice while those of the large constant one run once (low: both may be
//     equal); where all lengths are constants, small ones among them, the large ones run once more than the longest of
//     those may (medium; what does not go wrong then is low): three workers, twenty jobs. Where nothing is found, and a
//     buffer has room for one or two, all of unknown length run three times, too; and where some loop runs twice or
//     three times, once more than that: two workers, any number of jobs. What goes wrong with one round only is of low
//     confidence: two operations in a row may count on two. A function that calls itself is entered as often as a loop
//     runs; deeper calls return at once: who waits for a WaitGroup then is of low confidence. Where no loop runs more
//     often than it is unrolled, Add(n) adds n. Loops of a constant length that a break or return leaves may end in any
//     round (passes/spawn E43); those of which data says how often they run (E28) run any number of rounds, each of
//     which is a branch, or as often as goroutines were started (E42).
//   - (W5) An object that each round of a loop makes anew is followed through one round: the start of the next round's
//     goroutine ends the scope's function, and so do the events that every way there passes. If the loop runs a small
//     constant number of rounds it runs once, and so do all loops there that run as often: they go over what the rounds
//     have left.
//   - (W6) Other waiting, for objects outside the scope, timers and contexts, comes to an end at any time. A Cond is
//     waited for in vain only if nobody signals it at all. Buffers of unknown size have room. Timers run out. Locks
//     count if they stand for one lock each, and not beside conditions.
//   - (W7) Confidence. High: at most one branch had to be taken on the way (internal/blocking B17), by data that is
//     not known. Medium: two, in one goroutine, a recovered panic, or something outside was waited for, or the scope
//     is main or a test, where what is left over is left over once, unless main or the test itself waits and no branch
//     leads there. Low: more; branches in different goroutines, which may depend on each other, unless they run the
//     same code, and nothing there tells them apart (passes/spawn E31), or unless one was passed before anything else
//     happened, or is settled, and so was decided before; a choice of functions known only by what flows together; a
//     timer that runs out more often than loops are unrolled; a test whether the channel is nil that is received from
//     then (passes/spawn E26), or how full a channel is or how far an atomic count has come (E33); rounds of a loop of
//     which data says how often it runs (passes/spawn E28); waits for, and misuse of, a WaitGroup to which a vague
//     number is added (passes/spawn E52); a panic behind atomics or Onces that are not known exactly; in tests, a
//     branch outside test code, and waiting for something outside: a test gives the values with which the code
//     decides; what comes after a message that says how the conversation goes on (passes/spawn E21), for both sides
//     may agree; a run in which a large buffer gives out, or keeps, other numbers of values than it has got
//     (internal/blocking B23). A Once that waits for itself is never low: the way there is right for nobody.
//     Approximation: they may not (fewer deadlocks).
//   - (W8) When main or a test function has returned, goroutines that it started itself are no leak: the program, or
//     the test, ends with them; those of a test are one if they wait for each other or hold a lock, for other tests go
//     on beside them. Those that other functions started are, if they have something to give: the same function may be
//     called where the program goes on. Who waits to be given something then is an idle worker. Approximation: a worker
//     that nobody ever stops is missed where all that give it work belong to main or the test (fewer deadlocks).
//   - (W9) Waiting for each other is called a deadlock; waiting for nobody who waits is a leak, or a Wait that never
//     returns. Sets that consist of locks alone are lock-order cycles and reported as such.
//   - (W10) Where goroutines start each other without end, or objects are many, this is looked at without walking: the
//     goroutine that made a channel receives from it until it is closed, the loop has no other way out, nobody closes
//     it, and all that send on it come to an end, and not because of what they send. Handlers and timers never end. Of
//     medium confidence.
//   - (W11) Where links are over a budget, each function that contains a go statement, tests aside, is linked by
//     itself, with what it reaches in its own package; and so is each function, tests too, that makes a channel,
//     operates on channels or calls what does, and starts no goroutine. A test that starts none is linked with its
//     module, if it calls function values and synchronises, and a function of the module locks and calls some. What it
//     hands to others, returns, or stores where its parameters point to is seen by others (W1).
//   - (W12) A scope that is too large to be walked through is walked through again with only the objects for whose sake
//     it was chosen, and then with each of these; where that finds nothing, with each of these and all that functions
//     operate on that operate on it: who waits for it may hold a lock. What is found then is of medium confidence at
//     most; of low confidence where something was waited for on the way, which may be one of the objects left out.
//     evidence.Misuse is not looked for. Approximation: calls that only act on what is left out are passed (more
//     deadlocks).
//   - (W15) What a walk has found that was broken off holds all the same (internal/blocking B14), and is reported, but
//     for misuse: scopes that large start goroutines, or call functions, as often as data says that is not followed. Of
//     medium confidence at most; of low confidence in tests, which give the values with which so much code decides.
//   - (W13) What is registered with context.AfterFunc is no goroutine until the context ends, so it is no leak before.
//     Approximation: package context does start one for contexts of the program's own types (fewer deadlocks).
//   - (W14) The client of a library's type (passes/source S10) is a scope of its own. What the constructors return is
//     not seen by others (W1), but for channels and functions: users come to the rest by the type's methods only. Users
//     make any two calls at a time, but one that ends the life of the value by its name, makes objects of the scope, or
//     only receives a message and returns it, once; of calls that do the same to the scope's objects one stands for
//     all. A value is made by one constructor: each is walked through by itself. Channels have the room that they were
//     made with, since users do not come to them; buffers of unknown size for as many as loops of unknown length run
//     (W4), once. Who is stuck then must stay so whichever two methods are called by others who come later
//     (internal/blocking B18). Of medium confidence at most; of low confidence where users may have agreed on an order
//     of calls: they call what waits after what ends the value's life, a panic has two calls for its causes (unless the
//     type's documentation promises that calls may overlap, or the one that panics has asked a flag that the other one
//     sets), or rests on what a call has found out that no flag says (W19); where a branch is taken under a lock, which
//     asks for what other calls have done; and where a goroutine waits to be given something
//     that comes on some ways only. Types that only hold a lock or the like, and wait for channels, or call function
//     values, are linked as in (W11) for this; of their locks only those are looked at that a call comes to hold twice
//     (internal/lockorder D5). Approximation: a third call may be needed to help, or to harm (more deadlocks, and
//     fewer).
//   - (W17) A goroutine that has deferred a Done or close in a function without a way out (passes/spawn E35) owes it:
//     while it runs, who waits for it parks on purpose (internal/blocking B19), unless a context that the function has
//     got is cancelled.
//   - (W18) Where all lengths are constants and two of them are large, or one length and the size of a buffer, they are
//     two small numbers that compare as the two do: 1 and 2, then 2 and 3; in their proportion if it is at most eight,
//     or the other's square. What goes wrong with both pairs is of medium confidence. Approximation: other sums of the
//     two constants come out differently (more deadlocks, and fewer).
//   - (W19) A flag is a variable that is tested and set atomically, or under one lock (passes/spawn E23), lives in one
//     run of the scope's function, and is only given constants. Whoever finds it set comes behind who sets it, and the
//     other way round. Where the lock is not modelled, others may come between a test and what follows, so the test
//     counts as a branch (W7), and misuse is of low confidence; so is misuse on a way through a function that tests an
//     atomic which is not followed. Flags that are tested and set in one step, by
//     CompareAndSwap or Swap, are so (internal/blocking B21); under a lock they are left out. A state under a lock that
//     is set to several constants has a cell for each of them. Approximation: at most four flags of a scope (more
//     deadlocks).
//   - (W20) A receive that may mean several channels, or one that is not of the scope, does not find it closed if all
//     these are in view and nobody closes any (W1). So a loop over such channels has no end. Approximation: none.
//   - (W21) A test is an example of how code that it does not belong to may be called, if the blocked goroutines stand
//     outside of test code, nothing in test code operates on what they wait for, and nothing outside is waited for. One
//     branch of that code may then be needed (W7): that the test's values never lead there does not make it right.
//     Approximation: the test stands for callers that have other values (more deadlocks).
//   - (W26) A receive that may mean several channels is one from the nil channel if all these are in view and nobody
//     sends on or closes any (W1): a channel that is replaced by another one, and nobody told. A channel in a map into
//     which nobody puts one is none: who operates on it has found it. Approximation: who does not ask whether it is
//     there (fewer deadlocks).
//   - (W22) Nobody waits on an object that he can only have taken out of a message if no message that was sent on the
//     way to there may lead to the object.
//   - (W23) What panics because it happens for the second time, in a function that a loop calls, or starts, as a
//     function value, is of low confidence: each round may call another one. Approximation: one function that is called
//     twice.
//   - (W24) What needs branches by which those who could come are not started at all, taken by the goroutine that waits
//     itself, in functions that have returned, is of low confidence: who leaves them out is likely to know that nobody
//     waits, such as a pool that is as large as it is asked to be. Approximation: it does not (fewer deadlocks).
//   - (W25) That a function does not fail is no branch, where it can only fail or go on in one way (passes/spawn E54),
//     and its goroutine decides nothing else; in a test only where nothing else is decided at all. Approximation: what
//     makes one call succeed makes no other one fail (more deadlocks).
//   - (W27) What a helper registers with Cleanup for a test is taken to run at once (passes/spawn E48). Nothing is
//     reported where the goroutine does anything behind that which is not registered so. Approximation: what goes wrong
//     at the end of the test, behind what it has left (fewer deadlocks).
//   - (W28) Control does not come to an operation on a channel where a test has found the channel set (passes/spawn
//     E44), if it is nil for sure, or made with as much room as callers say, who say none. Approximation: who says that
//     gets no channel (fewer deadlocks).
//   - (W29) A goroutine blocked in a send on a channel without a buffer has not decided anything where it has gone on
//     in a loop, or called itself, by a way that comes to the same choice again: there are rounds in which it goes that
//     way, as loops run as often as they are unrolled (W4). So producers that leave out what does not matter are
//     blocked as others are. How many such rounds it takes to fill a buffer is for the data to decide. Approximation:
//     the choice is about who receives (more deadlocks).
//   - (W30) A goroutine that sends on a channel without a buffer, from which it alone receives, waits for itself: the
//     way there is right for nobody, so it is never low.
//   - (W31) What comes after a receive from a channel outside the scope is of low confidence if all that send on it or
//     close it are in view, are done so by goroutines that are blocked only, and these have not come there.
//   - (W32) A scope of another package of the module is looked at if what operates on an object there comes by way of a
//     function that this package gives to it, as a value or behind an interface: the other package does not know it
//     (W1). Which of several comes is a choice all the
//     same (W7), also where a loop calls each of a list: a walk that leaves one out proves nothing.
//   - (W84) A goroutine that passes on what it receives, by a select with another case, holds one value when it takes
//     that: it is as good as a buffer for one. So where nothing is found, loops of unknown length run three times, as
//     with small buffers (W4). Approximation: a chain of such goroutines holds more (fewer deadlocks).
//   - (W85) Such a goroutine decides nothing by letting a message pass, in a loop by which it comes to the same choice
//     again: there are messages that pass, as in (W29). Approximation: the choice is about who receives (more
//     deadlocks).
//   - (W80) The case of a timer that gives one value (passes/spawn E62) is not taken again before another case was
//     taken behind which it may be set again.
//   - (W81) Of low confidence is that somebody who could help has been told to end, by one of the messages that a loop
//     of unknown length sends, and was started by another one, in another function's activation: there may be more of
//     them than are told. Approximation: both loops run equally often (fewer deadlocks).
//   - (W82) So is what a goroutine decides that has been told one of several constants (passes/spawn E63): what it does
//     may hang on which one it was. Approximation: it decides about something else (fewer deadlocks).
//   - (W8a) So is that main, or a test, is blocked itself behind a branch, if no run of it is blocked there (of seven
//     such reports on real modules one was true). Approximation: no run comes there (fewer deadlocks).
//   - (W16) Where a caller tests a result as soon as a call has ended, the call went a way on which it has that result
//     (facts.Outcome, internal/hb H26).
//   - (W86) A function that only returns what a call has returned, as method values do, ended as that did.
//   - (W87) Where nothing is found, a number that nobody knows may say how many rounds a loop makes and how many
//     messages a buffer takes, in the same activation: as many workers as there is room for results. Then one round and
//     room for one stand for it, and all other loops of unknown length make more rounds than the scope has objects:
//     any number of jobs. What goes wrong so is of medium confidence. Approximation: another loop's number may be
//     bounded by the same number (more deadlocks).
//   - (W88) Where nothing is found, loops of unknown length that a break or return leaves may end in any round, too,
//     all running twice: as many goroutines as rounds, and the first error ends the rounds.
//   - (W89) A channel without a buffer that nobody closes, and that one goroutine makes anew in each round of a loop,
//     or in each call of a function, is one channel in a scope around these: nothing is left in it when the next one is
//     made. What is found so is of medium confidence. Approximation: who is left waiting at one of them meets who comes
//     to the next one (fewer deadlocks, and more).
//   - (W90) Nobody panics because a channel is closed that came out of a message, if the function that makes it sends
//     it once, and nobody else does: who takes out the next message has another channel. Approximation: who has it
//     closes it twice himself, or hands it on (fewer findings of misuse).
//
// # Approximations
//
//   - (W2), (W6): fewer deadlocks; that a condition's waiters are woken, fewer. (W4): loops over collections of
//     different length are taken to be of equal length (fewer deadlocks). (W3): conditions are equal within one
//     function, and between functions if they are settled (more deadlocks, of low confidence).
//
// # Tests
//
// Programs of testdata/deadlocks (GL3001, DL2005, DL2006, CM4001) and testdata/low, many of whose headers name the rule
// (go test . -run TestQuick); TestInterleave in the module's root executes generated programs exhaustively.
//
// # References
//
// GCatch (ASPLOS 2021), as internal/blocking says: one scope for each channel, with what operates on it.
package waits
