// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package requests

const (
	// maxCalls bounds the calls of functions of the package into which a request is followed; who is given it deeper may
	// answer (fewer reports). Halved 0, doubled 0.
	maxCalls = 3
	// maxOperands bounds the operators between a condition and the request; what lies deeper does not ask about it (more
	// reports). Halved 0, doubled 0.
	maxOperands = 6
	// maxStates bounds the states of the ways through one function; past it the request may be answered (fewer reports).
	// Halved 0, doubled 0.
	maxStates = 2000
)
