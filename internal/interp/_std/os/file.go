package os

import (
	"errors"
	"io"
	"io/fs"
	"sync"
	"syscall"
	"time"
)

const (
	O_RDONLY int = 0x0
	O_WRONLY int = 0x1
	O_RDWR   int = 0x2
	O_APPEND int = 0x400
	O_CREATE int = 0x40
	O_EXCL   int = 0x80
	O_SYNC   int = 0x101000
	O_TRUNC  int = 0x200
)

const (
	SEEK_SET int = 0
	SEEK_CUR int = 1
	SEEK_END int = 2
)

// A File is a place in the tree, an end of a pipe or, with neither, a sink that reads as empty.
type File struct {
	name string
	flag int
	node *node
	pipe *pipe

	mu     sync.Mutex
	off    int64
	closed bool
	dirPos int
}

var (
	Stdin  = &File{name: "/dev/stdin", flag: O_RDONLY}
	Stdout = &File{name: "/dev/stdout", flag: O_WRONLY}
	Stderr = &File{name: "/dev/stderr", flag: O_WRONLY}
)

func Open(name string) (*File, error) { return OpenFile(name, O_RDONLY, 0) }

func Create(name string) (*File, error) { return OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0o666) }

func OpenFile(name string, flag int, perm FileMode) (*File, error) {
	treeMu.Lock()
	defer treeMu.Unlock()
	n, err := lookup(name)
	switch {
	case err == nil && flag&O_CREATE != 0 && flag&O_EXCL != 0:
		err = ErrExist
	case err == nil && n.kids != nil && flag&(O_WRONLY|O_RDWR) != 0:
		err = errIsDir
	case err == nil && flag&O_TRUNC != 0:
		err = n.truncate(0)
	case err == ErrNotExist && flag&O_CREATE != 0:
		var dir *node
		var last string
		if dir, last, err = parent(name); err == nil {
			n = &node{mode: perm.Perm() &^ 0o022, modTime: time.Now()}
			dir.kids[last] = n
		}
	}
	if err != nil {
		return nil, pathErr("open", name, err)
	}
	return &File{name: name, flag: flag, node: n}, nil
}

// NewFile returns a sink.
func NewFile(fd uintptr, name string) *File { return &File{name: name, flag: O_RDWR} }

func (f *File) Name() string { return f.name }

func (f *File) Fd() uintptr {
	switch f {
	case Stdin:
		return 0
	case Stdout:
		return 1
	case Stderr:
		return 2
	}
	return 3
}

func (f *File) check(op string) error {
	if f == nil {
		return ErrInvalid
	}
	if f.closed {
		return pathErr(op, f.name, ErrClosed)
	}
	return nil
}

func (f *File) Read(b []byte) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	if f.pipe != nil {
		n, err = f.pipe.read(b)
		if err != nil && err != io.EOF {
			err = pathErr("read", f.name, err)
		}
		return n, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("read"); err != nil {
		return 0, err
	}
	n, err = f.readAt(b, f.off)
	f.off += int64(n)
	return n, err
}

func (f *File) readAt(b []byte, off int64) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if f.node == nil {
		return 0, io.EOF
	}
	treeMu.Lock()
	defer treeMu.Unlock()
	if f.node.kids != nil {
		return 0, pathErr("read", f.name, errIsDir)
	}
	if f.flag&O_WRONLY != 0 {
		return 0, pathErr("read", f.name, errBadFD)
	}
	if off >= int64(len(f.node.data)) {
		return 0, io.EOF
	}
	return copy(b, f.node.data[off:]), nil
}

func (f *File) ReadAt(b []byte, off int64) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	f.mu.Lock()
	err = f.check("read")
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, pathErr("readat", f.name, errors.New("negative offset"))
	}
	n, err = f.readAt(b, off)
	if n < len(b) && err == nil {
		err = io.EOF
	}
	return n, err
}

func (f *File) Write(b []byte) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	if f.pipe != nil {
		n, err = f.pipe.write(b)
		return n, pathErr("write", f.name, err)
	}
	if f == Stdout || f == Stderr {
		return len(b), nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("write"); err != nil {
		return 0, err
	}
	n, f.off, err = f.writeAt(b, f.off)
	return n, err
}

func (f *File) writeAt(b []byte, off int64) (int, int64, error) {
	if f.node == nil || f.node.mode&ModeDevice != 0 {
		return len(b), off, nil
	}
	treeMu.Lock()
	defer treeMu.Unlock()
	if f.flag&(O_WRONLY|O_RDWR) == 0 {
		return 0, off, pathErr("write", f.name, errBadFD)
	}
	n := f.node
	if f.flag&O_APPEND != 0 {
		off = int64(len(n.data))
	}
	if gap := off - int64(len(n.data)); gap > 0 {
		n.data = append(n.data, make([]byte, gap)...)
	}
	k := copy(n.data[off:], b)
	n.data = append(n.data, b[k:]...)
	n.modTime = time.Now()
	return len(b), off + int64(len(b)), nil
}

func (f *File) WriteAt(b []byte, off int64) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	f.mu.Lock()
	err = f.check("write")
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if f.flag&O_APPEND != 0 {
		return 0, errors.New("os: invalid use of WriteAt on file opened with O_APPEND")
	}
	if off < 0 {
		return 0, pathErr("writeat", f.name, errors.New("negative offset"))
	}
	n, _, err = f.writeAt(b, off)
	return n, err
}

func (f *File) WriteString(s string) (n int, err error) { return f.Write([]byte(s)) }

func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	return io.Copy(struct{ io.Writer }{f}, r)
}

func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	return io.Copy(w, struct{ io.Reader }{f})
}

func (f *File) Seek(offset int64, whence int) (ret int64, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("seek"); err != nil {
		return 0, err
	}
	switch whence {
	case io.SeekCurrent:
		offset += f.off
	case io.SeekEnd:
		if f.node != nil {
			treeMu.Lock()
			offset += int64(len(f.node.data))
			treeMu.Unlock()
		}
	}
	if offset < 0 {
		return 0, pathErr("seek", f.name, ErrInvalid)
	}
	f.off, f.dirPos = offset, 0
	return offset, nil
}

func (f *File) Close() error {
	if f == nil {
		return ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("close"); err != nil {
		return err
	}
	f.closed = true
	if f.pipe != nil {
		f.pipe.close(f.flag == O_RDONLY)
	}
	return nil
}

func (f *File) Stat() (FileInfo, error) {
	if f == nil {
		return nil, ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("stat"); err != nil {
		return nil, err
	}
	if f.node == nil {
		return &fileStat{name: f.name, mode: ModeCharDevice | ModeDevice | 0o620}, nil
	}
	treeMu.Lock()
	defer treeMu.Unlock()
	return stat(f.node, f.name), nil
}

func (f *File) Sync() error {
	if f == nil {
		return ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.check("sync")
}

func (f *File) Truncate(size int64) error {
	if f == nil {
		return ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("truncate"); err != nil || f.node == nil {
		return err
	}
	treeMu.Lock()
	defer treeMu.Unlock()
	return pathErr("truncate", f.name, f.node.truncate(size))
}

func (f *File) Chmod(mode FileMode) error {
	if f == nil {
		return ErrInvalid
	}
	return Chmod(f.name, mode)
}

func (f *File) Chown(uid, gid int) error { return nil }

func (f *File) Chdir() error {
	if f == nil {
		return ErrInvalid
	}
	return Chdir(f.name)
}

func (f *File) ReadDir(n int) ([]DirEntry, error) {
	if f == nil {
		return nil, ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.check("readdir"); err != nil {
		return nil, err
	}
	treeMu.Lock()
	defer treeMu.Unlock()
	if f.node == nil || f.node.kids == nil {
		return nil, pathErr("readdir", f.name, errNotDir)
	}
	entries := list(f.node)
	entries = entries[min(f.dirPos, len(entries)):]
	if n > 0 {
		if len(entries) == 0 {
			return nil, io.EOF
		}
		entries = entries[:min(n, len(entries))]
	}
	f.dirPos += len(entries)
	return entries, nil
}

func (f *File) Readdir(n int) ([]FileInfo, error) {
	entries, err := f.ReadDir(n)
	var infos []FileInfo
	for _, e := range entries {
		infos = append(infos, e.(fs.FileInfo))
	}
	return infos, err
}

func (f *File) Readdirnames(n int) (names []string, err error) {
	entries, err := f.ReadDir(n)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

func (f *File) SetDeadline(time.Time) error      { return ErrNoDeadline }
func (f *File) SetReadDeadline(time.Time) error  { return ErrNoDeadline }
func (f *File) SetWriteDeadline(time.Time) error { return ErrNoDeadline }

// A pipe holds what was written and not yet read, at most 64 kB.
type pipe struct {
	mu           sync.Mutex
	cond         *sync.Cond
	buf          []byte
	rdone, wdone bool
}

func Pipe() (r *File, w *File, err error) {
	p := &pipe{}
	p.cond = sync.NewCond(&p.mu)
	return &File{name: "|0", flag: O_RDONLY, pipe: p}, &File{name: "|1", flag: O_WRONLY, pipe: p}, nil
}

func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.buf) == 0 && !p.rdone && !p.wdone && len(b) > 0 {
		p.cond.Wait()
	}
	if p.rdone {
		return 0, ErrClosed
	}
	if len(p.buf) == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	n := copy(b, p.buf)
	p.buf = p.buf[n:]
	p.cond.Broadcast()
	return n, nil
}

func (p *pipe) write(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.wdone {
			return n, ErrClosed
		}
		if p.rdone {
			return n, syscall.EPIPE
		}
		k := min(len(b), 64<<10-len(p.buf))
		p.buf = append(p.buf, b[:k]...)
		b = b[k:]
		n += k
		if k > 0 {
			p.cond.Broadcast()
		}
		if len(b) == 0 {
			return n, nil
		}
		p.cond.Wait()
	}
}

func (p *pipe) close(read bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if read {
		p.rdone = true
	} else {
		p.wdone = true
	}
	p.cond.Broadcast()
}
