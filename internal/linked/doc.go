// Package linked is what the checkers share: one link of the package analysed, asked by all of them; flags and
// reporting; places in source; and the words for functions, variables and goroutines.
//
// # Rules
//
//   - (N1) The link is made when a checker first asks: the analyzer itself does nothing, so that a run for facts only
//     costs nothing.
//   - (N2) Checkers of one package may run at the same time, a Program must not be asked by two of them: Ask lets one
//     in at a time.
//   - (N3) A panic is contained: what was asked has no answer, and the note says so.
//   - (N4) The passes run one after the other, internal/lockpaths last: their results share what they remember.
//
// # Where a report stands
//
// The primary position is always in the package analysed. Facts know files by package and base name only; a directory
// is found from the position of an object that the package declares, and the file set gets a stand-in file with the
// right lines (Approximation: when no object is known, the place is in the text only).
//
// # Tests
//
// TestNothingLost in the module's root counts what reaches the reader; places and names are in the texts that testdata
// expects (go test . -run TestQuick).
package linked
