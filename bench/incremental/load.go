// This file makes summaries of real packages in this process, as the vet tool would.

package main

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// A subject is a package and what it is linked with.
type subject struct {
	path     string
	module   string
	packages []program.Package
	lines    int           // of the package and all it imports
	took     time.Duration // to read and summarise them, in processor time
}

// load summarises a package, with its dependencies from source.
func load(dir, pattern string) (*subject, error) {
	start := clock()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}
	pkgs, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		return nil, fmt.Errorf("%s: %d packages", pattern, len(pkgs))
	}
	lines := 0
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, f := range p.Syntax {
			lines += p.Fset.File(f.FileStart).LineCount()
		}
	})
	passes := []*analysis.Analyzer{source.Analyzer, flow.Analyzer, locks.Analyzer, spawn.Analyzer, access.Analyzer}
	graph, err := checker.Analyze(passes, pkgs, &checker.Options{Sequential: true})
	if err != nil {
		return nil, err
	}
	for _, a := range graph.Roots {
		if a.Err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, a.Err)
		}
		if src, ok := a.Result.(*source.Result); ok {
			s := &subject{path: src.Pkg.Source.Path, module: src.Pkg.Source.Module, lines: lines}
			s.packages = append(s.packages, program.Package{Facts: src.Pkg, Roots: true})
			for _, imp := range src.Imports {
				s.packages = append(s.packages, program.Package{Facts: imp})
			}
			s.took = clock() - start
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s: no result", pattern)
}
