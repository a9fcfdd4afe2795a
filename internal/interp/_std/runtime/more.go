package runtime

func (f *Func) Entry() uintptr                    { return 0 }
func (f *Func) FileLine(pc uintptr) (string, int) { return "", 0 }
func SetBlockProfileRate(rate int)                {}
func SetMutexProfileFraction(rate int) int        { return 0 }
func SetCPUProfileRate(hz int)                    {}
func NumCgoCall() int64                           { return 0 }
func GOROOT() string                              { return "" }
func Breakpoint()                                 {}
func SetDefaultGOMAXPROCS()                       {}

var MemProfileRate = 512 * 1024

type StackRecord struct{ Stack0 [32]uintptr }

func (r *StackRecord) Stack() []uintptr            { return nil }
func GoroutineProfile(p []StackRecord) (int, bool) { return 0, true }

type Cleanup struct{}

func (c Cleanup) Stop() {}
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	left()
	return Cleanup{}
}

type Pinner struct{ n int }

func (p *Pinner) Pin(pointer any) {}
func (p *Pinner) Unpin()          {}

type TypeAssertionError struct{ text string }

func (e *TypeAssertionError) Error() string { return e.text }
func (e *TypeAssertionError) RuntimeError() {}

type PanicNilError struct{ _ [0]func() }

func (e *PanicNilError) Error() string {
	return "panic called with nil argument (use GODEBUG=panicnil=1 to disable)"
}
func (e *PanicNilError) RuntimeError() {}

type MemProfileRecord struct {
	AllocBytes, FreeBytes, AllocObjects, FreeObjects int64
	Stack0                                           [32]uintptr
}

func (r *MemProfileRecord) InUseBytes() int64   { return 0 }
func (r *MemProfileRecord) InUseObjects() int64 { return 0 }
func (r *MemProfileRecord) Stack() []uintptr    { return nil }

type BlockProfileRecord struct {
	Count, Cycles int64
	StackRecord
}

func MemProfile(p []MemProfileRecord, inuseZero bool) (int, bool) { return 0, true }
func BlockProfile(p []BlockProfileRecord) (int, bool)             { return 0, true }
func MutexProfile(p []BlockProfileRecord) (int, bool)             { return 0, true }
func ThreadCreateProfile(p []StackRecord) (int, bool)             { return 0, true }
