package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto"
	_ "crypto/sha1"
	"database/sql"
	"database/sql/driver"
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"strings"
	"sync"
)

type fake struct {
	mu sync.Mutex
	n  int
}

func (f *fake) Open(name string) (driver.Conn, error) { return &conn{f}, nil }

type conn struct{ f *fake }

func (c *conn) Prepare(q string) (driver.Stmt, error) {
	if q == "bad" {
		return nil, errors.New("syntax")
	}
	return &stmt{c, q}, nil
}
func (c *conn) Close() error              { return nil }
func (c *conn) Begin() (driver.Tx, error) { return tx{}, nil }

type tx struct{}

func (tx) Commit() error   { return nil }
func (tx) Rollback() error { return nil }

type stmt struct {
	c *conn
	q string
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return strings.Count(s.q, "?") }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	s.c.f.mu.Lock()
	defer s.c.f.mu.Unlock()
	s.c.f.n++
	return driver.RowsAffected(len(args)), nil
}
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) { return &rows{}, nil }

type rows struct{ at int }

func (r *rows) Columns() []string { return []string{"id", "name"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.at == 2 {
		return io.EOF
	}
	r.at++
	dest[0], dest[1] = int64(r.at), "row"
	return nil
}

func database() {
	f := &fake{}
	sql.Register("fake", f)
	db, err := sql.Open("fake", "x")
	say(err)
	db.SetMaxOpenConns(2)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := db.ExecContext(context.Background(), "insert ?", 1); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	say(f.n)
	rs, err := db.Query("select")
	say(err)
	for rs.Next() {
		var id int
		var name string
		say(rs.Scan(&id, &name), id, name)
	}
	say(rs.Err(), rs.Close())
	var id int
	var s sql.NullString
	say(db.QueryRow("select").Scan(&id, &s), id, s.String, s.Valid)
	t, err := db.Begin()
	say(err)
	r, err := t.Exec("update ? ?", 1, "a")
	say(err)
	n, err := r.RowsAffected()
	say(n, err, t.Commit(), t.Rollback())
	_, err = db.Exec("bad")
	say(err, db.Close())
}

func archives() {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	say(w.WriteHeader(&tar.Header{Name: "a", Mode: 0o600, Size: 3}))
	io.WriteString(w, "abc")
	say(w.Close())
	r := tar.NewReader(&out)
	h, err := r.Next()
	say(h.Name, h.Size, err)
	b, err := io.ReadAll(r)
	say(string(b), err)
	_, err = r.Next()
	say(err)
	m := image.NewGray(image.Rect(0, 0, 2, 2))
	m.SetGray(1, 1, color.Gray{9})
	out.Reset()
	say(png.Encode(&out, m))
	back, err := png.Decode(&out)
	say(back.At(1, 1), err)
}

func texts() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", "package x\nfunc  f( ) { g() }", 0)
	say(err)
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			say(c.Fun.(*ast.Ident).Name)
		}
		return true
	})
	b, err := format.Source([]byte("package x\nfunc  f( ) { }\n"))
	say(string(b), err)
	var out bytes.Buffer
	mw := multipart.NewWriter(&out)
	mw.SetBoundary("xyz")
	mw.WriteField("k", "v")
	say(mw.Close())
	form, err := multipart.NewReader(&out, "xyz").ReadForm(1000)
	say(form.Value, err)
	a, err := mail.ParseAddress("Bob <bob@example.com>")
	say(a, err)
	tp := textproto.NewReader(bufio.NewReader(strings.NewReader("A-b: c\r\n\r\n")))
	hd, err := tp.ReadMIMEHeader()
	say(hd, err, textproto.CanonicalMIMEHeaderKey("x-y"))
	h := crypto.SHA1.New()
	h.Write([]byte("x"))
	say(h.Sum(nil))
}

func run() {
	database()
	archives()
	texts()
}
