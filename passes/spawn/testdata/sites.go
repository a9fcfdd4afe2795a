// What go statements get anew, and what calls may treat as private.
package sites

type job struct {
	n    int
	next *job
}

var last *job

func (j *job) run()  { j.n++ }
func (j *job) keep() { last = j }

func newJob() *job { return &job{n: 1} }

// registered is new, though it is published.
func registered() *job {
	j := &job{}
	last = j
	return j
}

// loop makes one job outside and one per iteration.
func loop() {
	shared := new(job)
	for i := range 3 {
		own := newJob()
		reg := registered()
		go func() {
			shared.n = i
			own.n = i
			reg.n = i
		}()
	}
}

// sometimes allocates on one path only: not per spawn.
func sometimes(b bool) {
	j := new(job)
	for range 3 {
		if b {
			j = new(job)
		}
		go j.run()
	}
}

// once is not in a loop: what dominates it is per activation.
func once() {
	j := new(job)
	go j.run()
	k := new(job)
	go k.run()
}

// owned jobs are private until they are published.
func owned(given *job) {
	j := newJob()
	j.run()
	given.run()
	j.next = new(job)
	j.next.run()
	j.keep()
	j.run()
	given.next = newJob()
	given.keep()
	given.run()
}

// sent is published by the send.
func sent(c chan *job) {
	j := new(job)
	j.run()
	c <- j
	j.run()
}

// captured by a closure that stores to it: what the variable holds is not known any more.
func captured() {
	j := new(job)
	f := func() { j.n++ }
	f()
	j.run()
	go f()
	j.run()
}
