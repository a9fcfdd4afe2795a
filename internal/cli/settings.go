// This file makes the settings of .syncvet.yaml the defaults of flags.

package cli

import (
	"errors"
	"flag"
	"fmt"

	"github.com/syncvet/syncvet/internal/settings"
)

// texts are the settings that are words, by the name of their flag; nil where the file does not say.
func texts(s *settings.Settings) map[string]*string {
	return map[string]*string{"confidence": s.Confidence, "fail": s.Fail, "tags": s.Tags}
}

// switches are the settings that are on or off.
func switches(s *settings.Settings) map[string]*bool {
	return map[string]*bool{
		"tests": s.Tests, "runs": s.Runs, "deps": s.Deps, "atomicity": s.Atomicity, "generated": s.Generated,
	}
}

// says reports whether the file has a value for a flag.
func says(s *settings.Settings, flag string) bool {
	return s != nil && (texts(s)[flag] != nil || switches(s)[flag] != nil)
}

// defaults sets the flags that the command line does not.
func defaults(s *settings.Settings, fs *flag.FlagSet) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var errs []error
	set := func(name string, value any) {
		if given[name] {
			return
		}
		if err := fs.Set(name, fmt.Sprint(value)); err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", s.File, name, err))
		}
	}
	for name, value := range texts(s) {
		if value != nil {
			set(name, *value)
		}
	}
	for name, value := range switches(s) {
		if value != nil {
			set(name, *value)
		}
	}
	return errors.Join(errs...)
}
