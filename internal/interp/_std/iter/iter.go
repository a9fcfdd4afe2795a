// Package iter keeps the types, and Pull by means of a goroutine and channels.
package iter

type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)

func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	ask, answer := make(chan bool), make(chan V)
	started, done := false, false
	run := func() {
		defer close(answer)
		if <-ask {
			seq(func(v V) bool {
				answer <- v
				return <-ask
			})
		}
	}
	next = func() (V, bool) {
		var zero V
		if done {
			return zero, false
		}
		if !started {
			started = true
			go run()
		}
		ask <- true
		v, ok := <-answer
		done = !ok
		return v, ok
	}
	stop = func() {
		if !done && started {
			done = true
			ask <- false
			<-answer
		}
		done = true
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
