package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"html"
	"image"
	"image/color"
	"io"
	"io/fs"
	"mime"
	"net/netip"
	"strings"
	"testing/fstest"
	"testing/iotest"
	"text/scanner"
	"text/tabwriter"
	"unique"
)

func files() {
	fsys := fstest.MapFS{
		"a.txt":     {Data: []byte("hello")},
		"dir/b.txt": {Data: []byte("world")},
		"dir/c":     {Data: nil},
	}
	b, err := fs.ReadFile(fsys, "dir/b.txt")
	say(string(b), err)
	_, err = fs.ReadFile(fsys, "nothing")
	say(err, errors.Is(err, fs.ErrNotExist))
	fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		say(path, d.IsDir(), err)
		return nil
	})
	names, err := fs.Glob(fsys, "*/*.txt")
	say(names, err)
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"x.txt", "y/z.txt"} {
		w, err := z.Create(name)
		say(err)
		io.WriteString(w, strings.Repeat(name, 3))
	}
	say(z.Close())
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	say(err, len(r.File))
	for _, f := range r.File {
		rc, err := f.Open()
		say(f.Name, err)
		b, err := io.ReadAll(rc)
		say(string(b), err, rc.Close())
	}
}

func texts() {
	r := csv.NewReader(strings.NewReader("a,b\n\"x,1\",\"y\"\"\"\n"))
	all, err := r.ReadAll()
	say(all, err)
	_, err = csv.NewReader(strings.NewReader("a,\"b\nc")).ReadAll()
	say(err)
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"p q", "r,s", "t\"u"})
	w.Flush()
	say(out.String(), w.Error())
	say(html.EscapeString("<a href=\"x\">&'"), html.UnescapeString("&lt;&amp;&#39;"))
	t, params, err := mime.ParseMediaType("text/html; charset=\"utf-8\"; q=1")
	say(t, params, err, mime.FormatMediaType("a/b", map[string]string{"k": "v w"}), mime.TypeByExtension(".html"))
	say(iotest.TestReader(strings.NewReader("abc"), []byte("abc")))
	b, err := io.ReadAll(iotest.OneByteReader(strings.NewReader("one")))
	say(string(b), err)
	_, err = io.ReadAll(iotest.ErrReader(errors.New("bad")))
	say(err)
	var s scanner.Scanner
	s.Init(strings.NewReader("x := 3.5 + \"s\""))
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		say(s.TokenText(), scanner.TokenString(tok))
	}
	out.Reset()
	tw := tabwriter.NewWriter(&out, 0, 8, 2, ' ', 0)
	io.WriteString(tw, "a\tbbb\tc\naaaa\tb\tc\n")
	tw.Flush()
	say(out.String())
}

func images() {
	m := image.NewRGBA(image.Rect(0, 0, 3, 2))
	m.Set(1, 1, color.RGBA{1, 2, 3, 255})
	say(m.Bounds().Dx(), m.At(1, 1), m.Bounds().Max, image.Pt(1, 2).Add(image.Pt(3, 4)))
	g := color.GrayModel.Convert(color.White).(color.Gray)
	say(g.Y)
}

func run() {
	files()
	texts()
	images()
	a, err := netip.ParseAddr("10.1.2.3")
	say(a, err, a.Is4(), a.IsPrivate(), netip.MustParsePrefix("10.0.0.0/8").Contains(a), a == netip.MustParseAddr("10.1.2.3"))
	p, err := netip.ParseAddrPort("[::1]:80")
	say(p, err, p.Addr().IsLoopback())
	say(unique.Make("a") == unique.Make("a"), unique.Make("a") == unique.Make("b"), unique.Make(3).Value())
}
