// Package access finds the reads and writes of memory that others may see, merged per region.
//
// # Layers
//
// A collector gathers accesses (collector.go, visit.go, model.go); it has parts for conditions (condition.go), numbers
// (value.go) and timers. What is asked of a function without regard to its accesses lies below:
//
//   - passes/internal/gate: what tests have found about variables (A13, A19, A20, A26);
//   - terms: where numbers come from (A25); iteration: what differs between goroutines of a loop (A8, A11);
//   - taken: what is taken out of where it was (A23); signal: signals in the object of an access (A21);
//   - ended: literals that have ended (A29, A31).
//
// # Rules
//
//   - (A1) Accesses are made by loads, stores, map and slice operations, conversions of bytes to strings, and what
//     models claim (study: SSA table). Taking an address, selecting a field and slicing are none. Channel operations
//     synchronise; their buffers are none; see (A15).
//   - (A2) A struct is accessed in all its slots; an array and a slice's elements are one element's slots.
//   - (A3) A map is one state: slot 0 of its object.
//   - (A4) append writes behind the old length, if the capacity allows (AppendWrite), and reads what it appends. What
//     it appends to a slice that was cut short, or to a variable that is cut short somewhere in the package (buf =
//     buf[:0]), lies over elements that earlier headers of the slice show (AppendOver): it is a write like others. What
//     it appends to a slice without room (a literal, a list made with its length, nil, s[i:j:j], and what variables
//     hold that are only set to such) goes to a new array: it reads the old one. (A49) What a variable was set to does
//     not count where it is set again before the load, or before the function literal is made that loads it, on every
//     way. (A40) So does what it appends to a
//     package-level variable that is only ever a constant text's bytes, which the compiler lays out without room.
//     Approximation: another compiler leaves some (fewer races).
//   - (A5) Dropped are: what is surely owned (internal/ownership); reads of package-level variables that only
//     initialisation sets; contained variables.
//   - (A6) One access stands for all of the same address, slots, kind, index, condition and region: the first in the
//     source.
//   - (A7) Guards are the locks held whose base is the base of the access.
//   - (A8) An element index is unique to a goroutine if it is the counter of the loop whose body starts the goroutine,
//     alone in its loop nest: taken from the goroutine's parameter, or from a captured variable of the iteration that
//     nobody else sets. The function must be used in that one go statement only, or be given to one call, which may
//     start it. Loops around that loop do not matter if each of their iterations waits for what it started. So is what
//     is drawn from an atomic counter by adding a constant. A captured variable of the iteration that only ever holds
//     the element which such a counter selects, or what the range over a map has come to, is marked as if it were an
//     element with that index, and so are its fields: others hold other elements. Functions that go statements run, or
//     are given, are noted if each iteration selects its own so.
//   - (A47) So is an element whose address, or that of a part of it, the goroutine is given, or finds in a captured
//     variable of the iteration that is set once, if such a counter selects it in the function with the loop. It has
//     the number of the counter, if the goroutine knows that, too.
//   - (A32) Of indices as in (A8) it is said by how much the counter advances, if that is a constant and more than one,
//     and what is added to it: of two goroutines with different counters the numbers differ if what is added differs by
//     no multiple of the advance.
//   - (A35) So is such a counter, if it goes up from a constant that is not negative, divided by a constant that is no
//     more than its advance: todo[i/2] where the loop advances by two.
//   - (A36) An index is the round's own if it is the counter, as (A8) has it, in the function with the loop, whose only
//     go statement runs what is used nowhere else, and if control does not come from that statement to the access
//     before the next round: the goroutine of the same round comes later, those of other rounds have other elements.
//   - (A33) An index is constant, too, if it is the length of what is made with a constant length, and held by a
//     variable that is set once, less a constant.
//   - (A9) An address is merged if a load on the way to it went through a container: an element, a map, a channel.
//   - (A10) Models read or write what a pointer argument points to. Of operands that are printed, logged or encoded,
//     what passes/flow finds (L19).
//   - (A11) So is an index that counts from a start to a bound which are both computed from that loop's counter, in the
//     goroutine or in a function that only such goroutines call: the goroutines share out an array. Equal index
//     expressions of one function have equal numbers (facts.Access.Lo); others may mean the same element in different
//     goroutines.
//   - (A12) What copies, clears or converts a slice, or is appended, touches its first elements: as many as it has, if
//     its bounds are constants. Indices count from the start of what the function cut the slice from.
//   - (A13) The gate of an access is the variable that the nearest branch before it tested: by the result of an
//     atomic read-modify-write; by an atomic load compared with what is no constant, or of which some bits were found
//     set; by comparing two counters of which the function advances one itself, in which case it is the other one; or
//     by a plain load while a lock is held, or nobody else runs (the function has waited for all others, and has not
//     called or sent anything since). Ways that end in a call that never returns do not count. A test that found the
//     zero value is none: that is what was there first. Who writes the gate after an access of his own may have handed
//     it over to who tests it.
//   - (A14) An access is paused if a timer was stopped on every way to it, and every way to where that timer is reset
//     passes it: whoever waits for the timer is not running, unless it was too late to stop it. An access is stopped if
//     it comes behind a Stop whose result a branch tests: what the timer was to call never runs, or is reckoned with.
//   - (A15) Locking a mutex is an atomic access of it, and so is Do of a Once; closing a channel writes its state and
//     sending reads it: so overwriting a mutex or Once in use, and closing a channel while others send, are races. Two
//     sends never conflict, nor do two locks.
//   - (A17) An access is released if its function has passed on before what it touches (internal/ownership W9): then it
//     is no initialisation, and others may know the very object.
//   - (A18) The index of an element is given if it is computed from arguments, captured variables, messages or results
//     of calls, and not by an operation that maps many numbers to one, such as the division of one of these by a
//     constant. Goroutines that share out an array have indices of this kind, so that nothing says that two of them
//     mean one element.
//   - (A19) The gate of an access that may come after a loop which does nothing but wait for the value of an atomic
//     variable is that variable, if (A13) finds none.
//   - (A20) Conditions of accesses, and of calls on the way to one: a result of an atomic read-modify-write was
//     tested, and not found to be that of who comes first (Counted); a variable, or some bits of it, was found unset
//     while a lock was held (Unset), and set since (First), the lock still being held (Setting); a goroutine that is
//     started once (passes/flow L15) is started only later (Ahead); and of calls only, the nearest deciding branch
//     (A13) tested the variable under a lock that is still held (Tested); of locking another lock, the nearest branch
//     that has found a variable to be zero did so under a lock that is still held (Clear). Where several branches lead
//     to one place, what each of them has found is known there. Merged accesses have the conditions that all of them
//     have.
//   - (A21) Signals in the object itself: relative to an access's base pointer, to the object from whose field that was
//     loaded, or to a pointer given to a call, what has been waited for on every way (a receive from a channel, Wait),
//     and what the function does afterwards on every way to a return (close, Done, deferred ones and deferred literals
//     included; a send, if the instruction is not executed again behind it). The channel lies in a field that never
//     changes (internal/place P4), or is what such a field was set to by the function that made both, known by captured
//     variables that never hold another one; so may be a pointer to a WaitGroup. The end of a goroutine is a Done where
//     a group in the object starts it: a function literal that is used for that only, or a method of that object.
//     Functions of the package that do so on every way count where they are called. Panics are not followed (fewer
//     races). Where the pointer comes from several ways, one of them must have been waited for on each, or be the way
//     of an object that the function has made itself.
//   - (A22) A write stores nil (Nil). A read of a pointer, interface, map or function is used (Used) if its function
//     selects from it, calls it or passes it as a receiver, neither having set it before nor behind a test of any
//     variable (passes/flow L17): a flag may say that it is there.
//   - (A23) A lookup of a map takes out what it finds (Taken) if on every way on which it found something the same key
//     is deleted from the same map, before a lock is taken or released. So does a load of a pointer, map, slice,
//     channel or interface under a lock after which something else, no part of what was loaded, is stored to the same
//     place on every way on which it is not nil, before a lock is taken or released: detached under the lock, unless it
//     is also stored to memory that the function has not made, where others may find it. A call that replaces it
//     (internal/ownership W10) does so, too. So does a load of an element of a slice that a variable holds, if the
//     variable gets, under the same conditions, the part before the element, or behind it, or both put together. A load
//     of which only the length is asked, or whether it is nil, or of which numbers and the like are read before
//     anything is called, leads to nothing and counts as one.
//   - (A24) An access is locked sometimes if its function holds a lock there on some ways only (passes/locks K7):
//     usually those on which others can see what it touches.
//   - (A25) A number is an integer; a truth value as 0 or 1; the length of a string or slice; and 0 for nil of any
//     type. Noted are: comparisons that hold wherever an access, call or return happens, if each side is a constant, a
//     parameter, read from memory or returned by a call, and conversions keep it; what a call by name is given, if the
//     function asks for it; what a function returns, if all of it is known; what is written to owned memory, which is
//     no access (A5), and whether that comes before anything else is done with the new object; how much the buffer of a
//     new channel takes, if that is no constant; which comparison a numbered condition of the skeleton is (passes/spawn
//     E15, E38, E39), and whether what the function itself stores in a field that it asks for comes behind; and what
//     may be written to by reflection, in C or past a pointer's type. Elements of arrays and package-level variables
//     are taken to hold anything.
//   - (A26) A write fills in (Absent) if a test before it, with or without a lock, has found the place that it writes
//     to unset, and it does not store a constant zero. A call is behind one of a function of the package that fills in
//     a field of what its first parameter points to (Filled) if that comes before it on every way in its function.
//   - (A27) Arrays lie within the elements that hold them: of an element of an element the outermost index counts for
//     (A8), (A11) and (A18). Inner ones that differ are not looked at (more races). An element of an array that lies
//     in what a pointer leads to is marked (Inner): the pointer may lead to one of several elements itself.
//   - (A29) A function literal has ended (Over) behind a receive, in the function that makes it, from a channel that
//     this function has made and that only the literal closes or sends on, once and last of all; and behind a call by
//     name of a function that is given the literal, has a literal of its own run it, and returns only before others may
//     know that one, or when it has ended (facts.Spawn.Awaits). Nobody knows a literal where a test of the result of
//     the call that it was given to says that this has done nothing with it. Approximation: who is given a literal runs
//     it once (fewer races).
//   - (A31) So has a literal that lies in a message beside a channel, behind a receive from that, and wherever control
//     comes only past it or without the message having been sent, if all that the package does with such channels is to
//     signal on them behind a call of the function in the same message. Approximations: the function is called once; no
//     other package signals (fewer races).
//   - (A30) Read of an interface writes to the bytes that it is given, and Write reads them, whoever implements it, if
//     the signature is that of io.Reader and io.Writer: their contracts say so.
//   - (A28) What is compared may also be the counter that a goroutine gets from the loop that starts it, as in (A8):
//     two goroutines of one run of that loop have different ones.
//   - (A16) Storing back what was just loaded from the same place is no write: so named results are returned.
//   - (A34) A write fills memory again (Refilled) that its function has sent, by itself or in a struct, or given to a
//     goroutine, if it is an append over what was cut short, a copy or clear, or a call that is given that slice from
//     its first element on, and nothing was sent or heard since (passes/internal/refill). So does every append over
//     what is found in a variable that some function of the package sends and then empties.
//   - (A41) The index of an element is a cursor if it is computed from what an atomic load in the same function got.
//   - (A42) A store is the first one (FirstSet) if what it stores to was found unset (A20) under a lock that is still
//     held, with no lock taken or released in between. A variable is present at a go statement, or where it is read
//     (Present), if a test that comes before it on every way, while a lock was held, has found it set, or unset and
//     something was stored there since, on every way from the test to there or to another test: what is surely not
//     zero, what a function of the package gives that gives nothing else, or a pointer that a function of the standard
//     library gives. Approximation: that is nil (fewer races).
//   - (A46) An access is of every element (Every) if a loop goes over all elements, from the first one on, of a slice
//     that the function has made, and of no part of it. Of another slice it is one of all (All), whatever part of a
//     larger one that may be. Approximation: the loop is not left before (more races).
//   - (A45) Two fields or variables are exchanged by statements that store in each what was loaded from the other one.
//     Two parameters are, if a loop gives the function two values and each of them is, in its next round, the other
//     one.
//
// # Approximations
//
// What reflection and assembly touch is not seen (fewer races). (A8) takes two activations of the spawning function to
// use different arrays, the amounts by which a counter advances to have one sign, and a function that a call is given
// to be started by it once, that loops wait for all their goroutines, and that nobody sets an atomic counter back
// (fewer races). (A11) takes the shares of different iterations not to overlap (fewer races).
//
// # Tests
//
// TestGolden holds accesses, conditions and terms of the programs of testdata here as text; what they are for is in
// testdata/races (go test . -run TestQuick).
//
// # References
//
// SWORD's synchronisation regions (thesis 2020, section 2.4.2).
package access
