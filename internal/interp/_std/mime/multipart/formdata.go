// Copyright The Go Authors, BSD-style licence; shortened.

// Package multipart keeps the reader, writer and forms; it drops limits and files on disk: all files are in memory.
package multipart

import (
	"bytes"
	"errors"
	"io"
	"net/textproto"
)

var ErrMessageTooLarge = errors.New("multipart: message too large")

func (r *Reader) ReadForm(maxMemory int64) (*Form, error) {
	return r.readForm(maxMemory)
}

func (r *Reader) readForm(maxMemory int64) (*Form, error) {
	form := &Form{make(map[string][]string), make(map[string][]*FileHeader)}
	for parts := 0; ; parts++ {
		p, err := r.nextPart(false)
		if err == io.EOF {
			return form, nil
		}
		if err != nil {
			return nil, err
		}
		if parts >= 1000 {
			return nil, ErrMessageTooLarge
		}
		name := p.FormName()
		if name == "" {
			continue
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return nil, err
		}
		if p.FileName() == "" {
			form.Value[name] = append(form.Value[name], string(data))
			continue
		}
		fh := &FileHeader{Filename: p.FileName(), Header: p.Header, Size: int64(len(data)), content: data}
		form.File[name] = append(form.File[name], fh)
	}
}

type Form struct {
	Value map[string][]string
	File  map[string][]*FileHeader
}

func (f *Form) RemoveAll() error { return nil }

type FileHeader struct {
	Filename string
	Header   textproto.MIMEHeader
	Size     int64
	content  []byte
}

func (fh *FileHeader) Open() (File, error) {
	return sectionReadCloser{io.NewSectionReader(bytes.NewReader(fh.content), 0, fh.Size), nil}, nil
}

type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
	io.Closer
}

type sectionReadCloser struct {
	*io.SectionReader
	io.Closer
}

func (rc sectionReadCloser) Close() error {
	if rc.Closer != nil {
		return rc.Closer.Close()
	}
	return nil
}
