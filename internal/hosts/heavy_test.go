// This file builds the hosts that are other people's programs, from the module proxy.

package hosts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
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

// heavy are the hosts that take minutes to build.
func heavy(t *testing.T) []host {
	t.Helper()
	golangci, gopls := buildGolangci(t), buildGopls(t)
	dir := t.TempDir()
	return []host{
		{"golangci-lint", Golangci(golangci, dir)},
		{"gopls check", GoplsCheck(gopls, dir)},
		{"gopls server", GoplsServer(gopls, dir)},
		{"gopls pulled", GoplsPulled(gopls, dir)},
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
	const module = "github.com/syncvet/syncvet"
	for _, args := range [][]string{
		{"mod", "init", "scratch"},
		{"mod", "edit", "-require", golangciModule, "-replace", module + "=" + root, "-replace", module + "/plugin/golangci=" + root + "/plugin/golangci",
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

// inFolder runs the go command in a folder.
func inFolder(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}
