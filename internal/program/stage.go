// This file is the stages of an answer, for those who measure what each costs.

package program

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

// enter tells who measures that a stage begins.
func (c *Config) enter(s Stage) {
	if c.Begin != nil {
		c.Begin(s)
	}
}
