package main

import (
	"iter"
	"sync"
)

// panics says with what a function panics.
func panics(what string, f func()) {
	defer func() { say(what, recover()) }()
	f()
}

func run() {
	var next func() (int, bool)
	var stop func()
	next, stop = iter.Pull(func(yield func(int) bool) {
		panics("nested", func() { next() })
		say("goes on", yield(1))
		say("again", yield(2))
	})
	say(next())
	stop()
	say(next())
	stop()

	var kept func(int) bool
	next, stop = iter.Pull(func(yield func(int) bool) {
		kept = yield
		for n := 0; yield(n); n++ {
		}
	})
	say(next())
	panics("twice", func() { kept(5) })
	say(next())
	stop()

	next, _ = iter.Pull(func(func(int) bool) { panic("no") })
	panics("fails", func() { next() })
	say(next())

	next, stop = iter.Pull(func(func(int) bool) { say("never") })
	stop()
	say(next())

	more, end := iter.Pull2(func(yield func(string, int) bool) { _ = yield("a", 1) && yield("b", 2) })
	for k, v, ok := more(); ok; k, v, ok = more() {
		say(k, v)
	}
	end()

	var wg sync.WaitGroup
	wg.Go(func() {
		defer say("left")
		next, _ := iter.Pull(func(yield func(int) bool) {
			defer say("ends")
			for n := range 3 {
				if !yield(n) {
					return
				}
			}
		})
		for v, ok := next(); ok; v, ok = next() {
			say(v)
		}
	})
	wg.Wait()
}
