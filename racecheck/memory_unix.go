// This file reads the memory of this process where the system tells.

//go:build unix

package racecheck

import (
	"runtime"
	"syscall"
)

// peakKB is the most memory that this process had so far in kB, 0 when unknown.
func peakKB() int64 {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(use.Maxrss) / 1024 // in bytes there
	}
	return int64(use.Maxrss)
}
