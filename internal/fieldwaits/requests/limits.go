// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package requests

const (
	// maxCalls bounds the calls of functions of the package into which a request is followed; who is given it deeper may
	// answer (fewer reports).
	maxCalls = 3
	// maxOperands bounds the operators between a condition and the request; what lies deeper does not ask about it (more
	// reports).
	maxOperands = 6
	// maxStates bounds the states of the ways through one function; past it the request may be answered (fewer reports).
	maxStates = 2000
)
