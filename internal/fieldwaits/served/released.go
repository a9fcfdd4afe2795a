// This file finds servers of tests that are closed before what a handler waits for (T95).

package served

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// An Unreleased is a server that is closed while a handler waits for what comes behind that.
type Unreleased struct {
	Close   ssa.Instruction // of the server
	Server  ssa.Value       // the server
	Waits   *ssa.UnOp       // the receive of the handler
	Release ssa.Instruction // what it waits for
}

// A moment is when something happens in a function: at once, when it returns, or after that, in the test's Cleanup.
type moment uint8

const (
	atOnce moment = iota
	atReturn
	atCleanup
)

// An action is something that a function does, or has done later.
type action struct {
	at   ssa.Instruction // where it says so
	when moment          // when it happens
}

// before reports whether an action comes before another one: what is deferred, or registered, last comes first.
func (x action) before(y action) bool {
	if x.when != y.when {
		return x.when < y.when
	}
	if x.when == atOnce {
		return branch.Precedes(x.at, y.at)
	}
	return branch.Precedes(y.at, x.at)
}

// FindUnreleased lists the servers of tests that wait for a handler which waits for what the same function does later.
func FindUnreleased(p *fielduse.Package) []Unreleased {
	var list []Unreleased
	for i, fn := range p.Flow.Source.Funcs {
		if i >= p.Flow.Source.Pkg.Source.Own {
			continue
		}
		server := onlyServer(fn)
		if server == nil {
			continue
		}
		closes := closesOf(server)
		for _, h := range fn.AnonFuncs {
			if len(closes) == 0 || !source.IsHandler(h.Signature) {
				continue
			}
			if x := unreleased(fn, h, closes); x != nil {
				x.Server = server
				list = append(list, *x)
				break
			}
		}
	}
	return list
}

// onlyServer is the one server of package net/http/httptest that a function makes; nil if there is none, or another.
func onlyServer(fn *ssa.Function) (server ssa.Value) {
	n := 0
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok && place.IsNamed(c.Type(), "net/http/httptest", "Server") {
				n, server = n+1, c
			}
		}
	}
	if n != 1 {
		return nil
	}
	return server
}

// closesOf are the closes of a server: nil if others have it, but for those that only read its fields.
func closesOf(server ssa.Value) (list []action) {
	for _, i := range *server.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case ssa.CallInstruction:
			_, deferred := x.(*ssa.Defer)
			switch name := nameOf(x); {
			case name != "(*net/http/httptest.Server).Close":
				if f := x.Common().StaticCallee(); f == nil || f.Signature.Recv() == nil || x.Common().Args[0] != server {
					return nil
				}
			case deferred:
				list = append(list, action{x, atReturn})
			default:
				list = append(list, action{x, atOnce})
			}
		case *ssa.MakeClosure: // its Close, for Cleanup
			c := cleanup(x)
			if f := x.Fn.(*ssa.Function); c == nil || f.Synthetic == "" || f.Object() == nil || f.Object().Name() != "Close" {
				return nil
			}
			list = append(list, action{c, atCleanup})
		default:
			return nil
		}
	}
	return list
}

// cleanup is the call that registers a function, and does nothing else with it, for the end of a test.
func cleanup(v ssa.Value) *ssa.Call {
	var found *ssa.Call
	for _, i := range *v.Referrers() {
		if _, debug := i.(*ssa.DebugRef); debug {
			continue
		}
		c, ok := i.(*ssa.Call)
		if !ok || found != nil {
			return nil
		}
		name := nameOf(c)
		if c.Call.IsInvoke() {
			name = c.Call.Method.FullName()
		}
		if name != "(*testing.common).Cleanup" && name != "(testing.TB).Cleanup" {
			return nil
		}
		found = c
	}
	return found
}

// unreleased is a receive of a handler, without alternative, that ends only by what its function does after all closes
// of the server.
func unreleased(fn, h *ssa.Function, closes []action) *Unreleased {
	for _, b := range h.Blocks {
		for _, i := range b.Instrs {
			recv, ok := i.(*ssa.UnOp)
			if !ok {
				continue
			}
			load, ok := recv.X.(*ssa.UnOp)
			if !ok || !place.IsChan(recv.X.Type()) {
				continue
			}
			cell := place.Variable(load.X)
			if cell == nil || cell.Parent() != fn {
				continue
			}
			releases, known := releasesOf(cell, h)
			if !known || len(releases) == 0 {
				continue
			}
			first := closes[0]
			if !slices.ContainsFunc(releases, func(r action) bool { return !first.before(r) }) {
				return &Unreleased{Close: first.at, Waits: recv, Release: releases[0].at}
			}
		}
	}
	return nil
}

// releasesOf are the sends on, and closes of, a channel in a variable of a function, of which a handler only receives;
// not known: others may have it.
func releasesOf(cell *ssa.Alloc, h *ssa.Function) (list []action, known bool) {
	for _, i := range *cell.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if _, made := x.Val.(*ssa.MakeChan); !made || x.Addr != cell {
				return nil, false
			}
		case *ssa.UnOp:
			for _, u := range *x.Referrers() {
				a, ok := released(u, x)
				if !ok {
					return nil, false
				}
				if a.at != nil {
					list = append(list, a)
				}
			}
		case *ssa.MakeClosure:
			f := x.Fn.(*ssa.Function)
			free := f.FreeVars[slices.Index(x.Bindings, ssa.Value(cell))]
			closing, ok := useInside(free)
			c := cleanup(x)
			if !ok || closing && (c == nil || f == h) {
				return nil, false
			}
			if closing {
				list = append(list, action{c, atCleanup})
			}
		default:
			return nil, false
		}
	}
	return list, true
}

// released is what an instruction does with a channel that it has loaded: a send or close; none: it receives.
func released(i ssa.Instruction, ch ssa.Value) (a action, known bool) {
	switch x := i.(type) {
	case *ssa.DebugRef, *ssa.UnOp:
		return action{}, true
	case *ssa.Send:
		return action{x, atOnce}, x.Chan == ch
	case *ssa.Call:
		return action{x, atOnce}, place.IsBuiltin(&x.Call, "close")
	case *ssa.Defer:
		return action{x, atReturn}, place.IsBuiltin(&x.Call, "close")
	}
	return action{}, false
}

// useInside reports whether a literal sends on, or closes, the channel in a captured variable; not known: it gives it
// to others.
func useInside(free *ssa.FreeVar) (closing, known bool) {
	for _, i := range *free.Referrers() {
		load, ok := i.(*ssa.UnOp)
		if _, debug := i.(*ssa.DebugRef); debug {
			continue
		}
		if !ok {
			return false, false
		}
		for _, u := range *load.Referrers() {
			a, ok := released(u, load)
			if !ok {
				return false, false
			}
			closing = closing || a.at != nil
		}
	}
	return closing, true
}
