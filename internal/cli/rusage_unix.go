// This file reads the memory of child processes where the system tells.

//go:build unix

package cli

import (
	"os"
	"runtime"
	"syscall"
)

// peakKB is the memory of the largest of a process and its descendants in kB.
func peakKB(p *os.ProcessState) int64 {
	use, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(use.Maxrss) / 1024 // in bytes there
	}
	return int64(use.Maxrss)
}
