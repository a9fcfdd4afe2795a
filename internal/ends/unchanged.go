// This file finds memory that nobody writes to but who makes it, before others know it (R42).

package ends

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An unchanged knows what is written to the memory of a link that tests read.
type unchanged struct {
	l       *order.Order                    // the link, and what its terms stand for in memory
	read    map[order.Location]bool         // by tests
	written map[order.Location]bool         // by accesses
	first   map[order.Location]firstWritten // what its maker writes
}

// A firstWritten is what is written to memory that the writer owns.
type firstWritten struct {
	by    *link.Instance // the function that makes the memory and writes it first
	value facts.Term     // what is written, as that function names it
	times int            // how many such writes there are
	sure  bool           // it comes before everything else that is done with the new object
}

// newUnchanged looks through a link.
func newUnchanged(l *order.Order) *unchanged {
	u := &unchanged{l, map[order.Location]bool{}, map[order.Location]bool{}, map[order.Location]firstWritten{}}
	for _, i := range l.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for _, t := range i.Unit.Accesses.Tests {
			u.reads(i, t.X)
			u.reads(i, t.Y)
		}
		for _, g := range i.Unit.Accesses.Given {
			u.reads(i, g.Value)
		}
		for _, r := range i.Unit.Accesses.Returned {
			u.reads(i, r.Value)
		}
	}
	if len(u.read) > 0 {
		for _, i := range l.Insts[1:] {
			u.writes(i)
		}
	}
	return u
}

// reads notes what a term reads.
func (u *unchanged) reads(i *link.Instance, t facts.Term) {
	if t.Kind == facts.TermLoad {
		for _, at := range u.l.Places(i, t.Addr, t.Off) {
			u.read[at] = true
		}
	}
}

// writes notes what an instance writes to such memory.
func (u *unchanged) writes(i *link.Instance) {
	if i.Unit.Accesses == nil {
		return
	}
	each := func(n facts.Node, off, length uint32, f func(order.Location)) {
		for _, at := range u.l.Places(i, n, off) {
			for k := range max(length, 1) {
				if p := (order.Location{Obj: at.Obj, Off: at.Off + k}); u.read[p] {
					f(p)
				}
			}
		}
	}
	for k := range i.Unit.Accesses.List {
		if a := &i.Unit.Accesses.List[k]; a.Kind.Writes() {
			each(a.Addr, a.Off, a.Len, func(p order.Location) { u.written[p] = true })
		}
	}
	for _, x := range i.Unit.Accesses.Initials {
		each(x.Addr, x.Off, x.Len, func(p order.Location) {
			u.first[p] = firstWritten{i, x.Value, u.first[p].times + 1, x.First}
		})
	}
}

// keeps reports whether memory holds one thing from when others know it on.
func (u *unchanged) keeps(at order.Location) bool { return !u.written[at] && !order.Opened(u.l, at) }

// initially is what memory holds that is written to once, by who makes it, before anything else.
func (u *unchanged) initially(at order.Location) (by *link.Instance, value facts.Term, ok bool) {
	w := u.first[at]
	return w.by, w.value, w.times == 1 && w.sure && w.value.Kind != facts.TermUnknown && u.keeps(at)
}
