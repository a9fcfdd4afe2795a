// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package report

// Bounds of a line (less is told). Text only: no finding depends on them.
const (
	textWidth      = 160 // columns of a line of text
	headlineMax    = 200 // bytes of a headline
	nameMin        = 24  // bytes of a headline that the variable's name has at least
	claimMin       = 40  // columns that a claim has at least, however long its place is
	conditionWidth = 240 // columns of a condition: its middle is left out
)

// Bounds of what is listed, unless all is asked for (less is told). Text only: no finding depends on them.
const (
	alsoShown     = 8 // findings with the same cause
	furtherMax    = 4 // further pairs of accesses
	whereMax      = 8 // lines of further pairs
	conditionsMax = 6 // conditions on one way
	groupMax      = 5 // findings of a group
	unlessMax     = 2 // things that would make a finding none
	relatedMax    = 8 // places of a finding in hosts that list them
	contextLines  = 4 // of source above an access, and below it
)
