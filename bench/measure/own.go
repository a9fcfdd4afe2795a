//go:build unix

// This file reads what a run of syncvet wrote: how much of it is about the package's own functions.

package main

import (
	"bytes"
	"encoding/gob"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/bench/sample"
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// A written fact is one fact as the driver writes it.
type written struct {
	PkgPath string        // package that it is about
	Object  string        // empty: the package itself
	Fact    analysis.Fact // of any analyzer
}

// register makes known all facts that an analyzer and those it requires write.
func register(a *analysis.Analyzer) {
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	for _, b := range a.Requires {
		register(b)
	}
}

// own adds the own units and their bytes to the sample. Facts of other tools tell nothing.
func own(s *sample.Sample, data []byte) {
	register(lockpaths.Analyzer)
	var list []written
	if gob.NewDecoder(bytes.NewReader(data)).Decode(&list) != nil {
		return
	}
	sections := map[facts.Section][]byte{}
	for _, w := range list {
		switch f := w.Fact.(type) {
		case *source.Fact:
			sections[facts.SectionSource] = f.Blob
			if src, err := facts.DecodeSource(f.Blob); err == nil {
				s.Funcs = src.Own
			}
		case *flow.Fact:
			sections[facts.SectionFlow] = f.Blob
		case *locks.Fact:
			sections[facts.SectionLocks] = f.Blob
		case *spawn.Fact:
			sections[facts.SectionSpawn] = f.Blob
		case *access.Fact:
			sections[facts.SectionAccess] = f.Blob
		case *lockpaths.Fact:
			sections[facts.SectionAcquires] = f.Blob
		}
	}
	for section, blob := range sections {
		if a, err := facts.Open(section, blob); err == nil {
			s.Own += int64(a.Bytes(s.Funcs))
		}
	}
}
