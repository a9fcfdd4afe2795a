// This file asks the nogo of Bazel's rules_go itself, called as its builder calls it, without Bazel around it (O3).

package hosts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// violations is the exit code of a nogo that has findings.
const violations = 3

// RulesGo asks a nogo that was built from rules_go.
func RulesGo(exe string) Driver {
	return func(t *Target) ([]Finding, error) {
		pkgs, err := list(t)
		if err != nil {
			return nil, err
		}
		b := &bazel{
			exe: exe, target: t, exports: map[string]string{}, facts: map[string]string{}, found: Findings{dir: t.Dir},
		}
		if b.dir, err = os.MkdirTemp("", "nogo"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(b.dir)
		for _, p := range pkgs {
			b.exports[p.ImportPath] = p.Export
			if p.Standard || isTestMain(p) {
				continue
			}
			if err := b.nogo(p); err != nil {
				return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
			}
		}
		return b.found.sorted(), nil
	}
}

// A bazel is one build.
type bazel struct {
	exe     string            // the builder with our analyzers in it
	target  *Target           // what is built
	dir     string            // for files of facts and lists of imports
	exports map[string]string // package -> file with its types
	facts   map[string]string // package -> file with its facts; none for std
	found   Findings          // so far
}

// nogo runs nogo on one package. Of those that were not asked for it wants the facts only, as rules_go does of packages
// of other repositories.
func (b *bazel) nogo(p *compiled) error {
	if len(p.CompiledGoFiles) == 0 {
		return nil
	}
	base := filepath.Join(b.dir, fmt.Sprint(len(b.facts)))
	args := []string{
		"-p", cleanPath(p.ImportPath), "-importcfg", base + ".cfg", "-x", base + ".facts", "-fix_dir", b.dir,
		"-go_version", strings.TrimPrefix(runtime.Version(), "go"),
	}
	if p.DepOnly {
		args = append(args, "-facts_only")
	}
	// paths of the source by package
	sources := map[string]string{}
	for path, pkg := range p.ImportMap {
		sources[pkg] = path
	}
	var cfg strings.Builder
	for _, pkg := range p.Imports {
		path, ok := sources[pkg]
		if !ok {
			path = pkg
		}
		if b.exports[pkg] == "" { // unsafe
			continue
		}
		if clean := cleanPath(pkg); clean != path {
			fmt.Fprintf(&cfg, "importmap %s=%s\n", path, clean)
			path = clean
		}
		fmt.Fprintf(&cfg, "packagefile %s=%s\n", path, b.exports[pkg])
		if facts, ok := b.facts[pkg]; ok {
			args = append(args, "-fact", path+"="+facts)
		}
	}
	if err := os.WriteFile(base+".cfg", []byte(cfg.String()), 0o666); err != nil {
		return err
	}
	b.facts[p.ImportPath] = base + ".facts"
	for _, name := range p.CompiledGoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		args = append(args, name)
	}
	cmd := exec.Command(b.exe, args...)
	cmd.Dir, cmd.Env = b.target.Dir, append(os.Environ(), "GOARCH="+runtime.GOARCH)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || err != nil && cmd.ProcessState.ExitCode() != violations {
		return fmt.Errorf("nogo: %w\n%s", err, out)
	}
	return b.read(string(out), err != nil)
}

// read takes findings from what nogo says: a line each, with the analyzer's name at its end.
func (b *bazel) read(said string, some bool) error {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if !some {
		lines = lines[:0]
	}
	for i, line := range lines {
		line = strings.TrimSuffix(strings.TrimSuffix(line, " (racecheck)"), " (deadlockcheck)")
		if !b.found.addLine(line) && i > 0 { // the first one says that there are some
			return fmt.Errorf("nogo says %q in\n%s", line, said)
		}
	}
	return nil
}
