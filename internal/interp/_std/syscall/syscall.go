// Package syscall keeps signal numbers and a few error numbers; it drops every call but the process ids.
package syscall

import (
	"io/fs"
	"strconv"
)

type Signal int

const (
	SIGHUP  Signal = 1
	SIGINT  Signal = 2
	SIGQUIT Signal = 3
	SIGABRT Signal = 6
	SIGKILL Signal = 9
	SIGUSR1 Signal = 10
	SIGSEGV Signal = 11
	SIGUSR2 Signal = 12
	SIGPIPE Signal = 13
	SIGALRM Signal = 14
	SIGTERM Signal = 15
	SIGCHLD Signal = 17
	SIGCONT Signal = 18
	SIGSTOP Signal = 19
	SIGTSTP Signal = 20
)

func (s Signal) Signal() {}

func (s Signal) String() string {
	switch s {
	case SIGHUP:
		return "hangup"
	case SIGINT:
		return "interrupt"
	case SIGQUIT:
		return "quit"
	case SIGABRT:
		return "aborted"
	case SIGKILL:
		return "killed"
	case SIGTERM:
		return "terminated"
	}
	return "signal " + strconv.Itoa(int(s))
}

type Errno uintptr

const (
	EPERM        Errno = 1
	ENOENT       Errno = 2
	EINTR        Errno = 4
	EIO          Errno = 5
	EBADF        Errno = 9
	EAGAIN       Errno = 11
	ENOMEM       Errno = 12
	EACCES       Errno = 13
	EBUSY        Errno = 16
	EEXIST       Errno = 17
	ENOTDIR      Errno = 20
	EISDIR       Errno = 21
	EINVAL       Errno = 22
	ENOSPC       Errno = 28
	EPIPE        Errno = 32
	ENOSYS       Errno = 38
	ENOTEMPTY    Errno = 39
	EADDRINUSE   Errno = 98
	ECONNABORTED Errno = 103
	ECONNRESET   Errno = 104
	ETIMEDOUT    Errno = 110
	ECONNREFUSED Errno = 111
	EWOULDBLOCK        = EAGAIN
)

var errnoNames = map[Errno]string{
	EPERM:        "operation not permitted",
	ENOENT:       "no such file or directory",
	EINTR:        "interrupted system call",
	EIO:          "input/output error",
	EBADF:        "bad file descriptor",
	EAGAIN:       "resource temporarily unavailable",
	EACCES:       "permission denied",
	EBUSY:        "device or resource busy",
	EEXIST:       "file exists",
	ENOTDIR:      "not a directory",
	EISDIR:       "is a directory",
	EINVAL:       "invalid argument",
	EPIPE:        "broken pipe",
	ENOTEMPTY:    "directory not empty",
	EADDRINUSE:   "address already in use",
	ECONNRESET:   "connection reset by peer",
	ETIMEDOUT:    "connection timed out",
	ECONNREFUSED: "connection refused",
}

func (e Errno) Error() string {
	if s := errnoNames[e]; s != "" {
		return s
	}
	return "errno " + strconv.Itoa(int(e))
}

func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrPermission:
		return e == EACCES || e == EPERM
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrNotExist:
		return e == ENOENT
	}
	return false
}

func (e Errno) Temporary() bool {
	return e == EINTR || e == ECONNRESET || e == ECONNABORTED || e.Timeout()
}

func (e Errno) Timeout() bool { return e == EAGAIN || e == ETIMEDOUT }

func Getpid() int { return 4242 }

func Getppid() int { return 1 }

// Kill delivers nothing.
func Kill(pid int, sig Signal) error { return nil }

type RawConn interface {
	Control(f func(fd uintptr)) error
	Read(f func(fd uintptr) (done bool)) error
	Write(f func(fd uintptr) (done bool)) error
}
