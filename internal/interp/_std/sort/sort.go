// Package sort keeps all of sort, with simpler algorithms.
package sort

type Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

type (
	IntSlice     []int
	Float64Slice []float64
	StringSlice  []string
)

func (x IntSlice) Len() int               { return len(x) }
func (x IntSlice) Less(i, j int) bool     { return x[i] < x[j] }
func (x IntSlice) Swap(i, j int)          { x[i], x[j] = x[j], x[i] }
func (x IntSlice) Sort()                  { Sort(x) }
func (x Float64Slice) Len() int           { return len(x) }
func (x Float64Slice) Less(i, j int) bool { return x[i] < x[j] }
func (x Float64Slice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x Float64Slice) Sort()              { Sort(x) }
func (x StringSlice) Len() int            { return len(x) }
func (x StringSlice) Less(i, j int) bool  { return x[i] < x[j] }
func (x StringSlice) Swap(i, j int)       { x[i], x[j] = x[j], x[i] }
func (x StringSlice) Sort()               { Sort(x) }

func length(x any) int
func swap(x any, i, j int)

func Sort(x Interface)   { order(x.Len(), x.Less, x.Swap) }
func Stable(x Interface) { keep(x.Len(), x.Less, x.Swap) }
func Slice(x any, less func(i, j int) bool) {
	order(length(x), less, func(i, j int) { swap(x, i, j) })
}
func SliceStable(x any, less func(i, j int) bool) {
	keep(length(x), less, func(i, j int) { swap(x, i, j) })
}
func Ints(x []int)         { Sort(IntSlice(x)) }
func Float64s(x []float64) { Sort(Float64Slice(x)) }
func Strings(x []string)   { Sort(StringSlice(x)) }
func IsSorted(x Interface) bool {
	for i := 1; i < x.Len(); i++ {
		if x.Less(i, i-1) {
			return false
		}
	}
	return true
}
func SliceIsSorted(x any, less func(i, j int) bool) bool {
	for i := 1; i < length(x); i++ {
		if less(i, i-1) {
			return false
		}
	}
	return true
}
func IntsAreSorted(x []int) bool       { return IsSorted(IntSlice(x)) }
func StringsAreSorted(x []string) bool { return IsSorted(StringSlice(x)) }

type reverse struct{ Interface }

func (r reverse) Less(i, j int) bool { return r.Interface.Less(j, i) }
func Reverse(x Interface) Interface  { return &reverse{x} }

func Search(n int, f func(int) bool) int {
	i, j := 0, n
	for i < j {
		if h := int(uint(i+j) >> 1); !f(h) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}
func Find(n int, cmp func(int) int) (int, bool) {
	i := Search(n, func(i int) bool { return cmp(i) <= 0 })
	return i, i < n && cmp(i) == 0
}
func SearchInts(a []int, x int) int { return Search(len(a), func(i int) bool { return a[i] >= x }) }
func SearchFloat64s(a []float64, x float64) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}
func SearchStrings(a []string, x string) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}
