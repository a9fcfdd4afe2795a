// This file is the table of findings that a host shows differently from go vet, each with the reason (O4).

package hosts

import "slices"

// An Exception is a reason for which a host shows more or fewer findings than go vet.
type Exception struct {
	Host   string // "nogo", "golangci-lint", ...
	Target string // "" is any
	File   string // "" is any
	Rule   string // "" is any
	Reason string // a sentence, which tells why that is right
}

// handlerFunc is the reason for which nogo does not find races in handlers.
const handlerFunc = "handlers behind http.HandlerFunc.ServeHTTP: nogo has no facts of std, and no table has it"

// notGo is the reason for which some hosts do not show what is wrong with .syncvet.yaml.
const notGo = "the host shows what stands in Go files only"

// withoutTests is the reason for which gopls, with its setting pullDiagnostics, does not show what only goroutines of
// tests bring about. With its defaults, and by gopls check, it does.
const withoutTests = "with pullDiagnostics, gopls is asked about a file and looks at its package without tests"

// unknownStd is the reason for which nogo shows more and fewer findings where values go through std, or waits depend on
// it.
const unknownStd = "nogo has no facts of std: what functions in no table do with channels, locks and objects is unknown"

// twoTargets is the reason for which nogo shows more findings of a package with tests. gopls, which knows std, shows
// the same ones if it is asked about the package without tests.
const twoTargets = "a library without its tests is a target of its own in Bazel: see pullDiagnostics"

// insideStd is the reason for which nogo does not find races of which one end is an access in std.
const insideStd = "one end is a read in strings.Join: nogo has no facts of std, and no table says what it reads"

// Exceptions is the table. docs/how-to/hosts.md says the same in prose.
func Exceptions() []Exception {
	return []Exception{
		{"golangci-lint", "", "", "SV0003", notGo},
		{"gopls check", "", "", "SV0003", notGo},
		{"gopls server", "", "", "SV0003", notGo},
		{"gopls pulled", "", "", "SV0003", notGo},
		{"gopls pulled", "fsnotify", "backend_inotify.go", "", withoutTests},
		{"gopls pulled", "raft", "net_transport.go", "RC1001", withoutTests},
		{"nogo", "fsnotify", "", "GL3001", unknownStd},
		{"nogo", "raft", "net_transport.go", "RC1001", twoTargets},
		{"nogo", "raft", "testing.go", "CM4002", unknownStd},
		{"nogo", "programs", "server_shop/main.go", "", handlerFunc},
		{"nogo", "programs", "server_shop/web/web.go", "", handlerFunc},
		{"nogo", "programs", "registry_lookup_race/cmd/list/main.go", "RC1004", insideStd},
		{"nogo", "programs", "rows_services/listen_race/main.go", "", handlerFunc},
		{"nogo", "programs", "rows_shown/carried_race/main.go", "RC1002", unknownStd}, // through httptrace
		{"nogo", "programs", "rows_services/server_race/main.go", "", handlerFunc},
	}
}

// Excepted is the row of the table that explains a difference; -1 if there is none. The rows of nogo hold for that of
// rules_go.
func Excepted(host, target string, f Finding) int {
	if host == "rules_go" {
		host = "nogo"
	}
	return slices.IndexFunc(Exceptions(), func(e Exception) bool {
		return e.Host == host && (e.Target == "" || e.Target == target) && (e.File == "" || e.File == f.File) &&
			(e.Rule == "" || e.Rule == f.Rule())
	})
}
