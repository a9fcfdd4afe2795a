//go:build unix

// This file keeps go vet and all that it starts in a process group, which ends with this process.

package cli

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// grouped makes a command start in a group of its own, and gives what has to be called once it has started: that passes
// signals on to the group and, on an interrupt, ends this process as well; what it returns ends the watch.
func grouped(cmd *exec.Cmd) (started func() (stop func())) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	return func() func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		over := make(chan struct{})
		go func() {
			select {
			case sig := <-signals:
				syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
				signal.Stop(signals)
				os.Exit(128 + int(sig.(syscall.Signal)))
			case <-over:
			}
		}()
		return func() { signal.Stop(signals); close(over) }
	}
}
