// This file runs go vet with this executable as its tool, and go list for what go vet does not say.

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/syncvet/syncvet/internal/report"
)

// vet analyses packages and adds what go vet says to the session. An error means that go vet could not run.
func (s *session) vet(patterns []string) error {
	if len(patterns) == 0 {
		return nil
	}
	cmd := s.command(patterns)
	p := s.newProgress()
	defer p.finish()
	cmd.Dir, cmd.Env = s.cwd, append(s.env(), p.ticks.env()...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	runtime.LockOSThread() // the child ends with the thread that started it
	defer runtime.UnlockOSThread()
	started := grouped(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	defer started()()
	lines := make(chan item)
	var readers sync.WaitGroup
	readers.Go(func() { split(stdout, lines) })
	readers.Go(func() { split(stderr, lines) })
	go func() { readers.Wait(); close(lines) }()
	var text blocks
	var failed error // to write what was found
	p.follow(lines, &text, func(object []byte) (int, []*report.Finding) {
		before := len(s.findings)
		n := s.object(object)
		if s.opt.compares() {
			return n, nil
		}
		fresh := s.shown(s.findings[before:])
		if s.stream != nil {
			failed = errors.Join(failed, s.stream.Add(fresh))
			return n, nil
		}
		return n, fresh
	})
	err = cmd.Wait()
	s.totals.CPUMillis += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds()
	s.totals.PeakKB = max(s.totals.PeakKB, peakKB(cmd.ProcessState))
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err
	}
	s.failures(&text, err != nil)
	return failed
}

// command is go vet, or all analyses in one process of this executable if that is to be profiled.
func (s *session) command(patterns []string) *exec.Cmd {
	if args := s.opt.profiles.args(); len(args) > 0 {
		return exec.Command(
			s.self,
			slices.Concat([]string{"-inprocess", "-json"}, args, s.opt.checkerArgs(s.again), patterns)...)
	}
	args := append([]string{"vet", "-vettool=" + s.self, "-json"}, s.opt.checkerArgs(s.again)...)
	if s.opt.tags != "" {
		args = append(args, "-tags="+s.opt.tags)
	}
	if s.overlay != "" {
		args = append(args, "-overlay="+s.overlay)
	}
	return exec.Command("go", append(args, patterns...)...)
}

// env is the child's environment: the go command trusts PWD for the spelling of the working directory.
func (s *session) env() []string {
	env := append(os.Environ(), "PWD="+s.cwd)
	set := map[string]string{"GOOS": s.opt.build.goos, "GOARCH": s.opt.build.goarch}
	if s.opt.tags != "" && len(s.opt.profiles.args()) > 0 { // no flag of that front
		set["GOFLAGS"] = strings.TrimSpace(os.Getenv("GOFLAGS") + " -tags=" + s.opt.tags)
	}
	for name, value := range set {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// list asks go list for one line per package.
func (s *session) list(format string, patterns []string) []string {
	return strings.Fields(string(goList(s, patterns, "-f", format)))
}

// goList is what go list prints of packages, with flags that say how; nothing if it fails.
func goList(s *session, patterns []string, how ...string) []byte {
	args := append([]string{"list", "-e"}, how...)
	if s.opt.tags != "" {
		args = append(args, "-tags="+s.opt.tags)
	}
	cmd := exec.Command("go", append(args, patterns...)...)
	cmd.Dir, cmd.Env = s.cwd, s.env()
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	return out
}

// buildable is the template for the packages that go vet looks at; onlyExternal marks those that have nothing but
// external tests.
const (
	buildable = "{{if or .GoFiles .CgoFiles .TestGoFiles .Error}}{{.ImportPath}}" +
		"{{else if .XTestGoFiles}}{{.ImportPath}}" + onlyExternal + "{{end}}"
	onlyExternal = ",test"
)

// loadable lists the packages asked for that load with all they import.
func (s *session) loadable() []string {
	if strings.HasSuffix(s.opt.patterns[0], ".go") {
		return nil // a list of files is one package
	}
	return s.list("{{if not (or .Error .DepsErrors)}}{{.ImportPath}}{{end}}", s.opt.patterns)
}

// unseen lists the packages asked for that nothing was heard of, apart from those that the tool crashed on.
func (s *session) unseen() []string {
	var out []string
	for _, name := range s.asked() {
		pkg, external := strings.CutSuffix(name, onlyExternal)
		if !s.seen[pkg] && !(external && s.seen[pkg+"_test"]) {
			out = append(out, pkg)
		}
	}
	return out
}

// noPackages is what go vet says when its patterns name none.
const noPackages = "no packages to vet"

// noPlatform is what the go command says, before GOOS/GOARCH, about a platform that there is not.
const noPlatform = "unsupported GOOS/GOARCH pair "

// failures takes what go vet printed beside objects: crashes of the tool are notes, all else is for people.
func (s *session) failures(text *blocks, failed bool) {
	crashes, rest := text.crashes()
	for _, c := range crashes {
		c.Pkg = packageOf(c.Pkg)
		s.seen[c.Pkg] = true
		s.note(c)
	}
	if failed && strings.Contains(rest, noPackages) && len(s.seen) == 0 {
		s.nothing = true
		return
	}
	if _, pair, ok := strings.Cut(rest, noPlatform); ok && failed {
		s.platform, _, _ = strings.Cut(pair, "\n")
		return
	}
	s.stderr.Write([]byte(rest))
	s.broken = s.broken || failed && (len(crashes) == 0 || len(bytes.TrimSpace([]byte(rest))) > 0)
}
