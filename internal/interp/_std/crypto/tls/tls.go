// Package tls keeps the names of configurations; it drops TLS: whatever would talk it fails.
package tls

import (
	"context"
	"errors"
	"io"
	"net"
	"time"
)

const (
	VersionTLS10 = 0x0301
	VersionTLS11 = 0x0302
	VersionTLS12 = 0x0303
	VersionTLS13 = 0x0304
)

const (
	CurveP256 CurveID = 23
	CurveP384 CurveID = 24
	CurveP521 CurveID = 25
	X25519    CurveID = 29
)

const (
	TLS_AES_128_GCM_SHA256                  uint16 = 0x1301
	TLS_AES_256_GCM_SHA384                  uint16 = 0x1302
	TLS_CHACHA20_POLY1305_SHA256            uint16 = 0x1303
	TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256   uint16 = 0xc02f
	TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 uint16 = 0xc02b
	TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384   uint16 = 0xc030
	TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 uint16 = 0xc02c
)

const (
	NoClientCert ClientAuthType = iota
	RequestClientCert
	RequireAnyClientCert
	VerifyClientCertIfGiven
	RequireAndVerifyClientCert
)

type (
	CurveID        uint16
	ClientAuthType int
)

var errNoTLS = errors.New("tls: not available")

type Certificate struct {
	Certificate [][]byte
	PrivateKey  any
}

type ClientHelloInfo struct {
	ServerName      string
	SupportedProtos []string
	Conn            net.Conn
}

type ConnectionState struct {
	Version            uint16
	HandshakeComplete  bool
	DidResume          bool
	CipherSuite        uint16
	NegotiatedProtocol string
	ServerName         string
}

type Config struct {
	Rand                     io.Reader
	Time                     func() time.Time
	Certificates             []Certificate
	NameToCertificate        map[string]*Certificate
	GetCertificate           func(*ClientHelloInfo) (*Certificate, error)
	GetConfigForClient       func(*ClientHelloInfo) (*Config, error)
	NextProtos               []string
	ServerName               string
	ClientAuth               ClientAuthType
	InsecureSkipVerify       bool
	CipherSuites             []uint16
	PreferServerCipherSuites bool
	SessionTicketsDisabled   bool
	MinVersion               uint16
	MaxVersion               uint16
	CurvePreferences         []CurveID
	KeyLogWriter             io.Writer
}

func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	d := *c
	return &d
}

// A Conn is only a name: no function returns one.
type Conn struct{ net.Conn }

func (c *Conn) ConnectionState() ConnectionState           { return ConnectionState{} }
func (c *Conn) Handshake() error                           { return errNoTLS }
func (c *Conn) HandshakeContext(ctx context.Context) error { return errNoTLS }
func (c *Conn) NetConn() net.Conn                          { return c.Conn }

type Dialer struct {
	NetDialer *net.Dialer
	Config    *Config
}

func (d *Dialer) Dial(network, addr string) (net.Conn, error) { return nil, errNoTLS }

func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	return nil, errNoTLS
}

func Dial(network, addr string, config *Config) (*Conn, error) { return nil, errNoTLS }

func DialWithDialer(dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	return nil, errNoTLS
}

func Listen(network, laddr string, config *Config) (net.Listener, error) { return nil, errNoTLS }

func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) { return Certificate{}, errNoTLS }

func X509KeyPair(certPEMBlock, keyPEMBlock []byte) (Certificate, error) {
	return Certificate{}, errNoTLS
}
