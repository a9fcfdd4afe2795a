package main

import (
	"bytes"
	"context"
	"expvar"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"runtime/trace"
	"sync"
)

func run() {
	n := expvar.NewInt("n")
	m := expvar.NewMap("m")
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			n.Add(2)
			m.Add("k", 1)
		})
	}
	wg.Wait()
	s := expvar.NewString("s")
	s.Set("<x>")
	say(n, m, s, expvar.Get("n"), expvar.Get("none") == nil)
	f := new(expvar.Float)
	f.Add(1.5)
	say(f.Value(), expvar.Func(func() any { return []int{1, 2} }).String())
	pprof.Do(context.Background(), pprof.Labels("a", "b"), func(ctx context.Context) {
		say(pprof.Label(ctx, "a"))
	})
	say(pprof.Lookup("heap").Name(), pprof.Lookup("nothing") == nil)
	var out bytes.Buffer
	say(pprof.StartCPUProfile(&out))
	pprof.StopCPUProfile()
	ctx, task := trace.NewTask(context.Background(), "task")
	trace.WithRegion(ctx, "region", func() { say("in") })
	task.End()
	samples := []metrics.Sample{{Name: "/no/such:metric"}}
	metrics.Read(samples)
	say(samples[0].Value.Kind() == metrics.KindBad)
	say(debug.SetGCPercent(100) != 0, len(debug.Stack()) > 0)
}
