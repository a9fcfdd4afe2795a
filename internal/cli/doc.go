// Package cli is the standalone front: it runs go vet on itself, reads the findings back, and renders them.
//
// # Problem
//
// One engine must give the same reports everywhere, with the go command's cache and parallelism. So the front analyses
// nothing: the same executable is the vet tool, and what go vet -json prints is all that the front knows.
//
// # Rules
//
//   - (S1) Whatever changes findings goes through vet flags, because those are in the key of vet's cache, and
//     environment variables are not. Whatever changes only their presentation stays here.
//   - (S2) Everything a run must tell travels in the JSON stream, which the cache replays; what a tool prints on stderr
//     is seen once and never again.
//   - (S3) The exit code is the first that applies of 2 (usage), 3 (packages that do not load or build), 4 (incomplete
//     analysis), 1 (findings at or above the level of -fail), 0. It does not depend on the format.
//   - (S4) A package that does not build takes nothing from the others: they are analysed and rendered all the same. go
//     vet does so for type errors; where it gives up before it starts, it runs again on the packages that load.
//   - (S5) Before Go 1.26 go vet mixes objects and text on stderr; both streams are read in the same way.
//   - (S6) The go command stores a package's facts before it stores what the tool said. If it is stopped in between, by
//     an interrupt or because its output was piped into head, later runs take the package from the cache and say
//     nothing about it (Go 1.26). With -evidence every package says something: one that does not is analysed again,
//     under a spelling of the flags that the cache does not know.
//   - (S7) What keeps go vet from running at all is found before it starts and said in one line, with exit code 2: then
//     no package is called bad.
//   - (S8) go vet and what it starts are a process group, which does not outlive the front.
//   - (S9) A package of which only the tests do not build is analysed without them: a second run has an overlay in
//     which its test files are not there. A note says so, and the exit code is that of what does not build.
//
// # Approximations
//
// A crash of the tool is recognised by the words with which the Go runtime and the go command report it; another cause
// of failure counts as a package that does not build (exit code 3 in place of 4).
//
// # Tests
//
// The tests here run the command: TestExitCodes (S3), TestLostOutput (S6), TestPreflight (S7), TestKilled (S8),
// TestStream and TestStats; in the module's root TestBadInput/broken_tests is about (S9), and TestE2E compares drivers.
package cli
