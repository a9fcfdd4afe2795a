// Package directive is what the programmer tells the checkers in comments: which findings to leave out, and what they
// cannot see by themselves.
//
// # Problem
//
// A finding may be wrong, or accepted, and the programmer must be able to say so where the code is, once, whichever
// package the finding is closed in. And some custom cannot be seen in code: who owns a value, which calls never
// overlap, which lock is meant. Nothing of it is ever required.
//
// # Forms
//
//	//syncvet:ignore RULES reason        findings of these rules (RC1001,DL* or a checker's name)
//	//syncvet:file-ignore RULES reason   the same for the whole file
//	//nolint:racecheck // reason         as golangci-lint reads it; rules and checkers may be named among others
//	//lint:ignore RULES reason           as staticcheck reads it; also //lint:file-ignore
//	//syncvet:benign reason              races on this field, variable or type, or of this function's accesses, are
//	                                     accepted
//	//syncvet:owned [reason]             values of this field, variable or type have one owner at a time
//	//syncvet:serial [reason]            calls of this function, or of this type's methods, never overlap
//	//syncvet:notparallel A B            calls of A and B never overlap; functions F, methods T.M
//	//syncvet:guardedby mu [reason]      this field or variable is accessed with mu held; this function is called with
//	                                     mu held
//	// +checklocks:mu                    the same as a hint, as gVisor writes it
//	// guarded by mu, protected by mu    the same as a hint, at a field or variable
//
// # Rules
//
//   - (V1) A directive stands for the code on its line, else for the next line, and there for all lines of a statement
//     without function literals. In the documentation of a function it stands for its body, at a field, variable or
//     type for all that is found about that variable or its fields, before the package clause for the file.
//   - (V2) A race is left out if a directive covers either access, the variable, or the place where the report would
//     stand; a deadlock if it covers that place, or one where a goroutine waits or took what it holds. Other pairs of
//     the same group are reported still. Accesses of one variable between two synchronisation points are one access, at
//     the first.
//   - (V3) An ignore directive needs a rule and, other than for nolint, a reason. One that is not understood does
//     nothing and is reported (SV0002).
//   - (V4) An ignore directive that leaves out nothing is reported (SV0001) where no importer can need it: in package
//     main and in test files, by the checker whose rules it names, when findings of medium confidence are shown and the
//     analysis is complete.
//   - (V5) Ignore, benign, owned, serial and notparallel travel to importers; what guards what is asked of the
//     declaring package only.
//   - (V6) serial and notparallel are about calls, whatever the object: two accesses are apart if calls of the
//     functions named lead to both, each in its own goroutine.
//   - (V7) A declared guard makes an access without it a suspect, however many others hold it, and a hint does so if
//     one of them holds it and one writes; ownership and initialisation are exempt as ever (internal/guards G5).
//
// # Approximations
//
//   - (V6) Objects are not told apart (fewer races).
//   - A bare //nolint, which golangci-lint takes for all linters, is not taken for ours (more races).
//
// # Tests
//
// TestParse and TestCovers; which findings go is in testdata/low and in the programs about SV0001 and SV0002 (go test .
// -run TestQuick).
package directive
