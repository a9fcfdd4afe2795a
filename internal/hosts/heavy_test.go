// This file builds the hosts that are other people's programs, from the module proxy.

package hosts

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/published"
)

// golangciModule is the golangci-lint that the plugin is made for.
const golangciModule = "github.com/golangci/golangci-lint/v2@v2.15.0"

// scratchMain is a golangci-lint with the plugin: what golangci-lint custom builds, without cloning a repository.
const scratchMain = `package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"
	_ "github.com/syncvet/syncvet/plugin/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "2.15.0"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
`

// module is the path of this module.
const module = "github.com/syncvet/syncvet"

// heavy are the hosts that take minutes to build.
func heavy(t *testing.T) []host {
	dir := t.TempDir()
	return []host{
		{"rules_go", func(t *testing.T) Driver { return RulesGo(buildNogo(t)) }},
		{"golangci-lint", func(t *testing.T) Driver { return Golangci(buildGolangci(t), dir) }},
		{"gopls check", func(t *testing.T) Driver { return GoplsCheck(buildGopls(t), dir) }},
		{"gopls server", func(t *testing.T) Driver { return GoplsServer(buildGopls(t), dir) }},
		{"gopls pulled", func(t *testing.T) Driver { return GoplsPulled(buildGopls(t), dir) }},
	}
}

// buildGolangci builds golangci-lint with the plugin.
func buildGolangci(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(scratchMain), 0o666); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(built, "golangci-lint.exe")
	for _, args := range [][]string{
		{"mod", "init", "scratch"},
		{"mod", "edit", "-require", golangciModule, "-replace", module + "=" + root,
			"-replace", module + "/plugin/golangci=" + root + "/plugin/golangci",
			"-require", module + "@v0.1.0", "-require", module + "/plugin/golangci@v0.1.0"},
		{"mod", "tidy"},
		{"build", "-o", exe, "."},
	} {
		if err := inFolder(dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	return exe
}

// buildGopls builds gopls with the analyzers.
func buildGopls(t *testing.T) string {
	t.Helper()
	exe, err := build("gopls", filepath.Join("..", "..", "plugin", "gopls"), ".")
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// rulesGoFiles are the files of rules_go's go/tools/builders that nogo is made of: nogo_srcs in its BUILD.bazel, those
// for older versions of Go aside.
var rulesGoFiles = []string{
	"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go",
	"nolint.go",
}

// rulesGo is the folder go/tools/builders of the rules_go that docs/how-to/nogo.md names.
func rulesGo(t *testing.T) string {
	t.Helper()
	_, rest, _ := strings.Cut(page(t, "nogo.md"), `bazel_dep(name = "rules_go", version = "`)
	version, _, _ := strings.Cut(rest, `"`)
	dir, err := published.Download(t.Context(), "github.com/bazelbuild/rules_go", "v"+version)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "go", "tools", "builders")
}

// buildNogo builds the nogo of rules_go with the analyzers and the configuration of docs/how-to/nogo.md, as the rule
// nogo does: a generator writes the list of analyzers, which the other files are compiled with. They import an internal
// package of x/tools, and so lie below it.
func buildNogo(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir, builders := t.TempDir(), rulesGo(t)
	write := func(name, content string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(content), 0o666))
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range rulesGoFiles {
		write(name, text(t, filepath.Join(builders, name)))
	}
	for _, name := range []string{"generate_nogo_main.go", "flags.go"} {
		write("generate/"+name, text(t, filepath.Join(builders, name)))
	}
	write("generate/main.go", `package main

import (
	"log"
	"os"
)

func main() {
	if err := genNogoMain(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
`)
	write("nogo.json", block(t, "nogo.md", "json"))
	generate := []string{
		"run", "./generate", "-output", filepath.Join(dir, "list.go"), "-config", filepath.Join(dir, "nogo.json"),
	}
	for _, a := range nogoDeps(t) {
		generate = append(generate, "-analyzer_importpath", module+"/"+a)
	}
	exe := filepath.Join(built, "nogo.exe")
	for _, args := range [][]string{
		{"mod", "init", "golang.org/x/tools/nogo"},
		{"mod", "edit", "-replace", module + "=" + root, "-require", module + "@" + release},
		generate,
		{"mod", "tidy"},
		{"build", "-o", exe, "."},
	} {
		if err := inFolder(dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	return exe
}

// inFolder runs the go command in a folder.
func inFolder(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}
