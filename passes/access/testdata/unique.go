// Indices that differ between goroutines, and some that do not.
package unique

import "sync"

func ranged(n int) {
	res := make([]int, n)
	for i := range n {
		go func() { res[i] = 1 }()
	}
	for i := range res {
		go func() { res[i+1] = 2 }()
	}
	for i := 0; i < n; i++ {
		go func() { res[i] = 3 }()
	}
	for i := range res {
		go func(k int) { res[k] = 4 }(i)
	}
	for i := range res {
		go worker(res, i)
	}
	var wg sync.WaitGroup
	for i := range res {
		wg.Go(func() { res[i] = 5 })
	}
}

func worker(res []int, i int) { res[i] = 6 }

type slot struct{ done bool }

func structs(slots []slot) {
	for i := range slots {
		j := i
		go func() { slots[j].done = true }()
	}
}

func not(n int) {
	res := make([]int, n)
	for range n {
		for i := range n {
			go func() { res[i] = 10 }() // the outer loop repeats i
		}
	}
	for i := 0; i < n; i++ {
		go func() { res[i] = 11 }()
		i++ // sets what the goroutine reads
	}
	var k int
	for k = range n {
		go func() { res[k] = 12 }() // one variable for all
	}
	for i := range n {
		go func() { res[i%2] = 13 }()
	}
	for i := range n {
		go helper(res, i)
	}
	helper(res, 0)
	for i := range n {
		f := func() { res[i] = 14 }
		f()
		go f()
	}
}

func helper(res []int, i int) { res[i] = 15 }
