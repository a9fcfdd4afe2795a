// Package models is what syncvet knows about library functions without reading them.
//
// # Problem
//
// The synchronisation primitives cannot be derived from their source, callbacks registered with a framework run in
// goroutines that are started far below, and large services that synchronise internally would cost much and tell
// nothing. A table says what such functions do, in terms that the passes translate into the same facts as source code.
//
// # Rules
//
//   - (M1) A row is found by the full name of the function as types.Func.FullName writes it, a generic one by its
//     origin. Methods promoted from embedded fields have the name of the method that is declared, interface methods
//     that of the interface.
//   - (M2) A row replaces the function: its source is not looked at when it is called.
//   - (M3) A plain package has no units: its functions without a row do nothing, keep nothing, and return something
//     unknown.
//   - (M4) A type that synchronises internally is modelled as a whole: its methods without a row of their own do
//     nothing.
//   - (M6) What a function makes beyond plain objects (models.Made) is a synchronisation object, with functions on it
//     that are returned: their bodies are synthetic ones in internal/link.
//   - (M7) Rows of the file .syncvet.yaml, in the folder of the package analysed or the nearest above it, go before the
//     tables. An entry that is not understood, or does not fit its function, is reported and left out (SV0003); it
//     takes nothing from others. The file that holds for the working directory is in the key of vet's cache: after an
//     edit of another one, run go vet where it holds.
//   - (M8) Each row of the standard library that orders or starts something has a program in testdata/models, which
//     runs under the race detector: silent where the row claims an edge, and not where there is none (TestModelRows,
//     TestModelTruth). Rows of other modules have programs with stand-ins of the same names there, per kind.
//   - (M9) An argument that is a list of functions, such as that of a variadic parameter, stands for each of them.
//     Method "*" of an interface is all exported methods that it is known to have, before it was converted to another
//     one: so generated registration code is followed.
//   - (M10) What a context carries is found by whoever asks it, or one derived from it, with a key of the same type
//     and, if both are known, value: a constant or a package-level variable. A key that is only known as an interface
//     finds what was stored with such keys.
//   - (M5) A synchronisation type is one slot of memory, whatever its fields.
//
// # Approximations
//
//   - fmt and log call String, Error and Format methods of what they print: not modelled (fewer races).
//   - Who observes a context's deadline is not ordered (more races). What iter.Pull hands out is not followed (fewer
//     races).
//   - go/types calls the importer and the error function of its configuration: not modelled (fewer races). Concurrent
//     use of one syntax tree, scope or package is not seen (fewer races).
//   - sync.OnceFunc, OnceValue and OnceValues are taken to run their function when they are made (fewer races).
//   - testing's Cleanup is taken to run its function at once where deadlocks are looked for, and in subtests' helpers
//     (fewer races with the rest of the test); elsewhere at the end of the test (passes/spawn E48, internal/order S18).
//   - sync.Pool hands over ownership: what Get returns is taken to be new (fewer races: use after Put is missed).
//   - Handlers are taken to be started where they are registered (more races with what follows the registration but
//     precedes serving).
//   - What handlers receive as arguments is unknown, and what a context carries under a key that is a local variable on
//     one side only (fewer races).
//   - What a context carries is found although one nearer to who asks carries another value under the same key (more
//     races).
//
// # Tests
//
// TestRowsExist finds each row's function in the library, TestModels in the module's root has a program for each row
// that orders or starts anything (TestModelRows), and TestModelTruth runs them under the race detector.
//
// # References
//
// The Go memory model (go.dev/ref/mem) and the documentation of the packages named.
package models
