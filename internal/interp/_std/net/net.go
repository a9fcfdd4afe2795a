// Package net keeps streams, listeners, deadlines and Pipe in memory; it drops the network and name servers.
// Each direction of a stream has a mutex and a condition; a write orders before the reads that follow it there.
package net

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

type Addr interface {
	Network() string
	String() string
}

type Conn interface {
	Read(b []byte) (n int, err error)
	Write(b []byte) (n int, err error)
	Close() error
	LocalAddr() Addr
	RemoteAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

type PacketConn interface {
	ReadFrom(p []byte) (n int, addr Addr, err error)
	WriteTo(p []byte, addr Addr) (n int, err error)
	Close() error
	LocalAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

type Listener interface {
	Accept() (Conn, error)
	Close() error
	Addr() Addr
}

type Error interface {
	error
	Timeout() bool
	Temporary() bool
}

// Errors.

type errClosed struct{}

func (errClosed) Error() string   { return "use of closed network connection" }
func (errClosed) Timeout() bool   { return false }
func (errClosed) Temporary() bool { return false }

var (
	ErrClosed           error = errClosed{}
	ErrWriteToConnected       = errors.New("use of WriteTo with pre-connected connection")
	errMissingAddress         = errors.New("missing address")
	errCanceled               = canceledError{}
	errTimeout          error = &timeoutError{}
	errNoSuchHost             = errors.New("no such host")
)

type canceledError struct{}

func (canceledError) Error() string        { return "operation was canceled" }
func (canceledError) Is(target error) bool { return target == context.Canceled }

type timeoutError struct{}

func (e *timeoutError) Error() string        { return "i/o timeout" }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Temporary() bool      { return true }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

func mapErr(err error) error {
	switch err {
	case context.Canceled:
		return errCanceled
	case context.DeadlineExceeded:
		return errTimeout
	}
	return err
}

type OpError struct {
	Op     string
	Net    string
	Source Addr
	Addr   Addr
	Err    error
}

func (e *OpError) Unwrap() error { return e.Err }

func (e *OpError) Error() string {
	if e == nil {
		return "<nil>"
	}
	s := e.Op
	if e.Net != "" {
		s += " " + e.Net
	}
	if e.Source != nil {
		s += " " + e.Source.String()
	}
	if e.Addr != nil {
		if e.Source != nil {
			s += "->"
		} else {
			s += " "
		}
		s += e.Addr.String()
	}
	return s + ": " + e.Err.Error()
}

func (e *OpError) Timeout() bool {
	err := e.Err
	if ne, ok := err.(*os.SyscallError); ok {
		err = ne.Err
	}
	t, ok := err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func (e *OpError) Temporary() bool {
	err := e.Err
	if ne, ok := err.(*os.SyscallError); ok {
		err = ne.Err
	}
	t, ok := err.(interface{ Temporary() bool })
	return ok && t.Temporary()
}

type ParseError struct {
	Type string
	Text string
}

func (e *ParseError) Error() string   { return "invalid " + e.Type + ": " + e.Text }
func (e *ParseError) Timeout() bool   { return false }
func (e *ParseError) Temporary() bool { return false }

type AddrError struct {
	Err  string
	Addr string
}

func (e *AddrError) Error() string {
	if e.Addr != "" {
		return "address " + e.Addr + ": " + e.Err
	}
	return e.Err
}

func (e *AddrError) Timeout() bool   { return false }
func (e *AddrError) Temporary() bool { return false }

type UnknownNetworkError string

func (e UnknownNetworkError) Error() string   { return "unknown network " + string(e) }
func (e UnknownNetworkError) Timeout() bool   { return false }
func (e UnknownNetworkError) Temporary() bool { return false }

type InvalidAddrError string

func (e InvalidAddrError) Error() string   { return string(e) }
func (e InvalidAddrError) Timeout() bool   { return false }
func (e InvalidAddrError) Temporary() bool { return false }

type DNSError struct {
	UnwrapErr   error
	Err         string
	Name        string
	Server      string
	IsTimeout   bool
	IsTemporary bool
	IsNotFound  bool
}

func (e *DNSError) Unwrap() error   { return e.UnwrapErr }
func (e *DNSError) Error() string   { return "lookup " + e.Name + ": " + e.Err }
func (e *DNSError) Timeout() bool   { return e.IsTimeout }
func (e *DNSError) Temporary() bool { return e.IsTimeout || e.IsTemporary }

// Buffers.

type Buffers [][]byte

func (v *Buffers) WriteTo(w io.Writer) (n int64, err error) {
	for len(*v) > 0 {
		nb, err := w.Write((*v)[0])
		n += int64(nb)
		if err != nil {
			(*v)[0] = (*v)[0][nb:]
			return n, err
		}
		*v = (*v)[1:]
	}
	return n, nil
}

func (v *Buffers) Read(p []byte) (n int, err error) {
	for len(p) > 0 && len(*v) > 0 {
		n0 := copy(p, (*v)[0])
		(*v)[0] = (*v)[0][n0:]
		if len((*v)[0]) == 0 {
			*v = (*v)[1:]
		}
		p = p[n0:]
		n += n0
	}
	if len(*v) == 0 {
		err = io.EOF
	}
	return n, err
}

// Streams.

const maxBuffered = 256 << 10

// A half is one direction of a stream.
type half struct {
	mu      sync.Mutex
	cond    *sync.Cond
	buf     []byte
	rclosed bool
	wclosed bool
	shut    bool
	rdead   deadline
	wdead   deadline
}

type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func newHalf() *half {
	h := &half{}
	h.cond = sync.NewCond(&h.mu)
	return h
}

func (h *half) setDeadline(d *deadline, t time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.at = t
	if !t.IsZero() {
		if dur := time.Until(t); dur > 0 {
			d.timer = time.AfterFunc(dur, func() {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.cond.Broadcast()
			})
		}
	}
	h.cond.Broadcast()
}

func (h *half) read(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.rclosed:
			return 0, ErrClosed
		case h.rdead.passed():
			return 0, os.ErrDeadlineExceeded
		case len(b) == 0:
			return 0, nil
		case len(h.buf) > 0:
			n := copy(b, h.buf)
			h.buf = h.buf[n:]
			h.cond.Broadcast()
			return n, nil
		case h.wclosed || h.shut:
			return 0, io.EOF
		}
		h.cond.Wait()
	}
}

func (h *half) write(b []byte) (n int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.wclosed:
			return n, ErrClosed
		case h.wdead.passed():
			return n, os.ErrDeadlineExceeded
		case h.rclosed || h.shut:
			return n, os.NewSyscallError("write", syscall.EPIPE)
		}
		k := min(len(b), maxBuffered-len(h.buf))
		h.buf = append(h.buf, b[:k]...)
		b = b[k:]
		n += k
		if k > 0 {
			h.cond.Broadcast()
		}
		if len(b) == 0 {
			return n, nil
		}
		h.cond.Wait()
	}
}

func (h *half) set(flag *bool) (was bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was = *flag
	*flag = true
	if d := &h.rdead; flag == &h.rclosed && d.timer != nil {
		d.timer.Stop()
	}
	if d := &h.wdead; flag == &h.wclosed && d.timer != nil {
		d.timer.Stop()
	}
	h.cond.Broadcast()
	return was
}

type conn struct {
	rd, wr        *half
	wrMu          sync.Mutex
	local, remote Addr
}

func (c *conn) opErr(op string, err error) error {
	return &OpError{Op: op, Net: c.local.Network(), Source: c.local, Addr: c.remote, Err: err}
}

func (c *conn) Read(b []byte) (int, error) {
	if c == nil {
		return 0, syscall.EINVAL
	}
	n, err := c.rd.read(b)
	if err != nil && err != io.EOF {
		err = c.opErr("read", err)
	}
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	if c == nil {
		return 0, syscall.EINVAL
	}
	c.wrMu.Lock()
	defer c.wrMu.Unlock()
	n, err := c.wr.write(b)
	if err != nil {
		err = c.opErr("write", err)
	}
	return n, err
}

func (c *conn) Close() error {
	if c == nil {
		return syscall.EINVAL
	}
	if c.rd.set(&c.rd.rclosed) {
		return c.opErr("close", ErrClosed)
	}
	c.wr.set(&c.wr.wclosed)
	return nil
}

func (c *conn) CloseRead() error {
	c.rd.set(&c.rd.shut)
	return nil
}

func (c *conn) CloseWrite() error {
	c.wr.set(&c.wr.shut)
	return nil
}

func (c *conn) LocalAddr() Addr  { return c.local }
func (c *conn) RemoteAddr() Addr { return c.remote }

func (c *conn) closed() bool {
	c.rd.mu.Lock()
	defer c.rd.mu.Unlock()
	return c.rd.rclosed
}

func (c *conn) SetDeadline(t time.Time) error {
	if err := c.SetReadDeadline(t); err != nil {
		return err
	}
	return c.SetWriteDeadline(t)
}

func (c *conn) SetReadDeadline(t time.Time) error {
	if c.closed() {
		return &OpError{Op: "set", Net: c.local.Network(), Addr: c.local, Err: ErrClosed}
	}
	c.rd.setDeadline(&c.rd.rdead, t)
	return nil
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	if c.closed() {
		return &OpError{Op: "set", Net: c.local.Network(), Addr: c.local, Err: ErrClosed}
	}
	c.wr.setDeadline(&c.wr.wdead, t)
	return nil
}

func (c *conn) SetReadBuffer(bytes int) error  { return nil }
func (c *conn) SetWriteBuffer(bytes int) error { return nil }

type TCPConn struct{ conn }

type KeepAliveConfig struct {
	Enable   bool
	Idle     time.Duration
	Interval time.Duration
	Count    int
}

func (c *TCPConn) SetKeepAlive(keepalive bool) error               { return nil }
func (c *TCPConn) SetKeepAlivePeriod(d time.Duration) error        { return nil }
func (c *TCPConn) SetKeepAliveConfig(config KeepAliveConfig) error { return nil }
func (c *TCPConn) SetLinger(sec int) error                         { return nil }
func (c *TCPConn) SetNoDelay(noDelay bool) error                   { return nil }
func (c *TCPConn) ReadFrom(r io.Reader) (int64, error)             { return io.Copy(struct{ io.Writer }{c}, r) }
func (c *TCPConn) WriteTo(w io.Writer) (int64, error)              { return io.Copy(w, struct{ io.Reader }{c}) }

type UnixConn struct{ conn }

// Listeners.

type listener struct {
	addr   Addr
	open   int // how many clients may come from outside, at once: one, or none if nobody there knows the port
	key    string
	mu     sync.Mutex
	cond   *sync.Cond
	queue  []Conn
	closed bool
	dead   deadline
}

var (
	netMu     sync.Mutex
	listeners = map[string]*listener{}
	lastPort  = 40000
)

func (l *listener) accept() (Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		switch {
		case l.closed:
			return nil, &OpError{Op: "accept", Net: l.addr.Network(), Addr: l.addr, Err: ErrClosed}
		case l.dead.passed():
			return nil, &OpError{Op: "accept", Net: l.addr.Network(), Addr: l.addr, Err: os.ErrDeadlineExceeded}
		case len(l.queue) > 0:
			c := l.queue[0]
			l.queue = l.queue[1:]
			return c, nil
		}
		accepting(l.open)
		l.cond.Wait()
		accepting(-l.open)
	}
}

func (l *listener) Accept() (Conn, error) { return l.accept() }

func (l *listener) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return &OpError{Op: "close", Net: l.addr.Network(), Addr: l.addr, Err: ErrClosed}
	}
	l.closed = true
	if l.dead.timer != nil {
		l.dead.timer.Stop()
	}
	queue := l.queue
	l.queue = nil
	l.cond.Broadcast()
	l.mu.Unlock()
	netMu.Lock()
	delete(listeners, l.key)
	netMu.Unlock()
	for _, c := range queue {
		c.Close()
	}
	return nil
}

func (l *listener) Addr() Addr { return l.addr }

func (l *listener) SetDeadline(t time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead.timer != nil {
		l.dead.timer.Stop()
		l.dead.timer = nil
	}
	l.dead.at = t
	if dur := time.Until(t); !t.IsZero() && dur > 0 {
		l.dead.timer = time.AfterFunc(dur, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.cond.Broadcast()
		})
	}
	l.cond.Broadcast()
	return nil
}

type TCPListener struct{ listener }

func (l *TCPListener) AcceptTCP() (*TCPConn, error) {
	c, err := l.accept()
	if err != nil {
		return nil, err
	}
	return c.(*TCPConn), nil
}

type UnixListener struct{ listener }

func (l *UnixListener) AcceptUnix() (*UnixConn, error) {
	c, err := l.accept()
	if err != nil {
		return nil, err
	}
	return c.(*UnixConn), nil
}

func (l *UnixListener) SetUnlinkOnClose(unlink bool) {}

type ListenConfig struct {
	Control         func(network, address string, c syscall.RawConn) error
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
}

func (lc *ListenConfig) Listen(ctx context.Context, network, address string) (Listener, error) {
	if err := ctx.Err(); err != nil {
		return nil, &OpError{Op: "listen", Net: network, Err: mapErr(err)}
	}
	return Listen(network, address)
}

func Listen(network, address string) (Listener, error) {
	addr, err := resolve(network, address)
	if _, ok := addr.(*UDPAddr); ok && err == nil {
		err = &AddrError{Err: "unexpected address type", Addr: address}
	}
	if err != nil {
		return nil, &OpError{Op: "listen", Net: network, Err: err}
	}
	netMu.Lock()
	defer netMu.Unlock()
	open := 1
	if a, ok := addr.(*TCPAddr); ok {
		if a.IP == nil {
			a.IP = IPv6unspecified
		}
		for a.Port == 0 {
			if a.IP.IsLoopback() {
				open = 0
			}
			lastPort++
			if listeners[portKey(lastPort)] == nil {
				a.Port = lastPort
			}
		}
	}
	k := key(addr)
	if listeners[k] != nil {
		err := os.NewSyscallError("bind", syscall.EADDRINUSE)
		return nil, &OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	var l Listener
	var in *listener
	if _, ok := addr.(*TCPAddr); ok {
		t := &TCPListener{}
		l, in = t, &t.listener
	} else {
		u := &UnixListener{}
		l, in = u, &u.listener
	}
	in.addr, in.key, in.open = addr, k, open
	in.cond = sync.NewCond(&in.mu)
	listeners[k] = in
	return l, nil
}

func ListenTCP(network string, laddr *TCPAddr) (*TCPListener, error) {
	if laddr == nil {
		laddr = &TCPAddr{}
	}
	l, err := Listen(network, laddr.String())
	if err != nil {
		return nil, err
	}
	return l.(*TCPListener), nil
}

func ListenUnix(network string, laddr *UnixAddr) (*UnixListener, error) {
	l, err := Listen(network, laddr.String())
	if err != nil {
		return nil, err
	}
	return l.(*UnixListener), nil
}

// Dialing.

type Dialer struct {
	Timeout         time.Duration
	Deadline        time.Time
	LocalAddr       Addr
	DualStack       bool
	FallbackDelay   time.Duration
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
	Resolver        *Resolver
	Cancel          <-chan struct{}
	Control         func(network, address string, c syscall.RawConn) error
	ControlContext  func(ctx context.Context, network, address string, c syscall.RawConn) error
}

func (d *Dialer) Dial(network, address string) (Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d *Dialer) DialContext(ctx context.Context, network, address string) (Conn, error) {
	if ctx == nil {
		panic("nil context")
	}
	if err := ctx.Err(); err != nil {
		return nil, &OpError{Op: "dial", Net: network, Err: mapErr(err)}
	}
	if !d.Deadline.IsZero() && !time.Now().Before(d.Deadline) || d.Timeout < 0 {
		return nil, &OpError{Op: "dial", Net: network, Err: errTimeout}
	}
	addr, err := resolve(network, address)
	if err != nil {
		return nil, &OpError{Op: "dial", Net: network, Err: err}
	}
	if a, ok := addr.(*UDPAddr); ok {
		c, err := DialUDP(network, nil, a)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
	netMu.Lock()
	defer netMu.Unlock()
	if a, ok := addr.(*TCPAddr); ok && len(a.IP) == 0 {
		a.IP = IPv4(127, 0, 0, 1)
	}
	l := listeners[key(addr)]
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
	}
	if l == nil || l.closed || !l.listensOn(addr) {
		errno := syscall.ECONNREFUSED
		if _, ok := addr.(*UnixAddr); ok {
			errno = syscall.ENOENT
		}
		return nil, &OpError{Op: "dial", Net: network, Addr: addr, Err: os.NewSyscallError("connect", errno)}
	}
	var near, far Conn
	a, b := newHalf(), newHalf()
	if t, ok := addr.(*TCPAddr); ok {
		lastPort++
		local := &TCPAddr{IP: t.IP, Port: lastPort}
		near = &TCPConn{conn{rd: a, wr: b, local: local, remote: addr}}
		far = &TCPConn{conn{rd: b, wr: a, local: addr, remote: local}}
	} else {
		local := &UnixAddr{Net: network}
		near = &UnixConn{conn{rd: a, wr: b, local: local, remote: addr}}
		far = &UnixConn{conn{rd: b, wr: a, local: addr, remote: local}}
	}
	l.queue = append(l.queue, far)
	l.cond.Signal()
	return near, nil
}

func Dial(network, address string) (Conn, error) {
	var d Dialer
	return d.Dial(network, address)
}

func DialTimeout(network, address string, timeout time.Duration) (Conn, error) {
	d := Dialer{Timeout: timeout}
	return d.Dial(network, address)
}

func DialTCP(network string, laddr, raddr *TCPAddr) (*TCPConn, error) {
	if raddr == nil {
		return nil, &OpError{Op: "dial", Net: network, Err: errMissingAddress}
	}
	c, err := Dial(network, raddr.String())
	if err != nil {
		return nil, err
	}
	return c.(*TCPConn), nil
}

func DialUnix(network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	c, err := Dial(network, raddr.String())
	if err != nil {
		return nil, err
	}
	return c.(*UnixConn), nil
}

func (l *listener) listensOn(addr Addr) bool {
	t, ok := addr.(*TCPAddr)
	if !ok {
		return true
	}
	ip := l.addr.(*TCPAddr).IP
	return ip.IsUnspecified() || t.IP.IsUnspecified() || ip.Equal(t.IP) || ip.IsLoopback() && t.IP.IsLoopback()
}

// Addresses.

func portKey(port int) string { return "tcp:" + strconv.Itoa(port) }

func key(addr Addr) string {
	if t, ok := addr.(*TCPAddr); ok {
		return portKey(t.Port)
	}
	return "unix:" + addr.String()
}

func resolve(network, address string) (Addr, error) {
	switch network {
	case "udp", "udp4", "udp6":
		return ResolveUDPAddr(network, address)
	case "tcp", "tcp4", "tcp6":
		if address == "" {
			return nil, errMissingAddress
		}
		return ResolveTCPAddr(network, address)
	case "unix", "unixpacket":
		return ResolveUnixAddr(network, address)
	}
	return nil, UnknownNetworkError(network)
}

type TCPAddr struct {
	IP   IP
	Port int
	Zone string
}

func (a *TCPAddr) Network() string { return "tcp" }

func (a *TCPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return JoinHostPort(ipEmptyString(a.IP), strconv.Itoa(a.Port))
}

func ResolveTCPAddr(network, address string) (*TCPAddr, error) {
	ip, port, err := resolveHostPort(network, address)
	if err != nil {
		return nil, err
	}
	return &TCPAddr{IP: ip, Port: port}, nil
}

func resolveHostPort(network, address string) (IP, int, error) {
	host, service, err := SplitHostPort(address)
	if err != nil {
		return nil, 0, err
	}
	port, err := LookupPort(network, service)
	if err != nil {
		return nil, 0, err
	}
	if host == "" {
		return nil, port, nil
	}
	ips, err := LookupIP(host)
	if err != nil {
		return nil, 0, err
	}
	return ips[0], port, nil
}

type UDPAddr struct {
	IP   IP
	Port int
	Zone string
}

func (a *UDPAddr) Network() string { return "udp" }

func (a *UDPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return JoinHostPort(ipEmptyString(a.IP), strconv.Itoa(a.Port))
}

func ResolveUDPAddr(network, address string) (*UDPAddr, error) {
	ip, port, err := resolveHostPort(network, address)
	if err != nil {
		return nil, err
	}
	return &UDPAddr{IP: ip, Port: port}, nil
}

type IPAddr struct {
	IP   IP
	Zone string
}

func (a *IPAddr) Network() string { return "ip" }

func (a *IPAddr) String() string { return ipEmptyString(a.IP) }

func ResolveIPAddr(network, address string) (*IPAddr, error) {
	ips, err := LookupIP(address)
	if err != nil {
		return nil, err
	}
	return &IPAddr{IP: ips[0]}, nil
}

type UnixAddr struct {
	Name string
	Net  string
}

func (a *UnixAddr) Network() string { return a.Net }

func (a *UnixAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return a.Name
}

func ResolveUnixAddr(network, address string) (*UnixAddr, error) {
	return &UnixAddr{Name: address, Net: network}, nil
}

func JoinHostPort(host, port string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]:" + port
	}
	return host + ":" + port
}

func SplitHostPort(hostport string) (host, port string, err error) {
	fail := func(why string) (string, string, error) { return "", "", &AddrError{Err: why, Addr: hostport} }
	i := strings.LastIndexByte(hostport, ':')
	if i < 0 {
		return fail("missing port in address")
	}
	rest := hostport
	if hostport[0] == '[' {
		end := strings.IndexByte(hostport, ']')
		switch {
		case end < 0:
			return fail("missing ']' in address")
		case end+1 == i:
		case end+1 < len(hostport) && hostport[end+1] == ':':
			return fail("too many colons in address")
		default:
			return fail("missing port in address")
		}
		host = hostport[1:end]
		rest = host + hostport[end+1:]
	} else {
		host = hostport[:i]
		if strings.Contains(host, ":") {
			return fail("too many colons in address")
		}
	}
	if strings.Contains(rest, "[") {
		return fail("unexpected '[' in address")
	}
	if strings.Contains(rest, "]") {
		return fail("unexpected ']' in address")
	}
	return host, hostport[i+1:], nil
}

// Names: localhost and addresses are known.

type Resolver struct {
	PreferGo     bool
	StrictErrors bool
	Dial         func(ctx context.Context, network, address string) (Conn, error)
}

var DefaultResolver = &Resolver{}

func (r *Resolver) LookupHost(ctx context.Context, host string) ([]string, error) {
	ips, err := r.LookupIP(ctx, "ip", host)
	var addrs []string
	for _, ip := range ips {
		addrs = append(addrs, ip.String())
	}
	return addrs, err
}

func (r *Resolver) LookupIP(ctx context.Context, network, host string) ([]IP, error) {
	if err := ctx.Err(); err != nil {
		return nil, &DNSError{Err: mapErr(err).Error(), Name: host, UnwrapErr: mapErr(err)}
	}
	if host == "localhost" {
		return []IP{IPv4(127, 0, 0, 1)}, nil
	}
	if ip := ParseIP(host); ip != nil {
		return []IP{ip}, nil
	}
	return nil, &DNSError{Err: errNoSuchHost.Error(), Name: host, IsNotFound: true}
}

func (r *Resolver) LookupIPAddr(ctx context.Context, host string) ([]IPAddr, error) {
	ips, err := r.LookupIP(ctx, "ip", host)
	var addrs []IPAddr
	for _, ip := range ips {
		addrs = append(addrs, IPAddr{IP: ip})
	}
	return addrs, err
}

func (r *Resolver) LookupAddr(ctx context.Context, addr string) (names []string, err error) {
	return LookupAddr(addr)
}

func LookupHost(host string) ([]string, error) {
	return DefaultResolver.LookupHost(context.Background(), host)
}

func LookupIP(host string) ([]IP, error) {
	return DefaultResolver.LookupIP(context.Background(), "ip", host)
}

func LookupAddr(addr string) (names []string, err error) {
	if ParseIP(addr).IsLoopback() {
		return []string{"localhost"}, nil
	}
	return nil, &DNSError{Err: errNoSuchHost.Error(), Name: addr, IsNotFound: true}
}

func LookupPort(network, service string) (port int, err error) {
	switch service {
	case "":
		return 0, nil
	case "http":
		return 80, nil
	case "https":
		return 443, nil
	}
	for _, c := range service {
		if c < '0' || c > '9' || port > 65535 {
			return 0, &DNSError{Err: "unknown port", Name: network + "/" + service, IsNotFound: true}
		}
		port = port*10 + int(c-'0')
	}
	if port > 65535 {
		return 0, &AddrError{Err: "invalid port", Addr: service}
	}
	return port, nil
}

type HardwareAddr []byte

func (a HardwareAddr) String() string {
	s := hexString(a)
	out := ""
	for i := 0; i+1 < len(s); i += 2 {
		if i > 0 {
			out += ":"
		}
		out += s[i : i+2]
	}
	return out
}

type Flags uint

const (
	FlagUp Flags = 1 << iota
	FlagBroadcast
	FlagLoopback
	FlagPointToPoint
	FlagMulticast
	FlagRunning
)

type Interface struct {
	Index        int
	MTU          int
	Name         string
	HardwareAddr HardwareAddr
	Flags        Flags
}

func (ifi *Interface) Addrs() ([]Addr, error) { return InterfaceAddrs() }

func Interfaces() ([]Interface, error) {
	return []Interface{{Index: 1, MTU: 65536, Name: "lo", Flags: FlagUp | FlagLoopback}}, nil
}

func InterfaceAddrs() ([]Addr, error) {
	return []Addr{&IPNet{IP: IPv4(127, 0, 0, 1), Mask: CIDRMask(8, 32)}}, nil
}
