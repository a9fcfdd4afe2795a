// This file is the entry point: what functions put back, and who has it then.

package pooled

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
)

// A finder looks through the functions of a package.
type finder struct {
	flow *flow.Result                  // which calls are Get and Put
	puts map[*ssa.Function]map[int]put // by function: the parameters that it puts back
}

// A put is a value that is put back.
type put struct {
	value    ssa.Value       // what is put back, conversions aside
	pool     facts.Symbol    // the variable or field that holds the pool; zero if it has no name
	at       ssa.Instruction // the call, or the defer statement
	deferred bool            // it happens when the function returns
}

// Find looks through the functions of a package for memory that somebody still has when it is put back. The first end
// puts it back, and then hands it out or uses it; the second end is who gets it next, as the function itself does: it
// writes it, or gets it where no write is seen.
func Find(f *flow.Result) []evidence.Evidence {
	a := &finder{flow: f, puts: map[*ssa.Function]map[int]put{}}
	var fns []*ssa.Function
	for _, fn := range f.Source.Funcs {
		if fn != nil {
			fns = append(fns, fn)
		}
	}
	for _, fn := range fns {
		a.note(fn)
	}
	var list []evidence.Evidence
	for _, fn := range fns {
		if f.Source.InTest(fn.Pos()) && !f.Source.Spawns(fn) { // (P7)
			continue
		}
		for _, p := range a.putsOf(fn) {
			if r, ok := a.reuse(fn, p); ok {
				list = append(list, r)
			}
		}
	}
	return list
}

// note remembers which parameters a function gives to a pool itself.
func (a *finder) note(fn *ssa.Function) {
	for _, p := range a.calls(fn) {
		for k, param := range fn.Params {
			if p.value == ssa.Value(param) {
				if a.puts[fn] == nil {
					a.puts[fn] = map[int]put{}
				}
				a.puts[fn][k] = p
			}
		}
	}
}

// calls are the calls of Put in a function.
func (a *finder) calls(fn *ssa.Function) []put {
	var list []put
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !a.isPool(call, models.PoolPut) {
				continue
			}
			args := call.Common().Args
			name, _ := place.Name(args[0])
			_, deferred := instr.(*ssa.Defer)
			list = append(list, put{source(args[1]), name, instr, deferred})
		}
	}
	return list
}

// isPool reports whether a call is of a method of a pool.
func (a *finder) isPool(call ssa.CallInstruction, name string) bool {
	row := a.flow.Model(call)
	return row != nil && row.Func == name
}

// putsOf are the values that a function puts back: by itself, by functions that it calls or defers (P1).
func (a *finder) putsOf(fn *ssa.Function) []put {
	list := append(a.calls(fn), a.byHelpers(fn)...)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				if made, ok := d.Call.Value.(*ssa.MakeClosure); ok {
					list = append(list, a.captured(made, d)...)
				}
			}
		}
	}
	return list
}

// captured are the variables that a deferred function literal puts back.
func (a *finder) captured(made *ssa.MakeClosure, at ssa.Instruction) []put {
	fn := made.Fn.(*ssa.Function)
	var list []put
	for _, p := range append(a.calls(fn), a.byHelpers(fn)...) {
		load, ok := p.value.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		for k, free := range fn.FreeVars {
			if load.X != ssa.Value(free) {
				continue
			}
			if v, ok := onlyValue(made.Bindings[k]); ok {
				list = append(list, put{v, p.pool, at, true})
			}
		}
	}
	return list
}

// byHelpers are the values that a function gives to functions of its package that put them back.
func (a *finder) byHelpers(fn *ssa.Function) []put {
	var list []put
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			_, started := instr.(*ssa.Go)
			if !ok || started {
				continue
			}
			_, deferred := instr.(*ssa.Defer)
			for k, v := range call.Common().Args {
				if p, ok := a.puts[call.Common().StaticCallee()][k]; ok {
					list = append(list, put{source(v), p.pool, instr, deferred})
				}
			}
		}
	}
	return list
}

// source is the value that another one was converted from, or that a variable with one store holds.
func source(v ssa.Value) ssa.Value {
	var seen []ssa.Value // variables that were looked into: one may be set to itself, or two to each other
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			only, ok := setTo(x.X)
			if x.Op != token.MUL || !ok || slices.Contains(seen, x.X) {
				return v
			}
			seen, v = append(seen, x.X), only
		default:
			return v
		}
	}
}

// onlyValue is what a local variable holds that is set once, in its own function, as far as it can be followed.
func onlyValue(addr ssa.Value) (ssa.Value, bool) {
	v, ok := setTo(addr)
	if !ok {
		return nil, false
	}
	return source(v), true
}

// setTo is what such a variable is set to.
func setTo(addr ssa.Value) (ssa.Value, bool) {
	v, ok := addr.(*ssa.Alloc)
	if !ok || !place.IsVariable(v) {
		return nil, false
	}
	list := place.Stores(v)
	if len(list) != 1 {
		return nil, false
	}
	return list[0], true
}
