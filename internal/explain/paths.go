// This file is where verdicts look for words: the call paths to program points, and what the reader wants to see.

package explain

import (
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/order"
)

// Paths knows the call paths to the accesses of a link.
type Paths struct {
	L      *order.Order             // the link, and what happens before what there
	View   View                     // what the reader wants to see
	chains map[chainKey][]ChainLink // memo of chain; nil until asked
}

// A View says what the reader wants to see.
type View struct {
	Deps      bool                // also what lies wholly inside dependencies
	Weakest   evidence.Confidence // weakest confidence wanted; zero means Medium
	Order     bool                // also violations of order
	Generated bool                // also pairs of which both ends are generated
	Witness   evidence.Witness    // what runs of the program have shown; nil: nothing
	Without   string              // ids of rules that are switched off, with commas between them: to see what each is for
}
