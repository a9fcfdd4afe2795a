// This file is about channels: sends, receives, closes and selects, and what they order (V23).

package machine

// A Queue is a channel.
type Queue struct {
	size   int       // of the buffer
	Buf    []message // what was sent and not received
	closed bool      // it is closed
	shut   Clock     // what happened before the close
	freed  []Clock   // of the last size receives: the k-th one comes before the k+size-th send
	sends  []*waiter // who waits to send
	recvs  []*waiter // who waits to receive
	count  int       // of sends so far
	word   Cell      // stands for the channel where sends read it, and a close writes it (V68)
}

// A message is a value in a channel.
type message struct {
	v  Value // what is sent
	vc Clock // what happened before it was sent
}

// A waiter is a thread that waits at a channel, with one case of a select perhaps.
type waiter struct {
	t     *timeline // who waits
	group *group    // of all cases of one wait
	index int       // the case
	v     Value     // what it sends; nil: it receives
}

// A group is a wait for one of several cases.
type group struct {
	done bool // one of them was served
}

// An Answer is what a wait at channels comes to.
type Answer struct {
	Index int   // the case that was served
	V     Value // what was received
	OK    bool  // something was received
	shut  bool  // a send met a closed channel
}

// drop takes the waiters off that have been served in another case.
func drop(list []*waiter) []*waiter {
	for len(list) > 0 && list[0].group.done {
		list = list[1:]
	}
	return list
}

// takes reports whether a send needs not wait, if only to panic.
func (q *Queue) takes() bool {
	q.recvs = drop(q.recvs)
	return q.closed || len(q.recvs) > 0 || len(q.Buf) < q.size
}

// trySend sends if that is possible now.
func (q *Queue) trySend(t *timeline, v Value) bool {
	if q.closed {
		Fail("send on closed channel")
	}
	q.recvs = drop(q.recvs)
	if len(q.recvs) > 0 {
		w := q.recvs[0]
		q.recvs = q.recvs[1:]
		w.group.done = true
		q.slot(t)
		if q.size == 0 {
			both := t.VC.Copy()
			both.Join(w.t.VC)
			t.Acquire(w.t.VC)
			w.t.Acquire(both)
			w.t.Tick()
			t.Tick()
		} else {
			w.t.Acquire(t.VC)
			t.Tick()
			q.freed = append(q.freed, w.t.VC.Copy())
			w.t.Tick()
		}
		w.t.Wake(Answer{Index: w.index, V: v, OK: true})
		return true
	}
	if len(q.Buf) >= q.size {
		return false
	}
	q.enqueue(t, v)
	return true
}

// enqueue puts a message into the buffer.
func (q *Queue) enqueue(t *timeline, v Value) {
	q.slot(t)
	q.Buf = append(q.Buf, message{v, t.VC.Copy()})
	t.Tick()
}

// slot counts a send: the k-th receive comes before the k+size-th send is complete.
func (q *Queue) slot(t *timeline) {
	if k := q.count - q.size; q.size > 0 && k >= 0 && k < len(q.freed) {
		t.Acquire(q.freed[k])
	}
	q.count++
}

// tryRecv receives if that is possible now.
func (q *Queue) tryRecv(t *timeline) (v Value, ok, done bool) {
	q.sends = drop(q.sends)
	if len(q.Buf) > 0 {
		m := q.Buf[0]
		q.Buf = q.Buf[1:]
		t.Acquire(m.vc)
		q.freed = append(q.freed, t.VC.Copy())
		t.Tick()
		if len(q.sends) > 0 { // there is room now
			w := q.sends[0]
			q.sends = q.sends[1:]
			w.group.done = true
			q.enqueue(w.t, w.v)
			w.t.Wake(Answer{Index: w.index})
		}
		return m.v, true, true
	}
	if len(q.sends) > 0 {
		w := q.sends[0]
		q.sends = q.sends[1:]
		w.group.done = true
		q.count++
		both := t.VC.Copy()
		both.Join(w.t.VC)
		t.Acquire(both)
		w.t.Acquire(both)
		t.Tick()
		w.t.Tick()
		w.t.Wake(Answer{Index: w.index})
		return w.v, true, true
	}
	if q.closed {
		t.Acquire(q.shut)
		return nil, false, true
	}
	return nil, false, false
}

// A Choice is one case of a select.
type Choice struct {
	Q    *Queue // where; nil: it never happens
	Send bool   // it sends
	V    Value  // what it sends
}

// NewQueue makes a channel.
func NewQueue(size int) *Queue { return &Queue{size: size} }

// Size is how many values a channel can hold.
func (q *Queue) Size() int {
	if q == nil {
		return 0
	}
	return q.size
}

// shutDown closes a channel.
func (q *Queue) shutDown(t *timeline) {
	if q == nil {
		Fail("close of nil channel")
	}
	if q.closed {
		Fail("close of closed channel")
	}
	q.closed = true
	q.shut = t.VC.Copy()
	t.Tick()
	for _, w := range q.recvs {
		if !w.group.done {
			w.group.done = true
			w.t.Acquire(q.shut)
			w.t.Wake(Answer{Index: w.index})
		}
	}
	for _, w := range q.sends {
		if !w.group.done {
			w.group.done = true
			w.t.Wake(Answer{shut: true})
		}
	}
	q.recvs, q.sends = nil, nil
}

// Post sends what a timer sends, if there is room.
func (q *Queue) Post(v Value, vc Clock) {
	q.recvs = drop(q.recvs)
	if len(q.recvs) > 0 {
		w := q.recvs[0]
		q.recvs = q.recvs[1:]
		w.group.done = true
		w.t.Acquire(vc)
		w.t.Wake(Answer{Index: w.index, V: v, OK: true})
		return
	}
	if len(q.Buf) < q.size {
		q.Buf = append(q.Buf, message{v, vc})
	}
}
