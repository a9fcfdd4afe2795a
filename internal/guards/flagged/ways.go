// This file is the ways to an instruction, through who calls its function.

package flagged

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Caller is who calls a function in some context, or starts it.
type Caller[C any] struct {
	In    C               // the caller, in its context
	At    ssa.Instruction // the call, or go statement
	Spawn bool            // it starts a goroutine: the way begins there
}

// Ways are all ways to an instruction of a function in a context, innermost step first; nil if there are more than so
// many, or if it takes too long to tell. Callers gives who calls a function, and whether it runs by itself, too.
func Ways[C any](in C, at ssa.Instruction, most int, callers func(C) ([]Caller[C], bool)) [][]Step {
	var list [][]Step
	climbs := 0
	var climb func(in C, at ssa.Instruction, below []Step)
	climb = func(in C, at ssa.Instruction, below []Step) {
		below = append(slices.Clip(below), Step{At: at})
		up, root := callers(in)
		if climbs++; root {
			list = append(list, below)
		}
		for _, c := range up {
			switch {
			case len(list) > most || climbs > maxClimbs:
				return
			case slices.ContainsFunc(below, func(s Step) bool { return s.At == c.At }):
			case c.Spawn:
				list = append(list, append(slices.Clip(below), Step{At: c.At, Spawn: true}))
			default:
				climb(c.In, c.At, below)
			}
		}
	}
	if climb(in, at, nil); len(list) > most || climbs > maxClimbs {
		return nil
	}
	return list
}
