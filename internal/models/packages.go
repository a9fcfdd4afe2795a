// This file is the table of packages and types that are modelled as a whole.

package models

// plain are the packages without units (M3).
var plain = set(
	"C", "unsafe", "runtime", "sync", "sync/atomic", "reflect", "syscall", "iter", "unique", "weak", "structs", "plugin",
	"errors", "fmt", "strconv", "unicode", "unicode/utf8", "unicode/utf16", "math", "math/bits", "math/cmplx", "cmp",
	"time", "context", "log", "log/slog", "log/syslog", "os", "os/signal", "os/user", "sort", "expvar",
	"testing", "net", "net/netip", "embed", "hash/maphash", "crypto/rand", "debug/buildinfo",
	"go/ast", "go/constant", "go/doc", "go/doc/comment", "go/format", "go/parser", "go/printer", "go/scanner", "go/types",
	"golang.org/x/sync/errgroup", "golang.org/x/sync/semaphore", "golang.org/x/sync/singleflight",
	"golang.org/x/sys/unix", "golang.org/x/sys/windows", "golang.org/x/sys/cpu",
)

// plainTrees are the prefixes of the paths of further packages without units: the insides of the standard library.
var plainTrees = []string{
	"runtime/", "internal/", "testing/", "vendor/golang.org/x/", "crypto/internal/", "log/internal", "log/slog/internal",
	"net/http/internal/", "time/tzdata",
}

// writing are those of them whose functions may write to whatever their arguments lead to, without a row that says so.
var writing = set("C", "reflect", "syscall", "plugin", "golang.org/x/sys/unix", "golang.org/x/sys/windows")

// shared are the interfaces of modelled packages of which the documentation says that implementations are called by
// several goroutines at once, or must allow that; "Interface.Method" where only that of a method does.
var shared = map[string][]string{
	"net/http":            {"RoundTripper", "CookieJar"},
	"net/http/cookiejar":  {"PublicSuffixList"},
	"log/slog":            {"Handler"},
	"crypto/tls":          {"ClientSessionCache"},
	"database/sql/driver": {"Connector"},
	"context":             {"Context"},
	"io":                  {"ReaderAt.ReadAt"},
	"golang.org/x/oauth2": {"TokenSource"},
}

// synchronised are the types whose methods may be called by several goroutines at once, as their documentation says
// (M4).
var synchronised = set(
	"net/http.Client", "net/http.Transport", "net/http.Server", "net/http.ServeMux",
	"net.Conn", "net.Listener", "net.PacketConn", "net.Addr",
	"database/sql.DB", "database/sql.Stmt", "database/sql.Conn",
	"regexp.Regexp", "text/template.Template", "html/template.Template",
	"context.Context", "testing.TB", "os.FileInfo", "io/fs.FileInfo", "io/fs.DirEntry", "reflect.Type",
)

// A typeName names a type.
type typeName struct {
	pkg  string // import path
	name string // without package
}

// syncTypes are the synchronisation objects (M5).
var syncTypes = typeSet(map[string][]string{
	"sync":        {"Mutex", "RWMutex", "WaitGroup", "Once", "Cond", "Pool", "Map", "noCopy"},
	"sync/atomic": {"Bool", "Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer", "Value", "noCopy", "align64"},

	"golang.org/x/sync/errgroup":     {"Group"},
	"golang.org/x/sync/semaphore":    {"Weighted"},
	"golang.org/x/sync/singleflight": {"Group"},
})

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

func typeSet(names map[string][]string) map[typeName]bool {
	m := map[typeName]bool{}
	for pkg, list := range names {
		for _, n := range list {
			m[typeName{pkg, n}] = true
		}
	}
	return m
}
