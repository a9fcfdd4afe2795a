// This file holds the memory of the interpreted program: variables, who accessed them last, and from where.

package machine

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Cell is a variable: a leaf has a value, a struct or an array has cells for its parts.
type Cell struct {
	V     Value  // what a leaf holds; nil for others
	Parts []Cell // of a struct or an array; empty for a leaf
	sh    shadow // who accessed it last
	local bool   // no other goroutine can know it
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
	at     uint32          // its own time
	Call   *Call           // the call that does it; nil: none
	Pos    token.Pos       // where it stands
	In     ssa.Instruction // what does it
	Held   []Hold          // the locks that are held then
	Atomic bool            // it is an atomic operation
	Inside bool            // a call of the standard library does it
}

// A shadow is who accessed a leaf last. Events are shared by all leaves that one instruction touches in one go.
type shadow struct {
	write *Event    // the last write; nil if there was none
	read  *Event    // the last read since then of one thread; nil if there was none
	more  *[]*Event // those of others; nil: none
}

// note keeps a read: the last one of each thread.
func (s *shadow) note(now *Event) {
	switch {
	case s.read == nil || s.read.ID == now.ID:
		s.read = now
		return
	case s.more == nil:
		s.more = &[]*Event{now}
		return
	}
	for i, e := range *s.more {
		if e.ID == now.ID {
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
