// This file finds what goroutines fill and empty, raise and lower, so that how often a loop runs is the affair of data
// that is not followed (E28).

package counts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

const (
	fills   change = 1 << iota // something is appended, or put in
	empties                    // something is taken out, or it starts anew
)

// A change is what is done to what a variable holds, as bits.
type change uint8

// Shared reports whether a value is loaded from a variable whose slice or map the package both fills and empties.
func (c *Package) Shared(list ssa.Value) bool {
	v := c.loaded(list)
	return v != nil && c.collections()[v] == fills|empties
}

// Raised are the variables of the package that something is added to.
func (c *Package) Raised() map[flags.Variable]bool {
	if c.raised == nil {
		c.raised = map[flags.Variable]bool{}
		for _, fn := range c.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if v := c.Flags().Steps(s, token.ADD); v != nil {
							c.raised[v] = true
						}
					}
				}
			}
		}
	}
	return c.raised
}

// Answers reports whether a value is the answer of a function of the package that looks at a variable whose slice or
// map the package both fills and empties.
func (c *Package) Answers(v ssa.Value) bool {
	if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
		v = not.X
	}
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	if _, own := c.src.UnitOf(call.Call.StaticCallee()); !own {
		return false
	}
	for _, b := range call.Call.StaticCallee().Blocks {
		if slices.ContainsFunc(b.Instrs, c.looksAt) {
			return true
		}
	}
	return false
}

// looksAt reports whether an instruction asks for the length of such a slice or map, or for an element.
func (c *Package) looksAt(instr ssa.Instruction) bool {
	var list ssa.Value
	switch x := instr.(type) {
	case *ssa.Call:
		list = LengthOf(x)
	case *ssa.Lookup:
		list = x.X
	}
	return c.Shared(list)
}

// LengthOf is what a value is the length of; nil if it is none.
func LengthOf(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		if place.IsBuiltin(&c.Call, "len") {
			return c.Call.Args[0]
		}
	}
	return nil
}

// loaded is the variable that a value has been loaded from, if all that stores to it is in view; else nil.
func (c *Package) loaded(v ssa.Value) flags.Variable {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return c.Flags().Known(load.X)
	}
	return nil
}

// collections are the slices and maps in variables of the package, with what is done to them.
func (c *Package) collections() map[flags.Variable]change {
	if c.changed == nil {
		c.changed = map[flags.Variable]change{}
		for _, fn := range c.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if v, what := c.changes(instr); v != nil {
						c.changed[v] |= what
					}
				}
			}
		}
	}
	return c.changed
}

// changes is the variable whose slice or map an instruction changes, and how; nil if it changes none.
func (c *Package) changes(instr ssa.Instruction) (flags.Variable, change) {
	switch x := instr.(type) {
	case *ssa.MapUpdate:
		return c.loaded(x.Map), fills
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			return c.loaded(x.Call.Args[0]), empties
		}
	case *ssa.Store:
		v := c.Flags().Known(x.Addr)
		switch val := x.Val.(type) {
		case *ssa.Call:
			if place.IsBuiltin(&val.Call, "append") && c.loaded(val.Call.Args[0]) == v {
				return v, fills
			}
		case *ssa.Slice:
			if c.loaded(val.X) == v {
				return v, empties
			}
		case *ssa.Const:
			return v, empties
		}
	}
	return nil, 0
}
