//go:build !unix

// This file stands in for process_unix.go where there are no process groups.

package cli

import "os/exec"

func grouped(*exec.Cmd) (started func() (stop func())) { return func() func() { return func() {} } }
