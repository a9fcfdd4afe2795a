// This file grades suspects, and says why they are not certain.

package guards

import (
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/rule"
)

// doubtWeak is of what no row of the table makes likely (G9).
var doubtWeak = evidence.Doubt{
	ID: "G9", Title: "too few accesses hold the lock to show that it guards the variable, or it lies elsewhere",
}

// Doubts about what other rules than those of the table find.
var (
	doubtShared = evidence.Doubt{
		ID: "G10", Title: "the lock does not lie in the object, or the other access is perhaps never reached",
	}
	doubtFirst = evidence.Doubt{ID: "G11", Title: "the first use may be one caller's, before the object has others"}
	doubtGiven = evidence.Doubt{ID: "V7", Title: "one is in a function that is given away"}
)

// rate grades a suspect by the row that decides, nil where none does: one that is likely is of medium confidence, since
// nobody in view runs both ends; others are of low confidence.
func rate(s *evidence.Evidence, row *Rule) {
	switch {
	case row != nil && row.Effect == rule.Likely:
		believe(s, evidence.DoubtCallers, true)
	case row != nil:
		believe(s, evidence.Doubt{ID: row.ID, Title: row.Title}, false)
	default:
		believe(s, doubtWeak, false)
	}
}

// believe grades a suspect for a reason.
func believe(s *evidence.Evidence, why evidence.Doubt, likely bool) {
	s.Grade, s.Doubts = evidence.Low, []evidence.Doubt{why}
	if likely {
		s.Grade, s.Doubts[0] = evidence.Medium, evidence.DoubtCallers
	}
}

// likely reports whether a suspect is shown by default.
func likely(s *evidence.Evidence) bool { return s.Grade == evidence.Medium }
