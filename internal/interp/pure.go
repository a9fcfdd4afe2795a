// This file says whose source is run: that of the stand-ins, or that of the standard library itself.

package interp

import "embed"

// stands are the sources of packages that reach into the run-time system, the operating system or the network.
//
//go:embed all:_std
var stands embed.FS

// pure are packages of the standard library whose own source is interpreted.
var pure = map[string]bool{
	"bufio": true, "bytes": true, "cmp": true, "container/heap": true, "container/list": true, "container/ring": true,
	"context": true, "encoding": true, "encoding/hex": true, "encoding/csv": true, "encoding/base64": true,
	"hash": true, "hash/fnv": true,
	"internal/byteorder": true, "internal/oserror": true, "internal/strconv": true, "internal/stringslite": true,
	"internal/itoa": true, "io": true, "io/fs": true, "maps": true, "math/bits": true, "path": true, "regexp": true,
	"regexp/syntax": true, "slices": true, "strconv": true, "strings": true, "text/tabwriter": true,
	"unicode/utf16": true, "unicode/utf8": true, "internal/abi": false,
	"archive/tar": true, "archive/zip": true, "compress/gzip": true, "compress/lzw": true, "compress/zlib": true,
	"database/sql": true, "database/sql/driver": true, "embed": true, "encoding/ascii85": true,
	"encoding/base32": true, "encoding/gob": true, "encoding/pem": true, "encoding/xml": true, "go/ast": true,
	"go/build/constraint": true, "go/doc/comment": true, "go/format": true, "go/internal/scannerhooks": true,
	"go/parser": true, "go/printer": true, "go/scanner": true, "go/token": true, "html": true,
	"html/template": true, "image": true, "image/color": true, "image/color/palette": true, "image/draw": true,
	"image/gif": true, "image/internal/imageutil": true, "image/jpeg": true, "image/png": true,
	"index/suffixarray": true, "internal/fmtsort": true, "internal/saferio": true, "io/ioutil": true,
	"log/syslog": true, "math/cmplx": true, "mime": true, "mime/multipart": true, "mime/quotedprintable": true,
	"net/mail": true, "net/netip": true, "net/textproto": true, "testing/fstest": true, "testing/iotest": true,
	"testing/quick": true, "testing/slogtest": true, "text/scanner": true, "text/template": true,
	"text/template/parse": true,
}
