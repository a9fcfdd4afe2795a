// This file is what a report is made with.

package deadlockcheck

import (
	"github.com/syncvet/syncvet/internal/linked"
)

// A reporter reports the problems of one pass.
type reporter struct {
	linked.Reporter
}
