// This file is the documentation of the rule about lost wake-ups: what `syncvet explain` prints.

package ruledoc

var ruleLost = Rule{
	ID: "DL2006", Title: "lost wake-up of a Cond",
	Why: `A goroutine waits for a sync.Cond, and is not woken when what it waits for has come: the function that sets the
variable which ends the wait calls Signal before that, or not at all; the wait is not behind a test, so that a Signal
that came first is missed; or Signal wakes one goroutine where some wait for one thing and some for another, and the one
that it wakes goes on waiting.`,
	Bad: `package main

import "sync"

type queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	closed bool
}

func (q *queue) push(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) pop() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n, true
}

func (q *queue) close() {
	q.mu.Lock()
	q.closed = true // whoever waits in pop goes on waiting
	q.mu.Unlock()
}

func main() {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	q.push(1)
	q.close()
	println(q.pop())
}`,
	Good: `package main

import "sync"

type queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	closed bool
}

func (q *queue) push(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) pop() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n, true
}

func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.cond.Broadcast()
}

func main() {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	q.push(1)
	q.close()
	println(q.pop())
}`,
	Hides: `Only Conds in fields that no other package can name are looked at, and of variables only boolean fields that
are set to a constant. Where somebody wakes those who wait without having changed what they wait for, a timer perhaps,
and where a function value is called after the variable is set, nothing is reported. Of medium confidence.`,
}
