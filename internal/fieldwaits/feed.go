// This file finds workers that fill the queue that they work off (T45).

package fieldwaits

import (
	"cmp"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A feeder is a function that all goroutines run which receive from a channel.
type feeder struct {
	*finder
	name facts.Symbol     // the field that holds the channel
	base ssa.Value        // what the field is of, in the function
	seen map[reached]bool // functions that were looked at; own: in a loop
}

// feeders are the sends of workers, in a loop for one message, on the channel that only they receive from (T45).
func feeders(r *finder) []lonely {
	var list []lonely
	all := r.All()
	names := slices.SortedFunc(maps.Keys(all), func(a, b facts.Symbol) int { return cmp.Compare(a.Name, b.Name) })
	for _, name := range names {
		u := all[name]
		if u.Lost() || u.Tests || u.Made == 0 || !u.Room || u.Long || u.Asked || len(u.Of(fielduse.Receives)) != 1 ||
			slices.ContainsFunc(u.Of(fielduse.Polls), func(x fielduse.Use) bool { return !x.Sends }) {
			continue
		}
		recv, ok := u.Of(fielduse.Receives)[0].Instr.(*ssa.UnOp)
		if !ok || len(r.OnlyStarts(recv.Parent())) == 0 {
			continue
		}
		f := feeder{finder: r, name: name, base: baseOf(recv.X), seen: map[reached]bool{}}
		if at, ok := f.feeds(recv); ok {
			by, _ := r.Spot(recv)
			list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: name, At: at.At, Takes: by})
		}
	}
	return list
}

// feeds is a send that the function which receives may come to several times for one message.
func (f *feeder) feeds(recv *ssa.UnOp) (fielduse.Spot, bool) {
	for _, b := range recv.Parent().Blocks {
		often := cycles(b, recv.Block())
		for _, i := range b.Instrs {
			if at, ok := f.sends(i, f.base, often, maxNested); ok {
				return at, true
			}
		}
	}
	return fielduse.Spot{}, false
}

// sends is a send that an instruction is, or comes to by calls by name, and that happens in a loop.
func (f *feeder) sends(i ssa.Instruction, base ssa.Value, often bool, depth int) (fielduse.Spot, bool) {
	switch x := i.(type) {
	case *ssa.Send:
		if often && fielduse.HolderField(x.Chan) == f.name && sameBase(baseOf(x.Chan), base) {
			return f.finder.Spot(x)
		}
	case *ssa.Call:
		g := x.Call.StaticCallee()
		if g == nil || depth == 0 {
			break
		}
		g = source.Origin(g)
		k := slices.IndexFunc(x.Call.Args, func(v ssa.Value) bool { return sameBase(v, base) })
		if _, known := unitOf(f.finder, g); !known || g.Parent() != nil || k < 0 || k >= len(g.Params) {
			break
		}
		at := reached{g, often, depth}
		if f.seen[at] {
			break
		}
		f.seen[at] = true
		for _, b := range g.Blocks {
			often := often || cycles(b, nil)
			for _, i := range b.Instrs {
				if at, ok := f.sends(i, g.Params[k], often, depth-1); ok {
					return at, true
				}
			}
		}
	}
	return fielduse.Spot{}, false
}

// sameBase reports whether two values are one pointer.
func sameBase(v, w ssa.Value) bool { return v == w || place.SameLoad(v, w) }

// cycles reports whether control may come from a block to itself without another one, and without anything that
// receives.
func cycles(b, without *ssa.BasicBlock) bool {
	closed := func(to *ssa.BasicBlock) bool { return to == without || receives(to) }
	return !closed(b) && branch.Reached(b, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), closed)
	})[b]
}

// receives reports whether a block receives, or selects.
func receives(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		recv, ok := i.(*ssa.UnOp)
		_, selects := i.(*ssa.Select)
		return ok && recv.Op == token.ARROW || selects
	})
}
