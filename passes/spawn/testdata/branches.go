// Package branches is about branches that constants decide.
package branches

import "sync"

func captured(c, d chan int) {
	var never, set bool
	set = true
	go func() {
		if never {
			c <- 1 // dead: never is false
		}
		if set {
			c <- 2
		}
	}()
	if !set || never {
		<-d // dead
	}
	<-c
}

// changed is assigned after the goroutine started.
func changed(c chan int) {
	var flag bool
	go func() {
		if flag {
			c <- 1
		}
	}()
	flag = true
}

func once(f func()) {
	var wg sync.WaitGroup
	n := 1
	for i := 0; i < n; i++ {
		wg.Add(1) // no loop: it runs once
		go f()
	}
	for i := 0; i < 2; i++ {
		go f()
	}
	for i := n; i < 1; i++ {
		go f() // dead
	}
	wg.Wait()
}

// recovered comes back from a send on a closed channel, not from a receive.
func recovered(c chan int) {
	defer func() { recover() }()
	<-c
}
