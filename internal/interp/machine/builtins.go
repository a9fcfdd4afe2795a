// This file is about what threads do with channels and maps, range loops, and the built-in functions.

package machine

import (
	"go/token"
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// Choose waits for one of several cases; with a default it does not wait, and gives -1.
func (t *Thread) Choose(cases []Choice, waits bool, why string) Answer {
	t.Yield()
	one := [1]int{}
	order := one[:]
	if len(cases) != 1 {
		order = t.Run.Rng.Perm(len(cases))
	} else if cases[0].Send {
		uses(t, cases[0].Q, false)
	}
	for _, k := range order {
		c := cases[k]
		if c.Q == nil {
			continue
		}
		if c.Send {
			if len(cases) > 1 && c.Q.takes() {
				uses(t, c.Q, false)
			}
			if c.Q.trySend(&t.timeline, c.V) {
				t.Pass()
				return Answer{Index: k}
			}
		} else if v, ok, done := c.Q.tryRecv(&t.timeline); done {
			t.Pass()
			return Answer{Index: k, V: v, OK: ok}
		}
	}
	if !waits {
		return Answer{Index: -1}
	}
	g := &group{}
	for k, c := range cases {
		if c.Q == nil {
			continue
		}
		w := &waiter{t: &t.timeline, group: g, index: k}
		if c.Send {
			w.v = c.V
			c.Q.sends = append(c.Q.sends, w)
		} else {
			c.Q.recvs = append(c.Q.recvs, w)
		}
	}
	a := t.Wait(why).(Answer)
	if a.shut {
		Fail("send on closed channel")
	}
	t.Pass()
	return a
}

// uses notes that a thread sends to a channel, or closes it (V68).
func uses(t *Thread, q *Queue, closes bool) {
	if q != nil && t.Quiet == 0 {
		t.touch(&q.word, closes)
	}
}

// CloseQueue closes a channel.
func (t *Thread) CloseQueue(q *Queue) {
	t.Yield()
	uses(t, q, true)
	q.shutDown(&t.timeline)
	t.Pass()
}

// A selectCase is a case of a select statement.
type selectCase struct {
	q    operand    // the channel
	v    operand    // what is sent
	send bool       // it sends
	elem types.Type // of the channel
}

// compileSelect makes a select statement ready.
func (w *World) compileSelect(x *info, o *op, in *ssa.Select) {
	list := make([]selectCase, len(in.States))
	for i, st := range in.States {
		list[i] = selectCase{q: w.at(x, st.Chan), elem: ElemOf(st.Chan.Type())}
		if st.Send != nil {
			list[i].send, list[i].v = true, w.at(x, st.Send)
		}
	}
	o.do, o.x = doSelect, list
}

// doSelect runs a select statement.
func doSelect(fr *frame, o *op) {
	list, s := o.x.([]selectCase), o.in.(*ssa.Select)
	cases := make([]Choice, len(list))
	for i, st := range list {
		q, _ := fr.get(st.q).(*Queue)
		cases[i] = Choice{Q: q, Send: st.send}
		if st.send {
			cases[i].V = fr.get(st.v)
		}
	}
	if len(cases) == 0 && s.Blocking {
		fr.t.Run.Outside++ // it serves until somebody ends the program
	}
	a := fr.t.Choose(cases, s.Blocking, "select")
	out := Tuple{int64(a.Index), a.OK}
	for i, st := range list {
		if st.send {
			continue
		}
		v := a.V
		if i != a.Index || !a.OK {
			v = Zero(st.elem)
		}
		out = append(out, v)
	}
	fr.regs[o.dst] = out
}

// Find looks a key up, which is a read of the map.
func (t *Thread) Find(m *Table, k Value) *Entry {
	if m == nil {
		return nil
	}
	t.Access(&m.Head, false)
	return m.M[KeyOf(k)]
}

// lookup is m[k].
func (t *Thread) lookup(in *ssa.Lookup, m *Table, k Value) Value {
	e := t.Find(m, k)
	var v Value
	if e != nil {
		v = e.V
	} else {
		v = Zero(ElemOf(in.X.Type()))
	}
	if in.CommaOk {
		return Tuple{v, e != nil}
	}
	return v
}

// Update is m[k] = v.
func (t *Thread) Update(m *Table, k, v Value) {
	if m == nil {
		Fail("assignment to entry in nil map")
	}
	t.Access(&m.Head, true)
	key := KeyOf(k)
	if e := m.M[key]; e != nil {
		e.V = v
		return
	}
	e := &Entry{K: k, V: v}
	m.M[key] = e
	m.Order = append(m.Order, e)
}

// Remove deletes a key.
func (t *Thread) Remove(m *Table, k Value) {
	if m == nil {
		return
	}
	t.Access(&m.Head, true)
	key := KeyOf(k)
	if e := m.M[key]; e != nil {
		e.Dead = true
		delete(m.M, key)
		m.sweep()
	}
}

// An iterator gives the next step of a range loop over a string or a map: ok, key, element.
type iterator func(t *Thread) Value

// ranges begins a range loop.
func (fr *frame) ranges(x Value) iterator {
	if s, ok := x.(string); ok {
		at := 0
		return func(*Thread) Value {
			if at >= len(s) {
				return Tuple{false, int64(0), int64(0)}
			}
			c, n := utf8.DecodeRuneInString(s[at:])
			at += n
			return Tuple{true, int64(at - n), int64(c)}
		}
	}
	m := x.(*Table)
	if m == nil {
		return func(*Thread) Value { return Tuple{false, nil, nil} }
	}
	fr.t.Access(&m.Head, false)
	list, at := m.Order, 0
	if r := fr.t.Run; r.Eager > 0 && len(list) > 1 {
		k := r.Rng.IntN(len(list))
		list = append(append([]*Entry(nil), list[k:]...), list[:k]...)
	}
	return func(t *Thread) Value {
		t.Access(&m.Head, false)
		for at < len(list) {
			e := list[at]
			at++
			if !e.Dead {
				return Tuple{true, e.K, e.V}
			}
		}
		return Tuple{false, nil, nil}
	}
}

// builtin runs a built-in function.
func (fr *frame) builtin(b *ssa.Builtin, c *ssa.CallCommon, args []Value) Value {
	t := fr.t
	switch b.Name() {
	case "len":
		return t.Length(args[0])
	case "cap":
		switch x := args[0].(type) {
		case Slice:
			return int64(x.Cap)
		case *Queue:
			if x == nil {
				return int64(0)
			}
			return int64(x.size)
		}
		return t.Length(args[0])
	case "append":
		return fr.grow(c.Args[0].Type(), args[0].(Slice), args[1])
	case "copy":
		return t.copies(args[0].(Slice), args[1])
	case "delete":
		t.Remove(args[0].(*Table), args[1])
		return nil
	case "close":
		t.CloseQueue(args[0].(*Queue))
		return nil
	case "panic":
		panic(fr.raised(args[0].(Iface)))
	case "recover":
		return fr.recovered()
	case "print", "println":
		return nil
	case "clear":
		return fr.clears(c.Args[0].Type(), args[0])
	case "min", "max":
		return extreme(b.Name() == "min", Under(c.Args[0].Type()), args)
	case "real":
		return real(args[0].(complex128))
	case "imag":
		return imag(args[0].(complex128))
	case "complex":
		return complex(args[0].(float64), args[1].(float64))
	case "ssa:wrapnilchk":
		if args[0].(*Cell) == nil {
			Fault("value method called using nil pointer")
		}
		return args[0]
	}
	if v, ok := fr.unsafeBuiltin(b.Name(), c, args); ok {
		return v
	}
	panic(Unsupported("builtin " + b.Name()))
}

// Length is the built-in len.
func (t *Thread) Length(x Value) Value {
	switch x := x.(type) {
	case string:
		return int64(len(x))
	case Slice:
		return int64(x.Len)
	case *Table:
		if x == nil {
			return int64(0)
		}
		t.Access(&x.Head, false)
		return int64(len(x.M))
	case *Queue:
		if x == nil {
			return int64(0)
		}
		t.Yield()
		return int64(len(x.Buf))
	case Agg:
		return int64(len(x))
	case *Cell:
		return int64(len(x.Parts))
	}
	panic(Unsupported("len"))
}

// grow is the built-in append.
func (fr *frame) grow(typ types.Type, s Slice, more Value) Value {
	t := fr.t
	if b, ok := more.(string); ok {
		more = t.Run.BytesOf(b)
	}
	add := more.(Slice)
	if add.Len == 0 {
		return s
	}
	var room [1]Value
	vals := room[:]
	if add.Len > 1 {
		vals = make([]Value, add.Len)
	}
	for i := range vals {
		vals[i] = t.Load(add.At(i))
	}
	if s.Len+add.Len > s.Cap {
		c := max(2*s.Cap, s.Len+add.Len, 4)
		wide := t.Run.MakeSlice(ElemOf(typ), s.Len, c)
		for i := range s.Len {
			wide.At(i).Write(t.Load(s.At(i)))
		}
		s = wide
	}
	s.Len += add.Len
	for i, v := range vals {
		t.Store(s.At(s.Len-add.Len+i), v)
	}
	return s
}

// copies is the built-in copy.
func (t *Thread) copies(to Slice, from Value) Value {
	if b, ok := from.(string); ok {
		n := min(len(b), to.Len)
		for i := range n {
			t.Store(to.At(i), uint64(b[i]))
		}
		return int64(n)
	}
	src := from.(Slice)
	n := min(src.Len, to.Len)
	vals := make([]Value, n)
	for i := range vals {
		vals[i] = t.Load(src.At(i))
	}
	for i, v := range vals {
		t.Store(to.At(i), v)
	}
	return int64(n)
}

// clears is the built-in clear.
func (fr *frame) clears(typ types.Type, x Value) Value {
	switch x := x.(type) {
	case *Table:
		if x != nil {
			fr.t.Access(&x.Head, true)
			for _, e := range x.Order {
				e.Dead = true
			}
			x.M, x.Order = map[any]*Entry{}, nil
		}
	case Slice:
		for i := range x.Len {
			fr.t.Store(x.At(i), Zero(ElemOf(typ)))
		}
	}
	return nil
}

// extreme is the built-in min or max.
func extreme(least bool, typ types.Type, args []Value) Value {
	best := args[0]
	for _, x := range args[1:] {
		less := binop(token.LSS, typ, x, best).(bool)
		if less == least && !Equal(x, best) {
			best = x
		}
	}
	return best
}
