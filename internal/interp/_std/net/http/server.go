// Copyright The Go Authors, BSD-style licence; shortened.

// Package http keeps the goroutines, locks and wire format of HTTP/1.1 clients and servers; it drops HTTP/2,
// proxies, multipart forms, file servers and traces. A connection's serve loop, its background read, and a client
// connection's readLoop and writeLoop are goroutines as in the real package.
package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var (
	ServerContextKey = &contextKey{"http-server"}

	LocalAddrContextKey = &contextKey{"local-addr"}
)

func (c *conn) hijacked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hijackedv
}

type connReader struct {
	rwc net.Conn

	mu      sync.Mutex
	conn    *conn
	hasByte bool
	byteBuf [1]byte
	cond    *sync.Cond
	inRead  bool
	aborted bool
}

func (cr *connReader) lock() {
	cr.mu.Lock()
	if cr.cond == nil {
		cr.cond = sync.NewCond(&cr.mu)
	}
}

func (cr *connReader) unlock() { cr.mu.Unlock() }

func (cr *connReader) releaseConn() {
	cr.lock()
	defer cr.unlock()
	cr.conn = nil
}

func (cr *connReader) startBackgroundRead() {
	cr.lock()
	defer cr.unlock()
	if cr.inRead {
		panic("invalid concurrent Body.Read call")
	}
	if cr.hasByte {
		return
	}
	cr.inRead = true
	cr.rwc.SetReadDeadline(time.Time{})
	go cr.backgroundRead()
}

func (cr *connReader) backgroundRead() {
	n, err := cr.rwc.Read(cr.byteBuf[:])
	cr.lock()
	if n == 1 {
		cr.hasByte = true

	}
	if ne, ok := err.(net.Error); ok && cr.aborted && ne.Timeout() {

	} else if err != nil {
		cr.handleReadErrorLocked(err)
	}
	cr.aborted = false
	cr.inRead = false
	cr.unlock()
	cr.cond.Broadcast()
}

func (cr *connReader) abortPendingRead() {
	cr.lock()
	defer cr.unlock()
	if !cr.inRead {
		return
	}
	cr.aborted = true
	cr.rwc.SetReadDeadline(aLongTimeAgo)
	for cr.inRead {
		cr.cond.Wait()
	}
	cr.rwc.SetReadDeadline(time.Time{})
}

func (cr *connReader) handleReadErrorLocked(_ error) {
	if cr.conn == nil {
		return
	}
	cr.conn.cancelCtx()
	if res := cr.conn.curReq.Load(); res != nil {
		res.closeNotify()
	}
}

func (cr *connReader) Read(p []byte) (n int, err error) {
	cr.lock()
	if cr.conn == nil {
		cr.unlock()
		return cr.rwc.Read(p)
	}
	if cr.inRead {
		hijacked := cr.conn.hijacked()
		cr.unlock()
		if hijacked {
			panic("invalid Body.Read call. After hijacked, the original Request must not be used")
		}
		panic("invalid concurrent Body.Read call")
	}
	if len(p) == 0 {
		cr.unlock()
		return 0, nil
	}
	if cr.hasByte {
		p[0] = cr.byteBuf[0]
		cr.hasByte = false
		cr.unlock()
		return 1, nil
	}
	cr.inRead = true
	cr.unlock()
	n, err = cr.rwc.Read(p)

	cr.lock()
	cr.inRead = false
	if err != nil {
		cr.handleReadErrorLocked(err)
	}
	cr.unlock()

	cr.cond.Broadcast()
	return n, err
}

func (c *conn) setState(nc net.Conn, state ConnState) {
	srv := c.server
	switch state {
	case StateNew:
		srv.trackConn(c, true)
	case StateHijacked, StateClosed:
		srv.trackConn(c, false)
	}
	if state > 0xff || state < 0 {
		panic("internal error")
	}
	packedState := uint64(time.Now().Unix()<<8) | uint64(state)
	c.curState.Store(packedState)
	if hook := srv.ConnState; hook != nil {
		hook(nc, state)
	}
}

func (c *conn) getState() (state ConnState, unixSec int64) {
	packedState := c.curState.Load()
	return ConnState(packedState & 0xff), int64(packedState >> 8)
}

var ErrAbortHandler = errors.New("net/http: abort Handler")

func Serve(l net.Listener, handler Handler) error {
	srv := &Server{Handler: handler}
	return srv.Serve(l)
}

func (s *Server) Close() error {
	s.inShutdown.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.closeListenersLocked()

	s.mu.Unlock()
	s.listenerGroup.Wait()
	s.mu.Lock()

	for c := range s.activeConn {
		c.rwc.Close()
		delete(s.activeConn, c)
	}
	return err
}

const shutdownPollIntervalMax = 500 * time.Millisecond

func (s *Server) Shutdown(ctx context.Context) error {
	s.inShutdown.Store(true)

	s.mu.Lock()
	lnerr := s.closeListenersLocked()
	for _, f := range s.onShutdown {
		go f()
	}
	s.mu.Unlock()
	s.listenerGroup.Wait()

	pollIntervalBase := time.Millisecond
	nextPollInterval := func() time.Duration {

		interval := pollIntervalBase
		pollIntervalBase *= 2
		if pollIntervalBase > shutdownPollIntervalMax {
			pollIntervalBase = shutdownPollIntervalMax
		}
		return interval
	}

	timer := time.NewTimer(nextPollInterval())
	defer timer.Stop()
	for {
		if s.closeIdleConns() {
			return lnerr
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			timer.Reset(nextPollInterval())
		}
	}
}

func (s *Server) RegisterOnShutdown(f func()) {
	s.mu.Lock()
	s.onShutdown = append(s.onShutdown, f)
	s.mu.Unlock()
}

func (s *Server) closeIdleConns() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	quiescent := true
	for c := range s.activeConn {
		st, unixSec := c.getState()

		if st == StateNew && unixSec < time.Now().Unix()-5 {
			st = StateIdle
		}
		if st != StateIdle || unixSec == 0 {

			quiescent = false
			continue
		}
		c.rwc.Close()
		delete(s.activeConn, c)
	}
	return quiescent
}

func (s *Server) closeListenersLocked() error {
	var err error
	for ln := range s.listeners {
		if cerr := (*ln).Close(); cerr != nil && err == nil {
			err = cerr
		}
	}
	return err
}

type ConnState int

const (
	StateNew ConnState = iota

	StateActive

	StateIdle

	StateHijacked

	StateClosed
)

var stateName = map[ConnState]string{
	StateNew:      "new",
	StateActive:   "active",
	StateIdle:     "idle",
	StateHijacked: "hijacked",
	StateClosed:   "closed",
}

func (c ConnState) String() string {
	return stateName[c]
}

type serverHandler struct {
	srv *Server
}

func (sh serverHandler) ServeHTTP(rw ResponseWriter, req *Request) {
	handler := sh.srv.Handler
	if handler == nil {
		handler = DefaultServeMux
	}
	if !sh.srv.DisableGeneralOptionsHandler && req.RequestURI == "*" && req.Method == "OPTIONS" {
		handler = globalOptionsHandler{}
	}

	handler.ServeHTTP(rw, req)
}

func (s *Server) ListenAndServe() error {
	if s.shuttingDown() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":http"
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return s.Serve(ln)
}

var ErrServerClosed = errors.New("http: Server closed")

func (s *Server) Serve(l net.Listener) error {
	origListener := l
	l = &onceCloseListener{Listener: l}
	defer l.Close()

	if !s.trackListener(&l, true) {
		return ErrServerClosed
	}
	defer s.trackListener(&l, false)

	baseCtx := context.Background()
	if s.BaseContext != nil {
		baseCtx = s.BaseContext(origListener)
		if baseCtx == nil {
			panic("BaseContext returned a nil context")
		}
	}

	var tempDelay time.Duration

	ctx := context.WithValue(baseCtx, ServerContextKey, s)
	for {
		rw, err := l.Accept()
		if err != nil {
			if s.shuttingDown() {
				return ErrServerClosed
			}
			if ne, ok := err.(net.Error); ok && ne.Temporary() {
				if tempDelay == 0 {
					tempDelay = 5 * time.Millisecond
				} else {
					tempDelay *= 2
				}
				if max := 1 * time.Second; tempDelay > max {
					tempDelay = max
				}
				s.logf("http: Accept error: %v; retrying in %v", err, tempDelay)
				time.Sleep(tempDelay)
				continue
			}
			return err
		}
		connCtx := ctx
		if cc := s.ConnContext; cc != nil {
			connCtx = cc(connCtx, rw)
			if connCtx == nil {
				panic("ConnContext returned nil")
			}
		}
		tempDelay = 0
		c := &conn{server: s, rwc: rw}
		c.setState(c.rwc, StateNew)
		go c.serve(connCtx)
	}
}

func (s *Server) trackListener(ln *net.Listener, add bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners == nil {
		s.listeners = make(map[*net.Listener]struct{})
	}
	if add {
		if s.shuttingDown() {
			return false
		}
		s.listeners[ln] = struct{}{}
		s.listenerGroup.Add(1)
	} else {
		delete(s.listeners, ln)
		s.listenerGroup.Done()
	}
	return true
}

func (s *Server) trackConn(c *conn, add bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.activeConn == nil {
		s.activeConn = make(map[*conn]struct{})
	}
	if add {
		s.activeConn[c] = struct{}{}
	} else {
		delete(s.activeConn, c)
	}
}

func (s *Server) idleTimeout() time.Duration {
	if s.IdleTimeout != 0 {
		return s.IdleTimeout
	}
	return s.ReadTimeout
}

func (s *Server) readHeaderTimeout() time.Duration {
	if s.ReadHeaderTimeout != 0 {
		return s.ReadHeaderTimeout
	}
	return s.ReadTimeout
}

func (s *Server) doKeepAlives() bool {
	return !s.disableKeepAlives.Load() && !s.shuttingDown()
}

func (s *Server) shuttingDown() bool {
	return s.inShutdown.Load()
}

func (s *Server) SetKeepAlivesEnabled(v bool) {
	if v {
		s.disableKeepAlives.Store(false)
		return
	}
	s.disableKeepAlives.Store(true)

	s.closeIdleConns()

}

func (s *Server) logf(format string, args ...any) {
	if s.ErrorLog != nil {
		s.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

func ListenAndServe(addr string, handler Handler) error {
	server := &Server{Addr: addr, Handler: handler}
	return server.ListenAndServe()
}

type onceCloseListener struct {
	net.Listener
	once     sync.Once
	closeErr error
}

func (oc *onceCloseListener) Close() error {
	oc.once.Do(oc.close)
	return oc.closeErr
}

func (oc *onceCloseListener) close() { oc.closeErr = oc.Listener.Close() }

type globalOptionsHandler struct{}

func (globalOptionsHandler) ServeHTTP(w ResponseWriter, r *Request) {
	w.Header().Set("Content-Length", "0")
	if r.ContentLength != 0 {

		mb := MaxBytesReader(w, r.Body, 4<<10)
		io.Copy(io.Discard, mb)
	}
}

type contextKey struct {
	name string
}

func (k *contextKey) String() string { return "net/http context value " + k.name }

var aLongTimeAgo = time.Unix(1, 0)

type Server struct {
	Addr                         string
	Handler                      Handler
	DisableGeneralOptionsHandler bool
	ReadTimeout                  time.Duration
	ReadHeaderTimeout            time.Duration
	WriteTimeout                 time.Duration
	IdleTimeout                  time.Duration
	MaxHeaderBytes               int
	TLSConfig                    *tls.Config
	ConnState                    func(net.Conn, ConnState)
	ErrorLog                     *log.Logger
	BaseContext                  func(net.Listener) context.Context
	ConnContext                  func(ctx context.Context, c net.Conn) context.Context
	TLSNextProto                 map[string]func(*Server, *tls.Conn, Handler)
	HTTP2                        *HTTP2Config
	Protocols                    *Protocols

	inShutdown        atomic.Bool
	disableKeepAlives atomic.Bool

	mu         sync.Mutex
	listeners  map[*net.Listener]struct{}
	activeConn map[*conn]struct{}
	onShutdown []func()

	listenerGroup sync.WaitGroup
}

const DefaultMaxHeaderBytes = 1 << 20

type conn struct {
	tlsState   *tls.ConnectionState
	server     *Server
	cancelCtx  context.CancelFunc
	rwc        net.Conn
	remoteAddr string
	werr       error
	r          *connReader
	bufr       *bufio.Reader
	bufw       *bufio.Writer
	curReq     atomic.Pointer[response]
	curState   atomic.Uint64

	mu        sync.Mutex
	hijackedv bool
}

type checkConnErrorWriter struct {
	c *conn
}

func (w checkConnErrorWriter) Write(p []byte) (n int, err error) {
	n, err = w.c.rwc.Write(p)
	if err != nil && w.c.werr == nil {
		w.c.werr = err
		w.c.cancelCtx()
	}
	return n, err
}

func (c *conn) readRequest(ctx context.Context) (*response, error) {
	t0 := time.Now()
	if d := c.server.ReadTimeout; d > 0 {
		c.rwc.SetReadDeadline(t0.Add(d))
	}
	if d := c.server.WriteTimeout; d > 0 {
		defer func() { c.rwc.SetWriteDeadline(time.Now().Add(d)) }()
	}
	req, err := readRequest(c.bufr)
	if err != nil {
		return nil, err
	}
	ctx, cancelCtx := context.WithCancel(ctx)
	req.ctx = ctx
	req.RemoteAddr = c.remoteAddr
	req.TLS = c.tlsState
	if b, ok := req.Body.(*body); ok {
		b.doEarlyClose = true
	}
	return &response{
		conn:          c,
		cancelCtx:     cancelCtx,
		req:           req,
		reqBody:       req.Body,
		handlerHeader: make(Header),
		contentLength: -1,
		wantsClose:    req.Close || !req.ProtoAtLeast(1, 1),
	}, nil
}

func (c *conn) serve(ctx context.Context) {
	if ra := c.rwc.RemoteAddr(); ra != nil {
		c.remoteAddr = ra.String()
	}
	ctx = context.WithValue(ctx, LocalAddrContextKey, c.rwc.LocalAddr())
	var inFlight *response
	defer func() {
		if err := recover(); err != nil && err != ErrAbortHandler {
			c.server.logf("http: panic serving %v: %v", c.remoteAddr, err)
		}
		if inFlight != nil {
			inFlight.cancelCtx()
		}
		if !c.hijacked() {
			if inFlight != nil {
				c.r.abortPendingRead()
				inFlight.reqBody.Close()
			}
			if c.bufw != nil {
				c.bufw.Flush()
			}
			c.rwc.Close()
			c.setState(c.rwc, StateClosed)
		}
	}()
	if tlsConn, ok := c.rwc.(*tls.Conn); ok {
		d := c.server.tlsHandshakeTimeout()
		if d > 0 {
			c.rwc.SetDeadline(time.Now().Add(d))
		}
		if err := tlsConn.HandshakeContext(ctx); err != nil {
			if re, ok := err.(tls.RecordHeaderError); ok && re.Conn != nil {
				io.WriteString(re.Conn, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n")
				re.Conn.Close()
				return
			}
			c.server.logf("http: TLS handshake error from %s: %v", c.rwc.RemoteAddr(), err)
			return
		}
		if d > 0 {
			c.rwc.SetDeadline(time.Time{})
		}
		c.tlsState = new(tls.ConnectionState)
		*c.tlsState = tlsConn.ConnectionState()
	}
	ctx, cancelCtx := context.WithCancel(ctx)
	c.cancelCtx = cancelCtx
	defer cancelCtx()
	c.r = &connReader{conn: c, rwc: c.rwc}
	c.bufr = bufio.NewReader(c.r)
	c.bufw = bufio.NewWriterSize(checkConnErrorWriter{c}, 4<<10)
	if d := c.server.readHeaderTimeout(); d > 0 {
		c.rwc.SetReadDeadline(time.Now().Add(d))
	}
	for {
		w, err := c.readRequest(ctx)
		if err == nil || !isCommonNetReadError(err) {
			c.setState(c.rwc, StateActive)
		}
		if c.server.shuttingDown() {
			return
		}
		if err != nil {
			if !isCommonNetReadError(err) {
				const text = "400 Bad Request"
				fmt.Fprintf(c.rwc, "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n%s",
					text, text)
			}
			return
		}
		if strings.EqualFold(w.req.Header.Get("Expect"), "100-continue") && w.req.ContentLength != 0 {
			c.bufw.WriteString("HTTP/1.1 100 Continue\r\n\r\n")
			c.bufw.Flush()
		}
		c.curReq.Store(w)
		if b, ok := w.req.Body.(*body); ok && b.bodyRemains() {
			b.registerOnHitEOF(c.r.startBackgroundRead)
		} else {
			c.r.startBackgroundRead()
		}
		inFlight = w
		serverHandler{c.server}.ServeHTTP(w, w.req)
		inFlight = nil
		w.cancelCtx()
		if c.hijacked() {
			c.r.releaseConn()
			return
		}
		w.finishRequest()
		c.rwc.SetWriteDeadline(time.Time{})
		if !w.shouldReuseConnection() {
			return
		}
		c.setState(c.rwc, StateIdle)
		c.curReq.Store(nil)
		if !c.server.doKeepAlives() {
			return
		}
		if d := c.server.idleTimeout(); d > 0 {
			c.rwc.SetReadDeadline(time.Now().Add(d))
		} else {
			c.rwc.SetReadDeadline(time.Time{})
		}
		if _, err := c.bufr.Peek(4); err != nil {
			return
		}
		if d := c.server.readHeaderTimeout(); d > 0 {
			c.rwc.SetReadDeadline(time.Now().Add(d))
		} else {
			c.rwc.SetReadDeadline(time.Time{})
		}
	}
}

func isCommonNetReadError(err error) bool {
	if err == io.EOF {
		return true
	}
	if neterr, ok := err.(net.Error); ok && neterr.Timeout() {
		return true
	}
	oe, ok := err.(*net.OpError)
	return ok && oe.Op == "read"
}

// A response buffers 2 kB before it sends its header.
type response struct {
	conn          *conn
	req           *Request
	reqBody       io.ReadCloser
	cancelCtx     context.CancelFunc
	wantsClose    bool
	handlerHeader Header
	calledHeader  bool
	wroteHeader   bool
	header        Header
	headerSent    bool
	chunking      bool
	status        int
	written       int64
	contentLength int64
	buf           []byte

	closeAfterReply bool
	fullDuplex      bool
	handlerDone     atomic.Bool

	lazyCloseNotifyMu    sync.Mutex
	closeNotifyCh        chan bool
	closeNotifyTriggered bool
}

func (w *response) Header() Header {
	if w.header == nil && w.wroteHeader && !w.headerSent {
		w.header = w.handlerHeader.Clone()
	}
	w.calledHeader = true
	return w.handlerHeader
}

func (w *response) WriteHeader(code int) {
	if w.conn.hijacked() {
		w.conn.server.logf("http: response.WriteHeader on hijacked connection")
		return
	}
	if w.wroteHeader {
		w.conn.server.logf("http: superfluous response.WriteHeader call")
		return
	}
	checkWriteHeaderCode(code)
	if code >= 100 && code <= 199 && code != StatusSwitchingProtocols {
		fmt.Fprintf(w.conn.bufw, "HTTP/1.1 %d %s\r\n", code, StatusText(code))
		w.handlerHeader.Write(w.conn.bufw)
		w.conn.bufw.WriteString("\r\n")
		w.conn.bufw.Flush()
		return
	}
	w.wroteHeader = true
	w.status = code
	if w.calledHeader && w.header == nil {
		w.header = w.handlerHeader.Clone()
	}
	if cl := w.handlerHeader.Get("Content-Length"); cl != "" {
		v, err := strconv.ParseInt(cl, 10, 64)
		if err == nil && v >= 0 {
			w.contentLength = v
		} else {
			w.handlerHeader.Del("Content-Length")
		}
	}
}

func (w *response) Write(data []byte) (n int, err error) {
	if w.conn.hijacked() {
		return 0, ErrHijacked
	}
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	if len(data) == 0 {
		return 0, nil
	}
	if !bodyAllowedForStatus(w.status) {
		return 0, ErrBodyNotAllowed
	}
	w.written += int64(len(data))
	if w.contentLength != -1 && w.written > w.contentLength {
		return 0, ErrContentLength
	}
	w.buf = append(w.buf, data...)
	if len(w.buf) > 2048 {
		err = w.send()
	}
	return len(data), err
}

func (w *response) WriteString(data string) (n int, err error) { return w.Write([]byte(data)) }

// send writes the header, if it is not yet sent, and what is buffered.
func (w *response) send() error {
	bw := w.conn.bufw
	isHEAD := w.req.Method == "HEAD"
	if !w.headerSent {
		w.headerSent = true
		h := w.header
		if h == nil {
			h = w.handlerHeader
		}
		h = maps.Clone(h)
		if h == nil {
			h = Header{}
		}
		for k := range h {
			if strings.HasPrefix(k, TrailerPrefix) {
				delete(h, k)
			}
		}
		if w.handlerDone.Load() && h.Get("Content-Length") == "" && bodyAllowedForStatus(w.status) &&
			h.Get("Trailer") == "" &&
			(!isHEAD || len(w.buf) > 0) {
			w.contentLength = int64(len(w.buf))
			h.Set("Content-Length", strconv.Itoa(len(w.buf)))
		}
		if b, ok := w.reqBody.(*body); ok && !w.fullDuplex && !w.fullyRead(b) {
			w.closeAfterReply = true
		}
		if w.wantsClose || h.Get("Connection") == "close" || !w.conn.server.doKeepAlives() {
			w.closeAfterReply = true
		}
		if bodyAllowedForStatus(w.status) {
			if _, has := h["Content-Type"]; !has && len(w.buf) > 0 {
				h.Set("Content-Type", DetectContentType(w.buf))
			}
			if h.Get("Content-Length") == "" && !isHEAD {
				if w.req.ProtoAtLeast(1, 1) {
					w.chunking = true
					h.Set("Transfer-Encoding", "chunked")
				} else {
					w.closeAfterReply = true
				}
			}
		}
		if w.closeAfterReply {
			h.Set("Connection", "close")
		}
		fmt.Fprintf(bw, "HTTP/1.1 %03d %s\r\n", w.status, StatusText(w.status))
		h.Write(bw)
		bw.WriteString("\r\n")
	}
	data := w.buf
	w.buf = nil
	if len(data) == 0 || isHEAD {
		return nil
	}
	if w.chunking {
		fmt.Fprintf(bw, "%x\r\n", len(data))
	}
	_, err := bw.Write(data)
	if w.chunking {
		bw.WriteString("\r\n")
	}
	return err
}

// fullyRead reads the rest of a short request body, as the real server does before it sends its header.
func (w *response) fullyRead(b *body) bool {
	b.mu.Lock()
	lr, ok := b.src.(*io.LimitedReader)
	big := !b.closed && ok && lr.N >= maxPostHandlerReadBytes
	b.mu.Unlock()
	if big {
		return false
	}
	b.Close()
	return !b.didEarlyClose()
}

func (w *response) Flush() { w.FlushError() }

func (w *response) FlushError() error {
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	if err := w.send(); err != nil {
		return err
	}
	return w.conn.bufw.Flush()
}

func (w *response) finishRequest() {
	w.handlerDone.Store(true)
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	w.send()
	if w.chunking {
		w.conn.bufw.WriteString("0\r\n")
		w.trailers().Write(w.conn.bufw)
		w.conn.bufw.WriteString("\r\n")
	}
	w.conn.bufw.Flush()
	w.conn.r.abortPendingRead()
	w.reqBody.Close()
}

const TrailerPrefix = "Trailer:"

func (w *response) trailers() Header {
	t := make(Header)
	for k, vv := range w.handlerHeader {
		if kk, found := strings.CutPrefix(k, TrailerPrefix); found {
			t[kk] = vv
		}
	}
	for _, v := range w.handlerHeader["Trailer"] {
		for _, k := range strings.Split(v, ",") {
			k = CanonicalHeaderKey(strings.TrimSpace(k))
			if vv := w.handlerHeader[k]; len(vv) > 0 {
				t[k] = vv
			}
		}
	}
	return t
}

func (w *response) shouldReuseConnection() bool {
	if w.closeAfterReply {
		return false
	}
	if w.req.Method != "HEAD" && w.contentLength != -1 && bodyAllowedForStatus(w.status) &&
		w.contentLength != w.written {
		return false
	}
	if b, ok := w.reqBody.(*body); ok && b.didEarlyClose() {
		return false
	}
	return w.conn.werr == nil
}

func (w *response) SetReadDeadline(deadline time.Time) error {
	return w.conn.rwc.SetReadDeadline(deadline)
}
func (w *response) SetWriteDeadline(deadline time.Time) error {
	return w.conn.rwc.SetWriteDeadline(deadline)
}
func (w *response) EnableFullDuplex() error {
	w.fullDuplex = true
	return nil
}

func (w *response) requestTooLarge() {
	w.closeAfterReply = true
	if !w.wroteHeader {
		w.Header().Set("Connection", "close")
	}
}

func (w *response) Hijack() (rwc net.Conn, buf *bufio.ReadWriter, err error) {
	if w.handlerDone.Load() {
		panic("net/http: Hijack called after ServeHTTP finished")
	}
	if w.wroteHeader {
		w.send()
		w.conn.bufw.Flush()
	}
	c := w.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hijackedv {
		return nil, nil, ErrHijacked
	}
	c.r.abortPendingRead()
	c.hijackedv = true
	rwc = c.rwc
	rwc.SetDeadline(time.Time{})
	if c.r.hasByte {
		if _, err := c.bufr.Peek(c.bufr.Buffered() + 1); err != nil {
			return nil, nil, fmt.Errorf("unexpected Peek failure reading buffered byte: %v", err)
		}
	}
	c.bufw.Reset(rwc)
	buf = bufio.NewReadWriter(c.bufr, c.bufw)
	c.setState(rwc, StateHijacked)
	return rwc, buf, nil
}

func (w *response) CloseNotify() <-chan bool {
	w.lazyCloseNotifyMu.Lock()
	defer w.lazyCloseNotifyMu.Unlock()
	if w.handlerDone.Load() {
		panic("net/http: CloseNotify called after ServeHTTP finished")
	}
	if w.closeNotifyCh == nil {
		w.closeNotifyCh = make(chan bool, 1)
		if w.closeNotifyTriggered {
			w.closeNotifyCh <- true
		}
	}
	return w.closeNotifyCh
}

func (w *response) closeNotify() {
	w.lazyCloseNotifyMu.Lock()
	defer w.lazyCloseNotifyMu.Unlock()
	if w.closeNotifyTriggered {
		return
	}
	w.closeNotifyTriggered = true
	if w.closeNotifyCh != nil {
		w.closeNotifyCh <- true
	}
}

func bodyAllowedForStatus(status int) bool {
	return status >= 200 && status != StatusNoContent && status != StatusNotModified
}

var (
	ErrBodyNotAllowed  = errors.New("http: request method or response status code does not allow body")
	ErrHijacked        = errors.New("http: connection has been hijacked")
	ErrContentLength   = errors.New("http: wrote more than the declared Content-Length")
	ErrWriteAfterFlush = errors.New("unused")
)

const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

func (s *Server) tlsHandshakeTimeout() time.Duration {
	var ret time.Duration
	for _, v := range [...]time.Duration{s.ReadHeaderTimeout, s.ReadTimeout, s.WriteTimeout} {
		if v > 0 && (ret == 0 || v < ret) {
			ret = v
		}
	}
	return ret
}

func (s *Server) ListenAndServeTLS(certFile, keyFile string) error {
	if s.shuttingDown() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":https"
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	return s.ServeTLS(ln, certFile, keyFile)
}

func (s *Server) ServeTLS(l net.Listener, certFile, keyFile string) error {
	config := s.TLSConfig.Clone()
	if config == nil {
		config = &tls.Config{}
	}
	config.NextProtos = append([]string{"http/1.1"}, config.NextProtos...)
	if len(config.Certificates) == 0 && config.GetCertificate == nil && config.GetConfigForClient == nil ||
		certFile != "" || keyFile != "" {
		cert, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return err
		}
		config.Certificates = []tls.Certificate{cert}
	}
	return s.Serve(tls.NewListener(l, config))
}

func ListenAndServeTLS(addr, certFile, keyFile string, handler Handler) error {
	return (&Server{Addr: addr, Handler: handler}).ListenAndServeTLS(certFile, keyFile)
}

func ServeTLS(l net.Listener, handler Handler, certFile, keyFile string) error {
	return (&Server{Handler: handler}).ServeTLS(l, certFile, keyFile)
}

type HTTP2Config struct {
	MaxConcurrentStreams          int
	StrictMaxConcurrentRequests   bool
	MaxDecoderHeaderTableSize     int
	MaxEncoderHeaderTableSize     int
	MaxReadFrameSize              int
	MaxReceiveBufferPerConnection int
	MaxReceiveBufferPerStream     int
	SendPingTimeout               time.Duration
	PingTimeout                   time.Duration
	WriteByteTimeout              time.Duration
	PermitProhibitedCipherSuites  bool
	CountError                    func(errType string)
}

type Protocols struct{ bits uint8 }

func (p *Protocols) set(bit uint8, ok bool) {
	p.bits &^= bit
	if ok {
		p.bits |= bit
	}
}

func (p Protocols) HTTP1() bool                 { return p.bits&1 != 0 }
func (p *Protocols) SetHTTP1(ok bool)           { p.set(1, ok) }
func (p Protocols) HTTP2() bool                 { return p.bits&2 != 0 }
func (p *Protocols) SetHTTP2(ok bool)           { p.set(2, ok) }
func (p Protocols) UnencryptedHTTP2() bool      { return p.bits&4 != 0 }
func (p *Protocols) SetUnencryptedHTTP2(k bool) { p.set(4, k) }
func (p Protocols) String() string              { return "{}" }
