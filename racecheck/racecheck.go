// This file is the analyzer racecheck (stub until the linker lands).

package racecheck

import "golang.org/x/tools/go/analysis"

// Analyzer reports data races.
var Analyzer = &analysis.Analyzer{Name: "racecheck", Doc: "report data races", Run: run}

func init() {
	Analyzer.Flags.Bool("evidence", false, "attach the full evidence to every finding")
	Analyzer.Flags.String("confidence", "medium", "lowest confidence shown: high, medium or low")
	Analyzer.Flags.Bool("deps", false, "also report races that lie wholly inside dependencies")
}

func run(*analysis.Pass) (any, error) { return nil, nil }
