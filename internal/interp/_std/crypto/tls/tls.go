// Package tls keeps configurations, and connections with their locks and a handshake; it drops cryptography: bytes pass
// as they are, and a client believes a server if it has roots of its own or asks for no verification.
package tls

import (
	"context"
	"crypto/x509"
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

type Certificate struct {
	Certificate                  [][]byte
	PrivateKey                   any
	SupportedSignatureAlgorithms []SignatureScheme
	OCSPStaple                   []byte
	SignedCertificateTimestamps  [][]byte
	Leaf                         *x509.Certificate
}

type (
	SignatureScheme      uint16
	RenegotiationSupport int
)

const (
	PKCS1WithSHA256        SignatureScheme = 0x0401
	PKCS1WithSHA384        SignatureScheme = 0x0501
	PKCS1WithSHA512        SignatureScheme = 0x0601
	PSSWithSHA256          SignatureScheme = 0x0804
	PSSWithSHA384          SignatureScheme = 0x0805
	PSSWithSHA512          SignatureScheme = 0x0806
	ECDSAWithP256AndSHA256 SignatureScheme = 0x0403
	ECDSAWithP384AndSHA384 SignatureScheme = 0x0503
	ECDSAWithP521AndSHA512 SignatureScheme = 0x0603
	Ed25519                SignatureScheme = 0x0807
	PKCS1WithSHA1          SignatureScheme = 0x0201
	ECDSAWithSHA1          SignatureScheme = 0x0203
)

const (
	RenegotiateNever RenegotiationSupport = iota
	RenegotiateOnceAsClient
	RenegotiateFreelyAsClient
)

type ClientSessionState struct{ _ int }

type ClientSessionCache interface {
	Get(sessionKey string) (session *ClientSessionState, ok bool)
	Put(sessionKey string, cs *ClientSessionState)
}

func NewLRUClientSessionCache(capacity int) ClientSessionCache { return noSessions{} }

type noSessions struct{}

func (noSessions) Get(string) (*ClientSessionState, bool) { return nil, false }
func (noSessions) Put(string, *ClientSessionState)        {}

type CertificateRequestInfo struct {
	AcceptableCAs    [][]byte
	SignatureSchemes []SignatureScheme
	Version          uint16
}

type ClientHelloInfo struct {
	ServerName      string
	SupportedProtos []string
	Conn            net.Conn

	CipherSuites      []uint16
	SupportedCurves   []CurveID
	SupportedPoints   []uint8
	SignatureSchemes  []SignatureScheme
	SupportedVersions []uint16
	Extensions        []uint16
}

func (c *ClientHelloInfo) Context() context.Context { return context.Background() }

type ConnectionState struct {
	Version            uint16
	HandshakeComplete  bool
	DidResume          bool
	CipherSuite        uint16
	NegotiatedProtocol string
	ServerName         string

	NegotiatedProtocolIsMutual  bool
	PeerCertificates            []*x509.Certificate
	VerifiedChains              [][]*x509.Certificate
	SignedCertificateTimestamps [][]byte
	OCSPResponse                []byte
	TLSUnique                   []byte
	CurveID                     CurveID
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

	RootCAs                     *x509.CertPool
	ClientCAs                   *x509.CertPool
	GetClientCertificate        func(*CertificateRequestInfo) (*Certificate, error)
	VerifyPeerCertificate       func(rawCerts [][]byte, verifiedChains [][]*x509.Certificate) error
	VerifyConnection            func(ConnectionState) error
	SessionTicketKey            [32]byte
	ClientSessionCache          ClientSessionCache
	DynamicRecordSizingDisabled bool
	Renegotiation               RenegotiationSupport
}

func (c *Config) SetSessionTicketKeys(keys [][32]byte) {}
func (c *Config) BuildNameToCertificate()              {}

func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	d := *c
	return &d
}
