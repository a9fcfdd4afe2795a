// Package interp runs the tests and the main function of a package, in several orders of goroutines, and says which
// accesses raced there, who stayed where for ever, and what was in order.
//
// # Problem
//
// The static analysis says what may happen. A run that shows it settles the question for a reader; and where runs of
// the package's own tests pass two accesses always in order, or an operation always to its end, a claim of low
// confidence about them is less likely right. Runs must need no build, no network and no time to speak of, and must
// show the same each time.
//
// What is needed of the package and of those that it imports (internal/interp/needs) is type-checked and built as SSA
// (check.go, load.go), with what stands in for the standard library (pure.go, _std), run by internal/interp/machine
// with the functions of internal/interp/natives, and what the machine observes is put into the words of claims
// (told.go, stall.go).
//
// # Rules
//
//   - (V40) A root is the main function of a main package, or a test. Each is run in up to twelve orders, in fewer if
//     some in a row show nothing new: the first one lets each goroutine run until it waits, the others are random, with
//     several degrees of eagerness, or go by ranks (V24, V60), about every other one hasty (V25). All roots are run in
//     one order before any is in the next.
//     A test is run by TestMain, if the package has one and that runs tests.
//   - (V41) A root that cannot be run is left out, and said so (Result.Failed): what has no source, or needs what the
//     interpreter cannot do. A run that goes beyond a bound after its root was called counts as far as it came.
//   - (V42) Two accesses that nothing orders are a race, at the lines of the user's calls that led there, if both sides
//     have one. Judged is what belongs to the module of the package.
//   - (V43) A goroutine that is blocked when nobody can go on any more, and no timer is left, stays there for ever. It
//     is sure if the root has not returned, if it waits for a lock that a blocked goroutine holds, or if it waits with
//     anything but a receive or a select: goroutines that only wait to be asked are no mistake at a program's end.
//     Nothing is said if somebody waits for what comes from outside: signals, connections; and of goroutines that the
//     initialisation starts, which serve as long as the program runs. Where a run was broken off while somebody could
//     go on, or finalizers were set, only who waits for locks in a circle is told.
//   - (V44) A panic about synchronisation (a send on a closed channel, an unlock of an unlocked mutex, a negative
//     counter) is a claim; other panics end the run, and are only noted (Result.Crashed).
//   - (V45) Two lines are in order if their accesses met, and were ordered each time, in all runs; this, and that an
//     operation was passed, is said only if all roots came to their end in at least three orders (Result.Whole).
//   - (V46) What a test of one package shows is told there, if the ways to its ends part in the tested package or its
//     tests: what one function of another package does by itself is that one's affair. Generated files count as they do
//     for the other engines.
//   - (V57) A function without a body is the function of the run-time system that a go:linkname directive says, if
//     there is a native for that.
//   - (V69) One in assembly by which a package asks what the processor can do, as their names and numbers say, says
//     that it can do nothing special: so packages take their plain code.
//   - (V70) Who waits for clients from outside is never stuck, nor is anybody beside him: a client may bring what they
//     wait for. A port of the loopback address that the system has chosen nobody outside knows: only who waits there is
//     not stuck, and the first goroutine, if it waits there, serves.
//   - (V58) Variables have the files that go:embed directives say.
//   - (V71) Tests that call t.Parallel themselves are one root more, in which all of them run at the same time. What is
//     in order in the run of one test alone says nothing of two.
//   - (V65) When a test fails, what it would have done next is not done. Who began to wait at that moment or later is
//     not told: only who stood there when time passed because nobody could go on, before the test failed.
//   - (V66) An operation was passed if whoever got there went on; where somebody stands when a run is over, nobody
//     says so. Of an operation of a library that is the call of the user which leads there. A claim that somebody
//     panics is shown by a panic there alone, one that somebody waits by a goroutine that stays there.
//   - (V67) A test was run if it came to its end in more than two orders, and no run of it failed or was skipped. A
//     main function may do nothing without arguments: of it nothing is said.
//
// # Approximations
//
//   - Twelve orders of goroutines are few of all there are (fewer races, fewer deadlocks).
//   - Time is virtual, and passes only when nobody can go on, or a little now and then (fewer races, fewer deadlocks).
//   - Stand-ins of the standard library are simpler than what they stand for (both: a lock of the original may be
//     missing, or memory of its own may be shared).
//   - What no root reaches is not judged (fewer races, fewer deadlocks).
//   - There is one bound on instructions for all roots of a package (limits.go): long runs are broken off (fewer races,
//     fewer deadlocks).
//   - Data from outside is empty: files, the network, arguments, the environment (fewer races, fewer deadlocks).
//   - Maps are ranged over, and cases of selects chosen, as the generator says (fewer races, fewer deadlocks).
//   - Lines, not instructions, are compared with claims (either way, where a line has several accesses).
//
// # Tests
//
// TestRunsInterleaved in the module's root holds runs against all interleavings of random programs; TestStdPrograms
// holds stand-ins and natives against the real toolchain.
//
// # References
//
// See internal/interp/machine; the idea that a run should confirm what was found statically is K. Sen's, Race directed
// random testing of concurrent programs, PLDI 2008.
package interp
