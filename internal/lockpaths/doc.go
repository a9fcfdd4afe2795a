// Package lockpaths finds what the functions of a package do wrong with locks, channels, conditions, timers and
// semaphores by themselves: each is run along all ways through it, static calls folded in.
//
// # Problem
//
// A lock that one return forgets, or that a function takes twice, is wrong whoever runs the function, and most packages
// start no goroutine in view. So these verdicts need no link: they read the mutex operations of passes/locks, and what
// calls of other packages' functions do to locks (facts.Acquires), which this package writes.
//
// # Rules
//
//   - (T1) A lock is named by its access path (place.Path): a root (parameter, captured or package-level variable, any
//     other value) and the fields from there. Roots are equal by internal/place; loads of fields and package-level
//     variables are equal in a function that does not store to them.
//   - (T2) The summary of a function has the locks that a call may acquire though it did not release them before, what
//     every return leaves changed, and which parameters it calls under which locks; all in terms of its own parameters,
//     captured variables and package-level variables, static calls folded in. A method value or function literal given
//     to a parameter that is called is folded in at the call.
//   - (T3) A function is run along all ways through it, states being told apart by what is held, deferred, and by (T4).
//     Going around a loop forgets what the loop makes anew (K4). Past 48 states of a block or 4,000 of a function,
//     outcomes are no longer told apart; past that nothing is known of it.
//   - (T4) Conditions that are tested twice, boolean parameters, and conditions on phis and results keep their outcome.
//     Equal texts over equal values are one condition. A callee's acquisition that hangs on a boolean parameter happens
//     only for such arguments.
//   - (T61) Where a value equals one constant, it equals no other one: fields that the function does not set count as
//     unchanged, as in (T4).
//   - (T62) What a callee acquires only where a parameter is one of some constants, or none of them, it does not
//     acquire for a constant argument that says otherwise, whatever calls this passes through.
//   - (T5) An acquisition of a spot that is held, by itself or by what it calls, waits for itself; reading twice blocks
//     only if somebody in the package wants to write a lock of that name. Each function on the way that may return
//     without the acquisition is a doubt (a call of a parameter is none if it happens on every way, or in every round
//     of a loop that every way comes to: there is something to go over, as a rule); so is a way to it on which the lock
//     is not held. A Once that its own function runs has one doubt at most: the way there is right for nobody.
//   - (T60) Nobody waits to write a lock of what a test has made, itself or by a function that returns nothing else, if
//     nothing that the test calls by name starts a goroutine. Approximation: what the test calls by an interface starts
//     none with that object (fewer deadlocks).
//   - (T6) Returns are inconsistent about a lock if some hold it and others have released it, and neither a result nor
//     a boolean stored while it was held tells which (a result that is an error, or nil, where the lock is held does
//     not count as telling). The lock is not one of an object that the function has made: of one that it was given, or
//     has found, itself or by a call. A function that may return the lock itself, or a method bound to it, hands it
//     over.
//   - (T7) Unlocking what this function has locked and unlocked, or locked in the other mode, panics.
//   - (T10) Two functions of a package, tests and main aside, that take two locks in opposite orders are an inversion,
//     whoever runs them: the locks are fields reached from one root or package-level variables, by name, or one lies in
//     an object taken out of a container in the other one's, or one to which a field of that led when it was read, and
//     no third name is held at both, by callers of unexported functions either. Approximation: the objects are taken to
//     be the same, and the functions to run in parallel (more deadlocks).
//   - (T11) Printing, logging and encoding call String, Error, Format, MarshalJSON and MarshalText of their operands
//     (internal/models, Shows), where the operand's type is known and declares the method itself. Verbs that make no
//     text of it ask nothing.
//   - (T12) A lock that every return of a function leaves held, or that some leave held and a result tells which (T6),
//     is left for good if only this package can name it, its address goes nowhere but to its own methods, and no
//     function of the package unlocks it that has not itself locked it: one that has it locked by a function which it
//     calls unlocks for that.
//   - (T16) Where a function that recovers panics has been deferred, and a function value that is not known here is
//     called, or panic is, what is held then and is not unlocked by what is deferred stays held; a mistake, if returns
//     release it. Other calls are taken not to panic (fewer deadlocks).
//   - (T14) A wait for such an object while a lock is held stands still if every operation that could end it comes, on
//     all ways through its function (or on all ways round from the last time it was done), after an acquisition of a
//     lock of that name in a mode that excludes the holder's. Waits that are one of several cases do not count, nor do
//     channels with a buffer, but for sends behind no comparison of numbers, and behind no test of a field that the
//     function sets, in the function that has the lock: buffers get full; nor receives of what is sent, or of an end
//     that is made, while that lock is held: a variable under it may tell that it has happened. A Wait stands still if
//     one of the goroutines takes the lock for a message that it gets in its loop, before its Done, whatever it decided
//     before it waited for that; what tests wait for and count down does not matter then. Who counts itself behind the
//     lock, and comes to its Done without it, is not waited for while it wants the lock. Nor does a goroutine want it
//     that the holder has met since he took it, by a message over a channel without a buffer, if it comes from there to
//     its operation without the lock. Approximation: lock and object are taken to belong together (more deadlocks).
//   - (T17) A release of a lock that is not held may be of one that is, reached by another pointer, if both lie at
//     the same place in their structs: what Begin has locked by its receiver Commit unlocks by what Begin has
//     returned. So may a call that releases a lock on some ways, or one that it has found behind a parameter, where
//     its callers cannot name it: a handle that holds a pointer to whose lock it is. Nothing is known of that lock
//     any more. Approximation: another object's lock is unlocked (fewer deadlocks).
//   - (T18) A channel in a field as (T13), made with a buffer only, never closed, of whose messages nobody looks at the
//     value, is a semaphore: a send takes a slot, a receive gives one back; a case of a select does where it was
//     chosen; where one with a default would give a slot back, none is taken afterwards. A slot that is kept at a
//     return is lost if other returns of the function have given it back (as (T6) has it), if their goroutines do and
//     this one reports an error, or if all returns keep it, this one reports an error and nothing else, and another
//     function gives back, one by one, what it has not taken. Where such a function is exported, or not called by name,
//     callers may call it: then only returns that report an error count. Approximation: what a goroutine or function
//     value may give back is given back (fewer leaks).
//   - (T39) A lock is left behind by a round of a loop, or a slot (T18), if another round of the loop has given back
//     what it has taken there, a slot also by a goroutine, and no store tells which it was; a lock if each round has
//     another one, and the function does not make its object. Approximation: what goes round with it is not given back
//     by what comes behind the loop (more deadlocks).
//   - (T22) A Wait never returns on a goroutine that has deferred the Done of the same WaitGroup.
//   - (T44) A function that a user sets, in a field to which the package assigns parameters and what option functions
//     have captured, and no function of its own, may call every exported method of what it is given, as the parameter's
//     type shows them: who is told of an error asks the object that it is told by, or stops it. So calling it while the
//     lock of that object is held is an acquisition as in (T5), with one doubt, whatever decides on the way there that
//     it is called. Not where the parameter is a pointer to a struct with exported fields, which may be what it is for.
//     Approximation: users know that they must not (more deadlocks).
//   - (T80) Such a function that only hears of something, since it has no results, or one that is an error,
//     may call every exported method of an exported type's object, too, whose lock is held, not only for reading: that
//     of the receiver, or of what else the calling function locks. Who has set it has an object by then: it is set by
//     an exported method, or given with the call; not to a constructor. Who compares or makes something answers
//     instead, and what logs or prints, by its name or its parameters, calls nobody back. Not in packages that only the
//     module itself can import: all that it puts there is in view.
//   - (T8) A lock that a closure, a method value or a goroutine made here may unlock is nobody's business any more.
//
// # Approximations
//
// (T1) and (T4) take fields for unchanged by calls: more deadlocks in (T5), fewer in (T6). Recursive calls are folded
// in once, interface methods not at all: fewer deadlocks.
//
// # Tests
//
// Programs of testdata/deadlocks (DL2002, DL2003, DL2007, CM4001) and testdata/low, each with its repaired twin (go
// test . -run TestQuick); TestInterleave in the module's root executes generated programs exhaustively.
//
// # References
//
// RacerX (SOSP 2003): locksets along ways and unlocks that some returns forget; summaries in the caller's terms as in
// RacerD (OOPSLA 2018).
package lockpaths
