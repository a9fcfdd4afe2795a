// Package link joins the summaries of a program: it links units from the roots and solves points-to sets and the call
// graph together. The result is a Link, which is read only once it is solved.
//
// # Problem
//
// Facts hold functions; a race is between two goroutines of a program. The linker builds the program that a package
// sees: the units reachable from its roots, each in the contexts that keep goroutines' memory apart.
//
// # Linking (L)
//
//   - (L1) Roots are all package initialisers as one origin, then main, each test function that starts goroutines or
//     calls t.Parallel, and the synthesised clients of exported functions and types (passes/source S10). Roots never
//     overlap, but see (R16).
//
//   - (L2) A unit has one instance per origin that reaches it (SWORD and O2: origin-sensitive points-to analysis), and
//     one per call site, three deep, if it is small and returns what it allocates or is given, or is given functions,
//     interfaces with methods, or what it may synchronise by: channels, pointers to integers and to values of types
//     that synchronise. These are the constructors, accessors and functions that call back or wait, for which
//     merging costs most. So has one that is not so small, if it starts goroutines and is given
//     functions: what these goroutines call differs from call to call. So has a small method that hands its receiver on
//     to such a method which synchronises, and, in a link that is not edited, the first two methods that an interface
//     call is resolved to. So has a closure that its maker calls. A closure that such an instance makes has an instance
//     for it.
//
//   - (L3) Calls of function values and interface methods are resolved as points-to sets grow.
//
//   - (L4) Roots are linked a few at a time, with all initialisers, until a link has grown to a certain size: so memory
//     depends on the largest root, not on their number. Approximation: what roots of one package hand each other
//     through package variables is seen only within one link (fewer races).
//
//   - (L5) There is a budget for all links of a package, in steps of looking at pairs; what the solver, the order and
//     instances cost counts in it by how long they take beside such a step. The first link has the first roots of the
//     source, unless all roots together are too large for the budget. Then, and behind the first link, comes first who
//     reaches most functions of the package that no link has entered yet and no root before it reaches, for the size of
//     all that it reaches: many small roots before a large one. A link takes no further roots once it has cost a good
//     part of its own budget, and the less work is left for the package, the smaller it may become.
//
//   - (L7) What models return and start are units written by hand: synthetic bodies. So are methods of which a model
//     says what they do to their receiver, when they are called through an interface of the program: mutexes,
//     WaitGroups, conditions, tests that end.
//
//   - (L8) A function has a bounded number of contexts per call (L2) in all origins of a link together; the calls
//     beyond share one instance per origin. Approximation: what such contexts keep apart is merged (more races, with
//     the doubts of merged objects).
//
//   - (L9) Of the roots that are left those come last that bring nothing new, and they are not linked where less than
//     half of the package's work is left: they are counted, not said to be missing. A root brings the functions and
//     types of the module that it mentions, directly or not, other modules' functions that start goroutines or
//     synchronise, and what its own code does, in test files or as a root: which fields and package variables it
//     writes, or reads if somebody else writes them, and which functions it gives others to. It brings nothing new if
//     of each function that starts goroutines and that it reaches, the roots linked before that reach that, too, have
//     brought all of this; tests are compared with tests, exported functions with these and clients. Own code that
//     starts goroutines, synchronises, gives a function to somebody who keeps it, or to whom a test has given one that
//     ran in another goroutine, always is new. Approximation: in which order it calls what others have called, through
//     interfaces perhaps, is taken not to matter (fewer races).
//
// # Origins (O)
//
//   - (O1) An origin is a go statement or a registration, in an instance, with one target. Chains of origins are
//     distinguished up to a depth; a recursive spawner is its own ancestor's twin, and what one of its statements
//     starts deeper down is the twin of what that statement starts where the recursion begins. A function with a
//     context per call (L2) recurs only for one call: what a wrapper starts for one of its callers is no recursion of
//     what it starts for another one.
//   - (O2) A site runs more than once if it is in a loop, or its function is entered more than once, or a model says
//     so.
//   - (O3) Such a site gets two origins: one instance, and another one (ECHO and SWORD unroll loops twice; here only
//     what belongs to the goroutine is doubled). What the spawning function allocates anew for each goroutine
//     (facts.SpawnSite) exists in two iteration copies; a filter on the arguments lets each copy reach only its own
//     goroutine, and everything else, such as a registry of all of them, sees both. Stores in the spawning function,
//     and arguments of calls that are made anew, stay within one copy; what belongs to a go statement that turns out to
//     run once has no copies and passes everywhere. Approximation: what one iteration links to the next one's is lost
//     (fewer races). Approximation: in a loop with two go statements, one of them in a loop within it, what the outer
//     loop makes anew reaches only one of the inner loop's goroutines, as copies of both kinds are kept apart alike, so
//     these goroutines are not seen to share it (fewer races).
//   - (O4) Of mirror images only one is looked at: pairs of two first instances, and pairs of a first instance with the
//     other one, or with what the other one started. Two others are never compared, so what another instance starts has
//     no other instance itself, unless it stands for a recursion (O1).
//   - (O7) Go statements may lead to each other: their functions and what these start mention each other, directly or
//     not. Each order in which they can follow would be a chain of its own. Below the first of them, a statement and
//     target have two origins in a root; others are the twin of the first one, as in a recursion. Calls of interface
//     methods lead nowhere here, and a link that is edited has all chains, since the order of discovery decides which
//     origins come first. Approximation: what the chains keep apart is merged (more races, with the doubts of
//     recursions).
//
// # Approximations
//
//   - Budgets: past the bounds of Config the link stops growing and says so (fewer races).
//   - Calls that nobody in view can resolve do nothing (fewer races).
//
// # Invariants
//
// Zero is no instance, origin, object or unit. What has a number keeps it, unless package relink gives all of them
// others. The order of numbers does not depend on the order of maps.
//
// # Tests
//
// FuzzOrder compares (L5) with a plain search. The rest needs whole programs: TestContexts (L8), TestOthersOfOthers and
// TestGoroutinesThatStartEachOther (O), TestKnown (L9), and the figures of the papers (TestEchoFigure2, TestD4Figure2
// and on) in internal/program.
//
// # References
//
// ECHO (FSE 2016) sections 3.1-3.3; SWORD (thesis 2020) chapter 2.
package link
