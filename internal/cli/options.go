// This file is the command line.

package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/settings"
)

// options are what the command line says.
type options struct {
	format     string   // name of a report.Format
	confidence string   // lowest confidence shown
	fail       string   // lowest level that makes the exit code 1, "none" for never
	tags       string   // build tags, as for go build
	progress   string   // auto, plain or off
	color      string   // auto, always or never
	view       string   // a view of package report
	pairs      bool     // list the call paths of further pairs
	tests      bool     // show findings that need test code
	runs       bool     // run tests and main functions in an interpreter
	deps       bool     // show findings that lie wholly in dependencies
	generated  bool     // show findings that lie in generated code only
	atomicity  bool     // report AV5001 to AV5003
	stats      bool     // print the table of counters
	stream     bool     // write findings as packages finish
	exitZero   bool     // findings do not change the exit code
	baseline   string   // write, check or "" for none
	newFrom    string   // revision whose findings are known, "" for none
	patch      string   // file of a patch whose findings are wanted, "-" for standard input, "" for none
	fix        bool     // write repairs into the files
	why        string   // pairs of places that are asked about, as report.ParsePairs reads them; "" for none
	matrix     string   // builds to analyse for, "" for the default one
	build      build    // the build analysed for, if there are several
	patterns   []string // packages, as for go vet

	baselineFile string             // "" for the default
	settings     *settings.Settings // what .syncvet.yaml says
	profiles     profiles           // of the analysis, if they are wanted
}

// A choice is a flag that takes one of some words.
type choice struct {
	flag    string   // its name
	value   string   // as given
	allowed []string // in the order of the usage; "" among them: the flag may be left out
}

// choices are the flags that take one of some words.
func (o *options) choices() []choice {
	return []choice{
		{"f", o.format, slices.Sorted(maps.Keys(report.Formats()))},
		{"view", o.view, []string{report.BySite, report.ByField, report.ByObject}},
		{"confidence", o.confidence, settings.Confidences()},
		{"fail", o.fail, append(settings.Levels(), "none")},
		{"color", o.color, []string{"auto", "always", "never"}},
		{"progress", o.progress, []string{"auto", "plain", "off"}},
		{"baseline", o.baseline, []string{"", "write", "check"}},
	}
}

// errUsage says that the message has been printed.
var errUsage = errors.New("usage")

// flags declares the flags.
func (o *options) flags(stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("syncvet", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usageText())
		fs.PrintDefaults()
	}
	fs.StringVar(&o.format, "f", "text",
		"output `format`: "+strings.Join(slices.Sorted(maps.Keys(report.Formats())), ", "))
	fs.StringVar(&o.view, "view", report.BySite,
		"order of findings: site, or grouped by field (variable) or object (where it is made)")
	fs.BoolVar(&o.pairs, "pairs", false,
		"list the pairs of call paths that a finding stands for, as far as they were kept")
	fs.StringVar(&o.confidence, "confidence", "medium", "lowest confidence shown: high, medium or low")
	fs.StringVar(&o.fail, "fail", "hint", "lowest `level` that makes the exit code 1: error, warning, hint or none")
	fs.StringVar(&o.tags, "tags", "", "comma-separated build tags")
	fs.StringVar(&o.progress, "progress", "auto", "progress on stderr: auto (on a terminal), plain or off")
	fs.StringVar(&o.color, "color", "auto",
		"colours in the text: auto (on a terminal, unless NO_COLOR is set), always or never")
	fs.BoolVar(&o.tests, "tests", true, "show findings that need test code")
	fs.BoolVar(&o.runs, "runs", true,
		"run tests and main functions in an interpreter, without any effect, to see which findings are real")
	fs.BoolVar(&o.deps, "deps", false, "also show findings that lie wholly in dependencies")
	fs.BoolVar(&o.generated, "generated", false, "also show findings that lie in generated code only")
	fs.BoolVar(&o.atomicity, "atomicity", false,
		"also show violations of atomicity and order that are no data races (AV5001 to AV5003)")
	fs.StringVar(&o.baseline, "baseline", "",
		"`write` the findings to a baseline, or check against it: new ones are shown; "+
			"the file (*.json) may stand among the packages, else it is "+defaultBaseline)
	fs.StringVar(&o.newFrom, "new-from-rev", "", "show findings that the git `revision` does not have")
	fs.StringVar(&o.patch, "diff", "", "show findings that concern what a `patch` changes, \"-\" for standard input")
	fs.BoolVar(&o.fix, "fix", false, "write the repairs that are certain into the files")
	fs.StringVar(&o.matrix, "matrix", "",
		"analyse for several `builds`, GOOS/GOARCH or GOOS/GOARCH/TAG+TAG with commas between them, "+
			"and join what is found")
	fs.BoolVar(&o.stream, "stream", false,
		"write findings as packages finish, in the order in which they do ("+strings.Join(report.Streamed(), ", ")+")")
	o.profiles.flags(fs)
	fs.BoolVar(&o.stats, "stats", false, "print what was counted and measured on stderr")
	fs.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	return fs
}

// parse reads flags and packages. Its errors are errUsage and flag.ErrHelp.
func parse(args []string, stderr io.Writer) (*options, error) {
	o := new(options)
	fs := o.flags(stderr)
	words, err := parseMixed(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return nil, err
	} else if err != nil {
		return nil, errUsage
	}
	if err := o.configure(fs); err != nil {
		fmt.Fprintln(stderr, "syncvet:", err)
		return nil, errUsage
	}
	for _, c := range o.choices() {
		if !slices.Contains(c.allowed, c.value) {
			names := strings.Join(slices.DeleteFunc(c.allowed, func(s string) bool { return s == "" }), ", ")
			fmt.Fprintf(stderr, "syncvet: -%s=%s: want one of %s\n", c.flag, c.value, names)
			return nil, errUsage
		}
	}
	if err := o.streams(); err != nil {
		fmt.Fprintln(stderr, "syncvet:", err)
		return nil, errUsage
	}
	if o.takeBaselineFile(words); len(o.patterns) == 0 {
		o.patterns = []string{"."}
	}
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") && p != "-" {
			fmt.Fprintf(stderr, "syncvet: %s is a flag, and no package: flags stand before --\n", p)
			return nil, errUsage
		}
	}
	return o, nil
}

// streams says why findings cannot be written as packages finish, if that is wanted: nothing may depend on all of them.
func (o *options) streams() error {
	switch {
	case !o.stream:
		return nil
	case !slices.Contains(report.Streamed(), o.format):
		return fmt.Errorf("-stream: not with -f %s; the formats are %s", o.format, strings.Join(report.Streamed(), ", "))
	case o.view != report.BySite:
		return fmt.Errorf("-stream: not with -view %s, which needs all findings", o.view)
	case o.compares() || o.fix || o.matrix != "":
		return errors.New("-stream: not with -baseline, -new-from-rev, -diff, -fix or -matrix, which need all findings")
	}
	return nil
}

// configure reads the settings that hold for the working directory. Flags win.
func (o *options) configure(fs *flag.FlagSet) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if o.settings, err = settings.Find(dir); err != nil {
		return err
	}
	return defaults(o.settings, fs)
}

// parseMixed reads flags before, between and behind other words, and gives the words; behind "--" there are only words.
func parseMixed(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return words, nil
		}
		if k := len(args) - len(rest); k > 0 && args[k-1] == "--" {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

// takeBaselineFile separates the baseline's file from the packages.
func (o *options) takeBaselineFile(args []string) {
	for _, arg := range args {
		if o.baseline != "" && strings.HasSuffix(arg, ".json") {
			o.baselineFile = arg
		} else {
			o.patterns = append(o.patterns, arg)
		}
	}
}

// compares reports whether only findings are shown that something else does not have.
func (o *options) compares() bool {
	return o.baseline != "" || o.newFrom != "" || o.patch != "" || o.why != ""
}

// fails reports whether findings of this level make the exit code 1.
func (o *options) fails(level string) bool {
	levels := settings.Levels()
	return !o.exitZero && slices.Index(levels, level) <= slices.Index(levels, o.fail)
}

// exitText says what exit codes mean.
const exitText = "Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 packages do not build, " +
	"4 the analysis is incomplete."

// usageText is the help text above the flags.
func usageText() string {
	var b strings.Builder
	row := func(what, help string) { fmt.Fprintf(&b, "\t%-40s %s\n", what, help) }
	b.WriteString("usage:\n")
	row("syncvet [flags] [packages]", "analyse packages, as go vet names them")
	for _, c := range commands() {
		row("syncvet "+strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	row("syncvet -inprocess [flags] [packages]",
		"analyse in one process, without the go command's cache (-inprocess help)")
	row("go vet -vettool=$(which syncvet) [packages]", "the same as a vet tool")
	b.WriteString("\n" + exitText + "\n\nFlags:\n")
	return b.String()
}

// checkerArgs are the flags of the checkers. Defaults are left out, so that all fronts share the cache (S1), unless the
// settings file has another value: the checkers read it, too. again asks for another spelling, which the cache does not
// know (S6).
func (o *options) checkerArgs(again bool) []string {
	var args []string
	for _, checker := range []string{"-racecheck", "-deadlockcheck"} {
		evidence := checker + ".evidence"
		if again {
			evidence += "=true"
		}
		args = append(args, evidence)
		if o.confidence != "medium" || says(o.settings, "confidence") {
			args = append(args, checker+".confidence="+o.confidence)
		}
		for _, f := range []struct {
			name string // of the flag
			on   bool   // the command line, or the settings, say so
		}{{"deps", o.deps}, {"generated", o.generated}} {
			if f.on || says(o.settings, f.name) {
				args = append(args, fmt.Sprintf("%s.%s=%v", checker, f.name, f.on))
			}
		}
		if says(o.settings, "tests") {
			args = append(args, fmt.Sprintf("%s.tests=%v", checker, o.tests))
		}
		if !o.runs || says(o.settings, "runs") {
			args = append(args, fmt.Sprintf("%s.runs=%v", checker, o.runs))
		}
	}
	if o.atomicity || says(o.settings, "atomicity") {
		args = append(args, fmt.Sprintf("-racecheck.atomicity=%v", o.atomicity))
	}
	if o.why != "" {
		args = append(args, "-racecheck.why="+o.why)
	}
	return args
}

// defaultBaseline is the file of -baseline relative to the module or repository.
const defaultBaseline = ".syncvet/baseline.json"

// A build is what decides which files belong to a package.
type build struct {
	name         string // as on the command line
	goos, goarch string // "" is the default
	tags         string // as for -tags, "" for none besides those
}
