// Package order says what is shared and what is ordered in a link: which objects goroutines that may exist at one time
// touch, and, by package hb, what happens before what. Races and deadlocks are both read off it.
//
// # Synchronisation (S)
//
//   - (S1) A receive from a channel that nobody in view sends on or closes, and a send on a channel without buffer that
//     nobody receives from, never completes: what follows it never runs. Approximation: a channel that reaches unknown
//     code inside another object is taken to be known (fewer races). What the client of an exported function gave, or
//     gets, is open to it; but what it gets from a result only, and nobody in view sends on or closes, it sends on when
//     the function has returned: so whoever receives from it comes later than all that the function has done.
//   - (S4) A receive from the channel of a context that is Background, TODO or made of these without a way to cancel it
//     never completes: that channel is nil. All ways by which the context comes there must be in view: copies, calls
//     with all callers known, local variables, and fields of objects made in view, at every store to them; nothing that
//     unseen code gives. Nor does one in a test's own goroutine from the channel of the test's context, which is done
//     when that has ended (package testing). Approximation: that unseen code sets such a field (fewer races).
//   - (S2) Where a function has received as often from a channel as it gave the channel to goroutines, and nobody else
//     receives from it or closes it, all their sends have happened: the channel counts as a WaitGroup, under
//     internal/hb's rules for these.
//   - (S5) So where the channel comes from elsewhere: it exists once, and as many messages have been received
//     (passes/spawn E25) as the function starts goroutines that send on it at all. The function runs once; or again and
//     again, not within itself, in one goroutine, and each time no way out of it leads past the receives: then nothing
//     is left over for the next time.
//   - (S3) Where a function has sent on a channel, of its own or in a field that never changes, as often as it has room
//     for, and so waited until it was empty but for these messages, all receives that earlier sends made room for have
//     happened: the channel counts as a WaitGroup that a send before a go statement adds to.
//   - (S7) Where a loop has gone over all elements of a collection, and has waited in each round for a channel or
//     WaitGroup of its element (passes/spawn E49), or called what surely does, all goroutines have done so that send on
//     such a channel, close it, or count such a WaitGroup down, once each, and that were started before: they count as
//     those of one WaitGroup (hb H12). Where the collection lies in memory, that exists once. Approximation: that each
//     of them has been put into the collection, and not been taken out, is not asked (fewer races).
//   - (S18) What a helper registers for the end of a test, in the test's own goroutine, has not happened for its
//     callers; it happens with what is known where it is registered. Approximation: what the test does later comes
//     before it (fewer races). In subtests it happens at once (fewer races).
//   - (S16) Who finds a channel closed that he has made himself has waited for a WaitGroup that he has made, too, if
//     all that close it are goroutines that the same activation starts, once and behind all that it adds to the
//     WaitGroup, and that wait for it before (hb H4, H12): the Wait comes before the close (Go memory model, channels).
//   - (S6) What a package imports is initialised before it. So initialisation of an imported package comes before the
//     goroutines that the importer's initialisation starts. Each pass notes, of an initialiser that may start
//     goroutines, which ones have returned before (facts.Unit.After). TestMain is one, behind those of its own package.
//
// # What happens at all
//
//   - (R40) How much a channel's buffer takes is known, too, if the function that makes it is given one number by all
//     that call it (R31): semaphores by a constructor.
//   - (R31) What lies behind a comparison that never holds does not happen: accesses, calls, goroutines, and locking
//     that a parameter decides (passes/spawn E38), by calling context. So it is on the side of a branch (passes/spawn
//     E39) that finds a field set, in a function that main or a test runs at most once, in its own goroutine, if nobody
//     else writes there and its own writes come behind the branch. Constants (passes/access A25) are followed through
//     arguments, results and memory over all instances of the link at once, each test and write taken to happen only if
//     its own tests may hold: so a write behind a test that only this write could make hold is none. A number that has
//     two values varies. Memory holds zero at first, or what is stored right where it is made, and is followed if a
//     test or main makes it and no pointer to it goes to code that is not in view; of what initialisation makes, or is
//     made for a synthesised client, nothing is known. Approximation: writes by code that is not in view and finds the
//     object elsewhere (fewer races).
//
// # Which goroutines meet
//
//   - (R2) Its origins differ and can exist in one run: one tree, or one of them was started by an initialiser.
//   - (R3) Only objects that two origins touch and somebody writes are looked at (SWORD's origin sharing analysis).
//
// # Tests
//
// Locations, origins and decided numbers are the first stages of the funnel that TestChordFigure4 in internal/program
// counts; programs about (R31) and (S) are in testdata/races (go test . -run TestQuick).
//
// # References
//
// Wegman, Zadeck: Constant propagation with conditional branches (TOPLAS 1991), for (R31). SWORD (thesis 2020) chapter
// 2, for (R3).
package order
