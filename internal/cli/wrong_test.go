// This file tests what is wrong: command lines, settings, environments and modules. Whatever the fault, its message
// names it, the exit code says of which kind it is (S3), and the finding of the one good package of the module is shown
// unless nothing can be analysed at all (S4, S7).

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goodModule is what every wrong thing is tried on: a module with one finding, and an older report.
const goodModule = `
-- go.mod --
module m

go 1.26
-- good/good.go --
package good

var x int // say finding error
-- report.json --
{"schema":1,"summary":{}}
-- empty.json --
-- other.sarif --
{"$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
 "version": "2.1.0", "runs": []}
-- page.html --
<html>
`

// shown is the finding of the good package.
const shown = "good/good.go:3:11: data race on x"

// A wrong is one wrong thing.
type wrong struct {
	name  string
	files string // added to the module, or in place of its files
	env   string // one variable of the environment; empty: none
	args  string // "|" stands for a space inside an argument
	exit  int
	says  string // on standard error
	lost  bool   // nothing can be analysed, or it is not asked for: the finding is not shown
}

// usages are wrong command lines: nothing is analysed.
var usages = []wrong{
	{name: "no such flag", args: "-nonsense ./...", says: "not defined: -nonsense"},
	{name: "no such flag behind packages", args: "./... -nonsense", says: "not defined: -nonsense"},
	{name: "flag without value", args: "./... -f", says: "needs an argument: -f"},
	{name: "boolean that is none", args: "-tests=often ./...", says: `"often" for -tests`},
	{name: "no such format", args: "-f xml ./...", says: "-f=xml: want one of "},
	{
		name: "no such confidence",
		args: "-confidence certain ./...",
		says: "-confidence=certain: want one of high, medium, low",
	},
	{name: "no such level", args: "-fail fatal ./...", says: "-fail=fatal: want one of error, warning, hint, none"},
	{name: "no such view", args: "-view author ./...", says: "-view=author: want one of "},
	{name: "no such color", args: "-color blue ./...", says: "-color=blue: want one of auto, always, never"},
	{name: "no such progress", args: "-progress fast ./...", says: "-progress=fast: want one of auto, plain, off"},
	{name: "no such baseline", args: "-baseline renew ./...", says: "-baseline=renew: want one of write, check"},
	{name: "flag taken for a package", args: "-- -f json", says: "-f is a flag, and no package: flags stand before --"},
	{name: "no such command", args: "chekc ./...", says: `there is no command "chekc"; there are explain, why, merge`},
	{name: "folder as a command", args: "good", says: "the package in the directory is ./good"},
	{name: "no such folder", args: "./nothing/...", says: "no packages match ./nothing/...: there is no folder ./nothing"},
	{name: "baseline that is missing", args: "-baseline check missing.json ./...", says: "missing.json"},
	{name: "baseline that is empty", args: "-baseline check empty.json ./...", says: "empty.json"},
	{
		name:  "baseline that is Go",
		files: "-- go.json --\npackage x\n",
		args:  "-baseline check go.json ./...",
		says:  "go.json",
	},
	{
		name:  "baseline of the future",
		files: "-- new.json --\n{\"schema\": 99, \"findings\": []}\n",
		args:  "-baseline check new.json ./...",
		says:  "new.json",
	},
	{name: "patch that is missing", args: "-diff missing.patch ./...", says: "missing.patch"},
	{name: "patch that is none", args: "-diff page.html ./...", says: "-diff: no unified diff"},
	{
		name: "revision outside a repository",
		args: "-new-from-rev HEAD~1 ./...",
		says: `-new-from-rev: no revision "HEAD~1" here`,
	},
	{
		name: "build without architecture",
		args: "-matrix linux ./...",
		says: `"linux" is not GOOS/GOARCH or GOOS/GOARCH/TAG+TAG`,
	},
	{name: "no such build", args: "-matrix plan10/amd64 ./...", says: "there is no platform plan10/amd64"},
	{name: "no such system", env: "GOOS=plan10", args: "./...", says: "there is no platform plan10/"},
	{name: "explain nothing", args: "explain", says: "usage: syncvet explain "},
	{name: "no such rule", args: "explain RC9999", says: "RC9999"},
	{name: "no such finding", args: "explain 0123456789ab", says: "no finding 0123456789ab"},
	{name: "why without places", args: "why", says: "why: want two places"},
	{name: "why with no pair in the file", args: "why -", says: "why: no pair of places on standard input"},
	{name: "a stream of SARIF", args: "-stream -f sarif ./...", says: "-stream: not with -f sarif"},
	{name: "a stream and a baseline", args: "-stream -baseline check ./...", says: "-stream: not with -baseline"},
	{name: "a stream in groups", args: "-stream -view field ./...", says: "-stream: not with -view field"},
	{name: "no package", args: "-", says: `"-" is no package`},
	{name: "why with one place", args: "why good.go:3", says: "why: want two places"},
	{
		name: "why with a line 0",
		args: "why good.go:0 good.go:3",
		says: `"good.go:0" is neither FILE.go:LINE nor a function`,
	},
	{name: "why with a number", args: "why 12 14", says: `"12" is neither FILE.go:LINE nor a function`},
	{name: "merge nothing", args: "merge", says: "usage: syncvet merge "},
	{name: "merge what is missing", args: "merge missing.json", says: "missing.json"},
	{name: "merge a page", args: "merge page.html", says: "page.html"},
	{name: "merge two forms", args: "merge other.sarif report.json", says: "SARIF"},
	{name: "cache without a verb", args: "cache", says: "usage: syncvet cache stat|clean"},
	{name: "no such verb", args: "cache empty", says: "usage: syncvet cache stat|clean"},
	{name: "no such shell", args: "completion csh", says: "usage: syncvet completion bash|zsh|fish"},
	{name: "profile in no folder", args: "-debug.cpuprofile missing/cpu.out ./...", says: "missing/cpu.out"},
	{name: "no cache", env: "GOCACHE=off", args: "./...", says: "GOCACHE=off: go vet keeps"},
	{name: "no go command", env: "PATH=/nonexistent", args: "./...", says: "there is no go command in PATH"},
	{name: "settings: no such key", files: "-- .syncvet.yaml --\nconfidense: low\n", args: "./...", says: "confidense"},
	{
		name:  "settings: no such confidence",
		files: "-- .syncvet.yaml --\nconfidence: sure\n",
		args:  "./...",
		says:  `confidence: "sure"`,
	},
	{
		name:  "settings: no such rule",
		files: "-- .syncvet.yaml --\nexclude: {rules: [XX1]}\n",
		args:  "./...",
		says:  "there is no rule XX1",
	},
	{
		name:  "settings: no such level",
		files: "-- .syncvet.yaml --\nlevels: {RC*: fatal}\n",
		args:  "./...",
		says:  `level "fatal" of RC*`,
	},
	{
		name:  "settings: bad pattern",
		files: "-- .syncvet.yaml --\nexclude: {paths: ['[']}\n",
		args:  "./...",
		says:  "syntax error in pattern",
	},
	{name: "settings: no YAML", files: "-- .syncvet.yaml --\ntests: [\n", args: "./...", says: ".syncvet.yaml"},
	{name: "settings: wrong kind", files: "-- .syncvet.yaml --\ntests: often\n", args: "./...", says: "often"},
	{name: "settings: a list", files: "-- .syncvet.yaml --\n- tests\n", args: "./...", says: ".syncvet.yaml"},
}

// broken are modules with something wrong in them, or beside the good package.
var broken = []wrong{
	{
		name:  "type error",
		files: "-- bad/bad.go --\npackage bad\n\nvar x int = \"\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "bad/bad.go:3:13",
	},
	{
		name:  "type error below",
		files: "-- bad/bad.go --\npackage bad\n\nvar x int = \"\"\n-- top/top.go --\npackage top\n\nimport _ \"m/bad\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "[m/bad m/top]",
	},
	{
		name:  "syntax error",
		files: "-- bad/bad.go --\npackage bad\n\nfunc {\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "bad/bad.go:3:6",
	},
	{name: "empty file", files: "-- bad/bad.go --\n", args: "./...", exit: exitBroken, says: "bad/bad.go:1:1"},
	{name: "not Go at all", files: "-- bad/bad.go --\n\x7fELF\n", args: "./...", exit: exitBroken, says: "bad/bad.go:1:1"},
	{
		name:  "two packages in a folder",
		files: "-- bad/a.go --\npackage a\n-- bad/b.go --\npackage b\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "found packages a (a.go) and b (b.go)",
	},
	{
		name:  "import of a package that is not there",
		files: "-- bad/bad.go --\npackage bad\n\nimport _ \"m/nowhere\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "m/nowhere",
	},
	{
		name:  "import of a module that is not there",
		files: "-- bad/bad.go --\npackage bad\n\nimport _ \"example.com/nowhere\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "example.com/nowhere",
	},
	{
		name:  "import cycle",
		files: "-- a/a.go --\npackage a\n\nimport _ \"m/b\"\n-- b/b.go --\npackage b\n\nimport _ \"m/a\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "import cycle",
	},
	{
		name:  "internal package of another",
		files: "-- bad/bad.go --\npackage bad\n\nimport _ \"cmd/internal/obj\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "use of internal package",
	},
	{
		name:  "unused import",
		files: "-- bad/bad.go --\npackage bad\n\nimport \"os\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  `"os" imported and not used`,
	},
	{
		name:  "test that does not build",
		files: "-- bad/bad.go --\npackage bad\n-- bad/bad_test.go --\npackage bad\n\nvar x int = \"\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "bad/bad_test.go:3:13",
	},
	{
		name:  "embedded file that is missing",
		files: "-- bad/bad.go --\npackage bad\n\nimport _ \"embed\"\n\n//go:embed nothing.txt\nvar s string\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "nothing.txt",
	},
	{
		name:  "only files of another system",
		files: "-- bad/bad_plan9.go --\npackage bad\n",
		args:  "./bad ./good",
		exit:  exitBroken,
		says:  "build constraints exclude all Go files",
	},
	{
		name:  "folder without packages",
		files: "-- bad/read.me --\n",
		args:  "./bad ./good",
		exit:  exitBroken,
		says:  "no Go files in",
	},
	{name: "package that is not there", args: "./nowhere ./good", exit: exitBroken, says: "nowhere"},
	{
		name:  "crash",
		files: "-- bad/bad.go --\npackage bad // say panic\n",
		args:  "./...",
		exit:  exitIncomplete,
		says:  "m/bad: panic: panic: as told",
	},
	{
		name:  "failure",
		files: "-- bad/bad.go --\npackage bad // say error\n",
		args:  "./...",
		exit:  exitIncomplete,
		says:  "as told",
	},
	{
		name:  "budget",
		files: "-- bad/bad.go --\npackage bad // say incomplete\n",
		args:  "./...",
		exit:  exitIncomplete,
		says:  "m/bad: budget: too large",
	},
	{
		name:  "crash beside what does not build",
		files: "-- bad/bad.go --\npackage bad // say panic\n-- worse/worse.go --\npackage worse\n\nvar x int = \"\"\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "worse/worse.go:3:13",
	},
	{
		name:  "go.mod that is none",
		files: "-- go.mod --\nmodul m\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "go.mod:1",
		lost:  true,
	},
	{
		name:  "go.mod without module",
		files: "-- go.mod --\ngo 1.26\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "go.mod",
		lost:  true,
	},
	{
		name:  "go.mod for a newer Go",
		files: "-- go.mod --\nmodule m\n\ngo 1.99\n",
		args:  "./...",
		exit:  exitBroken,
		says:  "go.mod requires go >= 1.99",
		lost:  true,
	},
	{
		name: "workspace that is not there",
		env:  "GOWORK=/nonexistent/go.work",
		args: "./...",
		exit: exitBroken,
		says: "workspace mode",
		lost: true,
	},
	{
		name: "flag of the go command that there is not",
		env:  "GOFLAGS=-nonsense",
		args: "./...",
		exit: exitBroken,
		says: "-nonsense",
		lost: true,
	},
}

// TestWrong tries all of them.
func TestWrong(t *testing.T) {
	if n := len(usages) + len(broken); n < 60 {
		t.Errorf("only %d wrong things", n)
	}
	for i := range usages {
		usages[i].exit, usages[i].lost = exitUsage, true
	}
	for _, c := range append(usages, broken...) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.try(t)
		})
	}
}

// try tries one of them in a module of its own.
func (c *wrong) try(t *testing.T) {
	dir := module(t, goodModule+c.files)
	var args, env []string
	for _, arg := range strings.Fields(c.args) {
		args = append(args, strings.ReplaceAll(arg, "|", " "))
	}
	if c.env != "" {
		env = append(env, c.env)
	}
	r := startWith(t, dir, env, os.Args[0], args...)
	if r.exit != c.exit {
		t.Errorf("exit code %d, want %d", r.exit, c.exit)
	}
	if !strings.Contains(r.stderr, c.says) {
		t.Errorf("want %q on standard error", c.says)
	}
	if strings.Contains(r.stdout, shown) == c.lost || c.lost && r.stdout != "" {
		t.Errorf("the finding is shown: %v", !c.lost)
	}
	if strings.Contains(r.stderr, "goroutine 1 [") && !strings.Contains(c.files, "panic") {
		t.Error("a crash")
	}
	if t.Failed() {
		t.Logf("standard output:\n%s\nstandard error:\n%s", r.stdout, r.stderr)
	}
}

// TestWrongPlaces tries folders that nothing can be analysed in.
func TestWrongPlaces(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o777); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"no module":    "cd / && exec $0 ./...",
		"no such dir":  "cd " + gone + " && rmdir ../gone && exec $0 ./...",
		"closed pipe":  "cd / && exec $0 -help 2>&-",
		"empty folder": "cd $(mktemp -d) && exec $0 .",
	} {
		cmd := exec.Command("sh", "-c", script, self)
		cmd.Env = append(os.Environ(), asCommand+"=1", "GOWORK=off", "GOFLAGS=", "GO111MODULE=on")
		out, _ := cmd.CombinedOutput()
		code, want := cmd.ProcessState.ExitCode(), exitUsage
		if name == "closed pipe" {
			want = exitClean
		}
		if code != want || strings.Contains(string(out), "goroutine 1 [") {
			t.Errorf("%s: exit code %d, want %d\n%s", name, code, want, out)
		}
	}
}
