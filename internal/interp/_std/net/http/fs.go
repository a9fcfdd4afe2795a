package http

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

type FileSystem interface {
	Open(name string) (File, error)
}

type File interface {
	io.Closer
	io.Reader
	io.Seeker
	Readdir(count int) ([]fs.FileInfo, error)
	Stat() (fs.FileInfo, error)
}

type Dir string

func (d Dir) Open(name string) (File, error) {
	dir := string(d)
	if dir == "" {
		dir = "."
	}
	f, err := os.Open(dir + path.Clean("/"+name))
	if err != nil {
		return nil, err
	}
	return f, nil
}

type ioFS struct {
	fsys fs.FS
}

type ioFile struct {
	file fs.File
}

func FS(fsys fs.FS) FileSystem { return ioFS{fsys} }

func (f ioFS) Open(name string) (File, error) {
	if name == "/" {
		name = "."
	} else {
		name = strings.TrimPrefix(name, "/")
	}
	file, err := f.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	return ioFile{file}, nil
}

func (f ioFile) Close() error               { return f.file.Close() }
func (f ioFile) Read(b []byte) (int, error) { return f.file.Read(b) }
func (f ioFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }

func (f ioFile) Seek(offset int64, whence int) (int64, error) {
	s, ok := f.file.(io.Seeker)
	if !ok {
		return 0, errors.New("io.File missing Seek method")
	}
	return s.Seek(offset, whence)
}

func (f ioFile) Readdir(count int) ([]fs.FileInfo, error) {
	d, ok := f.file.(fs.ReadDirFile)
	if !ok {
		return nil, errors.New("io.File directory missing ReadDir method")
	}
	entries, err := d.ReadDir(count)
	var list []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return list, err
		}
		list = append(list, info)
	}
	return list, err
}

type fileHandler struct {
	root FileSystem
}

func FileServer(root FileSystem) Handler { return &fileHandler{root} }

func FileServerFS(root fs.FS) Handler { return FileServer(FS(root)) }

func (f *fileHandler) ServeHTTP(w ResponseWriter, r *Request) {
	serveFile(w, r, f.root, path.Clean("/"+r.URL.Path))
}

func ServeFile(w ResponseWriter, r *Request, name string) {
	dir, file := path.Split(name)
	serveFile(w, r, Dir(dir), file)
}

func ServeFileFS(w ResponseWriter, r *Request, fsys fs.FS, name string) {
	serveFile(w, r, FS(fsys), name)
}

func serveFile(w ResponseWriter, r *Request, fsys FileSystem, name string) {
	f, err := fsys.Open(name)
	if err != nil {
		fileError(w, err)
		return
	}
	defer f.Close()
	d, err := f.Stat()
	if err != nil {
		fileError(w, err)
		return
	}
	if d.IsDir() {
		index, err := fsys.Open(strings.TrimSuffix(name, "/") + "/index.html")
		if err != nil {
			list, err := f.Readdir(-1)
			if err != nil {
				Error(w, "Error reading directory", StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			for _, e := range list {
				fmt.Fprintf(w, "<a href=\"%s\">%s</a>\n", htmlReplacer.Replace(e.Name()), htmlReplacer.Replace(e.Name()))
			}
			return
		}
		defer index.Close()
		f = index
		if d, err = index.Stat(); err != nil {
			fileError(w, err)
			return
		}
	}
	ServeContent(w, r, d.Name(), d.ModTime(), f)
}

func fileError(w ResponseWriter, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		Error(w, "404 page not found", StatusNotFound)
	case errors.Is(err, fs.ErrPermission):
		Error(w, "403 Forbidden", StatusForbidden)
	default:
		Error(w, "500 Internal Server Error", StatusInternalServerError)
	}
}

// ServeContent serves the whole content: it heeds no ranges and conditions.
func ServeContent(w ResponseWriter, req *Request, name string, modtime time.Time, content io.ReadSeeker) {
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		Error(w, "seeker can't seek", StatusInternalServerError)
		return
	}
	if _, has := w.Header()["Content-Type"]; !has {
		if t := contentTypes[path.Ext(name)]; t != "" {
			w.Header().Set("Content-Type", t)
		}
	}
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(StatusOK)
	if req.Method != "HEAD" {
		io.CopyN(w, content, size)
	}
}

var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".gif":  "image/gif",
	".html": "text/html; charset=utf-8",
	".jpg":  "image/jpeg",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}
