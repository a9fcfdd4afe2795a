// Package metrics keeps the API; there are no metrics, so every sample is of an unknown name.
package metrics

import "math"

type ValueKind int

const (
	KindBad ValueKind = iota
	KindUint64
	KindFloat64
	KindFloat64Histogram
)

type Value struct {
	kind   ValueKind
	scalar uint64
	list   *Float64Histogram
}

func (v Value) Kind() ValueKind { return v.kind }

func (v Value) Uint64() uint64 {
	if v.kind != KindUint64 {
		panic("called Uint64 on non-uint64 metric value")
	}
	return v.scalar
}

func (v Value) Float64() float64 {
	if v.kind != KindFloat64 {
		panic("called Float64 on non-float64 metric value")
	}
	return math.Float64frombits(v.scalar)
}

func (v Value) Float64Histogram() *Float64Histogram {
	if v.kind != KindFloat64Histogram {
		panic("called Float64Histogram on non-Float64Histogram metric value")
	}
	return v.list
}

type Float64Histogram struct {
	Counts  []uint64
	Buckets []float64
}

type Description struct {
	Name        string
	Description string
	Kind        ValueKind
	Cumulative  bool
}

type Sample struct {
	Name  string
	Value Value
}

func All() []Description { return nil }

func Read(m []Sample) {
	for i := range m {
		m[i].Value = Value{}
	}
}
