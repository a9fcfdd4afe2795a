// Package x509 keeps the names, pools and errors of certificates; it drops their encoding and verification.
package x509

import (
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"net/url"
	"sync"
	"time"
)

type (
	KeyUsage           int
	ExtKeyUsage        int
	SignatureAlgorithm int
	PublicKeyAlgorithm int
	InvalidReason      int
)

const (
	KeyUsageDigitalSignature KeyUsage = 1 << iota
	KeyUsageContentCommitment
	KeyUsageKeyEncipherment
	KeyUsageDataEncipherment
	KeyUsageKeyAgreement
	KeyUsageCertSign
	KeyUsageCRLSign
	KeyUsageEncipherOnly
	KeyUsageDecipherOnly
)

const (
	ExtKeyUsageAny ExtKeyUsage = iota
	ExtKeyUsageServerAuth
	ExtKeyUsageClientAuth
	ExtKeyUsageCodeSigning
	ExtKeyUsageEmailProtection
)

const (
	UnknownPublicKeyAlgorithm PublicKeyAlgorithm = iota
	RSA
	DSA
	ECDSA
	Ed25519
)

const (
	NotAuthorizedToSign InvalidReason = iota
	Expired
	CANotAuthorizedForThisName
	TooManyIntermediates
	IncompatibleUsage
	NameMismatch
)

const (
	UnknownSignatureAlgorithm SignatureAlgorithm = iota
	MD2WithRSA
	MD5WithRSA
	SHA1WithRSA
	SHA256WithRSA
	SHA384WithRSA
	SHA512WithRSA
	DSAWithSHA1
	DSAWithSHA256
	ECDSAWithSHA1
	ECDSAWithSHA256
	ECDSAWithSHA384
	ECDSAWithSHA512
	SHA256WithRSAPSS
	SHA384WithRSAPSS
	SHA512WithRSAPSS
	PureEd25519
)

var (
	ErrUnsupportedAlgorithm = errors.New("x509: cannot verify signature: algorithm unimplemented")
	IncorrectPasswordError  = errors.New("x509: decryption password incorrect")
)

type Certificate struct {
	Raw                         []byte
	RawTBSCertificate           []byte
	RawSubjectPublicKeyInfo     []byte
	RawSubject                  []byte
	RawIssuer                   []byte
	Signature                   []byte
	SignatureAlgorithm          SignatureAlgorithm
	PublicKeyAlgorithm          PublicKeyAlgorithm
	PublicKey                   any
	Version                     int
	SerialNumber                *big.Int
	Issuer                      pkix.Name
	Subject                     pkix.Name
	NotBefore, NotAfter         time.Time
	KeyUsage                    KeyUsage
	Extensions                  []pkix.Extension
	ExtraExtensions             []pkix.Extension
	ExtKeyUsage                 []ExtKeyUsage
	BasicConstraintsValid       bool
	IsCA                        bool
	MaxPathLen                  int
	MaxPathLenZero              bool
	SubjectKeyId                []byte
	AuthorityKeyId              []byte
	OCSPServer                  []string
	IssuingCertificateURL       []string
	DNSNames                    []string
	EmailAddresses              []string
	IPAddresses                 []net.IP
	URIs                        []*url.URL
	PermittedDNSDomainsCritical bool
	PermittedDNSDomains         []string
	ExcludedDNSDomains          []string
	CRLDistributionPoints       []string
}

func (c *Certificate) Equal(other *Certificate) bool {
	if c == nil || other == nil {
		return c == other
	}
	return string(c.Raw) == string(other.Raw)
}

func (c *Certificate) Verify(opts VerifyOptions) (chains [][]*Certificate, err error)
func (c *Certificate) VerifyHostname(h string) error
func (c *Certificate) CheckSignature(algo SignatureAlgorithm, signed, signature []byte) error
func (c *Certificate) CheckSignatureFrom(parent *Certificate) error

type CertificateRequest struct {
	Raw             []byte
	Subject         pkix.Name
	DNSNames        []string
	EmailAddresses  []string
	IPAddresses     []net.IP
	URIs            []*url.URL
	PublicKey       any
	ExtraExtensions []pkix.Extension
}

type VerifyOptions struct {
	DNSName                   string
	Intermediates             *CertPool
	Roots                     *CertPool
	CurrentTime               time.Time
	KeyUsages                 []ExtKeyUsage
	MaxConstraintComparisions int
}

type CertPool struct {
	mu    sync.Mutex
	certs []*Certificate
}

func NewCertPool() *CertPool { return &CertPool{} }

var (
	systemOnce sync.Once
	system     *CertPool
)

func SystemCertPool() (*CertPool, error) {
	systemOnce.Do(func() { system = NewCertPool() })
	return system.Clone(), nil
}

func (s *CertPool) AddCert(cert *Certificate) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	s.certs = append(s.certs, cert)
}

func (s *CertPool) AppendCertsFromPEM(pemCerts []byte) (ok bool) {
	if len(pemCerts) == 0 {
		return false
	}
	s.certs = append(s.certs, &Certificate{Raw: append([]byte(nil), pemCerts...)})
	return true
}

func (s *CertPool) Clone() *CertPool {
	return &CertPool{certs: append([]*Certificate(nil), s.certs...)}
}

func (s *CertPool) Subjects() [][]byte { return make([][]byte, len(s.certs)) }

func (s *CertPool) Equal(other *CertPool) bool {
	if s == nil || other == nil {
		return s == other
	}
	return len(s.certs) == len(other.certs)
}

type UnknownAuthorityError struct{ Cert *Certificate }

func (e UnknownAuthorityError) Error() string { return "x509: certificate signed by unknown authority" }

type HostnameError struct {
	Certificate *Certificate
	Host        string
}

func (h HostnameError) Error() string { return "x509: certificate is not valid for " + h.Host }

type CertificateInvalidError struct {
	Cert   *Certificate
	Reason InvalidReason
	Detail string
}

func (e CertificateInvalidError) Error() string { return "x509: certificate is not valid: " + e.Detail }

type SystemRootsError struct{ Err error }

func (se SystemRootsError) Error() string { return "x509: failed to load system roots" }
func (se SystemRootsError) Unwrap() error { return se.Err }

type ConstraintViolationError struct{}

func (ConstraintViolationError) Error() string { return "x509: invalid signature" }

type UnhandledCriticalExtension struct{}

func (h UnhandledCriticalExtension) Error() string { return "x509: unhandled critical extension" }

func ParseCertificate(der []byte) (*Certificate, error)
func ParseCertificates(der []byte) ([]*Certificate, error)
func ParseCertificateRequest(asn1Data []byte) (*CertificateRequest, error)
func ParsePKIXPublicKey(derBytes []byte) (pub any, err error)
func MarshalPKCS8PrivateKey(key any) ([]byte, error)
func MarshalPKIXPublicKey(pub any) ([]byte, error)
func CreateCertificate(rand io.Reader, template, parent *Certificate, pub, priv any) ([]byte, error)
func CreateCertificateRequest(rand io.Reader, template *CertificateRequest, priv any) (csr []byte, err error)
