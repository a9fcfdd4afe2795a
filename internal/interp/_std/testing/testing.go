// Package testing keeps the goroutines, channels and locks of T, B, F and M; it drops flags, profiles and call sites.
package testing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

const maxParallel = 4

type common struct {
	mu             sync.RWMutex
	output         []byte
	o              *outputWriter
	ran            bool
	failed         bool
	skipped        bool
	done           bool
	cleanups       []func()
	finished       bool
	inFuzzFn       bool
	bench          bool
	hasSub         atomic.Bool
	cleanupStarted atomic.Bool
	isParallel     bool
	isSynctest     bool

	parent   *common
	level    int
	name     string
	start    time.Time
	duration time.Duration
	barrier  chan bool
	signal   chan bool
	sub      []*T

	tempDirMu  sync.Mutex
	tempDir    string
	tempDirErr error
	tempDirSeq int32

	artifactDirOnce sync.Once
	artifactDir     string

	ctx       context.Context
	cancelCtx context.CancelFunc
}

func Init() {}

func Short() bool { return false }

func Testing() bool { return true }

func Verbose() bool { return false }

func CoverMode() string { return "" }

func Coverage() float64 { return 0 }

type TB interface {
	ArtifactDir() string
	Attr(key, value string)
	Cleanup(func())
	Error(args ...any)
	Errorf(format string, args ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Setenv(key, value string)
	Chdir(dir string)
	Skip(args ...any)
	SkipNow()
	Skipf(format string, args ...any)
	Skipped() bool
	TempDir() string
	Context() context.Context
	Output() io.Writer

	private()
}

var (
	_ TB = (*T)(nil)
	_ TB = (*B)(nil)
	_ TB = (*F)(nil)
)

type T struct {
	common
	denyParallel bool
	tstate       *testState
}

func (c *common) checkFuzzFn(name string) {
	if c.inFuzzFn {
		panic(fmt.Sprintf("testing: f.%s was called inside the fuzz target, use t.%s instead", name, name))
	}
}

func (c *common) private() {}

func (c *common) Name() string { return c.name }

func (c *common) setRan() {
	if c.parent != nil {
		c.parent.setRan()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ran = true
}

func (c *common) Fail() {
	failing()
	if c.parent != nil {
		c.parent.Fail()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		panic("Fail in goroutine after " + c.name + " has completed")
	}
	c.failed = true
}

func (c *common) Failed() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.failed
}

func (c *common) FailNow() {
	c.checkFuzzFn("FailNow")
	c.Fail()
	c.mu.Lock()
	c.finished = true
	c.mu.Unlock()
	runtime.Goexit()
}

func (c *common) log(s string) {
	logged(s)
	s = strings.TrimSuffix(s, "\n")
	n := c.destination()
	if n == nil {
		panic("Log in goroutine after " + c.name + " has completed: " + s + "\n")
	}
	n.flushPartial()
	n.o.Write([]byte(s + "\n"))
}

func (c *common) destination() *common {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.done && !c.isSynctest {
		return c
	}
	for parent := c.parent; parent != nil; parent = parent.parent {
		parent.mu.Lock()
		defer parent.mu.Unlock()
		if !parent.done {
			return parent
		}
	}
	return nil
}

func (c *common) flushPartial() {
	c.mu.Lock()
	partial := c.o != nil && len(c.o.partial) > 0
	c.mu.Unlock()
	if partial {
		c.o.Write([]byte("\n"))
	}
}

func (c *common) flushToParent(header string) {
	p := c.parent
	p.mu.Lock()
	defer p.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.parent == nil {
		fmt.Fprintf(os.Stdout, "%s%s", header, c.output)
	} else {
		p.output = append(append(p.output, header...), c.output...)
	}
	c.output = c.output[:0]
}

func (c *common) Output() io.Writer {
	c.checkFuzzFn("Output")
	n := c.destination()
	if n == nil {
		panic("Output called after " + c.name + " has completed")
	}
	return n.o
}

type outputWriter struct {
	c       *common
	partial []byte
}

func (o *outputWriter) Write(p []byte) (int, error) {
	if o == nil || o.c == nil {
		return 0, nil
	}
	if o.c.destination() == nil {
		panic("Write called after " + o.c.name + " has completed")
	}
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	o.partial = append(o.partial, p...)
	last := strings.LastIndexByte(string(o.partial), '\n') + 1
	if last > 0 {
		o.c.output = append(append(o.c.output, "    "...), o.partial[:last]...)
		o.partial = append(o.partial[:0], o.partial[last:]...)
	}
	return len(p), nil
}

func (c *common) Log(args ...any) {
	c.checkFuzzFn("Log")
	c.log(fmt.Sprintln(args...))
}

func (c *common) Logf(format string, args ...any) {
	c.checkFuzzFn("Logf")
	c.log(fmt.Sprintf(format, args...))
}

func (c *common) Error(args ...any) {
	c.checkFuzzFn("Error")
	c.log(fmt.Sprintln(args...))
	c.Fail()
}

func (c *common) Errorf(format string, args ...any) {
	c.checkFuzzFn("Errorf")
	c.log(fmt.Sprintf(format, args...))
	c.Fail()
}

func (c *common) Fatal(args ...any) {
	c.checkFuzzFn("Fatal")
	c.log(fmt.Sprintln(args...))
	c.FailNow()
}

func (c *common) Fatalf(format string, args ...any) {
	c.checkFuzzFn("Fatalf")
	c.log(fmt.Sprintf(format, args...))
	c.FailNow()
}

func (c *common) Skip(args ...any) {
	c.checkFuzzFn("Skip")
	c.log(fmt.Sprintln(args...))
	c.SkipNow()
}

func (c *common) Skipf(format string, args ...any) {
	c.checkFuzzFn("Skipf")
	c.log(fmt.Sprintf(format, args...))
	c.SkipNow()
}

func (c *common) SkipNow() {
	c.checkFuzzFn("SkipNow")
	failing()
	c.mu.Lock()
	c.skipped = true
	c.finished = true
	c.mu.Unlock()
	runtime.Goexit()
}

func (c *common) Skipped() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.skipped
}

func (c *common) Helper() {
	c.mu.Lock()
	defer c.mu.Unlock()
}

func (c *common) Cleanup(f func()) {
	c.checkFuzzFn("Cleanup")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cleanups = append(c.cleanups, f)
}

func (c *common) Attr(key, value string) {
	if strings.ContainsFunc(key, unicode.IsSpace) {
		c.Errorf("disallowed whitespace in attribute key %q", key)
		return
	}
	if strings.ContainsAny(value, "\r\n") {
		c.Errorf("disallowed newline in attribute value %q", value)
	}
}

func (c *common) ArtifactDir() string {
	c.checkFuzzFn("ArtifactDir")
	c.artifactDirOnce.Do(func() { c.artifactDir = c.TempDir() })
	return c.artifactDir
}

func (c *common) TempDir() string {
	c.checkFuzzFn("TempDir")
	dir, err := c.makeTempDir()
	if err != nil {
		c.Fatalf("TempDir: %v", err)
	}
	return dir
}

func (c *common) makeTempDir() (string, error) {
	c.tempDirMu.Lock()
	if c.tempDir == "" {
		pattern := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("!#$%&()+,-.=@^_{}~ ", r) {
				return r
			}
			return -1
		}, c.Name())
		c.tempDir, c.tempDirErr = os.MkdirTemp("", pattern)
		if c.tempDirErr == nil {
			c.Cleanup(func() {
				if err := os.RemoveAll(c.tempDir); err != nil {
					c.Errorf("TempDir RemoveAll cleanup: %v", err)
				}
			})
		}
	}
	if c.tempDirErr == nil {
		c.tempDirSeq++
	}
	seq := c.tempDirSeq
	c.tempDirMu.Unlock()
	if c.tempDirErr != nil {
		return "", c.tempDirErr
	}
	dir := fmt.Sprintf("%s/%03d", c.tempDir, seq)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	return dir, nil
}

func (c *common) Setenv(key, value string) {
	c.checkFuzzFn("Setenv")
	prev, ok := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		c.Fatalf("cannot set environment variable: %v", err)
	}
	if ok {
		c.Cleanup(func() { os.Setenv(key, prev) })
	} else {
		c.Cleanup(func() { os.Unsetenv(key) })
	}
}

func (c *common) Chdir(dir string) {
	c.checkFuzzFn("Chdir")
	old, err := os.Getwd()
	if err != nil {
		c.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() {
		if err := os.Chdir(old); err != nil {
			panic("testing.Chdir: " + err.Error())
		}
	})
}

func (c *common) Context() context.Context {
	c.checkFuzzFn("Context")
	return c.ctx
}

type panicHandling int

const (
	normalPanic panicHandling = iota
	recoverAndReturnPanic
)

func (c *common) runCleanup(ph panicHandling) (panicVal any) {
	c.cleanupStarted.Store(true)
	defer c.cleanupStarted.Store(false)
	if ph == recoverAndReturnPanic {
		defer func() { panicVal = recover() }()
	}
	defer func() {
		c.mu.Lock()
		recur := len(c.cleanups) > 0
		c.mu.Unlock()
		if recur {
			c.runCleanup(normalPanic)
		}
	}()
	if c.cancelCtx != nil {
		c.cancelCtx()
	}
	for {
		var cleanup func()
		c.mu.Lock()
		if len(c.cleanups) > 0 {
			last := len(c.cleanups) - 1
			cleanup = c.cleanups[last]
			c.cleanups = c.cleanups[:last]
		}
		c.mu.Unlock()
		if cleanup == nil {
			return nil
		}
		cleanup()
	}
}

const parallelConflict = "testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel"

func (t *T) Parallel() {
	if t.isParallel {
		panic("testing: t.Parallel called multiple times")
	}
	if t.isSynctest {
		panic("testing: t.Parallel called inside synctest bubble")
	}
	if t.denyParallel {
		panic(parallelConflict)
	}
	if t.parent.barrier == nil {
		return
	}
	t.isParallel = true
	t.duration += time.Since(t.start)
	t.parent.sub = append(t.parent.sub, t)
	t.signal <- true
	<-t.parent.barrier
	t.tstate.waitParallel()
	t.start = time.Now()
}

func (t *T) checkParallel() {
	for c := &t.common; c != nil; c = c.parent {
		if c.isParallel {
			panic(parallelConflict)
		}
	}
	t.denyParallel = true
}

func (t *T) Setenv(key, value string) {
	t.checkParallel()
	t.common.Setenv(key, value)
}

func (t *T) Chdir(dir string) {
	t.checkParallel()
	t.common.Chdir(dir)
}

type InternalTest struct {
	Name string
	F    func(*T)
}

var errNilPanicOrGoexit = errors.New("test executed panic(nil) or runtime.Goexit")

func tRunner(t *T, fn func(t *T)) {
	defer func() {
		err := recover()
		signal := true
		t.mu.RLock()
		finished := t.finished
		t.mu.RUnlock()
		if !finished && err == nil {
			err = errNilPanicOrGoexit
			for p := t.parent; p != nil; p = p.parent {
				p.mu.RLock()
				finished = p.finished
				p.mu.RUnlock()
				if finished {
					if !t.isParallel {
						t.Errorf("%v: subtest may have called FailNow on a parent test", err)
						err = nil
					}
					signal = false
					break
				}
			}
		}
		didPanic := false
		defer func() {
			if didPanic {
				return
			}
			if err != nil {
				panic(err)
			}
			t.signal <- signal
		}()
		doPanic := func(err any) {
			t.Fail()
			if r := t.runCleanup(recoverAndReturnPanic); r != nil {
				t.Logf("cleanup panicked with %v", r)
			}
			for root := &t.common; !root.isSynctest && root.parent != nil; root = root.parent {
				root.flushPartial()
				root.flushToParent(fmt.Sprintf("--- FAIL: %s\n", root.name))
				root.parent.runCleanup(recoverAndReturnPanic)
			}
			didPanic = true
			panic(err)
		}
		if err != nil {
			doPanic(err)
		}
		t.duration += time.Since(t.start)
		if len(t.sub) > 0 {
			t.tstate.release()
			close(t.barrier)
			for _, sub := range t.sub {
				<-sub.signal
			}
			if err := t.runCleanup(recoverAndReturnPanic); err != nil {
				doPanic(err)
			}
			if !t.isParallel {
				t.tstate.waitParallel()
			}
		} else if t.isParallel {
			t.tstate.release()
		}
		for root := &t.common; root.parent != nil; root = root.parent {
			root.flushPartial()
		}
		t.report()

		// As in the real package t.done is written without the lock.
		t.done = true
		if t.parent != nil && !t.hasSub.Load() {
			t.setRan()
		}
	}()
	defer func() {
		if len(t.sub) == 0 {
			t.runCleanup(normalPanic)
		}
	}()
	t.start = time.Now()
	fn(t)
	t.mu.Lock()
	t.finished = true
	t.mu.Unlock()
}

func (t *T) report() {
	if t.parent == nil || t.isSynctest {
		return
	}
	if t.Failed() {
		t.flushToParent(fmt.Sprintf("--- FAIL: %s\n", t.name))
	}
}

func (t *T) Run(name string, f func(t *T)) bool {
	if t.isSynctest {
		panic("testing: t.Run called inside synctest bubble")
	}
	if t.cleanupStarted.Load() {
		panic("testing: t.Run called during t.Cleanup")
	}
	t.hasSub.Store(true)
	t = t.newSub(t.tstate.fullName(&t.common, name), t.tstate)
	go tRunner(t, f)
	if !<-t.signal {
		runtime.Goexit()
	}
	return !t.failed
}

func (c *common) newSub(name string, state *testState) *T {
	ctx, cancelCtx := context.WithCancel(context.Background())
	t := &T{
		common: common{
			barrier:   make(chan bool),
			signal:    make(chan bool, 1),
			name:      name,
			parent:    c,
			level:     c.level + 1,
			ctx:       ctx,
			cancelCtx: cancelCtx,
		},
		tstate: state,
	}
	t.o = &outputWriter{c: &t.common}
	return t
}

func (t *T) Deadline() (deadline time.Time, ok bool) {
	if t.isSynctest {
		panic("testing: t.Deadline called inside synctest bubble")
	}
	deadline = t.tstate.deadline
	return deadline, !deadline.IsZero()
}

// SynctestTest is for the stand-in of testing/synctest.
func SynctestTest(t *T, f func(*T)) (ok bool) {
	if t.cleanupStarted.Load() {
		panic("testing: synctest.Run called during t.Cleanup")
	}
	t2 := t.newSub(t.name, t.tstate)
	t2.isSynctest = true
	go tRunner(t2, f)
	if !<-t2.signal {
		runtime.Goexit()
	}
	return !t2.failed
}

type testState struct {
	deadline time.Time

	nameMu sync.Mutex
	names  map[string]int

	mu            sync.Mutex
	startParallel chan bool
	running       int
	numWaiting    int
}

func newTestState() *testState {
	return &testState{
		deadline:      time.Now().Add(10 * time.Minute),
		names:         map[string]int{},
		startParallel: make(chan bool),
		running:       1,
	}
}

// fullName joins name to the name of its parent and makes it unique.
func (s *testState) fullName(c *common, name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, name)
	if c.level == 0 {
		return name
	}
	s.nameMu.Lock()
	defer s.nameMu.Unlock()
	if name == "" {
		name = "#00"
		s.names[c.name+"/"]++
		if n := s.names[c.name+"/"] - 1; n > 0 {
			name = fmt.Sprintf("#%02d", n)
		}
		return c.name + "/" + name
	}
	full := c.name + "/" + name
	for {
		n := s.names[full]
		s.names[full]++
		if n == 0 {
			return full
		}
		full = fmt.Sprintf("%s/%s#%02d", c.name, name, n)
	}
}

func (s *testState) waitParallel() {
	s.mu.Lock()
	if s.running < maxParallel {
		s.running++
		s.mu.Unlock()
		return
	}
	s.numWaiting++
	s.mu.Unlock()
	<-s.startParallel
}

func (s *testState) release() {
	s.mu.Lock()
	if s.numWaiting == 0 {
		s.running--
		s.mu.Unlock()
		return
	}
	s.numWaiting--
	s.mu.Unlock()
	s.startParallel <- true
}

// RunTests runs the tests one after the other and reports whether all of them passed.
func RunTests(tests []InternalTest) (ok bool) {
	ctx, cancelCtx := context.WithCancel(context.Background())
	t := &T{
		common: common{
			signal:    make(chan bool, 1),
			barrier:   make(chan bool),
			ctx:       ctx,
			cancelCtx: cancelCtx,
		},
		tstate: newTestState(),
	}
	t.o = &outputWriter{c: &t.common}
	tRunner(t, func(t *T) {
		for _, test := range tests {
			t.Run(test.Name, test.F)
		}
	})
	select {
	case <-t.signal:
	default:
		panic("internal error: tRunner exited without sending on t.signal")
	}
	return !t.Failed()
}

// M runs the tests it was made with; a driver makes it with NewM and hands it to TestMain.
type M struct {
	tests []InternalTest
}

func NewM(tests []InternalTest) *M { return &M{tests: tests} }

func (m *M) Run() (code int) {
	progress(1)
	defer progress(2)
	if !RunTests(m.tests) {
		return 1
	}
	return 0
}

type InternalExample struct {
	Name      string
	F         func()
	Output    string
	Unordered bool
}

// RunExamples calls the examples; their output is not compared.
func RunExamples(examples []InternalExample) (ok bool) {
	for _, e := range examples {
		e.F()
	}
	return true
}

func AllocsPerRun(runs int, f func()) (avg float64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	f()
	return 0
}
