// This file is the pass access (stub until its extractor lands).

package access

import "golang.org/x/tools/go/analysis"

// Analyzer is the pass.
var Analyzer = &analysis.Analyzer{Name: "access", Doc: "access summaries", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
