package sort

func insert(a, b int, less func(i, j int) bool, swap func(i, j int)) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && less(j, j-1); j-- {
			swap(j, j-1)
		}
	}
}

// order sorts: few elements by insertion, many by a heap.
func order(n int, less func(i, j int) bool, swap func(i, j int)) {
	if n <= 12 {
		insert(0, n, less, swap)
		return
	}
	down := func(root, end int) {
		for {
			child := 2*root + 1
			if child >= end {
				return
			}
			if child+1 < end && less(child, child+1) {
				child++
			}
			if !less(root, child) {
				return
			}
			swap(root, child)
			root = child
		}
	}
	for i := (n - 1) / 2; i >= 0; i-- {
		down(i, n)
	}
	for i := n - 1; i > 0; i-- {
		swap(0, i)
		down(0, i)
	}
}

// keep sorts, and keeps equal elements in order: blocks by insertion, which are merged in place.
func keep(n int, less func(i, j int) bool, swap func(i, j int)) {
	size := 20
	for a := 0; a < n; a += size {
		insert(a, min(a+size, n), less, swap)
	}
	for ; size < n; size *= 2 {
		for a := 0; a+size < n; a += 2 * size {
			merge(a, a+size, min(a+2*size, n), less, swap)
		}
	}
}

func merge(a, m, b int, less func(i, j int) bool, swap func(i, j int)) {
	if m-a == 1 {
		i, j := m, b
		for i < j {
			if h := (i + j) / 2; less(h, a) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := a; k < i-1; k++ {
			swap(k, k+1)
		}
		return
	}
	if b-m == 1 {
		i, j := a, m
		for i < j {
			if h := (i + j) / 2; !less(m, h) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := m; k > i; k-- {
			swap(k, k-1)
		}
		return
	}
	mid := (a + b) / 2
	n := mid + m
	start, r := a, m
	if m > mid {
		start, r = n-b, mid
	}
	p := n - 1
	for start < r {
		if c := (start + r) / 2; !less(p-c, c) {
			start = c + 1
		} else {
			r = c
		}
	}
	end := n - start
	if start < m && m < end {
		rotate(start, m, end, swap)
	}
	if a < start && start < mid {
		merge(a, start, mid, less, swap)
	}
	if mid < end && end < b {
		merge(mid, end, b, less, swap)
	}
}

func rotate(a, m, b int, swap func(i, j int)) {
	i, j := m-a, b-m
	for i != j {
		if i > j {
			exchange(m-i, m, j, swap)
			i -= j
		} else {
			exchange(m-i, m+j-i, i, swap)
			j -= i
		}
	}
	exchange(m-i, m, i, swap)
}

func exchange(a, b, n int, swap func(i, j int)) {
	for i := range n {
		swap(a+i, b+i)
	}
}
