// This file is the documentation of the rules about channels, WaitGroups and conditions: what `syncvet explain` prints.

package ruledoc

// hidesBlocking are the limits that all rules for blocked goroutines share.
const hidesBlocking = `Only channels, WaitGroups and conditions whose every user is in view are looked at: not what an
exported function hands to its caller or gets from it, what goes to code that is not seen, nor package-level variables
outside package main. Each must be made at most once in one run of some function that everything done to it happens in.
Timers, contexts and other waiting outside that function are taken to end at any time. A search that runs out of its
budget reports nothing.`

// trustsBlocking is what all of them take for granted.
const trustsBlocking = `Loops whose length is not a small constant are taken to run equally often, once or twice.
Branches may be taken either way unless they test the same values in one function; a finding that needs more than one
such branch is graded down, and not shown if they are in different goroutines. Buffers of a size that is not constant
are taken to have room. When main or a test returns, the goroutines it started itself end with it and are no leaks.`

var ruleBlockedUnderLock = Rule{
	ID: "DL2004", Title: "blocked under a lock that the partner needs",
	Why: `A goroutine holds a lock while it waits for another one: for a message, a receiver, or a WaitGroup. The other one
needs the lock to get there. Neither ever goes on, and the lock stays taken.`,
	Bad: `package main

import "sync"

func count(xs []int) int {
	var mu sync.Mutex
	ch := make(chan int)
	go func() {
		mu.Lock()
		ch <- len(xs) // holds mu until somebody receives
		mu.Unlock()
	}()
	mu.Lock() // and the receiver wants mu first
	defer mu.Unlock()
	return <-ch
}

func main() {
	println(count(nil))
}`,
	Good: `package main

import "sync"

func count(xs []int) int {
	var mu sync.Mutex
	ch := make(chan int)
	go func() {
		mu.Lock()
		n := len(xs)
		mu.Unlock()
		ch <- n
	}()
	n := <-ch
	mu.Lock()
	defer mu.Unlock()
	return n
}

func main() {
	println(count(nil))
}`,
	Hides: `Locks that may stand for several, such as those in the elements of a collection, are not looked at here. ` +
		hidesBlocking,
	Trusts: trustsBlocking,
}

var ruleNeverReturns = Rule{
	ID: "DL2005", Title: "a WaitGroup or Cond that is waited for and never released",
	Why: `Wait returns when Done has been called as often as was added. A way out of a goroutine that does not call Done, a
Wait in the loop that starts the goroutines, or an Add that counts too many, and it never does. Cond.Wait needs somebody
who calls Signal or Broadcast.`,
	Bad: `package main

import "sync"

func all(xs []string) {
	var wg sync.WaitGroup
	wg.Add(len(xs))
	for _, x := range xs {
		go func() {
			if x == "" {
				return // no Done
			}
			println(x)
			wg.Done()
		}()
	}
	wg.Wait()
}

func main() {
	all([]string{"a", ""})
}`,
	Good: `package main

import "sync"

func all(xs []string) {
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Go(func() {
			if x == "" {
				return
			}
			println(x)
		})
	}
	wg.Wait()
}

func main() {
	all([]string{"a", ""})
}`,
	Hides:  `A Cond that somebody signals, but too early or too seldom, is not reported. ` + hidesBlocking,
	Trusts: trustsBlocking,
}

var ruleLeak = Rule{
	ID: Leak, Title: "goroutine leak: an operation that nothing can complete",
	Why: `A goroutine waits at a send, a receive, a range or a select, and whatever the others may still do, none of them
will come: the receiver gave up after a timeout, an error made it return early, nobody closes the channel, or it is nil.
The goroutine and all that it refers to stay for ever. Where several wait for each other the report calls it a
deadlock.`,
	Bad: `package main

import (
	"os"
	"strings"
	"time"
)

func within(d time.Duration) (string, error) {
	ch := make(chan string)
	go func() {
		ch <- strings.Repeat("x", 10) // nobody receives after the timeout
	}()
	select {
	case s := <-ch:
		return s, nil
	case <-time.After(d):
		return "", os.ErrDeadlineExceeded
	}
}

func main() {
	println(within(time.Second))
}`,
	Good: `package main

import (
	"os"
	"strings"
	"time"
)

func within(d time.Duration) (string, error) {
	ch := make(chan string, 1) // room for a result that nobody wants any more
	go func() {
		ch <- strings.Repeat("x", 10)
	}()
	select {
	case s := <-ch:
		return s, nil
	case <-time.After(d):
		return "", os.ErrDeadlineExceeded
	}
}

func main() {
	println(within(time.Second))
}`,
	Hides:  hidesBlocking,
	Trusts: trustsBlocking,
}

var ruleMisuse = Rule{
	ID: "CM4001", Title: "send on a closed channel, double close, negative counter",
	Why: `Sending on a closed channel panics, and so do closing it again and a WaitGroup below zero. Usually two
goroutines, or a deferred call and an early way out, both think that it is theirs to close or to count down.`,
	Bad: `package main

func total(xs []int) (int, error) {
	ch, sum := make(chan int), make(chan int)
	go func() {
		n := 0
		for x := range ch {
			n += x
		}
		sum <- n
	}()
	for _, x := range xs {
		if x < 0 {
			close(ch)
			break
		}
		ch <- x
	}
	close(ch) // for the second time after a negative number
	return <-sum, nil
}

func main() {
	println(total([]int{1, -1}))
}`,
	Good: `package main

func total(xs []int) (int, error) {
	ch, sum := make(chan int), make(chan int)
	go func() {
		n := 0
		for x := range ch {
			n += x
		}
		sum <- n
	}()
	for _, x := range xs {
		if x < 0 {
			break
		}
		ch <- x
	}
	close(ch)
	return <-sum, nil
}

func main() {
	println(total([]int{1, -1}))
}`,
	Hides: `A close that a flag, an atomic or a Once guards which are not known exactly lowers the confidence. ` +
		hidesBlocking,
	Trusts: trustsBlocking,
}
