package testing

import (
	"context"
	"fmt"
)

type InternalFuzzTarget struct {
	Name string
	Fn   func(f *F)
}

// F runs the fuzz target with the values of Add only.
type F struct {
	common
	fuzzCalled bool
	corpus     [][]any
	tstate     *testState
}

func (f *F) Helper() {
	if f.inFuzzFn {
		panic("testing: f.Helper was called inside the fuzz target, use t.Helper instead")
	}
	f.common.Helper()
}

func (f *F) Fail() {
	if f.inFuzzFn {
		panic("testing: f.Fail was called inside the fuzz target, use t.Fail instead")
	}
	f.common.Fail()
}

func (f *F) Skipped() bool {
	if f.inFuzzFn {
		panic("testing: f.Skipped was called inside the fuzz target, use t.Skipped instead")
	}
	return f.common.Skipped()
}

func (f *F) Add(args ...any) {
	f.corpus = append(f.corpus, append([]any(nil), args...))
}

func (f *F) Fuzz(ff any) {
	if f.fuzzCalled {
		panic("testing: F.Fuzz called more than once")
	}
	f.fuzzCalled = true
	if f.failed {
		return
	}
	for i, values := range f.corpus {
		t := f.newSub(fmt.Sprintf("%s/seed#%d", f.name, i), f.tstate)
		t.signal = make(chan bool)
		f.inFuzzFn = true
		go tRunner(t, func(t *T) {
			call(ff, t, values)
		})
		<-t.signal
		f.inFuzzFn = false
		f.mu.Lock()
		f.ran = true
		f.mu.Unlock()
	}
}

func fRunner(f *F, fn func(*F)) {
	defer func() {
		err := recover()
		f.mu.RLock()
		fuzzNotCalled := !f.fuzzCalled && !f.skipped && !f.failed
		if !f.finished && err == nil {
			err = errNilPanicOrGoexit
		}
		f.mu.RUnlock()
		if fuzzNotCalled && err == nil {
			f.Error("returned without calling F.Fuzz, F.Fail, or F.Skip")
		}
		didPanic := false
		defer func() {
			if !didPanic {
				f.signal <- true
			}
		}()
		if err != nil {
			f.Fail()
			f.runCleanup(recoverAndReturnPanic)
			didPanic = true
			panic(err)
		}
		if len(f.sub) > 0 {
			f.tstate.release()
			close(f.barrier)
			for _, sub := range f.sub {
				<-sub.signal
			}
			if err := f.runCleanup(recoverAndReturnPanic); err != nil {
				didPanic = true
				panic(err)
			}
			f.tstate.waitParallel()
		}
		f.done = true
		f.setRan()
	}()
	defer func() {
		if len(f.sub) == 0 {
			f.runCleanup(normalPanic)
		}
	}()
	fn(f)
	f.mu.Lock()
	f.finished = true
	f.mu.Unlock()
}

// RunFuzzTests runs the targets one after the other and reports whether all of them passed.
func RunFuzzTests(targets []InternalFuzzTarget) (ok bool) {
	root := &common{}
	root.o = &outputWriter{c: root}
	for _, target := range targets {
		ctx, cancelCtx := context.WithCancel(context.Background())
		f := &F{
			common: common{
				signal:    make(chan bool),
				barrier:   make(chan bool),
				name:      target.Name,
				parent:    root,
				level:     1,
				ctx:       ctx,
				cancelCtx: cancelCtx,
			},
			tstate: newTestState(),
		}
		f.o = &outputWriter{c: &f.common}
		go fRunner(f, target.Fn)
		<-f.signal
	}
	return !root.failed
}

// call calls the commonest fuzz targets itself and leaves the others to a native.
func call(ff any, t *T, v []any) {
	switch f := ff.(type) {
	case func(*T, []byte):
		f(t, v[0].([]byte))
	case func(*T, string):
		f(t, v[0].(string))
	case func(*T, int):
		f(t, v[0].(int))
	case func(*T, int64):
		f(t, v[0].(int64))
	case func(*T, uint64):
		f(t, v[0].(uint64))
	case func(*T, string, string):
		f(t, v[0].(string), v[1].(string))
	case func(*T, []byte, []byte):
		f(t, v[0].([]byte), v[1].([]byte))
	case func(*T, int, int):
		f(t, v[0].(int), v[1].(int))
	case func(*T, string, int):
		f(t, v[0].(string), v[1].(int))
	default:
		fuzzCall(ff, append([]any{t}, v...))
	}
}
