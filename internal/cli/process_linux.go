// This file has the kernel end go vet when this process is killed.

package cli

import "syscall"

// endWithParent asks for a signal to the child when its parent ends. On a termination signal the go command ends what
// it has started.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGTERM }
