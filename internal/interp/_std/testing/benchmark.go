package testing

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

var benchmarkLock sync.Mutex

type InternalBenchmark struct {
	Name string
	F    func(b *B)
}

type B struct {
	common
	N           int
	benchFunc   func(b *B)
	bytes       int64
	timerOn     bool
	result      BenchmarkResult
	parallelism int
	extra       map[string]float64
	looped      int
}

func (b *B) StartTimer() {
	if !b.timerOn {
		b.start = time.Now()
		b.timerOn = true
	}
}

func (b *B) StopTimer() {
	if b.timerOn {
		b.duration += time.Since(b.start)
		b.timerOn = false
	}
}

func (b *B) ResetTimer() {
	if b.extra == nil {
		b.extra = make(map[string]float64)
	} else {
		clear(b.extra)
	}
	if b.timerOn {
		b.start = time.Now()
	}
	b.duration = 0
}

func (b *B) SetBytes(n int64) { b.bytes = n }

func (b *B) ReportAllocs() {}

func (b *B) Elapsed() time.Duration {
	d := b.duration
	if b.timerOn {
		d += time.Since(b.start)
	}
	return d
}

func (b *B) ReportMetric(n float64, unit string) {
	if unit == "" {
		panic("metric unit must not be empty")
	}
	if strings.IndexFunc(unit, unicode.IsSpace) >= 0 {
		panic("metric unit must not contain whitespace")
	}
	b.extra[unit] = n
}

func (b *B) Loop() bool {
	if b.looped == 0 {
		if !b.timerOn {
			b.Fatal("B.Loop called with timer stopped")
		}
		b.N = 0
		b.ResetTimer()
		b.looped++
		return true
	}
	b.StopTimer()
	b.N = 1
	b.looped++
	return false
}

func (b *B) runN(n int) {
	benchmarkLock.Lock()
	defer benchmarkLock.Unlock()
	b.ctx, b.cancelCtx = context.WithCancel(context.Background())
	defer b.runCleanup(normalPanic)
	b.N = n
	b.looped = 0
	b.parallelism = 1
	b.ResetTimer()
	b.StartTimer()
	b.benchFunc(b)
	b.StopTimer()
	if b.looped == 1 && !b.failed {
		b.Error("benchmark function returned without B.Loop() == false (break or return in loop?)")
	}
}

func (b *B) run1() {
	go func() {
		defer func() { b.signal <- true }()
		b.runN(1)
	}()
	<-b.signal
	b.result = BenchmarkResult{N: b.N, T: b.duration, Bytes: b.bytes, Extra: b.extra}
}

func newB(parent *common, name string, f func(b *B)) *B {
	b := &B{common: common{signal: make(chan bool), name: name, parent: parent, bench: true}, benchFunc: f}
	b.o = &outputWriter{c: &b.common}
	if parent != nil {
		b.level = parent.level + 1
	}
	return b
}

func (b *B) Run(name string, f func(b *B)) bool {
	b.hasSub.Store(true)
	benchmarkLock.Unlock()
	defer benchmarkLock.Lock()
	if b.level > 0 {
		name = b.name + "/" + name
	}
	sub := newB(&b.common, name, f)
	sub.run1()
	return !sub.failed
}

// RunBenchmarks runs each benchmark with b.N = 1 and reports whether none of them failed.
func RunBenchmarks(benchmarks []InternalBenchmark) bool {
	b := newB(nil, "Main", func(b *B) {
		for _, bench := range benchmarks {
			b.Run(bench.Name, bench.F)
		}
	})
	b.runN(1)
	return !b.failed
}

func Benchmark(f func(b *B)) BenchmarkResult {
	b := newB(nil, "", f)
	b.run1()
	return b.result
}

type PB struct {
	globalN *atomic.Uint64
	bN      uint64
}

func (pb *PB) Next() bool { return pb.globalN.Add(1) <= pb.bN }

// RunParallel runs body in at least two goroutines with at least one round for each of them.
func (b *B) RunParallel(body func(*PB)) {
	if b.N == 0 {
		return
	}
	var n atomic.Uint64
	procs := 2 * b.parallelism
	rounds := uint64(max(b.N, procs))
	var wg sync.WaitGroup
	wg.Add(procs)
	for range procs {
		go func() {
			defer wg.Done()
			body(&PB{globalN: &n, bN: rounds})
		}()
	}
	wg.Wait()
	if n.Load() <= rounds && !b.Failed() {
		b.Fatal("RunParallel: body exited without pb.Next() == false")
	}
}

func (b *B) SetParallelism(p int) {
	if p >= 1 {
		b.parallelism = p
	}
}

type BenchmarkResult struct {
	N         int
	T         time.Duration
	Bytes     int64
	MemAllocs uint64
	MemBytes  uint64
	Extra     map[string]float64
}

func (r BenchmarkResult) NsPerOp() int64 {
	if r.N <= 0 {
		return 0
	}
	return r.T.Nanoseconds() / int64(r.N)
}

func (r BenchmarkResult) AllocsPerOp() int64 { return 0 }

func (r BenchmarkResult) AllocedBytesPerOp() int64 { return 0 }

func (r BenchmarkResult) String() string { return fmt.Sprintf("%8d\t%10d ns/op", r.N, r.NsPerOp()) }

func (r BenchmarkResult) MemString() string { return "0 B/op\t0 allocs/op" }
