// Package runtime keeps what ordinary programs ask of the run-time system.
package runtime

type Error interface {
	error
	RuntimeError()
}

// A fault is a run-time error.
type fault struct{ text string }

func (f fault) Error() string { return f.text }
func (f fault) RuntimeError() {}

const (
	GOOS     = "linux"
	GOARCH   = "amd64"
	Compiler = "gc"
)

type MemStats struct {
	Alloc, TotalAlloc, Sys, Lookups, Mallocs, Frees                    uint64
	HeapAlloc, HeapSys, HeapIdle, HeapInuse, HeapReleased, HeapObjects uint64
	StackInuse, StackSys, MSpanInuse, MSpanSys, MCacheInuse, MCacheSys uint64
	BuckHashSys, GCSys, OtherSys, NextGC, LastGC, PauseTotalNs         uint64
	PauseNs, PauseEnd                                                  [256]uint64
	NumGC, NumForcedGC                                                 uint32
	GCCPUFraction                                                      float64
	EnableGC, DebugGC                                                  bool
	BySize                                                             [61]struct {
		Size           uint32
		Mallocs, Frees uint64
	}
}

type Frame struct {
	PC       uintptr
	Func     *Func
	Function string
	File     string
	Line     int
	Entry    uintptr
}

type Frames struct{}

func (f *Frames) Next() (Frame, bool)     { return Frame{}, false }
func CallersFrames(pcs []uintptr) *Frames { return &Frames{} }

type Func struct{}

func (f *Func) Name() string     { return "" }
func FuncForPC(pc uintptr) *Func { return &Func{} }
func Gosched()
func Goexit()
func NumGoroutine() int
func GOMAXPROCS(n int) int            { return 2 }
func NumCPU() int                     { return 2 }
func GC()                             {}
func KeepAlive(x any)                 {}
func SetFinalizer(obj, finalizer any) { left() }

// left notes that something is registered which is never called.
func left()

func ReadMemStats(m *MemStats)                     {}
func Caller(skip int) (uintptr, string, int, bool) { return 0, "", 0, false }
func Callers(skip int, pc []uintptr) int           { return 0 }
func Stack(buf []byte, all bool) int               { return 0 }
func Version() string                              { return "go1" }
func LockOSThread()                                {}
func UnlockOSThread()                              {}
