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
//   - (T5) An acquisition of a spot that is held, by itself or by what it calls, waits for itself; reading twice blocks
//     only if somebody in the package wants to write a lock of that name. Each function on the way that may return
//     without the acquisition is a doubt (a call of a parameter is none if it happens on every way, or in every round
//     of a loop that every way comes to: there is something to go over, as a rule); so is a way to it on which the lock
//     is not held.
//   - (T6) Returns are inconsistent about a lock if some hold it and others have released it, and neither a result nor
//     a boolean stored while it was held tells which (a result that is an error, or nil, where the lock is held does
//     not count as telling). A function that may return the lock itself, or a method bound to it, hands it over.
//   - (T7) Unlocking what this function has locked and unlocked, or locked in the other mode, panics.
//   - (T10) Two functions of a package, tests and main aside, that take two locks in opposite orders are an inversion,
//     whoever runs them: the locks are fields reached from one root or package-level variables, by name, or one lies in
//     an object taken out of a container in the other one's, and no third name is held at both, by callers of
//     unexported functions either. Approximation: the objects are taken to be the same, and the functions to run in
//     parallel (more deadlocks).
//   - (T11) Printing, logging and encoding call String, Error, Format, MarshalJSON and MarshalText of their operands
//     (internal/models, Shows), where the operand's type is known and declares the method itself. Verbs that make no
//     text of it ask nothing.
//   - (T12) A lock that every return of a function leaves held is left for good if only this package can name it, its
//     address goes nowhere but to its own methods, and no function of the package unlocks it without having locked it.
//   - (T16) Where a deferred function recovers panics, and a function value that is not known here is called, or panic
//     is, what is held then and is not unlocked by what is deferred stays held; a mistake, if returns release it. Other
//     calls are taken not to panic (fewer deadlocks).
//   - (T13) A channel, WaitGroup or condition in a field that only this package can name, whose address and value go
//     nowhere but into operations, and which is set only to what is made on the spot, is used by the operations on
//     fields of that name and by nobody else.
//   - (T14) A wait for such an object while a lock is held stands still if every operation that could end it comes, on
//     all ways through its function (or on all ways round from the last time it was done), after an acquisition of a
//     lock of that name in a mode that excludes the holder's. Waits that are one of several cases do not count, nor do
//     channels with a buffer, nor receives of what is sent, or of an end that is made, while that lock is held: a
//     variable under it may tell that it has happened. A Wait stands still if one of the goroutines takes the lock for
//     a message that it gets in its loop, before its Done. Approximation: lock and object are taken to belong together
//     (more deadlocks).
//   - (T15) A receive, a send without buffer, a Wait or a Cond.Wait on such an object is alone if the package has no
//     operation that could end it. So is a range over such a channel if nobody closes it, the loop has no other way
//     out, something is to be done after it, and its function is not started as a goroutine: workers that nobody ever
//     stops are none of this.
//   - (T17) A release of a lock that is not held may be of one that is, reached by another pointer, if both lie at the
//     same place in their structs: what Begin has locked by its receiver Commit unlocks by what Begin has returned.
//     Nothing is known of that lock any more. Approximation: another object's lock is unlocked (fewer deadlocks).
//   - (T18) A channel in a field as (T13), made with a buffer only, never closed, of whose messages nobody looks at the
//     value, is a semaphore: a send takes a slot, a receive gives one back; a case of a select does where it was
//     chosen; where one with a default would give a slot back, none is taken afterwards. A slot that is kept at a
//     return is lost if other returns of the function have given it back (as (T6) has it), if their goroutines do and
//     this one reports an error, or if all returns keep it, this one reports an error and nothing else, and another
//     function gives back, one by one, what it has not taken. Where such a function is exported, or not called by name,
//     callers may call it: then only returns that report an error count. Approximation: what a goroutine or function
//     value may give back is given back (fewer leaks).
//   - (T19) A wake-up of a condition in a field as (T13) is lost if (a) a boolean field that ends the loop around a
//     wait is set to the constant that does, and neither the function nor one that calls it by name wakes anybody after
//     that, or before it under a lock that is still held; (b) a function locks and waits without any test, call or go
//     statement before, and is not called behind a test or in a loop either; (c) two functions wait in loops that ask
//     different things of one field, and Signal wakes one of them; (d) go statements start several that wait in a loop
//     for one flag which is only ever set, none of whom wakes the next one, and only Signal, outside of loops, is
//     called; (e) a function locks and waits for a condition in a variable of its own, without a test in between,
//     behind the go statements of all who signal it, and these wait for nothing; (f) a function tests a field, locks
//     behind that and waits without another test, and who wakes sets that field. Not (a) where somebody wakes those who
//     wait without having changed what a loop tests, nor in function literals. Approximation: calls of function values
//     wake; what other fields say is not looked at (fewer deadlocks in (a), more in (c)).
//   - (T20) A receive from a ticker never comes to an end where its loop has no way out and another function, main and
//     tests aside, stops the ticker: that does not close its channel. Tickers are known by the variable that holds
//     them,
//     or by a field as in (T13). A ticker that nobody stops is meant to tick for good.
//   - (T21) A receive from a timer is alone if a way leads to it on which its value has been received, by a receive or
//     a case of a select, and on which the timer is not set again, no function of the package is called, and nothing
//     branches on a variable, which may tell that the value has come, or on a length, of the channel perhaps.
//     Approximation: Stop says that the timer has run out (more deadlocks, where conditions exclude the way).
//   - (T22) A Wait never returns on a goroutine that has deferred the Done of the same WaitGroup.
//   - (T23) A Done is missing at a return to which a way leads that passes no Done of that WaitGroup, a field as in
//     (T13), and no call, function literal or go statement that may do it, if other ways pass one; if go statements,
//     and nobody else, start the function, each behind an Add in its own block; and if no condition on the way may be
//     an agreement: truth values that the function is given or reads, and comparisons with nil of what is no error.
//     Calls of function values and interface methods may do it if a function that does is exported, a value somewhere,
//     or has the name of an interface method that is called.
//   - (T24) A close is missing at a return as in (T23) if one function has all closes of the channel, a field as in
//     (T13) that may also be returned to be received from only; if it is started by go statements, or has made the
//     channel for a new object before; if the way there passes an error that is not nil; and if no way leads to a
//     return without a close and without such an error. Somebody receives from the channel outside of selects.
//   - (T25) A Done is one too many if the function has deferred one in its first block, and it or what it calls by name
//     calls another one; go statements, and nobody else, start it, each behind an Add of one in its own block; and
//     neither it nor what it calls adds to the WaitGroup. Approximation: the way to the second one is possible (more
//     misuse).
//   - (T26) A function with a function parameter that waits for a slot (T18), calls such a parameter or has a literal
//     do so, and gives the slot back, runs what it is given in the slot. If that comes to the same function by calls by
//     name, and the receiver was not made on the way, it waits for a slot while it keeps one: no slot is left when all
//     are kept so. Approximation: the semaphores are one, and there is no more room than that (more deadlocks).
//   - (T27) A channel in a field as (T13) is nil for ever in an object of a function that makes another channel for it
//     and not this one, if the field is never compared, and only set to new channels, in new objects, or not at all.
//     Told of are sends, in selects too, and other receives.
//   - (T28) A send without alternative on a channel in a field as (T13), without a buffer, blocks for ever once all who
//     receive have gone, if all receives are cases beside one and the same channel that the package closes, and so is
//     another send: who sends is to watch that channel. Approximation: the send is possible after the close (more
//     leaks).
//   - (T29) A Wait and a send wait for each other if all receives from a channel in a field as (T13) come behind a Wait
//     of their function; if a function that has deferred the Done of that WaitGroup, and that only go statements start,
//     sends, in a loop if the channel has a buffer; and if the size of that is a constant, or the number of goroutines
//     that a constructor is given. Approximation: more is sent than there is room for (more deadlocks).
//   - (T8) A lock that a closure, a method value or a goroutine made here may unlock is nobody's business any more.
//
// # Approximations
//
// (T1) and (T4) take fields for unchanged by calls: more deadlocks in (T5), fewer in (T6). Recursive calls are folded
// in once, interface methods not at all: fewer deadlocks.
//
// # References
//
// RacerX (SOSP 2003): locksets along ways and unlocks that some returns forget; summaries in the caller's terms as in
// RacerD (OOPSLA 2018).
package lockpaths
