// Package branch finds the branches that control never takes, since a constant decides them: what lies behind has no
// events, no accesses, no calls.
//
// # Rules
//
//   - (B1) Constants are: literals; comparisons, negations and small sums of constants; phis whose feasible edges all
//     have one constant.
//   - (B2) A variable that is captured or has its address taken, but only for loads and stores, is a constant if
//     nothing but its zero value is ever stored to it in all functions that capture it, or if all stores store one
//     constant and the first of them comes before every other use. So is what is loaded in the block that makes the
//     variable, before that block does anything else with it than load and store.
//   - (B3) A branch on a constant has one successor. What no feasible edge leads to is dead; the recover block is not.
//   - (B4) A loop whose condition is constant for the values at its entry is entered or not. If the condition ends the
//     loop for the values after the first iteration, the body runs once: its back edge leads to the exit.
//   - (B5) A select without default ends with one of its cases: where all of them are tested one after another, the
//     last test succeeds if it is reached.
//   - (B6) A block is skipped if some way from the entry to a return avoids it; inside a loop, if some round does, or
//     if the loop is skipped. That a loop has no rounds counts as no way.
//   - (B8) A receive from the channel of a time.Ticker or time.Timer, or from what time.Tick and time.After return,
//     gets a value: nobody can close that channel. So who ranges over it goes on for ever. Approximation: nobody sets
//     C.
//   - (B9) A branch on a value that was tested before, for nil or truth, on every way there since it was computed, goes
//     as that test has gone. A test that finds an error to be a package-level one finds it set; that an error is set
//     does not tell which one it is.
//   - (B10) An edge that carries a flag to the header of a loop that tests nothing else, with the value for which
//     control leaves the loop, leads to the exit. So who comes there has come by it, unless the flag has other values,
//     too. Only where nothing else is lost by that: the flag decides about this loop alone, all other values of the
//     header stay as they are on such a way, and the exit merges none.
//   - (B11) Package-level variables and fields that hold one constant in the whole program (internal/place P6) are
//     constants, and so is whether two are equal that are always nil.
//   - (B7) Who asks for the graph may say of further edges that they are not taken (passes/flow L24).
//
// # Approximations
//
// (B6) says what usually happens, not what must. Otherwise none is intended: what is dead here never runs. Constants of
// the build (GOOS, build tags) count as such, as for the compiler.
//
// # Tests
//
// It has none of its own: testdata/races has programs that do not race because control never comes to an access, such
// as flags/constant_branch_ok and, for (B9), flags/tested_twice_ok; testdata/deadlocks has some about (B8) (go test .
// -run TestQuick).
//
// # References
//
// Wegman, Zadeck: Constant propagation with conditional branches (TOPLAS 1991); here by demand, and pessimistic in
// cycles.
package branch
