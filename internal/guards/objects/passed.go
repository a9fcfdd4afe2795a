// This file finds what a call passes on of what its caller has made or owns (G5), also to closures (G50).

package objects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Share is, by parameter of a function and then by what it captures, what its objects are to it.
type Share struct {
	Owned uint64 // nobody else has the object
	Made  uint64 // a caller of the same goroutine has made it
}

// Input is the number of a parameter, or behind these of what a closure captures; -1 if a value is neither.
func Input(v ssa.Value) int {
	switch x := v.(type) {
	case *ssa.Parameter:
		return slices.Index(x.Parent().Params, x)
	case *ssa.FreeVar:
		return len(x.Parent().Params) + slices.Index(x.Parent().FreeVars, x)
	}
	return -1
}

// in reports whether a value is an input that a set has.
func in(set uint64, v ssa.Value) bool {
	k := Input(v)
	return k >= 0 && k < facts.MaskBits && set&(1<<k) != 0
}

// Inputs are the arguments of a call, nil for those that are not known, and what the closure that is called captures,
// if it is made in the function that calls it.
func (p *Package) Inputs(args []ssa.Value, called ssa.Value, in *ssa.Function) []ssa.Value {
	for range valueSteps {
		switch x := called.(type) {
		case *ssa.MakeClosure:
			if x.Parent() != in {
				return args
			}
			list := make([]ssa.Value, len(x.Fn.(*ssa.Function).Params), len(x.Fn.(*ssa.Function).Params)+len(x.Bindings))
			copy(list, args)
			return append(list, x.Bindings...)
		case *ssa.ChangeType:
			called = x.X
		case *ssa.UnOp:
			l := place.Variable(x.X)
			if l == nil {
				return args
			}
			called = p.places.Stored(l)
		default:
			return args
		}
	}
	return args
}

// Passed is what a call gives of what its caller has, by input, of which so many are parameters. Whether an argument is
// owned is asked of alone, too. What is deferred runs at the end: then nobody else may ever get the object.
func (p *Package) Passed(
	from Share,
	inputs []ssa.Value,
	params int,
	at ssa.Instruction,
	alone func(ssa.Value) bool,
) Share {
	var to Share
	_, deferred := at.(*ssa.Defer)
	for i, v := range inputs {
		if v == nil || i >= facts.MaskBits {
			continue
		}
		b := ssa.Value(nil)
		switch {
		case i >= params:
			b = p.captured(v)
		case alone(v):
			to.Owned |= 1 << i
			fallthrough
		case IsPointerLike(v.Type()):
			b = p.Base(v)
		}
		if b == nil {
			continue
		}
		makes := p.Makes(b)
		mine := makes && p.Private(b, at) && (i < params || !deferred || len(p.PublishedBy(b)) == 0)
		if mine || in(from.Owned, b) {
			to.Owned |= 1 << i
		}
		if in(from.Made, b) || makes || p.Builds(b, 0) {
			to.Made |= 1 << i
		}
	}
	return to
}

// captured is what has made the object, or has been given it, that a captured variable, or value, leads to: the one
// that the variable ever points to, or the variable itself; nil if that is not known.
func (p *Package) captured(v ssa.Value) ssa.Value {
	l, ok := v.(*ssa.Alloc)
	if !ok || !place.IsVariable(l) || !IsPointerLike(source.Deref(l.Type())) {
		return p.Base(v)
	}
	if v = p.places.Pointee(l); v == nil || v.Parent() != l.Parent() {
		return nil
	}
	return p.Base(v)
}
