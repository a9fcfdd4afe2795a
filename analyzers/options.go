// This file is what a host can set, and how it reaches the analyzers.

package analyzers

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/racecheck"
)

// Options are what a host can set. The zero value is what go vet does without flags.
type Options struct {
	Confidence string   // lowest confidence shown: high, medium or low; "" is medium
	Rules      []string // what is shown: rules (RC1001), families (DL*), names of checkers; none: all
	Atomicity  bool     // also report violations of atomicity and order (AV5001 to AV5003)
	Deps       bool     // also report what lies wholly inside dependencies
	NoRuns     bool     // do not run tests and main functions in the interpreter
	// further models in the form of .syncvet.yaml; they come before those of a file that holds for the package
	Models string

	// Linter is the name under which golangci-lint runs the analyzers: comments //nolint:NAME are left to it. Empty: they
	// leave out findings here.
	Linter string
}

// confidences are the values of Options.Confidence.
var confidences = []string{"", string(report.High), string(report.Medium), string(report.Low)}

// check says which settings are not understood.
func (o *Options) check() error {
	var errs []error
	if !slices.Contains(confidences, o.Confidence) {
		errs = append(errs, fmt.Errorf("confidence: %q is none of high, medium, low", o.Confidence))
	}
	for _, r := range o.Rules {
		if !directive.Named(r) {
			errs = append(errs, fmt.Errorf("rules: %q is neither a rule nor a checker of syncvet", r))
		}
	}
	for _, p := range models.Read("", []byte(o.Models)).Problems {
		errs = append(errs, fmt.Errorf("models: line %d: %s", p.Line, p.Text))
	}
	return errors.Join(errs...)
}

// checkers makes analyzers that have these settings.
func (o *Options) checkers() ([]*analysis.Analyzer, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	race, dead := racecheck.New(), deadlockcheck.New()
	set := &setter{}
	for _, a := range []*analysis.Analyzer{race, dead} {
		if o.Confidence != "" {
			set.flag(a, "confidence", o.Confidence)
		}
		if o.NoRuns {
			set.flag(a, "runs", "false")
		}
		if o.Deps { // else .syncvet.yaml may say so
			set.flag(a, "deps", "true")
		}
	}
	if o.Atomicity {
		set.flag(race, "atomicity", "true")
	}
	set.flag(source.Analyzer, "models", o.Models)
	set.flag(source.Analyzer, "linter", o.Linter)
	return []*analysis.Analyzer{race, dead}, errors.Join(set.errs...)
}

// A setter sets flags and collects what goes wrong.
type setter struct {
	errs []error // nil: nothing went wrong
}

func (s *setter) flag(a *analysis.Analyzer, name, value string) {
	if err := a.Flags.Set(name, value); err != nil {
		s.errs = append(s.errs, fmt.Errorf("%s.%s: %w", a.Name, name, err))
	}
}

// wanted reports whether findings of a rule are shown.
func (o *Options) wanted() func(rule string) bool {
	return func(rule string) bool {
		return len(o.Rules) == 0 || directive.Covers(o.Rules, rule)
	}
}
