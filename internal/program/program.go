// This file is what a Program holds, and what it is made of.

package program

import (
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// A Program is a set of packages linked and solved. It is not safe for concurrent use, but several may run at once.
type Program struct {
	cfg     link.Config    // what the program is, and what links may cost
	pkgs    []link.Package // what it consists of
	lib     *link.Library  // of the last link; nil before the first
	cover   *link.Cover    // of its functions, if not Editable; nil before the first question
	shares  []*partition   // if Editable: its links
	whole   bool           // if Editable: all roots are in one link
	over    bool           // if Editable: some roots are in none
	skipped int            // roots of the last answer that were left out because they bring nothing new (link L9)
	known   *answer        // the last answer; nil before the first question
	told    shown          // what News compares with
	cause   string         // why the last Update linked all anew; empty if it did not, or had to
}

// New makes an empty program.
func New(cfg link.Config) *Program {
	def := func(x *int, v int) {
		if *x == 0 {
			*x = v
		}
	}
	def(&cfg.MaxInstances, link.DefaultInstances)
	def(&cfg.MaxOrigins, link.DefaultOrigins)
	def(&cfg.MaxSteps, link.DefaultSteps)
	def(&cfg.MaxOrderSteps, link.DefaultOrderSteps)
	def(&cfg.MaxPairs, link.DefaultPairs)
	def(&cfg.MaxWork, link.DefaultWork)
	def(&cfg.MaxWhole, link.DefaultWhole)
	def(&cfg.MaxTotal, link.DefaultTotal)
	def(&cfg.MaxMemory, link.DefaultMemory)
	return &Program{cfg: cfg}
}

// A shown is what News compares with.
type shown struct {
	races    []evidence.Evidence // shown last time
	problems []evidence.Evidence // shown last time
}
