// Package flow extracts the pointer flow of each function: allocation sites, inclusion constraints and call sites.
//
// # Problem
//
// Which memory an access touches is decided at link time, by points-to analysis over the constraints of all functions.
// This pass writes the constraints of one function as few and as small as it can, since they make most of the facts.
//
// # Layers
//
// At the bottom is a system of constraints (system.go): variables, objects and calls, integers all, which are reduced
// (simplify.go) and written (encode.go). A body makes the variables of values (value.go, address.go, reaching.go) in
// it, a caller those of calls (calls.go), with a modeller for functions that have a model (model.go, made.go,
// shown.go). A visitor asks for what the instructions of a function need (visit.go); a client is written straight into
// a system (client.go).
//
// # Rules
//
//   - (L1) Values are flattened into slots (facts.Node). A slot that can hold no pointer is node zero.
//   - (L2) Extraction is by demand: the addresses of accesses, operands of calls and synchronisation, stored values and
//     results ask for slots, and constraints are made for what is asked for, transitively. What nobody asks for costs
//     nothing.
//   - (L3) An address is a node and an offset: selections of fields are folded into the offset, elements of arrays and
//     slices are their backing's slots. An offset is a constraint only when the address itself is a value that is
//     stored or passed.
//   - (L4) A contained variable (source S5) is no object; its slots are nodes that include what is stored there.
//   - (L5) A store, send, map update or append stores into all places that the address may mean.
//   - (L6) append(s, x...) yields s or a new array, the new one if s has no room (passes/access A4); the array includes
//     what s and x hold; s's own may be overwritten by x.
//   - (L7) An interface holds boxes, one per conversion. A conversion of a type without methods and without pointers
//     makes none.
//   - (L8) A call of an effect-free functions is dropped. A call of a modelled one is what its row says: callbacks are
//     calls, atomics and pools load and store, results are aliases of arguments, new objects, or unknown objects.
//   - (L9) A generic function is extracted once, at its origin: arguments and results of calls follow the origin's
//     slots, where a type parameter is one slot (source S8).
//   - (L10) A node with one incoming constraint, a copy, is its source. Equal constraints on one source make one node.
//     A node without incoming constraints that nobody outside writes to is zero.
//   - (L11) A result is fresh if on every path it is an allocation of the function (or a fresh result of a callee) that
//     is used otherwise only by loads, stores into it, and callees that do not let it escape. A parameter escapes if
//     it, or an address in the memory it points to, is stored to memory, returned, boxed into something that escapes,
//     captured, sent, given to a goroutine or passed to a callee that lets it escape or is not known. Recursion counts
//     as escaping. A new object may hold, in a field, a closure that captures it, if nobody calls that before it is
//     returned.
//   - (L12) A conversion of a type-parameter value to an interface makes a box whose Type is zero: its dynamic type is
//     decided by what the payload points to. An assertion to a type parameter unboxes type zero: any box.
//   - (L14) A function that makes a synchronisation object returns it, and functions that act on it: a context and its
//     cancel function, a function that runs once. Their bodies are the synthetic ones of internal/link; they capture
//     the object and the call's arguments.
//   - (L13) Blocks that control never reaches (internal/branch) are left out.
//   - (L16) A slice of which a part is taken that may be one goroutine's share is listed (facts.Flow.Shifted): the part
//     starts where the function was told to (internal/place.Given), or is given to a goroutine, sent or stored. Of
//     arrays made in the function any part that does not start at zero counts, unless it serves only to copy or append
//     elements.
//   - (L17) A call is tested if a branch that every way to it passes asks about a field, a package-level or a captured
//     variable, or asks a function that answers yes or no: whoever calls knows more than the callee shows.
//   - (L18) A call may be left out (Maybe) if the function may return without having come to it; loops are taken to
//     have a round.
//   - (L19) Printing reads what an operand points to, and the maps and slices in it, one in the other up to a depth;
//     not what pointers in it point to, whose addresses are printed. Encoders follow these too, but only exported
//     fields. A type with a method that is asked for its text is not read, and neither is an operand of which a format
//     wants the type or the address. Approximation: what interfaces in an operand hold is not read (fewer races).
//   - (L28) The method that is asked for an operand's text is called, if the operand's type is one of the module, not
//     of std, and declares it. Approximation: types of other modules, promoted methods (fewer races).
//   - (L22) A load from a contained variable sees the stores from which control comes to it without passing another
//     store into that slot: a copy of a struct whose map is then replaced by another map does not lead to the first
//     one.
//   - (L27) So does a load, in the function that declares it, from a variable that function literals have captured, if
//     these only load it: nobody else stores there. What the literals load is any of the stores but those that are
//     always overwritten before a literal is made. A literal behind which no store comes has a variable of its own, to
//     which those store from which control comes to where it is made; and so has one if each store behind it comes
//     behind a wait for the one goroutine that runs it: a receive from a channel that a variable holds and by which
//     only the literal signals, at its end, or a Wait for a WaitGroup that it counts down by what it defers first.
//     Approximation: who else counts the WaitGroup down (fewer races).
//   - (L26) A struct that is copied into a new object brings along only what is not replaced on every way to where the
//     function hands the object out, or asks for it as a whole: "c := *r; c.Header = clone(r.Header)". What it loads
//     before it replaces it is a part of the copied struct: "c.Header = clone(c.Header)"; a part that is loaded where
//     it may have been replaced, or not, is brought along.
//   - (L23) A function literal whose value has one use, in the basic block that makes it, is put into one place each
//     time it is made. Approximation: a callee may keep it in several (fewer races). So is a new object whose address
//     is stored there once, but for what is done to its fields; what loads it from there may store it elsewhere
//     (approximation: fewer races). The same is said of what a call returns first, and of a new object that its
//     function returns and does nothing else with.
//   - (L20) A context that carries a value is its parent and a box which only the key's type opens (internal/models
//     M10).
//   - (L29) An append that takes elements out of a slice, as append(x[:i], x[i+1:]...) does, makes no new array, and
//     what it moves stays in the array that it was in.
//   - (L30) Objects of one type of which a variable holds one, whichever a condition asks for, are one object: they are
//     made by composite literals, or by calls of one function without goroutines, synchronisation and callbacks
//     (facts.CallAgain), nothing is done with them but to fill them and to keep them in the variable, and nobody uses
//     that before all are made. Whoever uses the variable uses one of them throughout, and the others are garbage.
//     Approximation: what they are filled with is not told apart by object (more races, fewer deadlocks).
//   - (L31) Of a call's first arguments, the receiver of methods included, it is known if they are, or point into, a
//     parameter of the function, something that the function has made, or what another call in it has returned.
//   - (L21) A call is checked if a branch right behind it asks whether the error that it returns last is nil, and
//     control only leaves the function where it is not, without another use of what the call was given.
//   - (L24) A lock that is taken or released only if a flag in its own object says so, or if a field there is not nil,
//     counts as taken or released always, if nothing else happens there and no function that locks sets the field:
//     whoever tells the object to do without promises that one goroutine at a time uses it. Approximation: an object
//     that is told so, and shared (fewer races).
//   - (L25) So does a lock that such a flag lets be taken or released for writing or for reading: it counts as taken
//     for writing, since whoever sets the flag says if he writes. Approximation: writes of who said that he
//     only reads (fewer races), and readers who wait for each other (more deadlocks).
//   - (L15) A go statement starts its goroutine once for each object if it is reached only behind a test of a field or
//     variable that is set between the test and the statement, or set there while all callers of the function, which is
//     unexported, have tested it. Approximation: that somebody resets the variable while the goroutine runs is not seen
//     (fewer races).
//   - (L32) A call is of each (CallEach) if what it calls, a function or a method of an interface, is the element that
//     a loop takes from a list which its function was given, or has put together, one after the other from the first to
//     the last: there is no choice then, all of them are called. Approximation: the loop may end early (more races).
//   - (L33) A call is steady if what it calls, a function value or a method of a value, is an argument of its function
//     or was computed outside of the cycles through the call: a branch before may have chosen it, once.
//
// # Approximations
//
// Flow-insensitive: more races. Strings and integers carry no pointers, uintptr only back to the unsafe.Pointer it
// visibly came from in one function: fewer races. Values passed by panic to recover, and what reflection copies, are
// lost: fewer races. Callbacks of models get no arguments, but what comes out of a sync.Map or pool, and the
// elements of a slice where the row says so: fewer races.
//
// # Invariants
//
// Each node is used; Args and Results of a static call have the callee's number of slots; facts.Flow.check holds.
//
// # Tests
//
// TestGolden holds constraints and calls of the programs of testdata here as text, TestStd summarises the standard
// library and checks the invariants, TestDeterminism does it twice.
//
// # References
//
// D4 section 3.1; the former golang.org/x/tools/go/pointer for field offsets and boxes.
package flow
