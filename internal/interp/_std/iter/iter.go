// Package iter keeps the types, and Pull by means of a goroutine and channels.
package iter

import "runtime"

type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)

func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	var (
		value     V
		ok        bool
		started   bool
		done      bool
		yieldNext bool // it is the sequence's turn to yield
		ended     bool // the sequence has returned
		failure   any
	)
	ask, answer := make(chan struct{}), make(chan struct{})
	run := func() {
		defer func() {
			failure = recover()
			done = true
			answer <- struct{}{}
		}()
		seq(func(v V) bool {
			if done {
				return false
			}
			if !yieldNext {
				panic("iter.Pull: yield called again before next")
			}
			yieldNext = false
			value, ok = v, true
			answer <- struct{}{}
			<-ask
			return !done
		})
		var zero V
		value, ok, ended = zero, false, true
	}
	resume := func() {
		if started {
			ask <- struct{}{}
		} else {
			started = true
			go run()
		}
		<-answer
		if failure != nil {
			panic(failure)
		}
		if done && !ended {
			runtime.Goexit()
		}
	}
	next = func() (v V, more bool) {
		if done {
			return v, false
		}
		if yieldNext {
			panic("iter.Pull: next called again before yield")
		}
		yieldNext = true
		resume()
		return value, ok
	}
	stop = func() {
		if !started {
			done, ended = true, true
		}
		if !done {
			done = true
			resume()
		}
	}
	return next, stop
}

func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	type pair struct {
		k K
		v V
	}
	n, stop := Pull(func(yield func(pair) bool) {
		seq(func(k K, v V) bool { return yield(pair{k, v}) })
	})
	return func() (K, V, bool) {
		p, ok := n()
		return p.k, p.v, ok
	}, stop
}
