// This file is the pass spawn (stub until its extractor lands).

package spawn

import "golang.org/x/tools/go/analysis"

// Analyzer is the pass.
var Analyzer = &analysis.Analyzer{Name: "spawn", Doc: "spawn summaries", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
