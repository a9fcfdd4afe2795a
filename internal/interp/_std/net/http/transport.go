// Copyright The Go Authors, BSD-style licence; shortened.

package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"
)

var DefaultTransport RoundTripper = &Transport{
	Proxy:                 ProxyFromEnvironment,
	ForceAttemptHTTP2:     true,
	MaxIdleConns:          100,
	IdleConnTimeout:       90 * time.Second,
	TLSHandshakeTimeout:   10 * time.Second,
	ExpectContinueTimeout: 1 * time.Second,
}

const DefaultMaxIdleConnsPerHost = 2

// ProxyFromEnvironment finds no proxy, and Transport asks for none.
func ProxyFromEnvironment(req *Request) (*url.URL, error) { return nil, nil }

func ProxyURL(fixedURL *url.URL) func(*Request) (*url.URL, error) {
	return func(*Request) (*url.URL, error) { return fixedURL, nil }
}

type Transport struct {
	Proxy                  func(*Request) (*url.URL, error)
	DialContext            func(ctx context.Context, network, addr string) (net.Conn, error)
	Dial                   func(network, addr string) (net.Conn, error)
	TLSClientConfig        *tls.Config
	TLSHandshakeTimeout    time.Duration
	DisableKeepAlives      bool
	DisableCompression     bool
	MaxIdleConns           int
	MaxIdleConnsPerHost    int
	MaxConnsPerHost        int
	IdleConnTimeout        time.Duration
	ResponseHeaderTimeout  time.Duration
	ExpectContinueTimeout  time.Duration
	ProxyConnectHeader     Header
	MaxResponseHeaderBytes int64
	WriteBufferSize        int
	ReadBufferSize         int
	ForceAttemptHTTP2      bool
	DialTLSContext         func(ctx context.Context, network, addr string) (net.Conn, error)
	DialTLS                func(network, addr string) (net.Conn, error)
	TLSNextProto           map[string]func(authority string, c *tls.Conn) RoundTripper
	GetProxyConnectHeader  func(ctx context.Context, proxyURL *url.URL, target string) (Header, error)
	OnProxyConnectResponse func(ctx context.Context, proxyURL *url.URL, req *Request, res *Response) error
	HTTP2                  *HTTP2Config
	Protocols              *Protocols

	idleMu       sync.Mutex
	closeIdle    bool
	idleConn     map[string][]*persistConn
	idleConnWait map[string][]*wantConn

	altMu  sync.Mutex
	alt    map[string]RoundTripper
	connMu sync.Mutex
	conns  map[string]int
	queue  map[string][]*wantConn
}

func (t *Transport) Clone() *Transport {
	return &Transport{
		Proxy:                  t.Proxy,
		DialContext:            t.DialContext,
		Dial:                   t.Dial,
		DialTLSContext:         t.DialTLSContext,
		DialTLS:                t.DialTLS,
		TLSNextProto:           t.TLSNextProto,
		HTTP2:                  t.HTTP2,
		Protocols:              t.Protocols,
		TLSClientConfig:        t.TLSClientConfig.Clone(),
		TLSHandshakeTimeout:    t.TLSHandshakeTimeout,
		DisableKeepAlives:      t.DisableKeepAlives,
		DisableCompression:     t.DisableCompression,
		MaxIdleConns:           t.MaxIdleConns,
		MaxIdleConnsPerHost:    t.MaxIdleConnsPerHost,
		MaxConnsPerHost:        t.MaxConnsPerHost,
		IdleConnTimeout:        t.IdleConnTimeout,
		ResponseHeaderTimeout:  t.ResponseHeaderTimeout,
		ExpectContinueTimeout:  t.ExpectContinueTimeout,
		ProxyConnectHeader:     t.ProxyConnectHeader.Clone(),
		MaxResponseHeaderBytes: t.MaxResponseHeaderBytes,
		WriteBufferSize:        t.WriteBufferSize,
		ReadBufferSize:         t.ReadBufferSize,
		ForceAttemptHTTP2:      t.ForceAttemptHTTP2,
	}
}

var (
	errKeepAlivesDisabled        = errors.New("http: putIdleConn: keep alives disabled")
	errConnBroken                = errors.New("http: putIdleConn: connection is in bad state")
	errCloseIdle                 = errors.New("http: putIdleConn: CloseIdleConnections was called")
	errTooManyIdleHost           = errors.New("http: putIdleConn: too many idle connections for host")
	errCloseIdleConns            = errors.New("http: CloseIdleConnections called")
	errReadLoopExiting           = errors.New("http: persistConn.readLoop exiting")
	errIdleConnTimeout           = errors.New("http: idle connection timeout")
	errServerClosedIdle          = errors.New("http: server closed idle connection")
	errRequestCanceled           = errors.New("net/http: request canceled")
	errRequestDone               = errors.New("net/http: request completed")
	errReadOnClosedResBody       = errors.New("http: read on closed response body")
	errTimeout             error = &timeoutError{"net/http: timeout awaiting response headers"}
	ErrSkipAltProtocol           = errors.New("net/http: skip alternate protocol")
)

func (t *Transport) RegisterProtocol(scheme string, rt RoundTripper) {
	t.altMu.Lock()
	defer t.altMu.Unlock()
	if _, exists := t.alt[scheme]; exists {
		panic("protocol " + scheme + " already registered")
	}
	if t.alt == nil {
		t.alt = make(map[string]RoundTripper)
	}
	t.alt[scheme] = rt
}

func (t *Transport) alternate(scheme string) RoundTripper {
	t.altMu.Lock()
	defer t.altMu.Unlock()
	return t.alt[scheme]
}

type transportRequest struct {
	*Request
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu  sync.Mutex
	err error
}

func (tr *transportRequest) setError(err error) {
	tr.mu.Lock()
	if tr.err == nil {
		tr.err = err
	}
	tr.mu.Unlock()
}

func (t *Transport) RoundTrip(req *Request) (_ *Response, err error) {
	fail := func(err error) (*Response, error) {
		req.closeBody()
		return nil, err
	}
	if req.URL == nil {
		return fail(errors.New("http: nil Request.URL"))
	}
	if req.Header == nil {
		return fail(errors.New("http: nil Request.Header"))
	}
	for k := range req.Header {
		if !isToken(k) {
			return fail(fmt.Errorf("net/http: invalid header field name %q", k))
		}
	}
	if alt := t.alternate(req.URL.Scheme); alt != nil {
		if resp, err := alt.RoundTrip(req); err != ErrSkipAltProtocol {
			return resp, err
		}
	}
	if req.URL.Scheme != "http" && req.URL.Scheme != "https" {
		return fail(badStringError("unsupported protocol scheme", req.URL.Scheme))
	}
	if req.Method != "" && !validMethod(req.Method) {
		return fail(fmt.Errorf("net/http: invalid method %q", req.Method))
	}
	if req.URL.Host == "" {
		return fail(errors.New("http: no Host in request URL"))
	}
	origReq := req
	ctx, cancel := context.WithCancelCause(req.Context())
	if origReq.Cancel != nil {
		go func() {
			select {
			case <-origReq.Cancel:
				cancel(errRequestCanceled)
			case <-ctx.Done():
			}
		}()
	}
	defer func() {
		if err != nil {
			cancel(err)
		}
	}()
	for {
		if ctx.Err() != nil {
			return fail(context.Cause(ctx))
		}
		treq := &transportRequest{Request: req, ctx: ctx, cancel: cancel}
		pc, err := t.getConn(treq)
		if err != nil {
			return fail(err)
		}
		resp, err := pc.roundTrip(treq)
		if err == nil {
			resp.Request = origReq
			return resp, nil
		}
		if !pc.shouldRetryRequest(req, err) {
			switch e := err.(type) {
			case nothingWrittenError:
				err = e.error
			case transportReadFromServerError:
				err = e.err
			}
			return nil, err
		}
		if req.GetBody != nil {
			r := *req
			if r.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
			req = &r
		}
	}
}

type nothingWrittenError struct{ error }

func (e nothingWrittenError) Unwrap() error { return e.error }

type transportReadFromServerError struct{ err error }

func (e transportReadFromServerError) Unwrap() error { return e.err }

func (e transportReadFromServerError) Error() string {
	return fmt.Sprintf("net/http: Transport failed to read from server: %v", e.err)
}

func (pc *persistConn) shouldRetryRequest(req *Request, err error) bool {
	if err == errMissingHost || !pc.isReused() {
		return false
	}
	if _, ok := err.(nothingWrittenError); ok {
		return req.outgoingLength() == 0 || req.GetBody != nil
	}
	if !req.isReplayable() {
		return false
	}
	if _, ok := err.(transportReadFromServerError); ok {
		return true
	}
	return err == errServerClosedIdle
}

// A wantConn waits for a connection, dialled or given back.
type wantConn struct {
	key       string
	ctx       context.Context
	cancelCtx context.CancelFunc
	result    chan connOrError

	mu   sync.Mutex
	done bool
}

type connOrError struct {
	pc  *persistConn
	err error
}

func (w *wantConn) waiting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.done
}

func (w *wantConn) tryDeliver(pc *persistConn, err error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return false
	}
	w.done = true
	w.result <- connOrError{pc, err}
	return true
}

func (t *Transport) getConn(treq *transportRequest) (*persistConn, error) {
	port := treq.URL.Port()
	switch {
	case port != "":
	case treq.URL.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	key := treq.URL.Scheme + "|" + net.JoinHostPort(treq.URL.Hostname(), port)
	w := &wantConn{key: key, result: make(chan connOrError, 1)}
	w.ctx, w.cancelCtx = context.WithCancel(context.WithoutCancel(treq.ctx))
	if !t.queueForIdleConn(w) {
		t.queueForDial(w)
	}
	select {
	case r := <-w.result:
		if r.err != nil && treq.ctx.Err() != nil {
			return nil, context.Cause(treq.ctx)
		}
		return r.pc, r.err
	case <-treq.ctx.Done():
		w.mu.Lock()
		delivered := w.done
		w.done = true
		w.mu.Unlock()
		if delivered {
			if r := <-w.result; r.pc != nil {
				t.putOrCloseIdleConn(r.pc)
			}
		}
		w.cancelCtx()
		return nil, context.Cause(treq.ctx)
	}
}

func (t *Transport) queueForIdleConn(w *wantConn) bool {
	if t.DisableKeepAlives {
		return false
	}
	t.idleMu.Lock()
	defer t.idleMu.Unlock()
	t.closeIdle = false
	list := t.idleConn[w.key]
	for len(list) > 0 {
		pc := list[len(list)-1]
		list = list[:len(list)-1]
		t.idleConn[w.key] = list
		if pc.idleTimer != nil {
			pc.idleTimer.Stop()
		}
		if !pc.isBroken() {
			return w.tryDeliver(pc, nil)
		}
	}
	if t.idleConnWait == nil {
		t.idleConnWait = make(map[string][]*wantConn)
	}
	t.idleConnWait[w.key] = append(t.idleConnWait[w.key], w)
	return false
}

func (t *Transport) queueForDial(w *wantConn) {
	if t.MaxConnsPerHost <= 0 {
		go t.dialConnFor(w)
		return
	}
	t.connMu.Lock()
	defer t.connMu.Unlock()
	if t.conns == nil {
		t.conns = make(map[string]int)
		t.queue = make(map[string][]*wantConn)
	}
	if t.conns[w.key] < t.MaxConnsPerHost {
		t.conns[w.key]++
		go t.dialConnFor(w)
		return
	}
	t.queue[w.key] = append(t.queue[w.key], w)
}

func (t *Transport) decConnsPerHost(key string) {
	if t.MaxConnsPerHost <= 0 {
		return
	}
	t.connMu.Lock()
	defer t.connMu.Unlock()
	for q := t.queue[key]; len(q) > 0; q = t.queue[key] {
		w := q[0]
		t.queue[key] = q[1:]
		if w.waiting() {
			go t.dialConnFor(w)
			return
		}
	}
	t.conns[key]--
}

func (t *Transport) dialConnFor(w *wantConn) {
	pc, err := t.dialConn(w.ctx, w.key)
	delivered := w.tryDeliver(pc, err)
	if err == nil && !delivered {
		t.putOrCloseIdleConn(pc)
	}
	if err != nil {
		t.decConnsPerHost(w.key)
	}
}

func (t *Transport) dialConn(ctx context.Context, key string) (*persistConn, error) {
	scheme, addr, _ := strings.Cut(key, "|")
	if scheme == "https" && (t.DialTLSContext != nil || t.DialTLS != nil) {
		c, err := t.customDialTLS(ctx, addr)
		if err != nil {
			return nil, err
		}
		pc := t.newPersistConn(key, c)
		if tc, ok := c.(*tls.Conn); ok {
			if err := tc.HandshakeContext(ctx); err != nil {
				go c.Close()
				return nil, err
			}
			cs := tc.ConnectionState()
			pc.tlsState = &cs
		}
		pc.start()
		return pc, nil
	}
	c, err := t.dial(ctx, addr)
	if err != nil {
		return nil, err
	}
	pc := t.newPersistConn(key, c)
	if scheme == "https" {
		host, _, _ := net.SplitHostPort(addr)
		if err := pc.addTLS(ctx, host); err != nil {
			return nil, err
		}
	}
	pc.start()
	return pc, nil
}

func (t *Transport) customDialTLS(ctx context.Context, addr string) (c net.Conn, err error) {
	if t.DialTLSContext != nil {
		c, err = t.DialTLSContext(ctx, "tcp", addr)
	} else {
		c, err = t.DialTLS("tcp", addr)
	}
	if c == nil && err == nil {
		err = errors.New("net/http: Transport.DialTLS or DialTLSContext returned (nil, nil)")
	}
	return c, err
}

func (pc *persistConn) addTLS(ctx context.Context, name string) error {
	cfg := pc.t.TLSClientConfig.Clone()
	if cfg == nil {
		cfg = &tls.Config{}
	}
	if cfg.ServerName == "" {
		cfg.ServerName = name
	}
	plainConn := pc.conn
	tlsConn := tls.Client(plainConn, cfg)
	errc := make(chan error, 2)
	var timer *time.Timer
	if d := pc.t.TLSHandshakeTimeout; d != 0 {
		timer = time.AfterFunc(d, func() { errc <- errTLSTimeout })
	}
	go func() {
		err := tlsConn.HandshakeContext(ctx)
		if timer != nil {
			timer.Stop()
		}
		errc <- err
	}()
	if err := <-errc; err != nil {
		plainConn.Close()
		if err == errTLSTimeout {
			<-errc
		}
		return err
	}
	cs := tlsConn.ConnectionState()
	pc.tlsState = &cs
	pc.conn = tlsConn
	return nil
}

var errTLSTimeout error = &timeoutError{"net/http: TLS handshake timeout"}

func (t *Transport) dial(ctx context.Context, addr string) (c net.Conn, err error) {
	switch {
	case t.DialContext != nil:
		c, err = t.DialContext(ctx, "tcp", addr)
		if c == nil && err == nil {
			err = errors.New("net/http: Transport.DialContext hook returned (nil, nil)")
		}
	case t.Dial != nil:
		c, err = t.Dial("tcp", addr)
		if c == nil && err == nil {
			err = errors.New("net/http: Transport.Dial hook returned (nil, nil)")
		}
	default:
		var d net.Dialer
		c, err = d.DialContext(ctx, "tcp", addr)
	}
	return c, err
}

func (t *Transport) newPersistConn(key string, c net.Conn) *persistConn {
	return &persistConn{
		t:             t,
		key:           key,
		conn:          c,
		reqch:         make(chan requestAndChan, 1),
		writech:       make(chan writeRequest, 1),
		closech:       make(chan struct{}),
		writeErrCh:    make(chan error, 1),
		writeLoopDone: make(chan struct{}),
	}
}

func (pc *persistConn) start() {
	pc.br = bufio.NewReader(pc)
	pc.bw = bufio.NewWriter(persistConnWriter{pc})
	go pc.readLoop()
	go pc.writeLoop()
}

func (t *Transport) putOrCloseIdleConn(pc *persistConn) {
	if err := t.tryPutIdleConn(pc); err != nil {
		pc.close(err)
	}
}

func (t *Transport) tryPutIdleConn(pc *persistConn) error {
	if t.DisableKeepAlives || t.MaxIdleConnsPerHost < 0 {
		return errKeepAlivesDisabled
	}
	if pc.isBroken() {
		return errConnBroken
	}
	pc.markReused()
	t.idleMu.Lock()
	defer t.idleMu.Unlock()
	for q := t.idleConnWait[pc.key]; len(q) > 0; q = t.idleConnWait[pc.key] {
		t.idleConnWait[pc.key] = q[1:]
		if q[0].tryDeliver(pc, nil) {
			return nil
		}
	}
	if t.closeIdle {
		return errCloseIdle
	}
	if t.idleConn == nil {
		t.idleConn = make(map[string][]*persistConn)
	}
	limit := t.MaxIdleConnsPerHost
	if limit == 0 {
		limit = DefaultMaxIdleConnsPerHost
	}
	if len(t.idleConn[pc.key]) >= limit {
		return errTooManyIdleHost
	}
	t.idleConn[pc.key] = append(t.idleConn[pc.key], pc)
	if t.IdleConnTimeout > 0 {
		if pc.idleTimer != nil {
			pc.idleTimer.Reset(t.IdleConnTimeout)
		} else {
			pc.idleTimer = time.AfterFunc(t.IdleConnTimeout, pc.closeConnIfStillIdle)
		}
	}
	return nil
}

func (t *Transport) removeIdleConn(pc *persistConn) bool {
	t.idleMu.Lock()
	defer t.idleMu.Unlock()
	return t.removeIdleConnLocked(pc)
}

func (t *Transport) removeIdleConnLocked(pc *persistConn) bool {
	if pc.idleTimer != nil {
		pc.idleTimer.Stop()
	}
	list := t.idleConn[pc.key]
	for i, x := range list {
		if x == pc {
			t.idleConn[pc.key] = append(list[:i:i], list[i+1:]...)
			return true
		}
	}
	return false
}

func (pc *persistConn) closeConnIfStillIdle() {
	t := pc.t
	t.idleMu.Lock()
	defer t.idleMu.Unlock()
	if t.removeIdleConnLocked(pc) {
		pc.close(errIdleConnTimeout)
	}
}

func (t *Transport) CloseIdleConnections() {
	t.idleMu.Lock()
	m := t.idleConn
	t.idleConn = nil
	t.closeIdle = true
	t.idleMu.Unlock()
	for _, list := range m {
		for _, pc := range list {
			pc.close(errCloseIdleConns)
		}
	}
}

type persistConn struct {
	tlsState *tls.ConnectionState

	t             *Transport
	key           string
	conn          net.Conn
	br            *bufio.Reader
	bw            *bufio.Writer
	nwrite        int64
	reqch         chan requestAndChan
	writech       chan writeRequest
	closech       chan struct{}
	sawEOF        bool
	writeErrCh    chan error
	writeLoopDone chan struct{}
	idleTimer     *time.Timer

	mu                   sync.Mutex
	numExpectedResponses int
	closed               error
	canceledErr          error
	reused               bool
}

type persistConnWriter struct {
	pc *persistConn
}

func (w persistConnWriter) Write(p []byte) (n int, err error) {
	n, err = w.pc.conn.Write(p)
	w.pc.nwrite += int64(n)
	return n, err
}

func (pc *persistConn) Read(p []byte) (n int, err error) {
	n, err = pc.conn.Read(p)
	if err == io.EOF {
		pc.sawEOF = true
	}
	return n, err
}

func (pc *persistConn) isBroken() bool {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	return pc.closed != nil
}

func (pc *persistConn) canceled() error {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	return pc.canceledErr
}

func (pc *persistConn) isReused() bool {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	return pc.reused
}

func (pc *persistConn) markReused() {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	pc.reused = true
}

func (pc *persistConn) cancelRequest(err error) {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	pc.canceledErr = err
	pc.closeLocked(errRequestCanceled)
}

func (pc *persistConn) close(err error) {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	pc.closeLocked(err)
}

func (pc *persistConn) closeLocked(err error) {
	if pc.closed == nil {
		pc.closed = err
		pc.t.decConnsPerHost(pc.key)
		if err != errCallerOwnsConn {
			pc.conn.Close()
		}
		close(pc.closech)
	}
}

var errCallerOwnsConn = errors.New("read loop ending; caller owns writable underlying conn")

func (pc *persistConn) mapRoundTripError(req *transportRequest, start int64, err error) error {
	<-pc.writeLoopDone
	if cerr := pc.canceled(); cerr != nil {
		return cerr
	}
	req.mu.Lock()
	reqErr := req.err
	req.mu.Unlock()
	if reqErr != nil {
		return reqErr
	}
	if err == errServerClosedIdle {
		return err
	}
	if _, ok := err.(transportReadFromServerError); ok {
		if pc.nwrite == start {
			return nothingWrittenError{err}
		}
		return err
	}
	if pc.isBroken() {
		if pc.nwrite == start {
			return nothingWrittenError{err}
		}
		return fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)
	}
	return err
}

func (pc *persistConn) readResponse(rc requestAndChan) (*Response, error) {
	for {
		resp, err := ReadResponse(pc.br, rc.treq.Request)
		if err == nil {
			resp.TLS = pc.tlsState
		}
		if err != nil {
			return nil, err
		}
		if c := resp.StatusCode; c >= 200 || c == StatusSwitchingProtocols {
			if c == StatusSwitchingProtocols {
				resp.Body = &readWriteCloserBody{br: pc.br, ReadWriteCloser: pc.conn}
			}
			return resp, nil
		}
	}
}

type readWriteCloserBody struct {
	br *bufio.Reader
	io.ReadWriteCloser
}

func (b *readWriteCloserBody) Read(p []byte) (n int, err error) { return b.br.Read(p) }

func (pc *persistConn) readLoop() {
	closeErr := errReadLoopExiting
	defer func() {
		pc.close(closeErr)
		pc.t.removeIdleConn(pc)
	}()
	putIdle := func() bool {
		if err := pc.t.tryPutIdleConn(pc); err != nil {
			closeErr = err
			return false
		}
		return true
	}
	eofc := make(chan struct{})
	defer close(eofc)
	alive := true
	for alive {
		_, err := pc.br.Peek(1)
		pc.mu.Lock()
		if pc.numExpectedResponses == 0 {
			if pc.closed == nil {
				if pc.br.Buffered() > 0 {
					log.Printf("Unsolicited response received on idle HTTP channel; err=%v", err)
				}
				if err == io.EOF {
					pc.closeLocked(errServerClosedIdle)
				} else {
					pc.closeLocked(fmt.Errorf("readLoopPeekFailLocked: %w", err))
				}
			}
			pc.mu.Unlock()
			return
		}
		pc.mu.Unlock()
		rc := <-pc.reqch
		var resp *Response
		if err == nil {
			resp, err = pc.readResponse(rc)
		} else {
			err = transportReadFromServerError{err}
			closeErr = err
		}
		if err != nil {
			select {
			case rc.ch <- responseAndError{err: err}:
			case <-rc.callerGone:
			}
			return
		}
		pc.mu.Lock()
		pc.numExpectedResponses--
		pc.mu.Unlock()
		bodyWritable := resp.bodyIsWritable()
		hasBody := rc.treq.Request.Method != "HEAD" && resp.ContentLength != 0
		if resp.Close || rc.treq.Request.Close || resp.StatusCode <= 199 || bodyWritable {
			alive = false
		}
		if !hasBody || bodyWritable {
			alive = alive && !pc.sawEOF && pc.wroteRequest() && putIdle()
			if bodyWritable {
				closeErr = errCallerOwnsConn
			}
			select {
			case rc.ch <- responseAndError{res: resp}:
			case <-rc.callerGone:
				return
			}
			rc.treq.cancel(errRequestDone)
			continue
		}
		waitForBodyRead := make(chan bool, 2)
		resp.Body = &bodyEOFSignal{
			body: resp.Body,
			earlyCloseFn: func() error {
				waitForBodyRead <- false
				<-eofc
				return nil
			},
			fn: func(err error) error {
				isEOF := err == io.EOF
				waitForBodyRead <- isEOF
				if isEOF {
					<-eofc
				} else if err != nil {
					if cerr := pc.canceled(); cerr != nil {
						return cerr
					}
				}
				return err
			},
		}
		select {
		case rc.ch <- responseAndError{res: resp}:
		case <-rc.callerGone:
			return
		}
		select {
		case bodyEOF := <-waitForBodyRead:
			alive = alive && bodyEOF && !pc.sawEOF && pc.wroteRequest() && putIdle()
			if bodyEOF {
				eofc <- struct{}{}
			}
		case <-rc.treq.ctx.Done():
			alive = false
			pc.cancelRequest(context.Cause(rc.treq.ctx))
		case <-pc.closech:
			alive = false
		}
		rc.treq.cancel(errRequestDone)
	}
}

func (pc *persistConn) writeLoop() {
	defer close(pc.writeLoopDone)
	for {
		select {
		case wr := <-pc.writech:
			start := pc.nwrite
			err := wr.req.Request.write(pc.bw, wr.extra)
			if bre, ok := err.(requestBodyReadError); ok {
				err = bre.error
				wr.req.setError(err)
			}
			if err == nil {
				err = pc.bw.Flush()
			}
			if err != nil && pc.nwrite == start {
				err = nothingWrittenError{err}
			}
			pc.writeErrCh <- err
			wr.ch <- err
			if err != nil {
				pc.close(err)
				return
			}
		case <-pc.closech:
			return
		}
	}
}

func (pc *persistConn) wroteRequest() bool {
	select {
	case err := <-pc.writeErrCh:
		return err == nil
	default:
		t := time.NewTimer(50 * time.Millisecond)
		defer t.Stop()
		select {
		case err := <-pc.writeErrCh:
			return err == nil
		case <-t.C:
			return false
		}
	}
}

type responseAndError struct {
	res *Response
	err error
}

type requestAndChan struct {
	treq       *transportRequest
	ch         chan responseAndError
	callerGone <-chan struct{}
}

type writeRequest struct {
	req   *transportRequest
	extra Header
	ch    chan<- error
}

func (pc *persistConn) roundTrip(req *transportRequest) (*Response, error) {
	pc.mu.Lock()
	pc.numExpectedResponses++
	pc.mu.Unlock()
	var extra Header
	if pc.t.DisableKeepAlives && !req.Close && req.Header.get("Connection") == "" {
		extra = Header{"Connection": {"close"}}
	}
	gone := make(chan struct{})
	defer close(gone)
	start := pc.nwrite
	writeErrCh := make(chan error, 1)
	pc.writech <- writeRequest{req, extra, writeErrCh}
	resc := make(chan responseAndError)
	pc.reqch <- requestAndChan{req, resc, gone}
	handle := func(re responseAndError) (*Response, error) {
		if re.err != nil {
			return nil, pc.mapRoundTripError(req, start, re.err)
		}
		return re.res, nil
	}
	var respHeaderTimer <-chan time.Time
	for {
		select {
		case err := <-writeErrCh:
			if err != nil {
				pc.close(fmt.Errorf("write error: %w", err))
				return nil, pc.mapRoundTripError(req, start, err)
			}
			if d := pc.t.ResponseHeaderTimeout; d > 0 {
				timer := time.NewTimer(d)
				defer timer.Stop()
				respHeaderTimer = timer.C
			}
		case <-pc.closech:
			select {
			case re := <-resc:
				return handle(re)
			default:
			}
			return nil, pc.mapRoundTripError(req, start, pc.closed)
		case <-respHeaderTimer:
			pc.close(errTimeout)
			return nil, errTimeout
		case re := <-resc:
			return handle(re)
		case <-req.ctx.Done():
			select {
			case re := <-resc:
				return handle(re)
			default:
			}
			pc.cancelRequest(context.Cause(req.ctx))
		}
	}
}

type bodyEOFSignal struct {
	body         io.ReadCloser
	mu           sync.Mutex
	closed       bool
	rerr         error
	fn           func(error) error
	earlyCloseFn func() error
}

func (es *bodyEOFSignal) Read(p []byte) (n int, err error) {
	es.mu.Lock()
	closed, rerr := es.closed, es.rerr
	es.mu.Unlock()
	if closed {
		return 0, errReadOnClosedResBody
	}
	if rerr != nil {
		return 0, rerr
	}

	n, err = es.body.Read(p)
	if err != nil {
		es.mu.Lock()
		defer es.mu.Unlock()
		if es.rerr == nil {
			es.rerr = err
		}
		err = es.condfn(err)
	}
	return
}

func (es *bodyEOFSignal) Close() error {
	es.mu.Lock()
	defer es.mu.Unlock()
	if es.closed {
		return nil
	}
	es.closed = true
	if es.earlyCloseFn != nil && es.rerr != io.EOF {
		return es.earlyCloseFn()
	}
	err := es.body.Close()
	return es.condfn(err)
}

func (es *bodyEOFSignal) condfn(err error) error {
	if es.fn == nil {
		return err
	}
	err = es.fn(err)
	es.fn = nil
	return err
}
