// Package place says what an address expression of one function means: its name in reports, and which expressions are
// surely the same pointer.
//
// # Rules
//
//   - (P1) A place is named by the innermost field, package-level variable or local variable that its address selects.
//     Elements are named by what holds their slice, array or map.
//   - (P2) The base of an address is the pointer that its field selections start from; an index is part of the base.
//   - (P3) Equal numbers are the same pointer in one activation of the function, as long as no value that the number
//     depends on is computed again. SSA values are equal to themselves; loads are equal if what they read is stable.
//   - (P4) Stable are: a local variable with one store in all functions that capture it; an unexported field of this
//     package that is stored only into variables and new objects of the storing function, and whose address is not
//     taken; an unexported package-level variable that only initialisation stores to.
//   - (P5) A variable is constant if all stores store its zero value, or all store one constant and one of them comes
//     before every other use of the variable in the function that declares it.
//   - (P6) A package-level variable that no other package can name holds one constant if initialisation gives it that,
//     or nothing does, and all stores store the same; a field that no other package can name holds its zero value if
//     all stores store that. Their addresses are not taken, no linkname names the variable, and the struct is not
//     converted from or to another type. A function that nothing in the package uses, and nobody else can name, does
//     not run; one of those must set it, since what nothing sets at all waits for code to come, and its branches are
//     judged as written. Not in packages with code of other languages. Tests of the package are part of it where they
//     are analysed.
//
// # Approximations
//
// Memory is changed by reflection and through unsafe pointers only where the address is taken (P6): fewer races.
//
// A field of a new object that was published before it was stored counts as stable (P4): fewer races.
//
// # Tests
//
// Bases and names are in the golden files of passes/locks and passes/access.
//
// # References
//
// Cocke and Schwartz, Programming Languages and Their Compilers, 1970: value numbering, for (P3).
package place
