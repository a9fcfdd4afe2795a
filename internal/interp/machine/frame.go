// This file is about calls: frames, results, deferred calls, panics.

package machine

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A frame is one call in progress.
type frame struct {
	Call

	t        *Thread         // who runs it
	info     *info           // of its function
	regs     []Value         // what its values hold, by number
	parent   *frame          // the caller; nil for the first call of a thread
	in       ssa.Instruction // what runs now
	pos      token.Pos       // of the last instruction that has a position
	block    *ssa.BasicBlock // where it is; nil: it has returned
	deferred []deferred      // calls that wait for its end
	panic    *Panicking      // what unwinds it; nil: nothing does
	caught   *Panicking      // what was recovered last; nil: nothing was
	exit     bool            // runtime.Goexit unwinds it
	result   Value           // what it returns
}

// A deferred call waits for its function's end.
type deferred struct {
	in   ssa.Instruction // the statement
	pos  token.Pos       // where it stands
	f    *Function       // what is called
	args []Value         // with what
}

// call calls a function and gives its result.
func (t *Thread) call(parent *frame, site ssa.Instruction, pos token.Pos, f *Function, args []Value) Value {
	if f == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	if f.Native != nil {
		return f.Native(args)
	}
	w := t.Run.World
	if nat := w.native(f.Fn); nat != nil {
		return nat(t, args)
	}
	if f.Fn.Blocks == nil {
		panic(Unsupported("call of " + f.Fn.String()))
	}
	if t.depth++; t.depth > maxDepth {
		panic(Exhausted("calls"))
	}
	x := w.infoOf(f.Fn)
	fr := &frame{
		Call: Call{Thread: t.ID, Fn: f.Fn, Called: pos, site: site},
		t:    t, info: x, regs: make([]Value, len(x.index)), parent: parent, pos: f.Fn.Pos(),
	}
	if parent != nil {
		fr.Call.Parent = &parent.Call
	}
	copy(fr.regs, args)
	copy(fr.regs[len(f.Fn.Params):], f.free)
	fr.block = f.Fn.Blocks[0]
	outer := t.fr
	t.fr = fr
	for fr.block != nil {
		if x.defers {
			fr.guarded()
		} else {
			fr.run()
		}
	}
	t.fr = outer
	t.depth--
	return fr.result
}

// Apply calls a function from where a thread is.
func (t *Thread) Apply(f *Function, args []Value) Value {
	if t.fr == nil {
		return t.call(nil, nil, token.NoPos, f, args)
	}
	return t.call(t.fr, t.fr.in, t.fr.pos, f, args)
}

// panicOf makes a panic of what was raised in the innermost call.
func (t *Thread) panicOf(p any) *Panicking {
	text := ""
	switch p := p.(type) {
	case *Panicking:
		return p
	case failure:
		text = string(p)
	case fatal:
		text = string(p)
	}
	return &Panicking{V: Iface{t.Run.World.FaultType, Agg{text}}, At: t.Here()}
}

// guarded runs a frame whose deferred calls run when it panics (V26).
func (fr *frame) guarded() {
	t, depth := fr.t, fr.t.depth
	defer func() {
		if fr.block == nil {
			return
		}
		switch p := recover().(type) {
		case *Panicking, failure:
			fr.panic = t.panicOf(p)
		case Exit:
			fr.exit = true
		case nil:
			return
		default:
			panic(p)
		}
		t.fr, t.depth = fr, depth
		fr.runDefers()
		if fr.exit {
			panic(Exit{})
		}
		fr.block = fr.Fn.Recover
		if fr.block == nil { // recovered, without named results
			fr.result = Zero(fr.Fn.Signature.Results())
			if fr.Fn.Signature.Results().Len() == 1 {
				fr.result = fr.result.(Tuple)[0]
			}
		}
	}()
	fr.run()
}

// runDefers runs the deferred calls, the last one first. What they panic with replaces what unwinds.
func (fr *frame) runDefers() {
	for len(fr.deferred) > 0 {
		d := fr.deferred[len(fr.deferred)-1]
		fr.deferred = fr.deferred[:len(fr.deferred)-1]
		fr.runDefer(d)
	}
	if fr.panic != nil {
		panic(fr.panic)
	}
}

// runDefer runs one deferred call.
func (fr *frame) runDefer(d deferred) {
	t, depth, done := fr.t, fr.t.depth, false
	defer func() {
		if done {
			return
		}
		switch p := recover().(type) {
		case *Panicking, failure:
			fr.panic = t.panicOf(p)
		case Exit:
			fr.exit, fr.panic = true, nil
		case nil:
		default:
			panic(p)
		}
		t.fr, t.depth = fr, depth
	}()
	if d.pos.IsValid() {
		fr.pos = d.pos
	}
	t.call(fr, d.in, d.pos, d.f, d.args)
	done = true
}

// recovered is the built-in recover, called by a deferred function.
func (fr *frame) recovered() Value {
	if p := fr.parent; p != nil && p.panic != nil && p.info.defers {
		p.caught, p.panic = p.panic, nil
		return p.caught.V
	}
	return Iface{}
}

// raised is the panic that a statement begins. Where a function that is not the user's panics with the value that
// was recovered last, the first panic goes on, so that its place is kept.
func (fr *frame) raised(v Iface) *Panicking {
	if !fr.t.Run.World.user(fr.Fn) {
		for x := fr; x != nil; x = x.parent {
			if x.caught == nil {
				continue
			}
			if known := x.caught.V; v.T != nil && known.T != nil && types.Identical(v.T, known.T) &&
				types.Comparable(v.T) && Equal(v.V, known.V) {
				return x.caught
			}
			break
		}
	}
	return &Panicking{V: v, At: fr.t.Here()}
}

// callee is what a call calls, and its arguments.
func (fr *frame) callee(c *ssa.CallCommon) (*Function, []Value) {
	var args []Value
	if c.IsInvoke() {
		recv := fr.get(c.Value).(Iface)
		if recv.T == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		f := fr.t.Run.World.method(recv.T, c.Method)
		if f == nil {
			panic(Unsupported("method " + c.Method.String() + " of " + recv.T.String()))
		}
		args = append(args, recv.V)
		for _, a := range c.Args {
			args = append(args, fr.get(a))
		}
		return &Function{Fn: f}, args
	}
	for _, a := range c.Args {
		args = append(args, fr.get(a))
	}
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		return &Function{Native: func(args []Value) Value { return fr.builtin(f, c, args) }}, args
	case *ssa.Function:
		return &Function{Fn: f}, args
	}
	f, ok := fr.get(c.Value).(*Function)
	if !ok {
		panic(Unsupported("call of " + c.Value.String()))
	}
	return f, args
}
