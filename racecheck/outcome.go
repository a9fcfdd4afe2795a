// This file says what may come of a race, where the type of the variable and the source of both accesses tell it.

package racecheck

import (
	"go/types"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/source"
)

// outcome is what may go wrong, in a sentence; empty where nothing is known but that the two race. The name is that of
// the variable, or of what holds it.
func (r *reporter) outcome(f *report.Finding, name facts.Symbol) string {
	var how [2]fix.Manner
	for k := range f.Accesses {
		how[k] = fix.MannerOf(r.Pass, f.Accesses[k].Pos, r.Places.Find)
	}
	x, y := f.Accesses[0].Kind, f.Accesses[1].Kind
	switch {
	case f.Variable.Kind == "map":
		return `concurrent map access can crash the program ("fatal error: concurrent map writes"), ` +
			"which recover cannot catch"
	case x == "close" || y == "close":
		return "a send on a closed channel, or a second close, panics" + r.recovered(f)
	case r.closesBoth(f):
		return "both may close the same channel: the second close panics"
	}
	declared := declaredType(r.Pass.Pkg, r.Places.Own, name)
	if f.Variable.Kind == "slice" || f.Variable.Kind == "pointee" {
		how[0].Type, how[1].Type = nil, nil // these are of what leads there
		declared = leadsTo(declared, f.Variable.Kind)
	}
	typ := declared
	for _, t := range []types.Type{how[1].Type, how[0].Type} {
		if typ == nil {
			typ = t
		}
	}
	written := [2]bool{f.Accesses[0].Writes(), f.Accesses[1].Writes()}
	if written[0] && written[1] {
		return lostWrite(f, typ, how)
	}
	if written[1] {
		how[0], how[1] = how[1], how[0]
	}
	if typ == nil || !written[0] && !written[1] {
		return ""
	}
	return stale(typ, how[0], how[1])
}

// recovered says where the function that would panic, other than by the first close, recovers from that.
func (r *reporter) recovered(f *report.Finding) string {
	for k := range f.Accesses {
		a := &f.Accesses[k]
		if a.Kind == "close" && f.Accesses[1-k].Kind != "close" {
			continue
		}
		if line := fix.Recovers(r.Pass, a.Pos, r.Places.Find); line > 0 {
			at := a.Pos
			at.Line = line
			return ": what is deferred at " + report.Near(at, f.Pos) + " recovers from that, and the message is lost"
		}
	}
	return ""
}

// closesBoth reports whether a read of a channel is to close it, which the other end makes anew.
func (r *reporter) closesBoth(f *report.Finding) bool {
	for k := range f.Accesses {
		if f.Accesses[k].Kind == "read" && fix.Closes(r.Pass, f.Accesses[k].Pos, r.Places.Find) {
			return f.Accesses[k].Func == f.Accesses[1-k].Func
		}
	}
	return false
}

// lostWrite is what may come of two writes of a variable of a type; nil: it is not known.
func lostWrite(f *report.Finding, t types.Type, how [2]fix.Manner) string {
	switch {
	case how[0].Appends && how[1].Appends, f.Accesses[0].Kind == "append" && f.Accesses[1].Kind == "append":
		return "what one of the two appends may be lost: both may start from the same slice"
	case how[0].Updates && how[1].Updates:
		return "an update may be lost: both may start from the same old value"
	case how[0].Updates || how[1].Updates || how[0].Appends || how[1].Appends:
		return "the write may be lost: the update may start from the value before it, and end after it"
	case t == nil:
		return ""
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Slice, *types.Array:
		return "what is left may be half of one value and half of the other"
	case *types.Struct:
		if u.NumFields() > 1 {
			return "what is left may be half of one value and half of the other"
		}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return "what is left may be the address of one string with the length of the other"
		}
	}
	return "one of the two values is lost, and which one is left to chance"
}

// stale is what a read may get of a variable of a type that is written meanwhile.
func stale(t types.Type, write, read fix.Manner) string {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "where " + p.Obj().Name() + " is wider than a word, " +
			"the read may get part of the old value and part of the new one"
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return "the read may get the type of one value with the data of the other, which crashes the program when it is used"
	case *types.Slice:
		if write.Clears {
			return "the read may get the old length with the new, empty array: an index that panics"
		}
		return "the read may get the array of one slice with the length of the other: elements that are not there, or a crash"
	case *types.Struct:
		if u.NumFields() > 1 {
			return "the read may get some fields of the old value and others of the new one"
		}
	case *types.Array:
		return "the read may get some elements of the old value and others of the new one"
	case *types.Pointer:
		if read.Test && !write.Clears && write.Seen {
			return "the test may go by the old pointer, or by a new one before what it points to has been filled in"
		}
		if write.Clears {
			return "the read may find nil behind a test that found something: a nil dereference panics"
		}
		if !write.Seen {
			return "the read may get the new pointer, which may be nil, or lead to what has not been filled in yet"
		}
		return "the read may get the new pointer before what it points to has been filled in"
	case *types.Map:
		if write.Clears {
			return "the read may find nil behind a test that found something, or keep using the old map"
		}
		return "the read may keep using the old map, or get the new one before it is filled in"
	case *types.Chan:
		return "the read may get the old channel, and wait at one that nobody uses any more"
	case *types.Signature:
		if write.Clears {
			return "the read may find nil behind a test that found something: a call of it panics"
		}
		return "the read may get the old function, or the new one before what it uses has been filled in"
	case *types.Basic:
		return staleBasic(u, read)
	}
	return ""
}

// staleBasic is this for a string, number or truth value.
func staleBasic(u *types.Basic, read fix.Manner) string {
	wide := ""
	switch u.Kind() {
	case types.Int64, types.Uint64, types.Float64:
		wide = "; on 32-bit machines it may get half of each value"
	case types.Complex64, types.Complex128:
		wide = "; it may get half of each value"
	}
	switch {
	case u.Info()&types.IsString != 0:
		return "the read may get the address of one string with the length of the other: garbage, or a crash"
	case read.Loop:
		return "the loop may never see the write: the compiler may read the variable once, before it" + wide
	case read.Test:
		return "the test may go by the old value, whatever has happened since" + wide
	}
	return "the read may see the old value, and act on it" + wide
}

// leadsTo is the type of an element of a variable, or of what it points to; nil where it has none.
func leadsTo(t types.Type, kind string) types.Type {
	if t == nil {
		return nil
	}
	if kind == "slice" {
		return source.Element(t)
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}
