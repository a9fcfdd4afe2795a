// This file adds the analyzers to gopls' list.

package main

import (
	"fmt"
	"reflect"
	"unsafe"

	"golang.org/x/tools/gopls/internal/protocol"
	"golang.org/x/tools/gopls/internal/settings"

	"github.com/syncvet/syncvet/analyzers"
)

// addAnalyzers appends one analyzer for each severity.
func addAnalyzers() error {
	graded, err := analyzers.Graded(analyzers.Options{NoRuns: true}) // an editor waits for each edit
	if err != nil {
		return err
	}
	for _, g := range graded {
		a := new(settings.Analyzer)
		if err := set(a, "analyzer", g.Analyzer); err != nil {
			return err
		}
		if err := set(a, "severity", protocol.DiagnosticSeverity(g.Severity)); err != nil {
			return err
		}
		settings.AllAnalyzers = append(settings.AllAnalyzers, a)
	}
	return nil
}

// set sets a field that gopls does not export. An error says that this is another gopls than the one that this was
// written for.
func set[T any](a *settings.Analyzer, name string, value T) error {
	f := reflect.ValueOf(a).Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return fmt.Errorf("settings.Analyzer of this gopls has no field %s of type %T", name, value)
	}
	*(*T)(unsafe.Pointer(f.UnsafeAddr())) = value
	return nil
}
