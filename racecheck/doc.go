// Package racecheck is the analyzer that asks the linked package (internal/linked) for races, and words and places the
// reports.
//
// # Where a report stands
//
// The primary position is always in the package analysed: the access if it is there, else the innermost call, go
// statement or registration there that leads to it. Every other place is named in the text and given as related
// information.
//
// # Rules
//
//   - RC1001 field, package-level variable, or memory known only by a pointer
//   - RC1002 local variable captured by a goroutine
//   - RC1003 map
//   - RC1004 slice or array element, append
//   - RC1005 atomic at one end, plain at the other
//   - AV5001 check-then-act across two critical sections of one lock (internal/guards G17 to G21); only with
//     -atomicity, as the next two
//   - AV5002 set to nil by one event, used by another (internal/program V2)
//   - AV5003 used before the goroutine that sets it has done so (internal/program V3)
//
// # Tests
//
// Each verdict and place is a want comment in testdata/races, testdata/low and testdata/atomicity (go test . -run
// TestQuick); TestTruth runs these programs under the race detector. The tests here are of words and advice.
package racecheck
