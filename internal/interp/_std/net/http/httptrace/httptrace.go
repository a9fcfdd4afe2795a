// Package httptrace keeps the names; it drops traces: no hook is called.
package httptrace

import (
	"context"
	"crypto/tls"
	"net"
	"net/textproto"
	"time"
)

type ClientTrace struct {
	GetConn              func(hostPort string)
	GotConn              func(GotConnInfo)
	PutIdleConn          func(err error)
	GotFirstResponseByte func()
	Got100Continue       func()
	Got1xxResponse       func(code int, header textproto.MIMEHeader) error
	DNSStart             func(DNSStartInfo)
	DNSDone              func(DNSDoneInfo)
	ConnectStart         func(network, addr string)
	ConnectDone          func(network, addr string, err error)
	TLSHandshakeStart    func()
	TLSHandshakeDone     func(tls.ConnectionState, error)
	WroteHeaderField     func(key string, value []string)
	WroteHeaders         func()
	Wait100Continue      func()
	WroteRequest         func(WroteRequestInfo)
}

type WroteRequestInfo struct{ Err error }

type DNSStartInfo struct{ Host string }

type DNSDoneInfo struct {
	Addrs     []net.IPAddr
	Err       error
	Coalesced bool
}

type GotConnInfo struct {
	Conn     net.Conn
	Reused   bool
	WasIdle  bool
	IdleTime time.Duration
}

type key struct{}

func ContextClientTrace(ctx context.Context) *ClientTrace {
	trace, _ := ctx.Value(key{}).(*ClientTrace)
	return trace
}

func WithClientTrace(ctx context.Context, trace *ClientTrace) context.Context {
	if trace == nil {
		panic("nil trace")
	}
	return context.WithValue(ctx, key{}, trace)
}
