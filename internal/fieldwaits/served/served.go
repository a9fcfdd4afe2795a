// Package served finds handlers of requests that wait for the end of all handlers, and servers of tests that wait for
// handlers which nobody lets go on.
//
// # Rules
//
// They are (T91) and (T95) of internal/fieldwaits: Shutdown of package net/http waits until no handler runs any more,
// or its context ends; Close of a server of net/http/httptest does, too.
//
// # Tests
//
// Each has a program and its repaired twin in testdata/deadlocks (go test . -run TestQuick).
package served

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Stop is a call of Shutdown that waits for the handler by which control comes to it.
type Stop struct {
	Handler *ssa.Function         // where the way begins
	Name    facts.Symbol          // of what holds the server
	Via     []ssa.CallInstruction // the calls on the way
	At      ssa.CallInstruction   // Shutdown
}

// A way is how control has come from a handler to a function.
type way struct {
	fn    *ssa.Function           // where it is
	calls []ssa.CallInstruction   // the calls in between
	given map[*ssa.Parameter]bool // the parameters of fn that are contexts without end
	vain  map[entry]bool          // the entries behind which no Shutdown was found, of all ways from one handler
}

// An entry is a function as a way enters it.
type entry struct {
	fn      *ssa.Function // entered
	endless uint64        // a bit for each parameter that is a context without end, of the first 64
	calls   int           // that lead to it
}

// Find lists the calls of Shutdown, one for each handler of a package, by which it waits for itself.
func Find(p *fielduse.Package) []Stop {
	if !oneServer(p) {
		return nil
	}
	var list []Stop
	for i, fn := range p.Flow.Source.Funcs {
		if i >= p.Flow.Source.Pkg.Source.Own || p.IsTest(fn) || fn.Synthetic != "" || !source.IsHandler(fn.Signature) {
			continue
		}
		w := way{fn: fn, given: map[*ssa.Parameter]bool{}, vain: map[entry]bool{}}
		if s := w.stop(); s != nil {
			s.Handler = fn
			list = append(list, *s)
		}
	}
	return list
}

// oneServer reports whether a package makes one server, and has package net/http make no other one: it is the server of
// the package's handlers.
func oneServer(p *fielduse.Package) bool {
	made := map[*ssa.Alloc]bool{} // clients stand for the function that they call
	for _, fn := range p.Flow.Source.Funcs {
		if p.IsTest(fn) {
			continue
		}
		if fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
			switch x := i.(type) {
			case *ssa.Alloc:
				if place.IsNamed(x.Type(), "net/http", "Server") {
					made[x] = true
				}
			case ssa.CallInstruction:
				return serves[nameOf(x)]
			}
			return false
		}) {
			return false
		}
	}
	return len(made) == 1
}

// serves are the functions of package net/http that make a server.
var serves = map[string]bool{
	"net/http.ListenAndServe": true, "net/http.ListenAndServeTLS": true, "net/http.Serve": true,
	"net/http.ServeTLS": true,
}

// nameOf is the full name of the function that a call calls by name.
func nameOf(c ssa.CallInstruction) string {
	if f := c.Common().StaticCallee(); f != nil {
		return f.String()
	}
	return ""
}

// stop is the first call of Shutdown on the way, or behind calls by name that are not started as goroutines; nil if
// there is none.
func (w way) stop() *Stop {
	for _, b := range w.fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if _, started := i.(*ssa.Go); !ok || started {
				continue
			}
			args, called := c.Common().Args, nameOf(c)
			if called == "(*net/http.Server).Shutdown" && w.endless(args[1]) {
				name, _ := place.Name(args[0])
				if name == (facts.Symbol{}) {
					name = place.Holder(args[0])
				}
				return &Stop{Name: name, Via: w.calls, At: c}
			}
			if s := w.into(c, called); s != nil {
				return s
			}
		}
	}
	return nil
}

// into follows a call, of a function, given by its full name too, or of what a Once runs.
func (w way) into(c ssa.CallInstruction, called string) *Stop {
	g, args := c.Common().StaticCallee(), c.Common().Args
	if called == "(*sync.Once).Do" {
		g, args = source.FunctionOf(args[1]), nil
	}
	if g == nil || len(w.calls) == maxCalls {
		return nil
	}
	next := way{fn: source.Origin(g), given: map[*ssa.Parameter]bool{}, vain: w.vain}
	next.calls = append(next.calls, w.calls...)
	next.calls = append(next.calls, c)
	key := entry{fn: next.fn, calls: len(next.calls)}
	for k, p := range next.fn.Params {
		if k < len(args) && w.endless(args[k]) {
			next.given[p] = true
			key.endless |= 1 << k
		}
	}
	if w.vain[key] {
		return nil
	}
	s := next.stop()
	if s == nil {
		w.vain[key] = true
	}
	return s
}

// endless reports whether a context does not end while the handler runs: nobody can end it, or who has asked for the
// answer.
func (w way) endless(ctx ssa.Value) bool {
	if p, ok := ctx.(*ssa.Parameter); ok {
		return w.given[p]
	}
	c, ok := ctx.(*ssa.Call)
	if !ok {
		return false
	}
	switch nameOf(c) {
	case "context.Background", "context.TODO", "context.WithoutCancel", "(*net/http.Request).Context":
		return true
	case "context.WithValue":
		return w.endless(c.Call.Args[0])
	}
	return false
}
