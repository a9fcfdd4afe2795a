// Package fieldwaits finds operations on what is kept in fields that nothing can complete, whoever runs the functions:
// waits for partners that do not exist, wake-ups that are lost, timers that do not fire again.
//
// # Problem
//
// A wait that no function of the package can end is wrong whichever goroutines there are, and needs no link. Who may
// end it is read off internal/fielduse; how a function comes to it, off the function's own control flow. Waits for
// locks, and waits under locks, are internal/lockpaths'.
//
// # Rules
//
//   - (T15) A receive, a send without buffer, a Wait or a Cond.Wait on such an object is alone if the package has no
//     operation that could end it. So is a range over such a channel if nobody closes it, the loop has no other way
//     out, something is to be done after it, and its function is not started as a goroutine: workers that nobody ever
//     stops are none of this.
//   - (T19) A wake-up of a condition in a field as (T13) is lost if (a) a boolean field that ends the loop around a
//     wait is set to the constant that does, and neither the function nor one that calls it by name wakes anybody after
//     that, or before it under a lock that is still held; (b) a function locks and waits without any test, call or go
//     statement before, and is not called behind a test or in a loop either; (c) two functions wait in loops that ask
//     different things of one field, and Signal wakes one of them; (d) go statements start several that wait in a loop
//     for one flag which is only ever set, none of whom wakes the next one, and only Signal, outside of loops, is
//     called; (e) a function locks and waits for a condition in a variable of its own, without a test in between,
//     behind the go statements of all who signal it, and these wait for nothing; (f) a function tests a field, locks
//     behind that and waits without another test, and who wakes sets that field; (g) as (d), where the loops wait for
//     something else as well, behind the store of the flag. In (d) and (g) users of a library may do so by an exported
//     method, other than one that reads. Not (a) where somebody wakes those who wait without having changed what a loop
//     tests, nor in function literals. Callers that are test code do not count. Approximation: calls of function values
//     wake, and those of interface methods whose name a method has that does (fewer deadlocks in (a)); what other
//     fields say is not looked at (more in (c)).
//   - (T81) So is one by a goroutine that has waited for a channel or context, or runs by context.AfterFunc, and locks
//     nothing nor calls what might, if a loop around a wait asks whether that has ended: by a select with a default, or
//     by Err, itself or in a function that it calls. It may come when that has been asked and the Wait is still to come
//     (sync.Cond: Wait unlocks; only with the lock held does Broadcast come before the question or behind the Wait).
//   - (T92) So is one behind an atomic store, in one function, by which a loop around a wait may end, if no lock is
//     held at the store, nor at the wake-up, by the function or one that calls it by name, and nothing in between may
//     lock: both may come when the atomic has been asked and the Wait is still to come. Not where wake-ups come in a
//     loop.
//   - (T93) So is one by Signal in a function that has waited in such a loop itself, and sets a field that only another
//     function's loop asks, if that does the same for the first one: it may wake one of its own kind. Not if one
//     goroutine at a time waits in each: it holds another lock, or is started once. Approximation: both kinds wait at
//     one time (more deadlocks).
//   - (T20) A receive from a ticker never comes to an end where its loop has no way out and another function, main and
//     tests aside, stops the ticker, or gives the method that does to somebody: that does not close its channel.
//     Tickers are known by the variable that holds them, or by a field as in (T13). A ticker that nobody stops is meant
//     to tick for good. Where the loop has another way out, who stops the ticker does not wait before, nor is called by
//     the loop: he knows nothing of its end. So does any such receive from a timer in such a field that another
//     function, main and tests aside, stops, without looking at the answer or setting it again. Approximation: it is
//     stopped while somebody waits (more leaks).
//   - (T21) A receive from a timer is alone if a way leads to it on which its value has been received, by a receive or
//     a case of a select, and on which the timer is not set again, no function of the package is called that may set
//     one, and nothing branches on a variable, which may tell that the value has come, or on a length, of the channel
//     perhaps. Approximation: Stop says that the timer has run out (more deadlocks, where conditions exclude the way).
//   - (T96) In (T21), that a list is found empty tells nothing where the way has left it so: it was cut to nothing, or
//     replaced by nil or an empty one, by the function itself or one that it calls, and nothing was stored there since.
//   - (T90) In (T21), a way to a function that is given the timer goes on in those of the package that call it by
//     name.
//   - (T23) A Done is missing at a return to which a way leads that passes no Done of that WaitGroup, a field as in
//     (T13), and no call, function literal or go statement that may do it, if other ways pass one; if go statements,
//     and nobody else, start the function, each behind an Add in its own block, or one for all rounds before the loop
//     that starts one in each; and if no condition on the way may be an agreement: truth values that the function is
//     given or reads, and comparisons with nil of what is no error. Calls of function values and interface methods may
//     do it if a function that does is exported, a value somewhere, or has the name of an interface method that is
//     called.
//   - (T24) A close is missing at a return as in (T23) if one function has all closes of the channel, a field as in
//     (T13) that may also be returned to be received from only; if it is started by go statements, or has made the
//     channel for a new object before, or gets a new object from all who call it; if the way there passes an error that
//     is not nil; and if no way leads to a return without a close and without such an error. Somebody receives from the
//     channel outside of selects.
//   - (T25) A Done is one too many if the function has deferred one, or a literal that surely calls it, in its first
//     block, and it or what it calls by name calls another one; go statements, and nobody else, start it, each behind
//     an Add of one in its own block; who starts it makes no other Add than such before go statements, one for each: it
//     may be for the second Done; and neither it nor what it calls adds to the WaitGroup. Approximation: the way to the
//     second one is possible (more misuse).
//   - (T94) A Done is one too many for a message that is sent again to the channel from which it comes, a field as
//     (T13) or a variable that only literals share, if a Done is called for each message, also for this one: deferred
//     in a function that all who receive call for each, or in the same round; and if all other messages are sent behind
//     an Add of their function, and there are no other Adds. Approximation: the way to the send is possible (more
//     misuse).
//   - (T26) A function with a function parameter that waits for a slot (T18), calls such a parameter or has a literal
//     do so, and gives the slot back, runs what it is given in the slot. If that comes to the same function by calls by
//     name, and the receiver was not made on the way, it waits for a slot while it keeps one: no slot is left when all
//     are kept so. So does a function that has taken a slot, or a literal in it, that has deferred what gives the slot
//     back, and comes to the same function, itself or in goroutines for which it waits. So does errgroup.Group.Go, if
//     the package sets a limit to a group that is kept in the same field or variable, or is stored there by the
//     function that sets the limit, and what it runs comes to the same call again: groups are followed through captured
//     variables and parameters. Approximation: the semaphores, or groups, are one, and there is no more room than that
//     (more deadlocks).
//   - (T91) Shutdown of a server waits for itself if a handler comes to it, by calls by name, with a context that does
//     not end (package served). Approximation: the only server that the package makes serves it (more deadlocks).
//   - (T95) Close of a server of net/http/httptest, the only one that a function makes, waits for ever if a literal of
//     the function that handles requests receives, without alternative, from a channel in a variable of the function,
//     and nobody but the function sends on or closes that, and only behind the Close: calls in their order, then what
//     is deferred, then what is registered for the test's Cleanup, the last one first (package served). Approximation:
//     there is a request that comes there (more deadlocks).
//   - (T27) A channel in a field as (T13) is nil for ever in an object of a function that makes another channel for it
//     and not this one, if the field is never compared, and only set to new channels, in new objects, or not at all.
//     Told of are sends, in selects too, and other receives.
//   - (T30) A notice is dropped if nobody waits for it yet: a channel in a field as (T13) without a buffer, on which
//     all sends have no contents and stand in selects with a default and nothing else, one of them behind a store to a
//     field in its function; that nobody closes; and from which a loop receives, with no alternative but to leave. Who
//     looks, finds nothing to do, and waits then, misses what came in between. Approximation: another notice may follow
//     (more leaks).
//   - (T31) A goroutine never ends if go statements, outside of main and tests, and nobody else start its function,
//     which goes round a select and returns by the case of one channel only, in a field as (T13), which is made, and
//     which the package neither closes nor sends on, or goes over such a channel, without another way out of the loop,
//     that the package does not close; and if a method of the type says by its name that it ends it. Approximation:
//     that is not about this goroutine (more leaks).
//   - (T38) So does it if it waits for the end of a context, or goes round a select and returns by that case only; if
//     context.WithCancel or WithCancelCause has made that context from one that never ends; and if the cancel function
//     is only kept in a field of the package's own that nobody reads, of such a type, or of one whose values somebody
//     takes out of a map; or if context.WithoutCancel has made it, which cuts it off from what would cancel it (package
//     context: its Done returns nil). The context is followed through what go statements give, captured variables and
//     fields. Approximation: as there (more leaks).
//   - (T102) A goroutine outlives its value if its function is a method of it, or a literal that captures nothing else,
//     has no way out and receives from clocks alone; if only an exported maker of such values starts it; and if the
//     type has an exported method Close, Stop or Shutdown: who calls that is done with the value. Approximation: it is
//     meant to go on (more leaks).
//   - (T32) A channel in a field as (T13) of the receiver is closed twice if a goroutine of the object closes it, and
//     an exported method does, themselves or by what they call with the same receiver, and no condition on either way
//     may tell that it has been done: one that reads memory (an error only if the function sets it in that field),
//     calls something, or asks the channel. It does not tell who holds no lock that an atomic variable has a value, or
//     that the channel is open. Not what the goroutine defers, unless who closes looks so, and the goroutine may also
//     return where it has not found the channel closed. Approximation: users call the method after the goroutine has
//     done it, or while it does (more misuse). Not the method that alone starts that goroutine, if it closes only where
//     it does not start it: what has a life is started once (T62; fewer misuse).
//   - (T100) So is one that is closed where a load of an atomic truth value of one object has found it unset, and a
//     store sets it afterwards, in two steps, if a goroutine, or what a timer calls, comes there, and an exported
//     function does, by calls without a lock. Who comes in between closes, too. Not if one of them goes by whether it
//     was in time to stop a timer, or by what it has taken out of a map. Approximation: users call it at that time
//     (more misuse).
//   - (T101) So is one that is closed where it was asked without waiting, by a select with a default, and found open,
//     in an exported function or one that such a function calls without a lock, if its struct has a mutex as well: who
//     asks expects to be called more than once, and two may find it open; or in two functions that one starts as
//     goroutines, or where they come without a lock. Approximation: users call it at one time, and the two goroutines
//     have one object (more misuse).
//   - (T34) A send without alternative blocks for ever if who has asked for it may give up: a function makes a channel
//     without a buffer, keeps it in a field of the package's own, which holds no channels with a buffer, or in the map
//     of such a field, itself or by a function that it gives it to, and receives from it in selects only that go on,
//     too, when a context or a time has ended; and the channel comes from such a field or map. So does one on a channel
//     in a field of what a function makes, if only functions that call this receive from it, tests aside, in such
//     selects, which do not go round. Approximation: the asker has not taken it out of the map in time (more leaks).
//   - (T36) A send panics if it is on a channel, in a field as (T13), of an object found in a map or list, and a
//     function that has one such object, and has neither found it so nor made it, closes that channel; if neither this
//     function and what it calls by name, nor who calls it (the function that a literal stands in included), takes such
//     an object out of a map or list, replaces one, stores nil or a truth value, or leaves word by an atomic, a
//     channel, a WaitGroup or a condition; and if who sends does not recover. Approximation: it is the container that
//     has the object; it is sent to again (more misuse).
//   - (T37) A Done is missing in a round of a loop over a channel, in a field as (T13), if a way leads from the message
//     to the next one on which nothing may have called Done of a WaitGroup, in a field, too, nor given the message away
//     (a send, a go statement, a store); if each message is sent behind an Add of one, in one block, and there are no
//     other Adds; and if all Dones are in that function, not deferred. Approximation: that way is possible (more
//     deadlocks).
//   - (T33) Of a pipe (io.Pipe) who reads waits for ever if a function that a go statement starts closes the writer, or
//     gives it to somebody who may, and a way as in (T24) leads to a return of it where that has not been done, and on
//     which no write to a pipe has failed: that says that the reader is closed. Who writes waits for ever if the
//     function that makes the pipe, or one that gets the reader from it, leaves that before its end and does not close
//     it (package readers), unless a part was read and all that is written are a few single messages. Approximation:
//     somebody reads to the end; there is more to be written (more leaks).
//   - (T35) The end of a goroutine never comes if what tells of it, the close of a channel or a Done in a field as
//     (T13), is deferred only in functions that have no way out: no return, no panic. Who waits for it has asked the
//     goroutine to end, by a channel from which that receives, or by a context: a break that leaves only a select, or a
//     context that the function has got, or that is its object's, but does not watch. Others, such as a main function,
//     may wait for ever on purpose.
//   - (T28) A send without alternative on a channel in a field as (T13), without a buffer, blocks for ever once all who
//     receive have gone, if all receives are cases beside one and the same channel that the package closes, and so is
//     another send: who sends is to watch that channel. Approximation: the send is possible after the close (more
//     leaks).
//   - (T40) A close is missing at a return of a goroutine's function also if the channel is in variables, parameters
//     and results of functions of the package only, and that function has all closes of it. No error need be passed,
//     and no condition is an agreement, but what has been heard from others at last: a case of a select, the error of a
//     context. Somebody goes over the channel to its end, or, where it is kept in a slice, over such a channel.
//     Approximation: the way to the return is possible (more leaks).
//   - (T41) A goroutine waits for itself if it sends, without alternative but to be told to end by a channel in a
//     field, on a channel without a buffer in a field as (T13) from which only its function receives, which one go
//     statement outside of loops starts, or which is a method that only users of the package run; and if it comes there
//     by calls of methods with its own receiver, or of functions that it receives, which methods with that receiver
//     send, or are given by such. Two wait for each other if each comes, by calls by name, to a send on such a channel
//     from which only the other's function receives, and does not receive the answer in the same block. Approximation:
//     both send at the same time; the objects are one; users run the method once (more deadlocks).
//   - (T45) Workers block each other if one function, started by go statements only, has the only receive from a
//     channel with a buffer in a field as (T13), the size of which is computed from no length, and if it comes, by
//     calls by name with the same object, to a send without alternative on that channel in a loop that receives
//     nothing: one message makes several, the buffer gets full, and all workers are about to send. Approximation: there
//     are not so many (more deadlocks).
//   - (T46) Who asks waits for ever if who gets the request has a way on which he does not answer (package requests).
//   - (T42) A send panics if the channel, or the object that has it in a field, comes from a slice that was filled from
//     a container in a field while a lock was held, if no lock is held at the send, and if another function closes such
//     a channel under a lock, and takes something out of a container there, without having waited for anything. Not
//     where the sender recovers. Approximation: it is the same container (more misuse).
//   - (T43) A send without alternative on a channel of an element of a container stands still under a lock, held by the
//     function or by who calls it by name, if an exported function, one that it has a Once run, or one that is
//     returned, takes elements out of that container under the lock: a receiver that wants to leave. Not if goroutines
//     of the package receive, or the leaver waits for something or starts a goroutine, which may receive what is left;
//     nor if the sender takes the element out of a map, too: one message is sent on it, and there is room for that; nor
//     if it has received from the channel on every way to the send, or tried to: it has made room.
//     Approximation: the receiver receives no more (more deadlocks).
//   - (T29) A Wait and a send wait for each other if all receives from a channel in a field as (T13) come behind a Wait
//     of their function; if a function that has deferred the Done of that WaitGroup, and that only go statements start,
//     sends, in a loop if the channel has a buffer; and if the size of that is a constant, or the number of goroutines
//     that a constructor is given. So do they where channel and WaitGroup are in variables, and the channel has as much
//     room as there are goroutines, by the number that a loop counts to which starts them, or that Add adds.
//     Approximation: more is sent than there is room for (more deadlocks).
//
// # Approximations
//
// As in internal/fielduse; each rule says its own.
//
// # Tests
//
// Each rule has a program and its repaired twin in testdata/deadlocks or testdata/low, whose header names the finding's
// rule, or (T) itself (go test . -run TestQuick).
package fieldwaits
