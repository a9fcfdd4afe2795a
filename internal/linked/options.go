// This file is what chooses the findings that are shown: the flags of a checker, and the settings of the package.

package linked

import (
	"errors"
	"flag"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/settings"
	"github.com/syncvet/syncvet/passes/source"
)

// Options are a checker's flags.
type Options struct {
	Evidence   bool   // attach machine-readable evidence and a summary of the package
	Confidence string // lowest confidence shown
	Deps       bool   // report what lies wholly inside dependencies
	Generated  bool   // report what lies in generated code only
	Tests      bool   // report what needs test code
	Without    string // ids of rows of the rule tables that are not asked

	Runs bool // run the package's tests and main function in an interpreter

	Witness  evidence.Witness   // what these runs have shown; nil until they are made
	Settings *settings.Settings // of the package's .syncvet.yaml; nil until For
	Problem  error              // what is wrong with them; nil: nothing

	given map[string]bool // names of the flags that were set, and so come before the settings
}

// Register declares the flags; what names the findings in the help text.
func (o *Options) Register(fs *flag.FlagSet, what string) {
	fs.BoolVar(&o.Evidence, "evidence", false, "attach the full evidence to every finding, and a summary to every package")
	o.Confidence = "medium"
	fs.Var((*grade)(&o.Confidence), "confidence", "lowest confidence shown: high, medium or low")
	fs.BoolVar(&o.Generated, "generated", false, "also report "+what+" in generated code only")
	fs.StringVar(&o.Without, "debug.without", "",
		"`rules` of docs/heuristics.md and docs/merging.md that are not asked, with commas between them: to see what they "+
			"are for")
	fs.BoolVar(&o.Deps, "deps", false, "also report "+what+" wholly inside dependencies")
	fs.BoolVar(&o.Runs, "runs", true, "run tests and main functions in an interpreter, to see which findings are real")
	fs.BoolVar(&o.Tests, "tests", true, "also report "+what+" in tests, or needs test code")
}

// Note makes the options remember which of the flags declared so far are set.
func (o *Options) Note(fs *flag.FlagSet) {
	o.given = map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) { f.Value = noted{f.Value, f.Name, o.given} })
}

// A noted is the value of a flag that remembers that it is set.
type noted struct {
	flag.Value
	name  string          // of the flag
	given map[string]bool // names of flags that are set, shared by all of a checker
}

// String is the value's text; that of the zero value is empty, which package flag asks for.
func (n noted) String() string {
	if n.Value == nil {
		return ""
	}
	return n.Value.String()
}

// Set sets the flag.
func (n noted) Set(text string) error {
	n.given[n.name] = true
	return n.Value.Set(text)
}

// IsBoolFlag reports whether the flag needs no value.
func (n noted) IsBoolFlag() bool {
	b, ok := n.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// For gives the options for one package: what its settings say, where no flag says it.
func (o *Options) For(src *source.Result) *Options {
	own := *o
	own.Settings = &settings.Settings{}
	if src.User != nil && src.User.File != "" {
		own.Settings, own.Problem = settings.Read(src.User.File)
	}
	if c := own.Settings.Confidence; c != nil && !o.given["confidence"] {
		own.Confidence = *c
	}
	own.Deps = o.Choose("deps", o.Deps, own.Settings.Deps)
	own.Generated = o.Choose("generated", o.Generated, own.Settings.Generated)
	own.Tests = o.Choose("tests", o.Tests, own.Settings.Tests)
	own.Runs = o.Choose("runs", o.Runs, own.Settings.Runs)
	return &own
}

// Choose gives the value of a flag where it is set, else what the settings say, if they do.
func (o *Options) Choose(flag string, value bool, said *bool) bool {
	if said == nil || o.given[flag] {
		return value
	}
	return *said
}

// A grade is the value of the flag that says which confidence is shown.
type grade string

// String is the grade as the command line says it.
func (g *grade) String() string { return string(*g) }

// Set takes one of three words.
func (g *grade) Set(text string) error {
	switch text {
	case "high", "medium", "low":
		*g = grade(text)
		return nil
	}
	return errors.New("want high, medium or low")
}

// Weakest is the weakest confidence that passes the flag.
func (o *Options) Weakest() evidence.Confidence {
	switch o.Confidence {
	case "high":
		return evidence.High
	case "low":
		return evidence.Low
	}
	return evidence.Medium
}

// View is what the checker wants to see of the linked program.
func (o *Options) View() explain.View {
	return explain.View{Witness: o.Witness, Deps: o.Deps, Weakest: o.Weakest(), Generated: o.Generated, Without: o.Without}
}

// Try runs what the package has to run, if that is wanted.
func (o *Options) Try(r *Result, sum *report.Summary) {
	if !o.Runs {
		return
	}
	w, failed := r.Witness()
	if o.Witness = w; failed != nil {
		sum.Notes = append(sum.Notes, *failed)
	}
}
