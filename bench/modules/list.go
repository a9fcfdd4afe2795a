// This file is the list of modules.

package main

import (
	"fmt"
	"slices"
)

// A module is a published module at one version.
type module struct {
	Name     string   // short name, as on the command line
	Path     string   // module path
	Version  string   // pinned
	Patterns []string // packages, as go vet takes them in the module's directory
	// version of the published modules that stand in for directories of its replace lines; empty: it has none
	Staged   string
	Untested bool // its tests need what its go.mod does not name: the copy has no test files
}

// modules is the list, the cheaper ones first.
func modules() []module {
	all := []string{"./..."}
	return []module{
		{Name: "websocket", Path: "github.com/gorilla/websocket", Version: "v1.5.3", Patterns: all},
		{Name: "raft", Path: "github.com/hashicorp/raft", Version: "v1.8.0", Patterns: all},
		{Name: "memberlist", Path: "github.com/hashicorp/memberlist", Version: "v0.7.0", Patterns: all},
		{Name: "bbolt", Path: "go.etcd.io/bbolt", Version: "v1.5.0", Patterns: all},
		{Name: "fsnotify", Path: "github.com/fsnotify/fsnotify", Version: "v1.10.1", Patterns: all},
		{Name: "pgx", Path: "github.com/jackc/pgx/v5", Version: "v5.12.0", Patterns: all},
		{Name: "gin", Path: "github.com/gin-gonic/gin", Version: "v1.12.0", Patterns: all},
		{Name: "nats.go", Path: "github.com/nats-io/nats.go", Version: "v1.55.0", Untested: true,
			// not its hundreds of examples
			Patterns: []string{".", "./encoders/builtin", "./internal/...", "./jetstream", "./micro"}},
		{Name: "zap", Path: "go.uber.org/zap", Version: "v1.28.0", Patterns: all},
		{Name: "client_golang", Path: "github.com/prometheus/client_golang", Version: "v1.25.0", Patterns: all},
		{Name: "otel-sdk", Path: "go.opentelemetry.io/otel/sdk", Version: "v1.47.0", Patterns: all},
		{Name: "gopls", Path: "golang.org/x/tools/gopls", Version: "v0.23.0", Patterns: all},
		{Name: "client-go", Path: "k8s.io/client-go", Version: "v0.33.1", Patterns: all},
		{
			Name:     "kubernetes",
			Path:     "k8s.io/kubernetes",
			Version:  "v1.33.1",
			Patterns: []string{"./pkg/..."},
			Staged:   "v0.33.1",
		},
	}
}

// choose gives the modules of the given names, in the list's order.
func choose(names []string) ([]module, error) {
	list := modules()
	if slices.Equal(names, []string{"all"}) {
		return list, nil
	}
	for _, n := range names {
		if !slices.ContainsFunc(list, func(m module) bool { return m.Name == n }) {
			return nil, fmt.Errorf("no module %q in the list", n)
		}
	}
	return slices.DeleteFunc(list, func(m module) bool { return !slices.Contains(names, m.Name) }), nil
}
