// This file is what is asked for.

package main

import (
	"strings"
	"time"
)

// Options are what the command line says.
type options struct {
	half       int           // only modules of this half, 0 for both
	modules    []string      // only modules whose path contains one of these; all when empty
	fixes      bool          // run the pairs of versions instead of the corpus
	unlabelled bool          // list the reports without a label as lines for labels.tsv
	against    string        // hash of the tool to compare with; empty means the one that ran last before this
	tables     string        // folder of the tables
	cache      string        // folder for modules and results
	tool       string        // executable; empty means build ./cmd/syncvet
	cpu        time.Duration // processor time that one process of the run may take
	wall       time.Duration // time that one module may take
	parallel   int           // packages that go vet analyses at once
}

// wants reports whether the options ask for a module.
func (o *options) wants(path string, half int) bool {
	if o.half != 0 && o.half != half {
		return false
	}
	if len(o.modules) == 0 {
		return true
	}
	for _, part := range o.modules {
		if strings.Contains(path, part) {
			return true
		}
	}
	return false
}
