package main

import (
	"slices"
	"sort"
)

type pair struct{ k, n int }

func run() {
	for _, n := range []int{0, 1, 5, 13, 50, 90} {
		list := make([]int, n)
		pairs := make([]pair, n)
		x := uint32(7)
		for i := range list {
			x = x*1664525 + 1013904223
			list[i] = int(x >> 20)
			pairs[i] = pair{int(x>>20) % 7, i}
		}
		other := slices.Clone(list)
		third := slices.Clone(list)
		sort.Ints(list)
		sort.Slice(other, func(i, j int) bool { return other[i] < other[j] })
		slices.Sort(third)
		sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].k < pairs[j].k })
		say(slices.Equal(list, third), slices.Equal(other, third), pairs, sort.IntsAreSorted(list))
		say(sort.SearchInts(list, 500), sort.IsSorted(sort.Reverse(sort.IntSlice(list))))
	}
}
