// Package httputil keeps dumps and a ReverseProxy that copies in the handler's goroutine; it drops upgrades, trailers.
package httputil

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

var (
	ErrPersistEOF = &http.ProtocolError{ErrorString: "persistent connection closed"}
	ErrClosed     = &http.ProtocolError{ErrorString: "connection closed by user"}
	ErrPipeline   = &http.ProtocolError{ErrorString: "pipeline error"}
)

// drain reads b and returns two readers of its bytes.
func drain(b io.ReadCloser) (r1, r2 io.ReadCloser, err error) {
	if b == nil || b == http.NoBody {
		return http.NoBody, http.NoBody, nil
	}
	data, err := io.ReadAll(b)
	if cerr := b.Close(); err == nil {
		err = cerr
	}
	return io.NopCloser(bytes.NewReader(data)), io.NopCloser(bytes.NewReader(data)), err
}

func DumpRequest(req *http.Request, body bool) ([]byte, error) {
	var b bytes.Buffer
	uri := req.RequestURI
	if uri == "" {
		uri = req.URL.RequestURI()
	}
	method := req.Method
	if method == "" {
		method = "GET"
	}
	fmt.Fprintf(&b, "%s %s HTTP/%d.%d\r\n", method, uri, req.ProtoMajor, req.ProtoMinor)
	host := req.Host
	if host == "" && req.URL != nil {
		host = req.URL.Host
	}
	fmt.Fprintf(&b, "Host: %s\r\n", host)
	req.Header.WriteSubset(&b, map[string]bool{"Host": true, "Transfer-Encoding": true, "Trailer": true})
	b.WriteString("\r\n")
	if body && req.Body != nil {
		save, r, err := drain(req.Body)
		if err != nil {
			return nil, err
		}
		io.Copy(&b, r)
		req.Body = save
	}
	return b.Bytes(), nil
}

func DumpRequestOut(req *http.Request, body bool) ([]byte, error) {
	save, r, err := drain(req.Body)
	if err != nil {
		return nil, err
	}
	out := req.Clone(context.Background())
	out.Body = r
	var b bytes.Buffer
	err = out.Write(&b)
	if req.Body != nil {
		req.Body = save
	}
	if i := bytes.Index(b.Bytes(), []byte("\r\n\r\n")); !body && i >= 0 {
		b.Truncate(i + 4)
	}
	return b.Bytes(), err
}

func DumpResponse(resp *http.Response, body bool) ([]byte, error) {
	save, r, err := drain(resp.Body)
	if err != nil {
		return nil, err
	}
	out := *resp
	out.Body = r
	var b bytes.Buffer
	err = out.Write(&b)
	resp.Body = save
	if i := bytes.Index(b.Bytes(), []byte("\r\n\r\n")); !body && i >= 0 {
		b.Truncate(i + 4)
	}
	return b.Bytes(), err
}

type BufferPool interface {
	Get() []byte
	Put([]byte)
}

type ProxyRequest struct {
	In  *http.Request
	Out *http.Request
}

func (r *ProxyRequest) SetURL(target *url.URL) {
	rewrite(r.Out, target)
	r.Out.Host = ""
}

func (r *ProxyRequest) SetXForwarded() {
	if ip, _, err := net.SplitHostPort(r.In.RemoteAddr); err == nil {
		r.Out.Header.Set("X-Forwarded-For", ip)
	}
	r.Out.Header.Set("X-Forwarded-Host", r.In.Host)
	r.Out.Header.Set("X-Forwarded-Proto", "http")
}

type ReverseProxy struct {
	Rewrite        func(*ProxyRequest)
	Director       func(*http.Request)
	Transport      http.RoundTripper
	FlushInterval  time.Duration
	ErrorLog       *log.Logger
	BufferPool     BufferPool
	ModifyResponse func(*http.Response) error
	ErrorHandler   func(http.ResponseWriter, *http.Request, error)
}

func NewSingleHostReverseProxy(target *url.URL) *ReverseProxy {
	return &ReverseProxy{Director: func(req *http.Request) { rewrite(req, target) }}
}

func rewrite(req *http.Request, target *url.URL) {
	req.URL.Scheme = target.Scheme
	req.URL.Host = target.Host
	req.URL.Path = strings.TrimSuffix(target.Path, "/") + "/" + strings.TrimPrefix(req.URL.Path, "/")
	req.URL.RawPath = ""
	if target.RawQuery == "" || req.URL.RawQuery == "" {
		req.URL.RawQuery = target.RawQuery + req.URL.RawQuery
	} else {
		req.URL.RawQuery = target.RawQuery + "&" + req.URL.RawQuery
	}
}

var hopHeaders = []string{
	"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade",
}

func (p *ReverseProxy) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	transport := p.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	out := req.Clone(req.Context())
	if req.ContentLength == 0 {
		out.Body = nil
	}
	if out.Body != nil {
		defer out.Body.Close()
	}
	if out.Header == nil {
		out.Header = make(http.Header)
	}
	out.RequestURI = ""
	out.Close = false
	switch {
	case p.Director != nil:
		p.Director(out)
		if ip, _, err := net.SplitHostPort(req.RemoteAddr); err == nil {
			if prior := out.Header["X-Forwarded-For"]; len(prior) > 0 {
				ip = strings.Join(prior, ", ") + ", " + ip
			}
			out.Header.Set("X-Forwarded-For", ip)
		}
	case p.Rewrite != nil:
		p.Rewrite(&ProxyRequest{In: req, Out: out})
	}
	for _, h := range hopHeaders {
		out.Header.Del(h)
	}
	res, err := transport.RoundTrip(out)
	if err != nil {
		p.fail(rw, out, err)
		return
	}
	for _, h := range hopHeaders {
		res.Header.Del(h)
	}
	if p.ModifyResponse != nil {
		if err := p.ModifyResponse(res); err != nil {
			res.Body.Close()
			p.fail(rw, out, err)
			return
		}
	}
	for k, vv := range res.Header {
		for _, v := range vv {
			rw.Header().Add(k, v)
		}
	}
	rw.WriteHeader(res.StatusCode)
	if err := p.copy(rw, res.Body); err != nil {
		res.Body.Close()
		panic(http.ErrAbortHandler)
	}
	res.Body.Close()
}

func (p *ReverseProxy) fail(rw http.ResponseWriter, req *http.Request, err error) {
	if p.ErrorHandler != nil {
		p.ErrorHandler(rw, req, err)
		return
	}
	if p.ErrorLog != nil {
		p.ErrorLog.Printf("http: proxy error: %v", err)
	} else {
		log.Printf("http: proxy error: %v", err)
	}
	rw.WriteHeader(http.StatusBadGateway)
}

func (p *ReverseProxy) copy(dst http.ResponseWriter, src io.Reader) error {
	buf := make([]byte, 32<<10)
	if p.BufferPool != nil {
		buf = p.BufferPool.Get()
		defer p.BufferPool.Put(buf)
	}
	w := &flushWriter{w: dst, every: p.FlushInterval}
	defer w.stop()
	for {
		n, rerr := src.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
		}
		if errors.Is(rerr, io.EOF) {
			return nil
		}
		if rerr != nil {
			return rerr
		}
	}
}

// A flushWriter flushes at once if every is negative, and by a timer if it is positive.
type flushWriter struct {
	w     http.ResponseWriter
	every time.Duration
	mu    sync.Mutex
	t     *time.Timer
	wait  bool
}

func (m *flushWriter) Write(p []byte) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err = m.w.Write(p)
	switch {
	case m.every < 0:
		m.flush()
	case m.every > 0 && !m.wait:
		m.wait = true
		if m.t == nil {
			m.t = time.AfterFunc(m.every, func() {
				m.mu.Lock()
				defer m.mu.Unlock()
				if m.wait {
					m.flush()
					m.wait = false
				}
			})
		} else {
			m.t.Reset(m.every)
		}
	}
	return n, err
}

func (m *flushWriter) flush() {
	if f, ok := m.w.(http.Flusher); ok {
		f.Flush()
	}
}

func (m *flushWriter) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wait = false
	if m.t != nil {
		m.t.Stop()
	}
}
