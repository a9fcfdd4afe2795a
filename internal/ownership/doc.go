// Package ownership finds memory that only the running function can reach (RacerD's ownership, flow-sensitive within a
// function).
//
// # Rules
//
//   - (W1) Roots are what the function makes itself (variables, new objects, maps, slices, closures, fresh results of
//     calls) and what its parameters point to. A root is owned until it is published; a parameter's is owned if the
//     caller owns it.
//   - (W2) Values carry the roots they may point to: selections of fields and elements, conversions and phis keep them.
//     A value is loose if it may also point elsewhere; what is accessed through a loose value is not owned.
//   - (W3) Storing a pointer into the memory of an owned root makes that memory hold it: both are published together.
//     Storing it anywhere else publishes it. Memory of a parameter that holds a root makes its ownership depend on that
//     parameter.
//   - (W4) Loads give what the function stored there; memory that somebody else may have stored to (of parameters,
//     after calls) is unclean, and loads from it are loose.
//   - (W5) Publication: go statements, sends, panics, stores under (W3), calls of unknown functions, of callees that
//     let the parameter escape (flow's L11), and what a model retains. What the memory of a non-escaping argument holds
//     is published too.
//   - (W6) A closure holds what it captures. Calling or deferring it publishes what it leaks; publishing it publishes
//     all of it.
//   - (W7) A root made in a cycle is owned anew each time it is made. Phis in cycles and loads do not tell its
//     instances apart: they are loose.
//   - (W8) What a model says is new, such as what is taken from a pool, is owned with all that it holds, until it is
//     retained by a model (put back), stored elsewhere, sent or given to a goroutine: callees borrow it.
//   - (W9) What is received is a root that is published from the start: the sender may keep it. A root is released once
//     it was sent, stored into memory of a parameter or where else others may see it, or given to a goroutine, with all
//     that it holds. Calls release nothing: what a callee may do is no evidence. What is found in released memory, or
//     in what is found there, is passed on, too: others find it there.
//   - (W11) A phi in a cycle is a name: others may have what it holds if they may have what it was set to, on the way
//     that was taken, or have been given, since then, a root that it may hold. So a batch that is handed over and then
//     replaced, on one way round a loop, is owned on the others. Selections, slices and appends of a name's value are
//     the name's. Appends in cycles are roots for that, which are never owned anew by themselves.
//   - (W10) A call replaces what a field holds if the callee, of the same package, or what that calls, sets that field
//     of what an argument points to on every way to a return, to nothing that was computed from the field's value, and
//     neither takes nor releases a lock. Stores into the new object are not looked at (fewer races).
//
// # Approximations
//
// At most 64 roots of a function are tracked: more races. A parameter that another parameter's memory points to counts
// as separate: fewer races.
//
// # Tests
//
// Owned arguments are in the golden files of passes/spawn, owned accesses are missing from those of passes/access;
// races on what is owned, and on what no longer is, are in testdata/races (go test . -run TestQuick).
//
// # References
//
// RacerD (OOPSLA 2018), section 3.3; conditional ownership as its OwnedIf.
package ownership
