// This file finds what keeps go vet from running at all, so that each such fault has a message of its own (S7).

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A setup is what the go command says about itself and the working directory.
type setup struct {
	GOVERSION   string // "go1.26.1"
	GOROOT      string // where the standard library lies
	GOMOD       string // "" or os.DevNull: there is no module
	GOWORK      string // go.work in use; "" or "off" for none
	GOCACHE     string // folder of the build cache, or "off"
	GO111MODULE string // "off": packages are looked up in GOPATH, without modules
}

// preflight reports why nothing can be analysed; nil if nothing is in the way, or the go command will say it best
// itself.
func (s *session) preflight() error {
	cmd := exec.Command("go", "env", "-json", "GOVERSION", "GOROOT", "GOMOD", "GOWORK", "GOCACHE", "GO111MODULE")
	cmd.Env = s.env()
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("there is no go command in PATH: packages are loaded with it")
	}
	var at setup
	if json.Unmarshal(out, &at) != nil || err != nil {
		return nil
	}
	s.goroot = at.GOROOT
	for _, fault := range []func(*setup) error{tooNew, noCache, s.noModule, s.noCommand, s.noFolder} {
		if err := fault(&at); err != nil {
			return err
		}
	}
	return nil
}

// tooNew reports a toolchain whose packages this executable cannot read.
func tooNew(at *setup) error {
	theirs, ours := goversion.Lang(at.GOVERSION), goversion.Lang(runtime.Version())
	if goversion.Compare(theirs, ours) > 0 && ours != "" {
		return fmt.Errorf(
			"the go command is %s, and this syncvet was built with %s: build it again with the newer one",
			at.GOVERSION,
			runtime.Version(),
		)
	}
	return nil
}

// noCache reports that there is no build cache.
func noCache(at *setup) error {
	if at.GOCACHE == "off" {
		return errors.New(
			"GOCACHE=off: go vet keeps what one package tells the next in the build cache; " +
				"unset GOCACHE, or let it name a directory",
		)
	}
	return nil
}

// noModule reports that there is no module to which packages asked for by their directories could belong.
func (s *session) noModule(at *setup) error {
	if at.GO111MODULE == "off" || at.GOWORK != "" && at.GOWORK != "off" || at.GOMOD != "" && at.GOMOD != os.DevNull {
		return nil
	}
	if !slices.ContainsFunc(
		s.opt.patterns,
		func(p string) bool { return strings.HasPrefix(p, ".") && !strings.HasSuffix(p, ".go") },
	) {
		return nil
	}
	return fmt.Errorf("there is no go.mod in %s or above: run syncvet in a module, or name .go files", s.cwd)
}

// bareWord matches what may be meant for a command.
var bareWord = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// reserved are the bare words that go list takes for sets of packages.
var reserved = []string{"all", "std", "cmd", "tool", "work"}

// noCommand reports a bare word that is neither a command nor a package.
func (s *session) noCommand(at *setup) error {
	word := s.opt.patterns[0]
	if !bareWord.MatchString(word) || slices.Contains(reserved, word) || isDir(filepath.Join(at.GOROOT, "src", word)) {
		return nil
	}
	if isDir(filepath.Join(s.cwd, word)) {
		return fmt.Errorf(
			"%q is neither a command nor a package of the standard library; the package in the directory is ./%[1]s",
			word,
		)
	}
	return fmt.Errorf("there is no command %q; there are %s", word, strings.Join(words(), ", "))
}

// noFolder reports a pattern below a folder that there is not.
func (s *session) noFolder(*setup) error {
	for _, p := range s.opt.patterns {
		folder, ok := strings.CutSuffix(p, "/...")
		if ok && strings.HasPrefix(p, ".") && !isDir(filepath.Join(s.cwd, folder)) {
			return fmt.Errorf("no packages match %s: there is no folder %s", p, folder)
		}
	}
	return nil
}

// words are the first arguments that are no packages.
func words() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return append(list, "help")
}

// isDir reports whether a name is that of a directory.
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
