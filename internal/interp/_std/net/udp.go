package net

import (
	"context"
	"os"
	"sync"
	"syscall"
	"time"
)

type packet struct {
	data []byte
	from *UDPAddr
}

// A UDPConn holds at most 1000 packets; more are lost.
type UDPConn struct {
	local  *UDPAddr
	remote *UDPAddr
	mu     sync.Mutex
	cond   *sync.Cond
	queue  []packet
	closed bool
	dead   deadline
}

var (
	udpMu    sync.Mutex
	udpConns = map[int]*UDPConn{}
)

func ListenPacket(network, address string) (PacketConn, error) {
	addr, err := ResolveUDPAddr(network, address)
	if network != "udp" && network != "udp4" && network != "udp6" {
		err = UnknownNetworkError(network)
	}
	if err != nil {
		return nil, &OpError{Op: "listen", Net: network, Err: err}
	}
	c, err := ListenUDP(network, addr)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (lc *ListenConfig) ListenPacket(ctx context.Context, network, address string) (PacketConn, error) {
	return ListenPacket(network, address)
}

func ListenUDP(network string, laddr *UDPAddr) (*UDPConn, error) { return openUDP(network, laddr, nil) }

func openUDP(network string, laddr, raddr *UDPAddr) (*UDPConn, error) {
	local := &UDPAddr{IP: IPv6unspecified}
	if laddr != nil {
		*local = *laddr
	}
	netMu.Lock()
	lastPort++
	port := lastPort
	netMu.Unlock()
	if local.Port == 0 {
		local.Port = port
	}
	c := &UDPConn{local: local, remote: raddr}
	c.cond = sync.NewCond(&c.mu)
	udpMu.Lock()
	defer udpMu.Unlock()
	if udpConns[local.Port] != nil {
		err := os.NewSyscallError("bind", syscall.EADDRINUSE)
		return nil, &OpError{Op: "listen", Net: network, Addr: local, Err: err}
	}
	udpConns[local.Port] = c
	return c, nil
}

func DialUDP(network string, laddr, raddr *UDPAddr) (*UDPConn, error) {
	if raddr == nil {
		return nil, &OpError{Op: "dial", Net: network, Err: errMissingAddress}
	}
	if laddr == nil {
		laddr = &UDPAddr{IP: IPv4(127, 0, 0, 1)}
	}
	return openUDP(network, laddr, raddr)
}

func (c *UDPConn) opErr(op string, err error) error {
	e := &OpError{Op: op, Net: "udp", Source: c.local, Err: err}
	if c.remote != nil {
		e.Addr = c.remote
	}
	return e
}

func (c *UDPConn) ReadFromUDP(b []byte) (int, *UDPAddr, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, nil, c.opErr("read", ErrClosed)
		case c.dead.passed():
			return 0, nil, c.opErr("read", os.ErrDeadlineExceeded)
		case len(c.queue) > 0:
			p := c.queue[0]
			c.queue = c.queue[1:]
			return copy(b, p.data), p.from, nil
		}
		accepting(1)
		c.cond.Wait()
		accepting(-1)
	}
}

func (c *UDPConn) ReadFrom(b []byte) (int, Addr, error) {
	n, addr, err := c.ReadFromUDP(b)
	if addr == nil {
		return n, nil, err
	}
	return n, addr, err
}

func (c *UDPConn) Read(b []byte) (int, error) {
	n, _, err := c.ReadFromUDP(b)
	return n, err
}

func (c *UDPConn) WriteToUDP(b []byte, addr *UDPAddr) (int, error) {
	if c.remote != nil {
		return 0, c.opErr("write", ErrWriteToConnected)
	}
	return c.send(b, addr)
}

func (c *UDPConn) WriteTo(b []byte, addr Addr) (int, error) {
	a, ok := addr.(*UDPAddr)
	if !ok {
		return 0, c.opErr("write", syscall.EINVAL)
	}
	return c.WriteToUDP(b, a)
}

func (c *UDPConn) Write(b []byte) (int, error) {
	if c.remote == nil {
		return 0, c.opErr("write", errMissingAddress)
	}
	return c.send(b, c.remote)
}

func (c *UDPConn) send(b []byte, addr *UDPAddr) (int, error) {
	c.mu.Lock()
	closed := c.closed
	c.mu.Unlock()
	if closed {
		return 0, c.opErr("write", ErrClosed)
	}
	udpMu.Lock()
	to := udpConns[addr.Port]
	udpMu.Unlock()
	if to == nil {
		return len(b), nil
	}
	from := *c.local
	if from.IP.IsUnspecified() {
		from.IP = IPv4(127, 0, 0, 1)
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.remote != nil && to.remote.Port != from.Port || len(to.queue) >= 1000 {
		return len(b), nil
	}
	to.queue = append(to.queue, packet{append([]byte(nil), b...), &from})
	to.cond.Signal()
	return len(b), nil
}

func (c *UDPConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return c.opErr("close", ErrClosed)
	}
	c.closed = true
	if c.dead.timer != nil {
		c.dead.timer.Stop()
	}
	c.cond.Broadcast()
	udpMu.Lock()
	defer udpMu.Unlock()
	delete(udpConns, c.local.Port)
	return nil
}

func (c *UDPConn) LocalAddr() Addr { return c.local }

func (c *UDPConn) RemoteAddr() Addr {
	if c.remote == nil {
		return nil
	}
	return c.remote
}

func (c *UDPConn) SetDeadline(t time.Time) error      { return c.SetReadDeadline(t) }
func (c *UDPConn) SetWriteDeadline(t time.Time) error { return nil }
func (c *UDPConn) SetReadBuffer(bytes int) error      { return nil }
func (c *UDPConn) SetWriteBuffer(bytes int) error     { return nil }

func (c *UDPConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return c.opErr("set", ErrClosed)
	}
	if c.dead.timer != nil {
		c.dead.timer.Stop()
		c.dead.timer = nil
	}
	c.dead.at = t
	if dur := time.Until(t); !t.IsZero() && dur > 0 {
		c.dead.timer = time.AfterFunc(dur, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.cond.Broadcast()
		})
	}
	c.cond.Broadcast()
	return nil
}
