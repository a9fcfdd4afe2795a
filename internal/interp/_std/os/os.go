// Package os keeps names and errors over a file system in memory; it drops the system, processes and links.
// One mutex guards the tree, one each the offset of a File; Stdout and Stderr discard without a lock.
package os

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

var Args = []string{"program"}

func Exit(code int) { exit(code) }

var (
	ErrInvalid          = fs.ErrInvalid
	ErrPermission       = fs.ErrPermission
	ErrExist            = fs.ErrExist
	ErrNotExist         = fs.ErrNotExist
	ErrClosed           = fs.ErrClosed
	ErrNoDeadline       = errors.New("file type does not support deadline")
	ErrDeadlineExceeded = error(deadlineExceeded{})
	ErrProcessDone      = errors.New("os: process already finished")
	ErrNoHandle         = errors.New("os: process handle unavailable")
)

// deadlineExceeded is a net.Error.
type deadlineExceeded struct{}

func (deadlineExceeded) Error() string   { return "i/o timeout" }
func (deadlineExceeded) Timeout() bool   { return true }
func (deadlineExceeded) Temporary() bool { return true }

const (
	errIsDir    = syscall.EISDIR
	errNotDir   = syscall.ENOTDIR
	errNotEmpty = syscall.ENOTEMPTY
	errBadFD    = syscall.EBADF
)

type PathError = fs.PathError

type SyscallError struct {
	Syscall string
	Err     error
}

func (e *SyscallError) Error() string { return e.Syscall + ": " + e.Err.Error() }

func (e *SyscallError) Unwrap() error { return e.Err }

func (e *SyscallError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func NewSyscallError(name string, err error) error {
	if err == nil {
		return nil
	}
	return &SyscallError{name, err}
}

type LinkError struct {
	Op  string
	Old string
	New string
	Err error
}

func (e *LinkError) Error() string { return e.Op + " " + e.Old + " " + e.New + ": " + e.Err.Error() }

func (e *LinkError) Unwrap() error { return e.Err }

func underlyingError(err error) error {
	switch err := err.(type) {
	case *PathError:
		return err.Err
	case *LinkError:
		return err.Err
	case *SyscallError:
		return err.Err
	}
	return err
}

func is(err, target error) bool {
	err = underlyingError(err)
	if err == target {
		return true
	}
	e, ok := err.(syscall.Errno)
	return ok && e.Is(target)
}

func IsExist(err error) bool      { return is(err, ErrExist) }
func IsNotExist(err error) bool   { return is(err, ErrNotExist) }
func IsPermission(err error) bool { return is(err, ErrPermission) }

func IsTimeout(err error) bool {
	t, ok := underlyingError(err).(interface{ Timeout() bool })
	return ok && t.Timeout()
}

const (
	PathSeparator     = '/'
	PathListSeparator = ':'
	DevNull           = "/dev/null"
)

func IsPathSeparator(c uint8) bool { return PathSeparator == c }

// The environment.

var (
	envMu sync.RWMutex
	env   = map[string]string{
		"HOME": "/root", "PATH": "/bin", "PWD": "/work", "TMPDIR": "/tmp", "USER": "root",
	}
)

func Getenv(key string) string {
	envMu.RLock()
	defer envMu.RUnlock()
	return env[key]
}

func LookupEnv(key string) (string, bool) {
	envMu.RLock()
	defer envMu.RUnlock()
	v, ok := env[key]
	return v, ok
}

func Setenv(key, value string) error {
	if key == "" || strings.ContainsAny(key, "=\x00") || strings.Contains(value, "\x00") {
		return NewSyscallError("setenv", ErrInvalid)
	}
	envMu.Lock()
	defer envMu.Unlock()
	env[key] = value
	return nil
}

func Unsetenv(key string) error {
	envMu.Lock()
	defer envMu.Unlock()
	delete(env, key)
	return nil
}

func Clearenv() {
	envMu.Lock()
	defer envMu.Unlock()
	clear(env)
}

func Environ() []string {
	envMu.RLock()
	defer envMu.RUnlock()
	var list []string
	for k, v := range env {
		list = append(list, k+"="+v)
	}
	slices.Sort(list)
	return list
}

func ExpandEnv(s string) string { return Expand(s, Getenv) }

func Expand(s string, mapping func(string) string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		if s[i+1] == '{' {
			end := strings.IndexByte(s[i:], '}')
			if end < 0 {
				i++
				continue
			}
			if end > 2 {
				b.WriteString(mapping(s[i+2 : i+end]))
			}
			i += end
			continue
		}
		j := i + 1
		for j < len(s) && (s[j] == '_' || s[j] >= '0' && s[j] <= '9' || s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z') {
			j++
		}
		if j == i+1 && strings.IndexByte("*#$@!?-", s[j]) >= 0 {
			j++
		}
		if j == i+1 {
			b.WriteByte('$')
			continue
		}
		b.WriteString(mapping(s[i+1 : j]))
		i = j - 1
	}
	return b.String()
}

// The process.

type Signal interface {
	String() string
	Signal()
}

var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)

type Process struct{ Pid int }

type ProcAttr struct {
	Dir   string
	Env   []string
	Files []*File
	Sys   *syscall.SysProcAttr
}

type ProcessState struct{}

func (p *ProcessState) ExitCode() int             { return 0 }
func (p *ProcessState) Sys() any                  { return nil }
func (p *ProcessState) SysUsage() any             { return nil }
func (p *ProcessState) SystemTime() time.Duration { return 0 }
func (p *ProcessState) UserTime() time.Duration   { return 0 }
func (p *ProcessState) Exited() bool              { return true }
func (p *ProcessState) Pid() int                  { return 1 }
func (p *ProcessState) String() string            { return "exit status 0" }
func (p *ProcessState) Success() bool             { return true }
func (p *Process) Kill() error                    { return ErrProcessDone }
func (p *Process) Release() error                 { return nil }
func (p *Process) Signal(Signal) error            { return nil }

func (p *Process) Wait() (*ProcessState, error) { return nil, NewSyscallError("wait", ErrInvalid) }

func FindProcess(pid int) (*Process, error) { return &Process{pid}, nil }

func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	return nil, &PathError{Op: "fork/exec", Path: name, Err: ErrNotExist}
}

func Getpid() int                        { return 4242 }
func Getppid() int                       { return 1 }
func Getuid() int                        { return 0 }
func Geteuid() int                       { return 0 }
func Getgid() int                        { return 0 }
func Getegid() int                       { return 0 }
func Getpagesize() int                   { return 4096 }
func Hostname() (name string, err error) { return "localhost", nil }
func Executable() (string, error)        { return "/home/gopher/program", nil }
func UserHomeDir() (string, error)       { return "/root", nil }
func UserCacheDir() (string, error)      { return "/home/gopher/.cache", nil }
func UserConfigDir() (string, error)     { return "/home/gopher/.config", nil }

func TempDir() string {
	if dir := Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

// The tree.

type (
	FileInfo = fs.FileInfo
	FileMode = fs.FileMode
	DirEntry = fs.DirEntry
)

const (
	ModeDir        = fs.ModeDir
	ModeAppend     = fs.ModeAppend
	ModeExclusive  = fs.ModeExclusive
	ModeTemporary  = fs.ModeTemporary
	ModeSymlink    = fs.ModeSymlink
	ModeDevice     = fs.ModeDevice
	ModeNamedPipe  = fs.ModeNamedPipe
	ModeSocket     = fs.ModeSocket
	ModeSetuid     = fs.ModeSetuid
	ModeSetgid     = fs.ModeSetgid
	ModeCharDevice = fs.ModeCharDevice
	ModeSticky     = fs.ModeSticky
	ModeIrregular  = fs.ModeIrregular
	ModeType       = fs.ModeType
	ModePerm       = fs.ModePerm
)

// A node is a file or a directory; treeMu guards it.
type node struct {
	mode    FileMode
	modTime time.Time
	data    []byte
	kids    map[string]*node
}

var (
	treeMu sync.Mutex
	cwd    = "/work"
	root   = newTree()
	tempN  int
)

func newTree() *node {
	dir := func() *node { return &node{mode: ModeDir | 0o755, kids: map[string]*node{}} }
	r := dir()
	r.kids["tmp"] = dir()
	r.kids["work"] = dir()
	r.kids["root"] = dir()
	r.kids["dev"] = dir()
	r.kids["dev"].kids["null"] = &node{mode: ModeDevice | 0o666}
	return r
}

func split(name string) []string {
	if !strings.HasPrefix(name, "/") {
		name = cwd + "/" + name
	}
	var parts []string
	for _, p := range strings.Split(name, "/") {
		switch p {
		case "", ".":
		case "..":
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
		default:
			parts = append(parts, p)
		}
	}
	return parts
}

func walk(parts []string) (*node, error) {
	n := root
	for _, p := range parts {
		if n.kids == nil {
			return nil, errNotDir
		}
		kid := n.kids[p]
		if kid == nil {
			return nil, ErrNotExist
		}
		n = kid
	}
	return n, nil
}

func lookup(name string) (*node, error) {
	if name == "" {
		return nil, ErrNotExist
	}
	return walk(split(name))
}

// parent returns the directory that holds or would hold name, and the last part of name.
func parent(name string) (*node, string, error) {
	if name == "" {
		return nil, "", ErrNotExist
	}
	parts := split(name)
	if len(parts) == 0 {
		return nil, "", ErrInvalid
	}
	dir, err := walk(parts[:len(parts)-1])
	if err == nil && dir.kids == nil {
		err = errNotDir
	}
	return dir, parts[len(parts)-1], err
}

func pathErr(op, path string, err error) error {
	switch err {
	case nil:
		return nil
	case ErrNotExist:
		err = syscall.ENOENT
	case ErrExist:
		err = syscall.EEXIST
	case ErrInvalid:
		err = syscall.EINVAL
	}
	return &PathError{Op: op, Path: path, Err: err}
}

type fileStat struct {
	name    string
	size    int64
	mode    FileMode
	modTime time.Time
	node    *node
}

func (s *fileStat) Name() string            { return s.name }
func (s *fileStat) Size() int64             { return s.size }
func (s *fileStat) Mode() FileMode          { return s.mode }
func (s *fileStat) ModTime() time.Time      { return s.modTime }
func (s *fileStat) IsDir() bool             { return s.mode.IsDir() }
func (s *fileStat) Sys() any                { return nil }
func (s *fileStat) Type() FileMode          { return s.mode.Type() }
func (s *fileStat) Info() (FileInfo, error) { return s, nil }
func (s *fileStat) String() string          { return fs.FormatDirEntry(s) }

func stat(n *node, name string) *fileStat {
	name = strings.TrimRight(name, "/")
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	if name == "" {
		name = "/"
	}
	return &fileStat{name, int64(len(n.data)), n.mode, n.modTime, n}
}

func Stat(name string) (FileInfo, error) {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err != nil {
		return nil, pathErr("stat", name, err)
	}
	return stat(n, name), nil
}

func Lstat(name string) (FileInfo, error) {
	fi, err := Stat(name)
	if err != nil {
		err.(*PathError).Op = "lstat"
	}
	return fi, err
}

func SameFile(fi1, fi2 FileInfo) bool {
	a, ok1 := fi1.(*fileStat)
	b, ok2 := fi2.(*fileStat)
	return ok1 && ok2 && a.node == b.node
}

func Mkdir(name string, perm FileMode) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	return pathErr("mkdir", name, mkdir(name, perm))
}

func mkdir(name string, perm FileMode) error {
	dir, last, err := parent(name)
	if err == ErrInvalid || err == nil && dir.kids[last] != nil {
		return ErrExist
	}
	if err != nil {
		return err
	}
	dir.kids[last] = &node{mode: ModeDir | perm.Perm()&^0o022, modTime: time.Now(), kids: map[string]*node{}}
	return nil
}

func MkdirAll(path string, perm FileMode) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	if path == "" {
		return pathErr("mkdir", path, ErrNotExist)
	}
	parts := split(path)
	for i := range parts {
		sub := "/" + strings.Join(parts[:i+1], "/")
		if n, err := lookup(sub); err == nil {
			if n.kids == nil {
				return pathErr("mkdir", sub, errNotDir)
			}
			continue
		}
		if err := mkdir(sub, perm); err != nil {
			return pathErr("mkdir", sub, err)
		}
	}
	return nil
}

func Remove(name string) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	dir, last, err := parent(name)
	if err == nil {
		n := dir.kids[last]
		switch {
		case n == nil:
			err = ErrNotExist
		case len(n.kids) > 0:
			err = errNotEmpty
		default:
			delete(dir.kids, last)
		}
	}
	return pathErr("remove", name, err)
}

func RemoveAll(path string) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	if dir, last, err := parent(path); err == nil {
		delete(dir.kids, last)
	}
	return nil
}

func Rename(oldpath, newpath string) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	from, last, err := parent(oldpath)
	if err == nil && from.kids[last] == nil {
		err = ErrNotExist
	}
	if err == nil {
		var to *node
		var name string
		if to, name, err = parent(newpath); err == nil {
			n := from.kids[last]
			if old := to.kids[name]; old != nil && old != n && (old.kids != nil || n.kids != nil) {
				err = ErrExist
			} else {
				delete(from.kids, last)
				to.kids[name] = n
			}
		}
	}
	if err != nil {
		return &LinkError{"rename", oldpath, newpath, err}
	}
	return nil
}

func Link(oldname, newname string) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(oldname)
	if err == nil {
		var dir *node
		var last string
		if dir, last, err = parent(newname); err == nil {
			if dir.kids[last] != nil {
				err = ErrExist
			} else {
				dir.kids[last] = n
			}
		}
	}
	if err != nil {
		return &LinkError{"link", oldname, newname, err}
	}
	return nil
}

// Symlink makes a hard link.
func Symlink(oldname, newname string) error { return Link(oldname, newname) }

func Readlink(name string) (string, error) { return "", pathErr("readlink", name, ErrInvalid) }

func Truncate(name string, size int64) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err == nil {
		err = n.truncate(size)
	}
	return pathErr("truncate", name, err)
}

func (n *node) truncate(size int64) error {
	if n.kids != nil {
		return errIsDir
	}
	if size < 0 {
		return ErrInvalid
	}
	if size <= int64(len(n.data)) {
		n.data = n.data[:size:size]
	} else {
		n.data = append(n.data, make([]byte, size-int64(len(n.data)))...)
	}
	n.modTime = time.Now()
	return nil
}

func Chmod(name string, mode FileMode) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err == nil {
		n.mode = n.mode.Type() | mode.Perm()
	}
	return pathErr("chmod", name, err)
}

func Chown(name string, uid, gid int) error {
	_, err := Stat(name)
	return err
}

func Lchown(name string, uid, gid int) error { return Chown(name, uid, gid) }

func Chtimes(name string, atime time.Time, mtime time.Time) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err == nil && !mtime.IsZero() {
		n.modTime = mtime
	}
	return pathErr("chtimes", name, err)
}

func Getwd() (dir string, err error) {
	treeMu.Lock()
	defer treeMu.Unlock()
	return cwd, nil
}

func Chdir(dir string) error {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(dir)
	if err == nil && n.kids == nil {
		err = errNotDir
	}
	if err == nil {
		cwd = "/" + strings.Join(split(dir), "/")
	}
	return pathErr("chdir", dir, err)
}

func list(n *node) []DirEntry {
	names := make([]string, 0, len(n.kids))
	for name := range n.kids {
		names = append(names, name)
	}
	slices.Sort(names)
	entries := make([]DirEntry, 0, len(names))
	for _, name := range names {
		entries = append(entries, stat(n.kids[name], name))
	}
	return entries
}

func ReadDir(name string) ([]DirEntry, error) {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err != nil {
		return nil, pathErr("open", name, err)
	}
	if n.kids == nil {
		return nil, pathErr("fdopendir", name, errNotDir)
	}
	return list(n), nil
}

func ReadFile(name string) ([]byte, error) {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	if err != nil {
		return nil, pathErr("open", name, err)
	}
	if n.kids != nil {
		return nil, pathErr("read", name, errIsDir)
	}
	return append([]byte{}, n.data...), nil
}

func WriteFile(name string, data []byte, perm FileMode) error {
	f, err := OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err1 := f.Close(); err1 != nil && err == nil {
		err = err1
	}
	return err
}

func tempName(dir, pattern string) string {
	if dir == "" {
		dir = TempDir()
	}
	treeMu.Lock()
	tempN++
	n := tempN
	treeMu.Unlock()
	digits := ""
	for i := 0; i < 9; i++ {
		digits = string(rune('0'+n%10)) + digits
		n /= 10
	}
	if i := strings.LastIndexByte(pattern, '*'); i >= 0 {
		return dir + "/" + pattern[:i] + digits + pattern[i+1:]
	}
	return dir + "/" + pattern + digits
}

func MkdirTemp(dir, pattern string) (string, error) {
	if strings.ContainsRune(pattern, '/') {
		return "", pathErr("mkdirtemp", pattern, errors.New("pattern contains path separator"))
	}
	for {
		name := tempName(dir, pattern)
		err := Mkdir(name, 0o700)
		if IsExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		return name, nil
	}
}

func CreateTemp(dir, pattern string) (*File, error) {
	if strings.ContainsRune(pattern, '/') {
		return nil, pathErr("createtemp", pattern, errors.New("pattern contains path separator"))
	}
	for {
		f, err := OpenFile(tempName(dir, pattern), O_RDWR|O_CREATE|O_EXCL, 0o600)
		if IsExist(err) {
			continue
		}
		return f, err
	}
}

func CopyFS(dir string, fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := dir + "/" + path
		if d.IsDir() {
			return MkdirAll(name, 0o777)
		}
		data, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		return WriteFile(name, data, 0o666)
	})
}

type dirFS string

func DirFS(dir string) fs.FS { return dirFS(dir) }

func (dir dirFS) join(op, name string) (string, error) {
	if dir == "" || !fs.ValidPath(name) {
		return "", pathErr(op, name, ErrInvalid)
	}
	return string(dir) + "/" + name, nil
}

func (dir dirFS) Open(name string) (fs.File, error) {
	full, err := dir.join("open", name)
	if err != nil {
		return nil, err
	}
	f, err := Open(full)
	if err != nil {
		err.(*PathError).Path = name
		return nil, err
	}
	return f, nil
}

func (dir dirFS) ReadFile(name string) ([]byte, error) {
	full, err := dir.join("readfile", name)
	if err != nil {
		return nil, err
	}
	return ReadFile(full)
}

func (dir dirFS) ReadDir(name string) ([]DirEntry, error) {
	full, err := dir.join("readdir", name)
	if err != nil {
		return nil, err
	}
	return ReadDir(full)
}

func (dir dirFS) Stat(name string) (fs.FileInfo, error) {
	full, err := dir.join("stat", name)
	if err != nil {
		return nil, err
	}
	return Stat(full)
}
