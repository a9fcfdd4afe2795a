// Command callgraph compares the call graph that links find with those of golang.org/x/tools: class hierarchy analysis
// (CHA), which over-approximates, and variable type analysis (VTA), which does so too but less.
//
//	go run ./bench/callgraph [-v] [module@version ...]
//
// For each own package of a module, tests included, it takes the calls of functions that a link has entered, and
// whatever of the module they call. An edge of the link that CHA lacks is a fault; one that VTA has and the link lacks
// is a call that the link misses, or one that VTA has too much. What is printed is Markdown, for docs/results.md; -v
// lists the edges.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/internal/published"
)

// usual are the modules that are compared by default.
var usual = [...]string{
	"github.com/hashicorp/raft@v1.8.0", "go.etcd.io/bbolt@v1.5.0", "github.com/gorilla/websocket@v1.5.3",
	"github.com/fsnotify/fsnotify@v1.10.1", "github.com/gin-gonic/gin@v1.12.0",
}

func main() {
	verbose := flag.Bool("v", false, "list the edges that differ")
	dir := flag.String("dir", "", "where the modules are copied to; empty: a temporary directory")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		names = usual[:]
	}
	if err := run(names, *dir, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "callgraph:", err)
		os.Exit(1)
	}
}

// run compares module by module.
func run(names []string, dir string, verbose bool) error {
	if dir == "" {
		d, err := os.MkdirTemp("", "callgraph")
		if err != nil {
			return err
		}
		defer os.RemoveAll(d)
		dir = d
	}
	fmt.Println(
		"| module | functions | call sites | unresolved | CHA's targets there | with 1 to 3 in the module | edges " +
			"| not in CHA | VTA's | VTA's that the link lacks |",
	)
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, name := range names {
		path, version, _ := strings.Cut(name, "@")
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if _, err := os.Stat(at); err != nil {
			from, err := published.Download(context.Background(), path, version)
			if err != nil {
				return err
			}
			if err := published.Copy(at, from); err != nil {
				return err
			}
		}
		t, err := compare(at, verbose)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf(
			"| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
			name,
			t.funcs,
			t.sites,
			t.unresolved,
			t.fallback,
			t.few,
			t.edges,
			t.notCHA,
			t.vta,
			t.missing,
		)
	}
	return nil
}
