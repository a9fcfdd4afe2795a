// Package needs finds the source of packages, and which declarations a run needs of them.
//
// # Problem
//
// A test calls a few functions of packages that are large together. To parse, type-check and build all of them costs
// more than the run; and one declaration that cannot be had, of an assembler function or of a file that is not there,
// must not end what does not need it.
//
// # Rules
//
//   - (V47) A declaration is needed if a needed one mentions its name: of its own package, or behind the name of an
//     import. A method is needed if its type is and its name stands behind a dot, or in an interface, of anything
//     needed, or is one that natives call; if something asks for methods by reflection, each exported one of the
//     user's types is. To begin with, the tests and the main function are.
//   - (V48) Of a package that something needed mentions, or that is imported for its effects, the init functions are
//     needed, and the variables whose values call what may have an effect.
//   - (V49) Files are read, and parsed only if they declare what is needed: scan.go says what each declares.
//   - (V50) What a stand-in lacks is taken, as a declaration alone, from what it stands for; of packages of the
//     standard library that are not interpreted everything is. Who calls a function that has no body cannot be run.
//     Of variables those are there whose values call nothing.
//   - (V51) What has type errors, or mentions a package that has no source, is left out, and so is what mentions that;
//     functions lose their bodies if only these do. A root that calls one cannot be run, and the reason is the first
//     error.
//   - (V52) A package stands where export data says that it does; else beside the package that is run, in its module;
//     in the vendor directory; in a module that go.mod requires or replaces, or that go.work joins; or in the newest
//     version of a module that go.sum knows and the module cache has.
//   - (V55) Of other modules, the sources without assembly and package unsafe are run, where build tags offer them
//     (purego, noasm, safe, appengine).
//
// # Approximations
//
//   - Names are not resolved: a local variable needs the function of the same name (none).
//   - Packages that nothing needed mentions are not initialised (fewer).
//   - What has no body is not run (fewer).
//   - Methods of other modules' types that are only called by reflection are missing (fewer).
//
// # Tests
//
// TestScan holds the scanner against the parser; TestStdLoads (internal/interp) type-checks everything that may be
// needed of the standard library; TestStdPrograms runs programs that are loaded so.
package needs
