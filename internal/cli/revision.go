// This file finds out what an earlier revision of the repository has been reported for: it is checked out into a folder
// of the user's cache and analysed there, so that a finding is new or known by its identity, not by the lines that
// changed.

package cli

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// compareRevision marks the findings that the revision of the command line has as well.
func (s *session) compareRevision() error {
	commit, err := git(s.cwd, nil, "rev-parse", "--verify", "--quiet", s.opt.newFrom+"^{commit}")
	if err != nil {
		return fmt.Errorf("-new-from-rev: no revision %q here", s.opt.newFrom)
	}
	old := &report.Baseline{}
	if len(s.findings) > 0 {
		if old, err = s.analyseRevision(commit); err != nil {
			return err
		}
	}
	s.match(old, "since "+s.opt.newFrom)
	return nil
}

// analyseRevision gives the findings of a commit, in the packages that have findings now.
func (s *session) analyseRevision(commit string) (*report.Baseline, error) {
	top, err := git(s.cwd, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	tree, err := checkout(top, commit)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(top, s.cwd)
	if err != nil {
		return nil, err
	}
	opt := *s.opt
	opt.progress, opt.patterns = "off", s.concerned()
	then := &session{
		opt:    &opt,
		self:   s.self,
		cwd:    filepath.Join(tree, rel),
		stderr: io.Discard,
		start:  s.start,
		seen:   map[string]bool{},
	}
	if _, err := os.Stat(then.cwd); err != nil {
		return &report.Baseline{}, nil // nothing was here
	}
	if err := then.analyse(); err != nil {
		return nil, err
	}
	for _, pkg := range then.totals.Skipped {
		fmt.Fprintf(s.stderr, "syncvet: %s: %s is not analysed: all of its findings count as new\n", s.opt.newFrom, pkg)
	}
	return report.NewBaseline(then.findings), nil
}

// concerned are the packages that have findings, if packages are named by patterns.
func (s *session) concerned() []string {
	if strings.HasSuffix(s.opt.patterns[0], ".go") {
		return s.opt.patterns
	}
	var out []string
	for _, f := range s.findings {
		if pkg := packageOf(f.Pos.Pkg); pkg != "" {
			out = append(out, strings.TrimSuffix(pkg, "_test"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// git runs git in a directory and gives what it prints.
func git(dir string, env []string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// cacheDir is the folder of this program in the user's cache.
func cacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "syncvet"), err
}

// checkout puts the files of a commit into a folder of their own, with an index of its own: the repository is only
// read. The folder stays for later runs, because the go command's cache knows packages by their folders.
func checkout(top, commit string) (string, error) {
	base, err := cacheDir()
	if err != nil {
		return "", err
	}
	trees := filepath.Join(base, "trees")
	if err := os.MkdirAll(trees, 0o777); err != nil {
		return "", err
	}
	dir := filepath.Join(trees, fmt.Sprintf("%x", sha256.Sum256([]byte(top+"\n"+commit)))[:16])
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	tmp, err := os.MkdirTemp(trees, "new")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(tmp, "index")}
	files := filepath.Join(tmp, "files")
	if _, err := git(top, index, "read-tree", commit); err != nil {
		return "", err
	}
	prefix := "--prefix=" + files + string(filepath.Separator)
	if _, err := git(top, index, "checkout-index", "--all", "--force", prefix); err != nil {
		return "", err
	}
	if err := os.MkdirAll(files, 0o777); err != nil { // a commit without files
		return "", err
	}
	if err := os.Rename(files, dir); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	return dir, prune(trees, dir)
}

// prune removes the oldest of the folders below dir until few are left, but never keep.
func prune(dir, keep string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	age := func(e os.DirEntry) int64 {
		info, err := e.Info()
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return int(min(max(age(a)-age(b), -1), 1)) })
	for len(entries) > treesKept {
		name := filepath.Join(dir, entries[0].Name())
		if entries = entries[1:]; name != keep && !strings.HasPrefix(filepath.Base(name), "new") {
			if err := os.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	return nil
}
