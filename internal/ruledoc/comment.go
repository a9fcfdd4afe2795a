// This file is the documentation of the rules about directives, comments addressed to syncvet: what `syncvet explain`
// prints.

package ruledoc

var ruleStale = Rule{
	ID: Stale, Title: "an ignore directive that leaves out nothing",
	Why: `The finding that the comment was written for is gone: the code was repaired or moved, or the rule is another one.
The comment stays and will hide the next finding there, which nobody has looked at.`,
	Bad: `package main

import "sync"

func main() {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	mu.Lock()
	//syncvet:ignore RC1002 only printed
	println(n)
	mu.Unlock()
	wg.Wait()
}`,
	Good: `package main

import "sync"

func main() {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	mu.Lock()
	println(n)
	mu.Unlock()
	wg.Wait()
}`,
	Hides: `Packages that others import: a directive there may be for a finding that only an importer can see. Directives
for all of syncvet rather than for a rule or a checker. With -confidence high, and where the analysis is incomplete,
nothing is claimed.`,
}

var ruleConfig = Rule{
	ID: "SV0003", Title: "an entry of .syncvet.yaml that is not understood",
	Why: `The file .syncvet.yaml in the folder of the package, or the nearest above it, adds to what syncvet knows about
library functions. An entry that names no function, has a key or a value that does not exist, or mentions an argument
that the function does not have, is left out; all others hold.`,
	Bad: `models:
  - func: (*example.com/loop.Loop).Post
    callback: {arg: 1}
    run: in the background`,
	Good: `models:
  - func: (*example.com/loop.Loop).Post   # as types.Func.FullName writes it
    callback: {arg: 1}                    # or method: M of it, or field: F of the struct it points to;
                                          # the receiver is 0
    run: loop:main                        # inline, spawn, joined (all have ended when the call returns),
                                          # loop:NAME (one after the other)
    each: true                            # one such loop for each first argument
    self: serial                          # once, serial, parallel, served (by requests from outside)
  - func: example.com/lib.Acquire
    sync: lock                            # lock, rlock, unlock, runlock, trylock, add, done, wait, once, group-go,
                                          # group-wait, send, exit
    object: 0                             # the argument it is done to; also reads, writes, retains,
                                          # returns: [1, 2] and fresh: true
  - type: example.com/db.DB
    sync: internal                        # its methods may be called by several goroutines at once`,
	Hides: `Functions that nobody calls are not compared with their entries.`,
}

var ruleMalformed = Rule{
	ID: "SV0002", Title: "a directive that is not understood",
	Why: `The comment is addressed to syncvet and does nothing: the directive or the rule does not exist, the reason is
missing, the lock or function that it names is not there, or it stands at no declaration.`,
	Bad: `package main

func main() {
	n := 0
	done := make(chan bool)
	go func() {
		n++ //syncvet:ignore RC1002
		close(done)
	}()
	<-done
	println(n)
}`,
	Good: `package main

func main() {
	n := 0
	done := make(chan bool)
	go func() {
		n++
		close(done)
	}()
	<-done
	println(n)
}`,
	Hides: `Comments of other tools (nolint, lint:ignore, +checklocks) that name nothing of syncvet's are theirs.`,
}
