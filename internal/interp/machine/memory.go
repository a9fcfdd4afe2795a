// This file holds the memory of the interpreted program: variables, who accessed them last, and from where.

package machine

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Cell is a variable: a leaf has a value, a struct or an array has cells for its parts.
type Cell struct {
	V     Value   // what a leaf holds; nil for others
	Parts []Cell  // of a struct or an array; empty for a leaf
	sh    *shadow // who accessed it last; nil: nobody did; private: no other goroutine can know it
}

// A Slice is a part of an array.
type Slice struct {
	Base          *Cell // the array; nil for a nil slice
	Off, Len, Cap int   // in elements: where it begins in the array, and its length and capacity
}

// At is an element of a slice.
func (s Slice) At(i int) *Cell { return &s.Base.Parts[s.Off+i] }

// A Call is a call in progress or over. What it knows of its callers stays true when they have gone on.
type Call struct {
	Thread int             // the number of the thread that makes it
	Fn     *ssa.Function   // what is called
	Parent *Call           // who calls; nil for the first call of a thread
	Called token.Pos       // where the caller calls
	site   ssa.Instruction // what calls there; nil for the first call of a thread
}

// A Hold is a lock that a thread has.
type Hold struct {
	C    *Cell // the lock
	At   Event // the call of the user that took it
	Read bool  // for reading
}

// An Event is an access: who, when, and where.
type Event struct {
	ID     int             // the thread's number
	Call   *Call           // the call that does it; nil: none
	Pos    token.Pos       // where it stands
	In     ssa.Instruction // what does it
	Held   []Hold          // the locks that are held then
	Atomic bool            // it is an atomic operation
	Inside bool            // a call of the standard library does it
}

// A stretch is a part of what a thread does, in which others learn nothing of it and it has the same locks.
type stretch struct {
	id     int    // the thread's number
	at     uint32 // its own time
	held   []Hold // the locks that it has
	atomic bool   // it makes an atomic operation
}

// is reports whether a stretch lasts still.
func (s *stretch) is(at uint32, held []Hold, atomic bool) bool {
	return s != nil && s.at == at && s.atomic == atomic && len(s.held) == len(held) &&
		(len(held) == 0 || &s.held[0] == &held[0]) // each change makes a new list
}

// A spot is an instruction.
type spot struct {
	in  ssa.Instruction // what it is
	pos token.Pos       // where it stands; invalid: it says nothing of that
}

// An access is what is kept of one. It is shared by all leaves that one instruction accesses in one stretch.
type access struct {
	in   *stretch  // when, and by whom
	call *Call     // the call that does it
	spot *spot     // what does it
	pos  token.Pos // where it stands, or else the last one before it that says so
}

// event is an access as observers see it.
func (a *access) event() Event {
	return Event{ID: a.in.id, Call: a.call, Pos: a.pos, In: a.spot.in, Held: a.in.held, Atomic: a.in.atomic}
}

// A shadow is who accessed a leaf last.
type shadow struct {
	write *access    // the last write; nil if there was none
	read  *access    // the last read since then of one thread; nil if there was none
	more  *[]*access // those of others; nil: none
}

// private marks variables that no other goroutine can know.
var private = &shadow{}

// localOnly is what is known of accesses to another variable for the same memory.
func localOnly(c *Cell) *shadow {
	if c.sh == private {
		return private
	}
	return nil
}

// copied is what is known of accesses to a variable, for a copy of it.
func (s *shadow) copied() *shadow {
	if s == nil || s == private {
		return s
	}
	d := *s
	return &d
}

// note keeps a read: the last one of each thread.
func (s *shadow) note(now *access) {
	switch {
	case s.read == nil || s.read.in.id == now.in.id:
		s.read = now
		return
	case s.more == nil:
		s.more = &[]*access{now}
		return
	}
	for i, e := range *s.more {
		if e.in.id == now.in.id {
			(*s.more)[i] = now
			return
		}
	}
	*s.more = append(*s.more, now)
}

// Write puts a value into a cell, whoever asks.
func (c *Cell) Write(v Value) {
	if len(c.Parts) == 0 {
		c.V = v
		return
	}
	a := v.(Agg)
	for i := range c.Parts {
		c.Parts[i].Write(a[i])
	}
}
