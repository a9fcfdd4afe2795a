package main

import (
	"crypto/rand"
	"math/big"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type node struct {
	v    int
	next unsafe.Pointer
}

func run() {
	var head unsafe.Pointer
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			n := &node{v: i}
			for {
				old := atomic.LoadPointer(&head)
				n.next = old
				if atomic.CompareAndSwapPointer(&head, old, unsafe.Pointer(n)) {
					return
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	for n := (*node)(atomic.LoadPointer(&head)); n != nil; n = (*node)(n.next) {
		sum += n.v
	}
	say(sum, (*node)(atomic.SwapPointer(&head, nil)) != nil, head == nil)
	n, err := rand.Int(rand.Reader, big.NewInt(10))
	say(n.Cmp(big.NewInt(10)) < 0, err)
	p, err := rand.Prime(rand.Reader, 16)
	say(p.BitLen(), p.ProbablyPrime(5), err)
	d := time.Date(2021, 1, 3, 0, 0, 0, 0, time.UTC)
	y, w := d.ISOWeek()
	say(y, w)
	y, w = time.Date(2020, 12, 31, 0, 0, 0, 0, time.UTC).ISOWeek()
	say(y, w)
}
