// Package source decides what the units of a package are: which functions, in which order, under which names, and which
// units of other packages travel along.
//
// # Problem
//
// All later passes number functions, types and positions alike, and an importer sees the facts of its direct imports
// only. So one pass fixes the numbering, says in a few flags what callers must know without looking inside, and selects
// the units of packages below that an importer may need (the carry).
//
// # Rules
//
//   - (S1) Units are numbered: the package initializer, then declared functions and methods in source order, each
//     followed by its closures, then the bound methods and thunks that the SSA builder made for this package, then root
//     units.
//   - (S2) A symbol depends on names only: package path without test variant, receiver, name, closure ordinal.
//     Instances of generic functions have their origin's symbol; so have instantiation wrappers, which are no units.
//   - (S3) Spawns, Syncs, Parallels and Dynamic are closed under static calls and closures made: least fixpoint.
//   - (S4) EffectFree is the greatest fixpoint of: no load or store except of non-escaping variables (NonEscaping), no
//     synchronisation, no pointer returned, no dynamic call, and static calls of effect-free functions only; of
//     modelled ones those that cannot write to what they are given (Opens).
//   - (S5) A contained variable is one whose address never leaves loads, stores and field selections in its function.
//     It is no object: its content is a set of ordinary values.
//   - (S6) Kept in the exported fact are own units reachable, by Uses, from what importers can call; the package
//     initializer; and the carry. Nothing is kept of external tests, which have no importers, nor because tests use it:
//     nobody but the testing package calls those.
//   - (S7) The carry is found breadth first from the kept units along Uses; methods of boxed types are one step further
//     away, and so are the initializers of the packages that carried units belong to. Past the cap, a unit is carried
//     as Degraded and nothing is followed through it.
//   - (S8) A value of type-parameter type is one slot, and an instance of a generic type has its origin's layout. Where
//     the type argument has more slots, all of them share the one.
//   - (S9) In a method table (facts.Method), steps lead from the payload of a box to the receiver. If the type's name
//     starts with "*" the payload is a pointer, and an Offset without Load moves it. Otherwise the payload is the value
//     itself, and the first step selects the slots from its Offset on. A Load replaces the pointer by the slots found
//     Offset past it. A method that is promoted from an embedded interface has a SymMethod for its Func: the receiver
//     is an interface to dispatch on. One that a model says does nothing has none: what calls it by an interface does
//     not enter its body, as direct calls do not.
//   - (S10) A library has no main: what calls it is synthesised (Chord, section 3.2: open programs). Each exported
//     function that may start goroutines gets a client that calls it once, a method on what the type's constructors
//     make, if there are any and they start none themselves. Each type whose constructors or methods may
//     do so gets one that calls the constructors, exported functions that return such a value, a pointer to it, or an
//     interface that it is put into, but for those that only return what another of them has made; then the methods
//     that start goroutines, once each; then, from a goroutine of its own, each exported method, but for those of these
//     that begin a life by their name (Start, Run and the like), or belong to the making: an exported function calls
//     them on what it returns, with an argument of its own, and they set at least two fields anew, whatever they find.
//     Nor those of which the documentation says that they are called once.
//     Approximation: a second call (fewer races). What only tests call has no client: a function, outside of test
//     files, that is given a test or makes a server of package httptest, and a type of which all constructors are such.
//     Each test drives its own. Where the type's documentation, or the package's where it names the type, promises
//     concurrent use, a method's goroutine overlaps itself, if it does not end a life by its name.
//   - (S15) Package net/http calls a handler for many requests at a time (its documentation of Handler). A type with a
//     method ServeHTTP, a function that returns a handler, and one that leads to such a function through at most
//     handlerDepth functions that are returned, get a client that makes it and has that served, whether or not somebody
//     registers it. Functions that are returned by a function that starts goroutines are called once, by who called it.
//     Approximation: values that are only ever used by one server at a time, one request after the other (more races).
//     A type that only a method of another type makes, which starts goroutines, is made by that method, called on a
//     value that other callers know, too.
//   - (S11) A client of a type does not call what its callers must order, by its name (Locked and the like) or its
//     documentation ("caller must hold", "before serving", "valid after Stop"), or by that of the same method of an
//     interface of the package that its type implements, nor what the type's documentation names
//     as called before it is started or used, nor what ends the use of a value, as its own, the type's or another
//     method's documentation says ("must not be called after Close", (S19) "no call may follow or overlap"). Methods
//     that start goroutines but end a life by their name (Close, Stop, Wait and the like) are not called before the
//     others.
//   - (S12) A type of which nothing starts goroutines gets a harness if it is evidently meant for several: its
//     documentation promises that without conditions (in that sentence, or behind it in the paragraph where something
//     is said of use), or that of a constructor promises it of what it returns, or its name does (ThreadSafeSet) and it
//     has a lock or the like, or it is a struct with a lock, an atomic or the like in it, and its documentation does
//     not forbid it. The constructors are called, then each method from a goroutine that overlaps itself.
//   - (S16) A type of which nothing starts goroutines, and whose own documentation neither promises nor forbids
//     concurrent use, gets a harness of the methods with which it implements an interface of its package, or of one
//     that this imports, if the documentation of the interface says that implementations are, or may be, called
//     concurrently, or must be safe for that, without conditions in that sentence; where only that of a method says so,
//     of that method. The interfaces of modelled packages are listed (internal/models). Methods that end a life by
//     their name are left out. Approximation: the type is not meant to be that interface (more races).
//   - (S17) A context may be used by several goroutines at once (package context). A package of which some function, no
//     method, takes a context, looks for a value in it, and itself changes a map or memory that is not its own, gets a
//     client that makes a context by each function that returns one with a value (context.WithValue), then calls each
//     function that looks for a value in one, from goroutines that overlap. Approximation: only one goroutine ever has
//     the context, such as that of a request (more races).
//   - (S13) A method serves if it begins a life by its name and waits, in a loop that no count ends, for what a field
//     of its receiver holds (it accepts connections there, or receives messages), or has a model's function serve by
//     it, if a method that ends a life by its name closes or stops what that field holds, or sends to it. So it does if
//     the methods that it calls on its receiver, or the goroutines that it starts and waits for as a group, wait so,
//     or if it goes round as long as a flag in its receiver says, which such a method sets;
//     and Run, Serve and Listen, by the beginning of their name, if they wait for the end of a context, go round until
//     a channel of empty structs tells them that they are given and only receive from, or give one of these and a
//     function to a call, which calls the function until then. So does a method that begins a life by its name and of
//     which the documentation says that it returns only when it is told to. Such a call returns when the
//     other one is made, so the client makes it from a goroutine of its own, before it calls the
//     others. Approximation: methods that callers call before it, other than by the names of (internal/races C5), are
//     taken to overlap it (more races).
//   - (S14) A method that the package itself starts as a goroutine, and that waits in a loop as in (S13), is not called
//     by a client: the loop is the value's own. Approximation: clients that run it once more (fewer races).
//
// # Approximations
//
// (S10) two of many constructors are called, none that hands arguments of its own to another, and arguments are values
// without functions and interfaces: fewer races. (S11) goes by custom: fewer races. (S8) merges what distinct slots of
// a type argument hold, and loses what is reached through an interior pointer to such a field: fewer races. Functions
// reached by linkname only are not kept: fewer races. Past the cap (S7): fewer races, those that rest on degraded units
// of low confidence.
//
// # Tests
//
// TestCarry, TestExport, TestFlags, TestPromised and TestDemanded; what clients call shows in testdata/races (go test .
// -run TestQuick).
package source
