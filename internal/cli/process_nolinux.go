//go:build unix && !linux

// This file stands in for process_linux.go where the kernel does not end the children of a killed process.

package cli

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}
