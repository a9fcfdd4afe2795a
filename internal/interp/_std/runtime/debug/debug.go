// Package debug keeps the names; nothing has an effect, and there is no build information.
package debug

import "time"

type GCStats struct {
	LastGC         time.Time
	NumGC          int64
	PauseTotal     time.Duration
	Pause          []time.Duration
	PauseEnd       []time.Time
	PauseQuantiles []time.Duration
}

type BuildInfo struct {
	GoVersion string
	Path      string
	Main      Module
	Deps      []*Module
	Settings  []BuildSetting
}

type Module struct {
	Path, Version, Sum string
	Replace            *Module
}

type BuildSetting struct{ Key, Value string }

func (b *BuildInfo) String() string     { return "" }
func ReadBuildInfo() (*BuildInfo, bool) { return nil, false }
func ReadGCStats(stats *GCStats)        {}
func SetGCPercent(percent int) int      { return 100 }
func SetMemoryLimit(limit int64) int64  { return 1<<63 - 1 }
func SetMaxStack(bytes int) int         { return 1000000000 }
func SetMaxThreads(threads int) int     { return 10000 }
func SetPanicOnFault(enabled bool) bool { return false }
func SetTraceback(level string)         {}
func FreeOSMemory()                     {}
func Stack() []byte                     { return []byte("goroutine 1 [running]:\n") }
func PrintStack()                       {}
func WriteHeapDump(fd uintptr)          {}
