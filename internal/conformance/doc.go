// Package conformance scores the checker on the race detector's own test suite, read in place from GOROOT.
//
// # Problem
//
// The Go distribution tests its dynamic race detector with several hundred small functions in runtime/race/testdata.
// Each is named after its verdict: TestRaceX contains a race, TestNoRaceX does not. They were written by people who did
// not have a static checker in mind, which makes them the fairest measure we have. Nothing of the suite is copied here.
//
// # Rules
//
//	(C1) The suite is one test package: go vet analyses testdata/*_test.go with the build tag race, as race_test.go does.
//	(C2) A test's name is its verdict, also where the name contains "Failing": that word says what the dynamic detector
//	     gets wrong, not what is true. The suite's own total counts those tests too; so do we.
//	(C3) Only findings at default confidence count.
//	(C4) A finding belongs to every test function whose frame is on one of its paths: the path from a goroutine's entry
//	     to the access, the spawner's path to the go statement, and the functions that contain the accesses. A closure
//	     belongs to the function it is written in.
//	(C5) TestRaceX is found if some finding belongs to it; TestNoRaceX is silent if none does.
//	(C6) An exact pair is an X for which both functions exist, one found and the other silent. It is the figure that
//	     cannot be bettered by reporting more or by reporting less.
//
// # Approximations
//
// A finding that stands for several pairs on one variable carries the paths of one of them only: of two tests that
// share a helper and a global variable one may count as missed (fewer found).
//
// # Ratchet
//
// ratchet.txt holds the tests that are right today. A change that loses one of them fails the package's test; the file
// is rewritten with go test ./internal/conformance -run Ratchet -update.
//
// # Tests
//
// TestSuite checks that the suite is read (C1, C2), TestAttribution (C4) to (C6) on made-up findings, TestRatchet that
// nothing is lost.
//
// # References
//
// runtime/race/race_test.go in GOROOT (naming, treatment of "Failing").
package conformance
