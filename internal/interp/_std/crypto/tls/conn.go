package tls

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// refuse ends the run: what it is called for cannot be kept.
func refuse()

// A Conn talks in plain text: its handshake is three messages, after which bytes pass as they are.
type Conn struct {
	conn     net.Conn
	isClient bool
	config   *Config

	isHandshakeComplete atomic.Bool
	handshakeMutex      sync.Mutex
	handshakeErr        error
	state               ConnectionState

	in, out sync.Mutex
	eof     atomic.Bool
}

func Client(conn net.Conn, config *Config) *Conn {
	return &Conn{conn: conn, config: orEmpty(config), isClient: true}
}

func Server(conn net.Conn, config *Config) *Conn { return &Conn{conn: conn, config: orEmpty(config)} }

func orEmpty(c *Config) *Config {
	if c == nil {
		return &Config{}
	}
	return c
}

func (c *Conn) LocalAddr() net.Addr                { return c.conn.LocalAddr() }
func (c *Conn) RemoteAddr() net.Addr               { return c.conn.RemoteAddr() }
func (c *Conn) SetDeadline(t time.Time) error      { return c.conn.SetDeadline(t) }
func (c *Conn) SetReadDeadline(t time.Time) error  { return c.conn.SetReadDeadline(t) }
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.conn.SetWriteDeadline(t) }
func (c *Conn) NetConn() net.Conn                  { return c.conn }
func (c *Conn) OCSPResponse() []byte               { return nil }

func (c *Conn) VerifyHostname(host string) error {
	c.handshakeMutex.Lock()
	defer c.handshakeMutex.Unlock()
	if !c.isClient {
		return errors.New("tls: VerifyHostname called on TLS server connection")
	}
	if !c.isHandshakeComplete.Load() {
		return errors.New("tls: handshake has not yet been performed")
	}
	return nil
}

func (c *Conn) ConnectionState() ConnectionState {
	c.handshakeMutex.Lock()
	defer c.handshakeMutex.Unlock()
	return c.state
}

func (c *Conn) Handshake() error { return c.HandshakeContext(context.Background()) }

func (c *Conn) HandshakeContext(ctx context.Context) (err error) {
	if c.isHandshakeComplete.Load() {
		return nil
	}
	handshakeCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	if ctx.Done() != nil {
		done := make(chan struct{})
		interruptRes := make(chan error, 1)
		defer func() {
			close(done)
			if ctxErr := <-interruptRes; ctxErr != nil {
				err = ctxErr
			}
		}()
		go func() {
			select {
			case <-handshakeCtx.Done():
				_ = c.conn.Close()
				interruptRes <- handshakeCtx.Err()
			case <-done:
				interruptRes <- nil
			}
		}()
	}
	c.handshakeMutex.Lock()
	defer c.handshakeMutex.Unlock()
	if c.handshakeErr != nil {
		return c.handshakeErr
	}
	if c.isHandshakeComplete.Load() {
		return nil
	}
	c.in.Lock()
	defer c.in.Unlock()
	if c.isClient {
		c.handshakeErr = c.clientHandshake()
	} else {
		c.handshakeErr = c.serverHandshake()
	}
	if c.handshakeErr == nil {
		c.state.Version, c.state.HandshakeComplete = VersionTLS13, true
		c.state.CipherSuite = TLS_AES_128_GCM_SHA256
		c.isHandshakeComplete.Store(true)
	}
	return c.handshakeErr
}

// send writes a message of the handshake: its kind, its length and its text.
func (c *Conn) send(kind byte, text string) error {
	c.out.Lock()
	defer c.out.Unlock()
	_, err := c.conn.Write(append([]byte{kind, 3, byte(len(text) >> 8), byte(len(text))}, text...))
	return err
}

// receive reads a message of the handshake.
func (c *Conn) receive() (string, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(c.conn, head); err != nil {
		return "", err
	}
	if head[0] != 22 && head[0] != 21 || head[1] != 3 {
		return "", RecordHeaderError{Msg: "first record does not look like a TLS handshake", Conn: c.conn}
	}
	body := make([]byte, int(head[2])<<8|int(head[3]))
	if _, err := io.ReadFull(c.conn, body); err != nil {
		return "", err
	}
	if head[0] == 21 {
		return "", &net.OpError{Op: "remote error", Err: errors.New("tls: " + string(body))}
	}
	return string(body), nil
}

// fails tells the other side, and is the error.
func (c *Conn) fails(alert string, err error) error {
	_ = c.send(21, alert)
	return err
}

func (c *Conn) clientHandshake() error {
	f := c.config
	if f.ServerName == "" && !f.InsecureSkipVerify {
		return errors.New("tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config")
	}
	if f.VerifyPeerCertificate != nil || f.VerifyConnection != nil || f.GetClientCertificate != nil {
		refuse()
	}
	if err := c.send(22, f.ServerName+"\n"+strings.Join(f.NextProtos, ",")); err != nil {
		return err
	}
	proto, err := c.receive()
	if err != nil {
		return err
	}
	if !f.InsecureSkipVerify && f.RootCAs == nil {
		err := &CertificateVerificationError{Err: x509.UnknownAuthorityError{}}
		return c.fails("bad certificate", err)
	}
	c.state.NegotiatedProtocol, c.state.ServerName = proto, f.ServerName
	return c.send(22, "finished")
}

func (c *Conn) serverHandshake() error {
	hello, err := c.receive()
	if err != nil {
		return err
	}
	name, list, _ := strings.Cut(hello, "\n")
	info := &ClientHelloInfo{ServerName: name, Conn: c.conn, SupportedVersions: []uint16{VersionTLS13, VersionTLS12}}
	if list != "" {
		info.SupportedProtos = strings.Split(list, ",")
	}
	f := c.config
	if f.GetConfigForClient != nil {
		g, err := f.GetConfigForClient(info)
		if err != nil {
			return c.fails("internal error", err)
		}
		if g != nil {
			f = g
		}
	}
	if f.ClientAuth != NoClientCert || f.VerifyPeerCertificate != nil || f.VerifyConnection != nil {
		refuse()
	}
	switch {
	case f.GetCertificate != nil && (len(f.Certificates) == 0 || name != ""):
		if cert, err := f.GetCertificate(info); err != nil || cert == nil && len(f.Certificates) == 0 {
			return c.fails("internal error", errors.Join(err, errNoCertificates))
		}
	case len(f.Certificates) == 0:
		return c.fails("unrecognized name", errNoCertificates)
	}
	proto, err := negotiate(f.NextProtos, info.SupportedProtos)
	if err != nil {
		return c.fails("no application protocol", err)
	}
	c.state.NegotiatedProtocol, c.state.ServerName = proto, name
	if err := c.send(22, proto); err != nil {
		return err
	}
	_, err = c.receive()
	return err
}

var errNoCertificates = errors.New("tls: no certificates configured")

// negotiate chooses an application protocol.
func negotiate(server, client []string) (string, error) {
	if len(server) == 0 || len(client) == 0 {
		return "", nil
	}
	for _, s := range server {
		for _, x := range client {
			if s == x {
				return s, nil
			}
		}
	}
	return "", errors.New("tls: client requested unsupported application protocols")
}

func (c *Conn) Read(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	if len(b) == 0 {
		return 0, nil
	}
	c.in.Lock()
	defer c.in.Unlock()
	return c.conn.Read(b)
}

func (c *Conn) Write(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	c.out.Lock()
	defer c.out.Unlock()
	if c.eof.Load() {
		return 0, errors.New("tls: protocol is shutdown")
	}
	return c.conn.Write(b)
}

func (c *Conn) Close() error { return c.conn.Close() }

func (c *Conn) CloseWrite() error {
	if !c.isHandshakeComplete.Load() {
		return errors.New("tls: CloseWrite called before handshake complete")
	}
	c.out.Lock()
	defer c.out.Unlock()
	c.eof.Store(true)
	if x, ok := c.conn.(interface{ CloseWrite() error }); ok {
		return x.CloseWrite()
	}
	refuse()
	return nil
}

type listener struct {
	net.Listener
	config *Config
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Server(c, l.config), nil
}

func NewListener(inner net.Listener, config *Config) net.Listener {
	return &listener{Listener: inner, config: config}
}

func Listen(network, laddr string, config *Config) (net.Listener, error) {
	if config == nil || len(config.Certificates) == 0 && config.GetCertificate == nil &&
		config.GetConfigForClient == nil {
		return nil, errors.New("tls: neither Certificates, GetCertificate, nor GetConfigForClient set in Config")
	}
	l, err := net.Listen(network, laddr)
	if err != nil {
		return nil, err
	}
	return NewListener(l, config), nil
}

type Dialer struct {
	NetDialer *net.Dialer
	Config    *Config
}

func (d *Dialer) Dial(network, addr string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, addr)
}

func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	nd := d.NetDialer
	if nd == nil {
		nd = new(net.Dialer)
	}
	c, err := dial(ctx, nd, network, addr, d.Config)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func Dial(network, addr string, config *Config) (*Conn, error) {
	return DialWithDialer(new(net.Dialer), network, addr, config)
}

func DialWithDialer(dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	return dial(context.Background(), dialer, network, addr, config)
}

func dial(ctx context.Context, d *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	if d.Timeout != 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.Timeout)
		defer cancel()
	}
	if !d.Deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, d.Deadline)
		defer cancel()
	}
	raw, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	config = orEmpty(config)
	if config.ServerName == "" {
		config = config.Clone()
		config.ServerName, _, _ = strings.Cut(addr, ":")
	}
	c := Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return c, nil
}

func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) {
	cert, err := os.ReadFile(certFile)
	if err != nil {
		return Certificate{}, err
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return Certificate{}, err
	}
	return X509KeyPair(cert, key)
}

func X509KeyPair(certPEMBlock, keyPEMBlock []byte) (Certificate, error) {
	var out Certificate
	for block, rest := pem.Decode(certPEMBlock); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			out.Certificate = append(out.Certificate, block.Bytes)
		}
	}
	if len(out.Certificate) == 0 {
		return Certificate{}, errors.New("tls: failed to find any PEM data in certificate input")
	}
	key, _ := pem.Decode(keyPEMBlock)
	if key == nil {
		return Certificate{}, errors.New("tls: failed to find any PEM data in key input")
	}
	out.PrivateKey = plainKey(key.Bytes)
	out.Leaf = &x509.Certificate{Raw: out.Certificate[0]}
	return out, nil
}

// A plainKey is a private key: nobody can do anything with it.
type plainKey []byte

type CertificateVerificationError struct {
	UnverifiedCertificates []*x509.Certificate
	Err                    error
}

func (e *CertificateVerificationError) Error() string {
	return "tls: failed to verify certificate: " + e.Err.Error()
}
func (e *CertificateVerificationError) Unwrap() error { return e.Err }

type RecordHeaderError struct {
	Msg          string
	RecordHeader [5]byte
	Conn         net.Conn
}

func (e RecordHeaderError) Error() string { return "tls: " + e.Msg }
