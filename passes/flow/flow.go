// This file is the pass flow (stub until its extractor lands).

package flow

import "golang.org/x/tools/go/analysis"

// Analyzer is the pass.
var Analyzer = &analysis.Analyzer{Name: "flow", Doc: "flow summaries", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
