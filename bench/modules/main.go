//go:build unix

// Command modules measures what syncvet costs on real modules, beside the floor (a tool that only builds SSA) and
// staticcheck.
//
//	go run ./bench/modules [-modules websocket,raft|all] [-tools floor,staticcheck,syncvet] [-syncvet FILE] [-dir DIR]
//
// Each module is pinned, comes from the module proxy, and is analysed whole, with its tests: by each tool first cold
// (no facts or results cached, but all export data), then warm (nothing changed). Figures of the vet tools are those of
// their own processes; those of staticcheck, which has a driver of its own, are of its process and the go list that it
// runs. What is printed is Markdown, for docs/results.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/bench/trial"
)

func main() {
	var o options
	names := flag.String(
		"modules",
		"websocket,raft,memberlist,bbolt,fsnotify",
		"modules by short name, separated by commas; all for the whole list",
	)
	tools := flag.String("tools", "floor,staticcheck,syncvet", "tools to run, separated by commas")
	flag.StringVar(&o.syncvet, "syncvet", "", "built syncvet to measure instead of this source's")
	flag.StringVar(&o.dir, "dir", "", "where the modules are copied to; empty: a temporary directory")
	flag.BoolVar(&o.dearest, "dearest", false, "also name the packages that cost syncvet most")
	flag.Parse()
	o.modules, o.tools = strings.Split(*names, ","), strings.Split(*tools, ",")
	if err := run(&o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

// options are the command's flags.
type options struct {
	modules, tools []string // short names
	syncvet        string   // built tool to measure; empty: build this source's
	dir            string   // where modules are copied to; empty: a temporary directory
	dearest        bool     // also name the packages that cost most
}

// run fetches and measures module by module, and prints each row as soon as it is known.
func run(o *options, w io.Writer) error {
	list, err := choose(o.modules)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "modules")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if o.dir == "" {
		o.dir = filepath.Join(dir, "src")
	}
	c, err := newContest(dir, o)
	if err != nil {
		return err
	}
	writeHead(w)
	var all []row
	for i := range list {
		at, err := list[i].fetch(o.dir)
		if err != nil {
			return err
		}
		corpus := &trial.Corpus{Name: list[i].Name, Dir: at, Patterns: list[i].Patterns, Env: []string{"GOFLAGS=-mod=mod"}}
		rows, err := c.measure(corpus)
		if err != nil {
			return err
		}
		for k := range rows {
			writeRow(w, &rows[k])
		}
		all = append(all, rows...)
	}
	writeTotals(w, all)
	if o.dearest {
		writeDearest(w, all)
	}
	return nil
}
