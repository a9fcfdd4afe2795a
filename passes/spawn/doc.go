// Package spawn reduces each function to its synchronisation: a control flow graph of events whose points are the
// regions in which accesses lie, what each go statement allocates anew, and what callees may treat as private.
//
// # Problem
//
// Happens-before and locksets change at few places. The skeleton keeps those places and the control flow between them,
// so that the engine's cost follows synchronisation, not program size, and accesses between two events are one region.
//
// # Layers
//
// A skeleton has three parts: points (points.go), what makes events of instructions (events.go) and of edges
// (edges.go), and the ways to return (ways.go); skeleton.go goes through the blocks and puts them together. What is
// asked of a function without regard to points lies below:
//
//   - passes/internal/talk: what communicates and waits; local: objects known by name (E12), and new ones (E10);
//   - rounds: numbers, lengths, how often blocks run (E14, E30); collect: messages collected (E14, E19, E25);
//   - cond: conditions with names and numbers (E15, E32, E38, E39); spared: waits that make no difference (E22, E26);
//   - flags and counts: variables that say what other goroutines have done (E23, E28, E40, E41);
//   - loops: what decides how often loops go round, and which messages end them (E16, E21, E28).
//
// # Rules
//
//   - (E1) Events are: go statements and registrations; calls that may synchronise (by the callee's flags, source S3:
//     also those that make calls which nobody can see through; calls of function values and interface methods always);
//     mutex, channel, WaitGroup, Once, Cond, atomic and test operations; calls that do not return.
//   - (E2) A block starts with the point that all its predecessors end with, if that is one; otherwise with a join.
//     Found as the greatest fixpoint, so that loops without events add no point (SWORD, Algorithm 6).
//   - (E3) What is known only on one outcome of a condition is an event of that edge: TryLock and CompareAndSwap
//     that succeeded, a receive that found the channel closed, a case of a select, an atomic load that saw a constant,
//     or that saw anything else than zero, which is so if some bits of it are set. Approximation: who replaces nil
//     gives something else (fewer races).
//   - (E4) A case of a select that no condition tests (its body is empty) may have happened where all tests have
//     failed, and so may the default. The events of a select have its number: those that follow one point are its
//     alternatives.
//   - (E81) A receive from a channel that its own expression makes, <-make(chan T), is meant to block for ever, as a
//     select without cases is.
//   - (E5) Deferred calls run at RunDefers, last one first. One whose Defer dominates the place, outside cycles, surely
//     runs; others may. All deferred calls are events, for they do not happen where they stand.
//   - (E36) Who ends a goroutine, and nothing else (t.Fatal, runtime.Goexit), in a literal that go statements start,
//     runs what is deferred there first. In other functions control just does not continue.
//   - (E6) Exits are the returns, and the recover block of a function that defers a recover: it may be reached from
//     every instruction after a Defer that may panic, through the calls deferred until then.
//   - (E7) Once.Do runs its function between OnceBegin and OnceEnd, or not at all, and then passes OnceDone.
//   - (E8) WaitGroup.Wait waits for the goroutines of WaitGroup.Go too: it is a Wait and a GroupWait.
//   - (E9) A callback that a model joins is a goroutine of a group of its own, waited for at once; a test that is seen
//     to call t.Parallel is not waited for.
//   - (E10) Allocations, and results that are made anew in the call on every path, are per spawn if every path from the
//     go statement back to itself passes them; of a statement outside cycles, if they dominate it, and no go statement
//     in a cycle. What a model starts many times gets nothing anew.
//   - (E53) A go statement in a loop gives all its goroutines the same if the function that it runs, and each argument
//     that may lead to memory, is computed outside the innermost loop around it, or found in a variable that this does
//     not set, and no variable of the round that leads to memory is captured; and so does each call of a model that
//     runs a function in several goroutines. Approximation: a variable that a function literal sets (more races).
//   - (E11) Ownership is passed to callees by internal/ownership.
//   - (E14) A channel that the function makes and gives to the goroutines it starts is collected where it has received
//     from it as often as it gave it away: statements outside loops count one, loops as often as their condition says,
//     or as the map has entries that they go over, if the function does not change that since; two loops count the same
//     if they compare with the same value, or count down from it. A loop that starts at a number other than zero runs
//     so much less often. If not in the whole function this is counted in each round of a loop around all that, of
//     which no round may end between. A variable that begins with zero and is raised by one beside the go statement,
//     and nowhere else, says how often that runs. The room of a channel is the number with which the function has made
//     it.
//   - (E70) Where a channel is collected (E14) on some ways, it is so, too, behind a Wait for a WaitGroup in a variable
//     of the function, by itself or by a literal that waits first, if it counts all goroutines that are given the
//     channel, each with an Add before its start and a Done that it defers first, and no more of them come later: they
//     have ended, so what they send they have sent. Approximation: who else counts the WaitGroup down (fewer races).
//   - (E15) In functions that communicate, themselves or by calls within their package, an edge on which a condition
//     has a value that other branches test too is an event, so that equal conditions take equal branches; and so are a
//     deferred call that may not run, the place that defers it, and the start, where it is not deferred. Conditions are
//     equal if they compare the same values, computed outside loops; what is loaded from fields that never change is
//     the same (internal/place P4).
//   - (E38) Such edges are also those of a branch outside loops that compares a parameter with a constant, if an
//     operation of a mutex lies behind one of its sides only: callers that give constants know which side is taken.
//     A parameter that function literals capture is one, too, if nothing else is ever stored to it (E60).
//   - (E40) A loop in which a Cond is waited for, and whose condition compares a variable that the package counts up or
//     down by some, ends when that count has come so far (EventReached); what counts it is an event, too (EventMoves).
//     Neither orders anything by itself (internal/races R46). So does a loop that a flag alone ends, and so is what
//     sets the flag to that, if the function has set something else before that is asked for where the flag is raised:
//     nobody raises it again.
//   - (E41) So does an edge on which it is known that a count has come to its end by the move of this function: what an
//     atomic addition returns, or what a guarded variable (E23) has been set to, is what it is compared with, and this
//     is not what was added: who finds that is the first, not the last.
//   - (E42) A go statement that is counted so, and a loop that runs as often as one is, have a number in common: where
//     goroutines are walked through, the loop runs as often as the statement did, whatever decided about each round
//     (internal/blocking B22). Outside loops several go statements may be counted in one variable, as in branches (n++
//     beside each): each loop that goes on to what it holds at last runs as often as they did together.
//   - (E75) A function value in view that a model calls many times in the caller's goroutine (the walk over a tree of
//     files), and that starts goroutines, is called in a loop. That it is called at least once is assumed.
//   - (E43) A loop that runs a constant number of rounds and may be left by a break or return is marked: it may be left
//     in any round.
//   - (E39) In functions that communicate they are also those of a branch outside loops that asks whether a field is
//     set, if a wait for goroutines comes behind one of its sides only: who closes for the second time has nothing to
//     wait for.
//   - (E16) There, too, an edge on which a loop that communicates goes round once more is an event, if its head or foot
//     decides it and not the state of a channel (at the head, whatever the foot says); with the number of rounds where
//     it is constant, with the channel if the loop runs as often as that has room, and with that of those that a
//     counter skips which does not start at zero. So is the edge on which it does not run at all.
//     A loop over a channel that is left at its foot when a counter of its rounds has come to a number runs as often as
//     that says, or until the channel is closed.
//   - (E17) A channel, or what leads to one, given to library code that a model stands for is an event: the model does
//     not say what happens to it. So is the receiver of a modelled method, if it leads to functions, and what a
//     reflect.Value is made of: that may send, receive and select.
//   - (E18) An operation that waits or acquires, started as a goroutine (go wg.Wait()), orders nothing in who starts
//     it.
//   - (E19) For (E14), a channel that a loop makes anew counts per iteration, if every way around the loop receives. A
//     loop that sends on a channel of the function as often as its capacity says fills it.
//   - (E20) A channel of a select that is held by a variable that is also set to nil counts as (E17): whether its case
//     is on depends on values.
//   - (E21) A message says how the conversation goes on if the loop that receives it is left only on conditions
//     computed from what it receives, or if the loop that sends it may be left on an equality, a truth value or the
//     answer of a function that is about a part of the message.
//   - (E29) A deferred function that begins with a test whether a captured variable is nil, or true, and does nothing
//     if it is, does nothing at a return whose block has just set that variable so: cleaning up after an error or
//     panic. No other deferred function sets the variable.
//   - (E22) A deferred call that only waits for, or closes, what this activation made, and that is deferred on every
//     way on which that is used otherwise, is taken to run for happens-before: where it was not deferred, there is
//     nobody to wait for.
//   - (E23) A variable of a type that is compared with constants, all of whose uses are in view (captured,
//     package-level or a field, not exported, its address not taken, its struct not overwritten as a whole), and with
//     one lock at every store (taken there, or held by all callers of a function that synchronises itself, if all are
//     in view; and again where a callee that lets go of it has taken it anew), is as good as an atomic one where that
//     lock is held at a load that is tested: the unlock after the store comes before the lock before the load that sees
//     it. Stores and such loads are atomic events. In composite literals, where objects are nobody else's yet, only
//     what is not zero is an event, lock or not. A store that replaces what a test, since the lock was taken, has found
//     to be zero is like a CompareAndSwap (hb H22). That such a load is known to have seen anything else than a
//     constant is an event for walks only (internal/waits W19).
//   - (E24) A call of a function that returns what it loads so from a field of its first parameter is such a load
//     (facts.Spawn.Flag).
//   - (E76) Where the function has received as often from a channel that it has made as it has sent on another one that
//     it has made, counted as in (E14), that is an event: its questions are answered. A variable that begins with zero
//     and is raised by one beside the send, and nowhere else, says how often that happens.
//   - (E25) For channels that come from elsewhere (parameters, fields, package-level variables), or that are given to
//     goroutines within something else, receives, and go statements, are only counted as in (E14), and it is noted
//     whether the function may return between.
//   - (E26) A wait behind a test is taken to happen, too, where the other way has no code of its own, or returns at
//     once but for locks that it lets go of, and there is nothing to wait for on it. That is so if the test finds the
//     channel nil: who is started with a channel is started after the channel was stored. It is so if the channel or
//     WaitGroup is one of the activation, and all that it is used for lies behind an equal condition (E15): then
//     nobody was started that signals it, so the wait would order nothing; or only literals know it that were given to
//     a call whose result says that it has done nothing with them. And it is so if the channel or WaitGroup, and what
//     is tested, lie in fields that no other package can name, and wherever the package starts a goroutine that
//     signals the first, the second is set before, or next on every way, or was found set, by the function or by all
//     its callers; and only who waits for the first sets the second back. If the second never changes, any comparison
//     of it with one constant will do, the same at both. Approximations: a channel stored later, or set to nil before
//     the goroutine has ended; fields are told apart by their names, not by objects; goroutines are seen to signal by
//     a go statement and few calls; two that wait, of which the first one sets the flag back before (fewer races).
//   - (E27) Where the next thing behind a call is a test of a result of it, for nil or truth, the edge is an event: the
//     call has ended in one of the ways in which that is possible. Possible is, at each return, what constants, new
//     objects and errors, the errors of contexts that have ended, and tests of the value on the way there do not
//     exclude; a result of the last call before is what that has returned. What was stored and is read again before
//     anything is called, as named results are, is that result. Approximation: global errors are set (fewer races).
//   - (E28) Data that is not followed says how often a loop runs if it goes on while a variable that other functions
//     share (E23) compares with something, takes something from it, and something is added to it elsewhere in the
//     package; if it goes over what such a variable holds, or compares its length, and the package both adds to that
//     and takes from it; if it ends by the answer of a function that looks at what such a variable holds; or if it
//     runs as often as another loop has counted, which does not count in each round; or as often as the difference of
//     two numbers says of which one is counted or read from a variable, itself or as all callers in the package give
//     it; or as often as a number says, or a channel has room, that is computed by more than adding and taking away,
//     where it starts no goroutines. Not loops around the wait for a condition.
//   - (E30) Numbers of rounds, and those that are added to a WaitGroup, are known if constants fix them: sums and
//     products of constants, lengths of literals and of what is made with a constant length, and of slices to which a
//     loop that is left at its head appends in each of a constant number of rounds. A loop over a slice that another
//     loop has filled, one element in each round, or that was made with a length, runs as often as that says.
//   - (E32) A condition about variables that are captured, and about constants, is settled if each variable is stored
//     to once, by the function that declares it, outside loops and before anything else is done with it. Two branches
//     of that function and of all function literals within it that test one settled condition agree.
//   - (E33) An edge on which it is known how a channel's length compares with something, what a count has come to,
//     atomic or guarded, that the function moves itself, or whether a channel is nil that the function sets to nil, as
//     it does with one that has been closed, is an event: it says what others have done.
//   - (E34) An edge from which every way comes to a Done, though not from where it leaves, is an event: what is
//     accessed behind it, and before the Done, is followed by it.
//   - (E35) A deferred Done or close in a function that has no way out is an event where it is deferred: it never
//     comes, but whoever waits for it waits for a goroutine that runs for ever, on purpose. So are the contexts that
//     the function has got: who cancels one wants the goroutine to end.
//   - (E31) Noted is where functions that communicate themselves compare a number that they were given or have
//     captured, as it is or computed with: of goroutines that run the same code, each may have another one.
//   - (E61) Noted is where branches ask nothing but what functions of packages of the standard library that deal with
//     the world outside (files, connections, text) have given, or whether they have failed: each way on is possible,
//     whatever the rest of the program has done. Approximation: the values are not those of a constant argument, nor of
//     a file or connection that the program itself has closed (more deadlocks).
//   - (E37) Whether a context's error is set, asked and tested in one block, is a select with a default: on the side
//     where it is set, a receive from the context's channel. Package context sets the error before it closes the
//     channel, so both come behind who cancels.
//   - (E62) A case of a select in a cycle is marked that receives from a timer, made by time.NewTimer or time.After,
//     which stays with the function and what it calls with it, if no way from the case back to the select sets the
//     timer again, makes it anew, or gives it to a call that may; and so are the other cases, and the default, behind
//     which that may be. Approximation: a timer that is known elsewhere gives any number of values (more deadlocks).
//   - (E63) A send of a constant is marked if the function sends another one on what has the channel's name.
//   - (E54) Noted are the exits at which a function has failed: behind a test that has found an error; or, where it
//     returns an error, behind a test of nothing but its parameters; or, where all that it returns is an error that may
//     be one, behind any test, if it does not always do so. Approximation: that error is never nil (fewer deadlocks).
//   - (E44) Sends and receives are marked to which control comes only where a test has found the channel, by its place
//     in memory, to be something else than nil. Approximation: nothing is stored there in between (fewer deadlocks).
//   - (E45) Who follows the pointer that a call has returned, or calls a method of the interface, in the same block, or
//     elsewhere without a look at any result, knows that the call has ended with a result that is set (E27): otherwise
//     it panics. Approximation: what happens before it panics (fewer races, fewer deadlocks).
//   - (E46) A function whose last event is a receive, and which returns whether this got a value, ends in two ways: it
//     did, or the channel is known to be closed; so callers that test the result know which (E27). So does one that
//     returns the truth value that an atomic load has seen, or that of a package-level variable under its lock (E23),
//     or how the load compares with a constant: one of the two ways comes behind who stored what was seen.
//   - (E47) What recover returns shows whether the function panics that has deferred the one which asks: not where it
//     returns, but where control comes from a panic (E6). Approximation: Goexit (fewer deadlocks).
//   - (E48) What a test registers for its end by Cleanup runs at its returns, behind what it has deferred, last one
//     first. So does what a literal that is given a test registers with that. What a helper registers for the test of
//     its caller is taken to run at once. Approximation: tests that end by FailNow (fewer deadlocks).
//   - (E49) The edge on which a loop ends is an event, if it goes over all elements of a slice, array or map, is left
//     by no other edge, and each round receives from a channel that belongs to its element, or makes a call with it
//     that may synchronise. To an element belong its fields, and what its methods without arguments return. So is the
//     end of a call of an iterator of package slices or maps (All, Backward, Values) whose body does so on every way,
//     and always asks for more.
//   - (E50) A function that a model calls until it returns true (internal/models), as assertions do that ask a
//     condition again and again, has done so when that call returns: what is behind the call is behind that way to end
//     (E27). Approximation: such a test fails instead if it never is true (fewer races).
//   - (E51) An assertion to another interface, of which a method is called where it holds, comes out as what may be in
//     the interface says: not at all if none of that has the methods, always if all of it does. Approximation: a value
//     of which a method is called elsewhere in the function is not nil, and code that nobody sees gives none.
//   - (E52) What is added to a WaitGroup is added in parts, if it is a sum. A part is vague that branches compute, or a
//     function that does not return a length or a variable as it is, or that is computed by more than adding and taking
//     away: how often Done is called for it is not known (internal/waits W7). Approximation: fewer deadlocks.
//   - (E80) Where a call has told that it has stopped a callback before that began (Stop of time.AfterFunc's timer,
//     what context.AfterFunc has returned), the channels of the function that the callback closes count as closed:
//     nothing is behind their close that has not happened, for it never will. Approximation: nobody else closes them
//     (fewer races).
//   - (E12) An object is known by name, not through memory, in the function that makes it and in the literals that this
//     starts as goroutines: what it allocates, or what its only call of some function has returned, which makes a new
//     one each time. Approximation: two functions that are called once each do not make it by one third (fewer races).
//   - (E13) Blocks that control never reaches (internal/branch) have no events; a loop that runs once is none.
//
// # Approximations
//
// Loops are taken to count up to their bound by one (fewer races). Panics that nobody recovers here run no deferred
// calls (fewer races). Functions that never return without synchronising are taken to return (more races). A test
// function passed by variable is taken not to call t.Parallel (fewer races). Captured variables that conditions mention
// are taken not to change while a function runs (fewer deadlocks).
//
// # Invariants
//
// facts.Spawn.check: point 0 is the entry, an event has one predecessor, a join at least two.
//
// # Tests
//
// TestGolden holds skeletons, spawn sites and what is owned as text; what they are for is in testdata (go test . -run
// TestQuick).
//
// # References
//
// ECHO (FSE 2016) Table 1; D4 (PLDI 2018) section 3.2; SWORD (thesis 2020) sections 2.3 and 2.4; the Go memory model.
package spawn
