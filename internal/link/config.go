// This file is what a program consists of, what bounds a link, and the stages of an answer, for those who measure
// what each costs.

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// Config bounds a link. The zero value of a bound means its default.
type Config struct {
	Own          string // import path of the package analysed: reports must need one of its frames
	Module       string // its module: accesses elsewhere count only when reached through it
	MaxInstances int    // unit instances of one link
	MaxOrigins   int    // origins of one link, twins included
	// steps of the points-to solver between two growths of one link; all together may take half as many again
	MaxSteps      int
	MaxOrderSteps int  // work of the happens-before tabulation of one link
	MaxPairs      int  // work of looking at the pairs of one link, in pairs that a cheap rule rules out
	MaxWork       int  // work of all links of a package and of the questions about them, in steps of looking at pairs
	Left          int  // of MaxWork, what earlier links of the package left to this one; 0: no bound
	MaxWhole      int  // size up to which all roots of a program under edit are linked together (U10)
	MaxTotal      int  // unit instances of all links of a program under edit, but for those of the last one
	MaxMemory     int  // bytes that the links of a program under edit may take together (U11)
	Workers       int  // goroutines that large updates of an Editable program may use; 0 means one
	Editable      bool // Update will be called again: keep links, and what it takes to change them by the difference

	Begin func(Stage) // is told when a stage of an answer begins, for those who measure; nil is not told
}

// A Package is one package's summaries, and whether its main, tests and exported functions are roots of the program.
type Package struct {
	Facts *facts.Package // its summaries; never nil
	Roots bool           // false for packages that are only imported
}

// A Stage is a part of the work that a question takes.
type Stage uint8

// The stages, in their order; of a program of several links they come again for each.
const (
	Ordering Stage = iota // which memory is shared, and what happens before what
	Pairing               // data races
	Blocking              // deadlocks, leaks and misuse
)

// String names what a stage finds.
func (s Stage) String() string {
	return [...]string{"sharing and happens-before", "race detection", "deadlock detection"}[s]
}

// Enter tells who measures that a stage begins.
func (c *Config) Enter(s Stage) {
	if c.Begin != nil {
		c.Begin(s)
	}
}

// Within is the configuration of a link for which so much work is left: its size is bounded by that, too, so that the
// last link does not cost half as much again as the package may (L5). Small links are always whole.
func (c Config) Within(work int) Config {
	c.MaxInstances, c.Left = min(c.MaxInstances, max(batchInstances, work/instanceWork)), work
	return c
}
