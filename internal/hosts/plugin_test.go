// This file tests the golangci-lint and the gopls that are built with syncvet as their pages in docs/how-to show them.

package hosts

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/deadlockcheck"
	"github.com/syncvet/syncvet/racecheck"
)

// page is a page of docs/how-to.
func page(t *testing.T, name string) string {
	t.Helper()
	return text(t, filepath.Join("..", "..", "docs", "how-to", name))
}

// text is what a file says.
func text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// transcript is what a page shows below a command: lines that are not empty.
func transcript(t *testing.T, name, command string) (lines []string) {
	t.Helper()
	_, rest, ok := strings.Cut(page(t, name), "\n    $ "+command+"\n")
	if !ok {
		t.Fatalf("%s shows no %q", name, command)
	}
	for line := range strings.Lines(rest) {
		line := strings.TrimSuffix(line, "\n")
		shown, indented := strings.CutPrefix(line, "    ")
		if shown == "" {
			continue
		}
		if !indented {
			break
		}
		lines = append(lines, shown)
	}
	return lines
}

// like reports whether a line is what a page shows, in which ... stands for anything.
func like(shown, line string) bool {
	pieces := strings.Split(shown, "...")
	last := len(pieces) - 1
	if last == 0 {
		return shown == line
	}
	line, begins := strings.CutPrefix(line, pieces[0])
	line, ends := strings.CutSuffix(line, pieces[last])
	for _, piece := range pieces[1:last] {
		_, rest, found := strings.Cut(line, piece)
		if !found {
			return false
		}
		line = rest
	}
	return begins && ends
}

// shows checks that a command says the lines of a transcript, in their order.
func shows(t *testing.T, said string, lines []string) {
	t.Helper()
	if len(lines) == 0 {
		t.Error("the page shows nothing")
	}
	all := strings.Split(said, "\n")
	for _, shown := range lines {
		i := slices.IndexFunc(all, func(line string) bool { return like(shown, strings.TrimRight(line, " \r")) })
		if i < 0 {
			t.Errorf("the page shows %q, which is not (or not there) in\n%s", shown, said)
			return
		}
		all = all[i+1:]
	}
}

// TestLike checks what ... stands for.
func TestLike(t *testing.T) {
	for _, c := range []struct {
		shown, line string
		want        bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"...", "a", true}, {"a...", "ab", true}, {"a ... d", "a b c d", true},
		{"a...a", "a", false}, {"a...c...e", "a-b-c-d-e", true}, {"a...x...e", "a-b-c-d-e", false}, {"b...", "ab", false},
	} {
		if got := like(c.shown, c.line); got != c.want {
			t.Errorf("%q like %q: %v", c.line, c.shown, got)
		}
	}
}

// linted is a module with the plugin's .golangci.yml, changed, that a golangci-lint with the plugin runs on.
type linted struct {
	exe    string
	target *Target
	cache  string
}

// run gives what golangci-lint says in a terminal, after changes of .golangci.yml.
func (l *linted) run(t *testing.T, changes ...string) string {
	t.Helper()
	config := text(t, filepath.Join("..", "..", "plugin", "golangci", ".golangci.yml"))
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(config, changes[i]) {
			t.Fatalf("%q is not in\n%s", changes[i], config)
		}
		config = strings.Replace(config, changes[i], changes[i+1], 1)
	}
	if err := os.WriteFile(filepath.Join(l.target.Dir, ".golangci.yml"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := l.target.command(l.exe, "run", "--allow-parallel-runners", "./...")
	cmd.Env = append(cmd.Env, "GOLANGCI_LINT_CACHE="+l.cache)
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// left has a comment that leaves out a finding, and one that does not.
const left = `package small

func Used() (n int) {
	go func() { n++ }() //nolint:syncvet // left out
	return n
}

func Unused() int { return 1 } //nolint:syncvet // nothing is left out
`

// TestGolangciPlugin checks the transcript of the page, the settings of the plugin, and that //nolint is understood
// once: nolintlint takes a comment that leaves out a finding to be used, and one that does not to be unused.
func TestGolangciPlugin(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	exe := buildGolangci(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	example, err := Copy(dir, "example", filepath.Join("..", "..", "example"))
	if err != nil {
		t.Fatal(err)
	}
	said := (&linted{exe, example, t.TempDir()}).run(t)
	shows(t, said, transcript(t, "golangci-lint.md", "./custom-gcl run ./..."))

	l := &linted{exe, smallTarget(t), t.TempDir()}
	if err := os.WriteFile(filepath.Join(l.target.Dir, "left.go"), []byte(left), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		changes []string
		want    []string
		not     []string
	}{
		{
			"as it stands", nil, []string{"\ndata race on", "pair.b", "GL3001", "Box.n"},
			[]string{"left.go", `local "n"`, "AV5001"},
		},
		{"nolint", []string{"    - syncvet\n", "    - syncvet\n    - nolintlint\n"},
			[]string{"left.go:8:", "(nolintlint)"}, []string{"left.go:4:"}},
		{"confidence", []string{"confidence: medium", "confidence: high"}, []string{"pair.a"}, []string{"Box.n"}},
		{"atomicity", []string{"atomicity: false", "atomicity: true"}, []string{"AV5001"}, nil},
		{"rules", []string{"rules: []", "rules: [GL*]"}, []string{"GL3001"}, []string{"RC1001"}},
		{"models", []string{
			"(*example.com/loop.Loop).Post", "example.com/small/lib.Later", "arg: 1", "arg: 0", "run: loop:main", "run: spawn",
		}, []string{`local "n"`}, nil},
		{"mistakes", []string{"rules: []", "rules: [RC9]"}, []string{`"RC9"`}, []string{"pair.a"}},
	} {
		said := l.run(t, c.changes...)
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is missing in\n%s", c.name, want, said)
			}
		}
		for _, not := range c.not {
			if strings.Contains(said, not) {
				t.Errorf("%s: %q should not be in\n%s", c.name, not, said)
			}
		}
	}
}

// TestGoplsPage checks the transcript of the page.
func TestGoplsPage(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	example, err := Copy(dir, "example", filepath.Join("..", "..", "example"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := example.command(buildGopls(t), "check", "main.go")
	cmd.Env = append(cmd.Env, goplsEnv(t.TempDir())...)
	out, err := output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.ReplaceAll(string(out), example.Dir+"/", "")
	shows(t, said, transcript(t, "gopls.md", "gopls-syncvet check main.go"))
}

// TestVersions checks that the golangci-lint and the gopls that the tests build are those that the docs name.
func TestVersions(t *testing.T) {
	_, version, _ := strings.Cut(golangciModule, "@")
	if custom := text(t, filepath.Join("..", "..", "plugin", "golangci", ".custom-gcl.yml")); !strings.Contains(
		custom, "\nversion: "+version+"\n") {
		t.Errorf("not %s:\n%s", version, custom)
	}
	mod := text(t, filepath.Join("..", "..", "plugin", "gopls", "go.mod"))
	_, rest, _ := strings.Cut(mod, "golang.org/x/tools/gopls v")
	version, _, _ = strings.Cut(rest, "\n")
	if !strings.Contains(page(t, "gopls.md"), "builds gopls v"+version+" with") {
		t.Errorf("docs/how-to/gopls.md does not name v%s", version)
	}
}

// block is the first block of a language on a page.
func block(t *testing.T, name, language string) string {
	t.Helper()
	_, rest, _ := strings.Cut(page(t, name), "\n```"+language+"\n")
	content, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatalf("%s has no block of %s", name, language)
	}
	return content
}

// nogoDeps are the packages of this module that the page about nogo gives it.
func nogoDeps(t *testing.T) (list []string) {
	t.Helper()
	dep := regexp.MustCompile(`"@com_github_syncvet_syncvet//(.*)"`)
	for _, m := range dep.FindAllStringSubmatch(page(t, "nogo.md"), -1) {
		list = append(list, m[1])
	}
	return list
}

// TestNogoPage checks that the files of the page name analyzers and flags that there are, in packages that have them as
// nogo wants them.
func TestNogoPage(t *testing.T) {
	var settings map[string]struct {
		AnalyzerFlags map[string]string `json:"analyzer_flags"`
	}
	if err := json.Unmarshal([]byte(block(t, "nogo.md", "json")), &settings); err != nil {
		t.Fatal(err)
	}
	list := map[string]*analysis.Analyzer{"racecheck": racecheck.Analyzer, "deadlockcheck": deadlockcheck.Analyzer}
	fresh := map[string]*analysis.Analyzer{"racecheck": racecheck.New(), "deadlockcheck": deadlockcheck.New()}
	if len(settings) != len(list) {
		t.Errorf("settings of %d analyzers, want %d", len(settings), len(list))
	}
	for name, s := range settings {
		a := list[name]
		if a == nil || a.Name != name {
			t.Errorf("there is no analyzer %s", name)
			continue
		}
		for flag, value := range s.AnalyzerFlags {
			if f := fresh[name].Flags.Lookup(flag); f == nil || f.Value.Set(value) != nil {
				t.Errorf("%s has no flag %s, or not the value %s", name, flag, value)
			}
		}
	}
	if got, want := nogoDeps(t), []string{"deadlockcheck", "racecheck"}; !slices.Equal(got, want) {
		t.Errorf("BUILD.bazel names %v, want %v", got, want)
	}
}

// TestGoplsShown checks what gopls gives an editor beside the message: severity, code, link and related places.
func TestGoplsShown(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	target := smallTarget(t)
	cmd := target.command(buildGopls(t), "serve")
	cmd.Env = append(cmd.Env, goplsEnv(t.TempDir())...)
	c, err := StartClient(cmd, editing())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(target.Dir, "small.go")
	if err := errors.Join(c.Open(name), c.Diagnosed(1)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		text, source string
		severity     int
	}{{"pair.a", "syncvet", 1}, {"Box.n", "syncvetwarn", 2}, {"GL3001", "syncvet", 1}} {
		i := slices.IndexFunc(c.published[scheme+name], func(d Diagnostic) bool {
			return d.ours() && strings.Contains(d.Message, want.text)
		})
		if i < 0 {
			t.Errorf("%s: not shown in %v", want.text, c.published[scheme+name])
			continue
		}
		d := c.published[scheme+name][i]
		if d.Severity != want.severity || d.Source != want.source || len(d.RelatedInformation) == 0 {
			t.Errorf("%s: severity %d, source %s, %d related places; want %d, %s and some",
				want.text, d.Severity, d.Source, len(d.RelatedInformation), want.severity, want.source)
		}
	}
	inTests := c.published[scheme+filepath.Join(target.Dir, "small_test.go")] // of the same package, and not open
	if !slices.ContainsFunc(inTests, func(d Diagnostic) bool { return d.ours() && d.Severity > 1 }) {
		t.Errorf("the race in a test is not shown as less than an error: %v", inTests)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
