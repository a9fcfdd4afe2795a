// This file is about calls: where functions are called and with what, frames, results, deferred calls, panics.

package machine

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A frame is one call in progress. Each thread has one for each depth of calls, which is used again and again.
type frame struct {
	t      *Thread // who runs it
	parent *frame  // the caller; nil for the first call of a thread
	child  *frame  // what the next call from here uses; nil: none was made yet

	info     *info           // of its function
	regs     []Value         // what its values hold, by number
	rest     []Value         // room behind them, for the calls that it makes
	o        *op             // what runs now; nil: nothing yet
	pos      token.Pos       // of the last instruction that has a position
	pc       int             // what comes next, among the instructions of the function
	done     bool            // it has returned
	called   token.Pos       // where the caller calls
	site     ssa.Instruction // what calls there; nil for the first call of a thread
	call     *Call           // what is kept of it; nil: nobody asked yet
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

// record is what is kept of a call when it is over.
func (fr *frame) record() *Call {
	if fr.call == nil {
		fr.call = &Call{Thread: fr.t.ID, Fn: fr.info.fn, Called: fr.called, site: fr.site}
		if fr.parent != nil {
			fr.call.Parent = fr.parent.record()
		}
	}
	return fr.call
}

// in is the instruction that runs now; nil: none yet.
func (fr *frame) in() ssa.Instruction {
	if fr.o == nil {
		return nil
	}
	return fr.o.in
}

// call calls a function and gives its result.
func (t *Thread) call(parent *frame, site ssa.Instruction, pos token.Pos, f *Function, args []Value) Value {
	if f == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	if f.Native != nil {
		return f.Native(args)
	}
	x := t.Run.World.infoOf(f.Fn)
	if x.native != nil {
		return x.native(t, args)
	}
	fr := t.enter(parent, site, pos, x)
	copy(fr.regs, args)
	copy(fr.regs[x.params:], f.free)
	return fr.finish()
}

// enter makes the frame of a call, whose arguments are still missing.
func (t *Thread) enter(parent *frame, site ssa.Instruction, pos token.Pos, x *info) *frame {
	if !x.ready {
		if x.fn.Blocks == nil {
			panic(Unsupported("call of " + x.fn.String()))
		}
		t.Run.World.compile(x)
	}
	if t.depth++; t.depth > maxDepth {
		panic(Exhausted("calls"))
	}
	spare, rest := &t.first, &t.room
	if parent != nil {
		spare, rest = &parent.child, &parent.rest
	}
	fr := *spare
	if fr == nil {
		fr = &frame{t: t, parent: parent}
		*spare = fr
	}
	if n := x.size; len(*rest) < n {
		*rest = make([]Value, max(2*n, roomStep))
	}
	fr.info, fr.regs, fr.rest = x, (*rest)[:x.size:x.size], (*rest)[x.size:]
	fr.o, fr.pos, fr.pc, fr.done = nil, x.fn.Pos(), 0, false
	fr.called, fr.site, fr.call, fr.deferred = pos, site, nil, fr.deferred[:0]
	fr.panic, fr.caught, fr.exit, fr.result = nil, nil, false, nil
	return fr
}

// roomStep is how many values of frames a thread makes room for at once.
const roomStep = 64

// finish runs a call to its end.
func (fr *frame) finish() Value {
	t := fr.t
	outer := t.fr
	t.fr = fr
	for !fr.done {
		if fr.info.defers {
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
	return t.call(t.fr, t.fr.in(), t.fr.pos, f, args)
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
		if fr.done {
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
		if fr.pc = fr.info.recover; fr.pc < 0 { // recovered, without named results
			sig := fr.info.fn.Signature
			fr.done, fr.result = true, Zero(sig.Results())
			if sig.Results().Len() == 1 {
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
	if !fr.t.Run.World.user(fr.info.fn) {
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

// A site is a place where something is called.
type site struct {
	c       *ssa.CallCommon // the call
	args    []operand       // the arguments, without the receiver of a method of an interface
	value   operand         // the function, or the value whose method is called
	builtin *ssa.Builtin    // what is called; nil: no built-in function
	static  *Function       // what is called; nil: that depends on value
	code    *info           // of static, when it was called once; of the method that was called last. nil: none was
	recv    Iface           // whose method that was: without the value
}

// site makes a call ready.
func (w *World) site(x *info, c *ssa.CallCommon) *site {
	s := &site{c: c, args: w.all(x, c.Args)}
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		s.builtin = f
	case *ssa.Function:
		s.static = &Function{Fn: f}
	default:
		s.value = w.at(x, c.Value)
	}
	return s
}

// compileCall makes a call instruction ready.
func (w *World) compileCall(x *info, o *op, in *ssa.Call) {
	s := w.site(x, &in.Call)
	o.x = s
	switch {
	case in.Call.IsInvoke():
		o.do = doInvoke
	case s.builtin != nil:
		o.do = doBuiltin
		if s.builtin.Name() == "len" {
			o.do, o.a = doLen, s.args[0]
		}
	case s.static != nil:
		o.do = doStatic
	default:
		o.do = doCall
	}
}

// values are the arguments of a call, behind some room.
func (fr *frame) values(s *site, room int) []Value {
	args := make([]Value, room+len(s.args))
	for i, a := range s.args {
		args[room+i] = fr.get(a)
	}
	return args
}

// doStatic calls a function.
func doStatic(fr *frame, o *op) {
	s := o.x.(*site)
	if s.code == nil {
		s.code = fr.t.Run.World.infoOf(s.static.Fn)
	}
	if s.code.native != nil {
		fr.regs[o.dst] = s.code.native(fr.t, fr.values(s, 0))
		return
	}
	in := fr.t.enter(fr, o.in, fr.pos, s.code)
	for i, a := range s.args {
		in.regs[i] = fr.get(a)
	}
	fr.regs[o.dst] = in.finish()
}

// doCall calls a function value.
func doCall(fr *frame, o *op) {
	s := o.x.(*site)
	f, ok := fr.get(s.value).(*Function)
	if !ok {
		panic(Unsupported("call of " + s.c.Value.String()))
	}
	fr.regs[o.dst] = fr.t.call(fr, o.in, fr.pos, f, fr.values(s, 0))
}

// method finds the method that a call of an interface's calls, and whose it is.
func (fr *frame) method(s *site) (*info, Value) {
	recv := fr.get(s.value).(Iface)
	if recv.T == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	if s.code == nil || s.recv.T != recv.T {
		w := fr.t.Run.World
		f := w.method(recv.T, s.c.Method)
		if f == nil {
			panic(Unsupported("method " + s.c.Method.String() + " of " + recv.T.String()))
		}
		s.code, s.recv.T = w.infoOf(f), recv.T
	}
	return s.code, recv.V
}

// doInvoke calls a method of an interface.
func doInvoke(fr *frame, o *op) {
	s := o.x.(*site)
	x, recv := fr.method(s)
	if x.native != nil {
		args := fr.values(s, 1)
		args[0] = recv
		fr.regs[o.dst] = x.native(fr.t, args)
		return
	}
	in := fr.t.enter(fr, o.in, fr.pos, x)
	in.regs[0] = recv
	for i, a := range s.args {
		in.regs[1+i] = fr.get(a)
	}
	fr.regs[o.dst] = in.finish()
}

// doBuiltin calls a built-in function.
func doBuiltin(fr *frame, o *op) {
	s := o.x.(*site)
	var room [4]Value
	args := room[:0]
	for _, a := range s.args {
		args = append(args, fr.get(a))
	}
	fr.regs[o.dst] = fr.builtin(s.builtin, s.c, args)
}

// doLen is the built-in function len.
func doLen(fr *frame, o *op) {
	switch x := fr.get(o.a).(type) {
	case Slice:
		fr.regs[o.dst] = small(int64(x.Len))
	case string:
		fr.regs[o.dst] = small(int64(len(x)))
	default:
		fr.regs[o.dst] = fr.t.Length(x)
	}
}

// callee is what a go or defer statement calls, and its arguments.
func (fr *frame) callee(s *site) (*Function, []Value) {
	switch {
	case s.c.IsInvoke():
		x, recv := fr.method(s)
		args := fr.values(s, 1)
		args[0] = recv
		return &Function{Fn: x.fn}, args
	case s.builtin != nil:
		return &Function{Native: func(args []Value) Value { return fr.builtin(s.builtin, s.c, args) }}, fr.values(s, 0)
	case s.static != nil:
		return s.static, fr.values(s, 0)
	}
	f, ok := fr.get(s.value).(*Function)
	if !ok {
		panic(Unsupported("call of " + s.c.Value.String()))
	}
	return f, fr.values(s, 0)
}

// doGo starts a thread.
func doGo(fr *frame, o *op) {
	s := o.x.(*site)
	f, args := fr.callee(s)
	var started *Thread
	if s.builtin != nil { // it runs in the new thread, not in this one
		here := *fr
		f = &Function{Native: func(args []Value) Value {
			here.t, here.call, started.fr = started, nil, &here
			defer func() { started.fr = nil }()
			return here.builtin(s.builtin, s.c, args)
		}}
	}
	started = fr.t.Run.Spawn(fr.t, fr.t.Here(), f, args)
	fr.t.Yield()
}

// doDefer keeps a call for the end of the function.
func doDefer(fr *frame, o *op) {
	f, args := fr.callee(o.x.(*site))
	fr.deferred = append(fr.deferred, deferred{o.in, o.pos, f, args})
}

// doRunDefers runs the deferred calls.
func doRunDefers(fr *frame, _ *op) {
	fr.runDefers()
	if fr.exit {
		panic(Exit{})
	}
}
