// This file runs the tool on a version of a module and keeps the result.

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/syncvet/syncvet/internal/report"
)

// A runner runs one tool. Results are kept by the tool's hash, so that nothing is run twice.
type runner struct {
	tool  string    // executable
	hash  string    // of its content
	cache string    // folder for modules and results
	opts  *options  // limits
	log   io.Writer // progress
}

// A result is what the tool said of a target, at every confidence.
type result struct {
	Lines    int           `json:"lines"`             // of Go, tests included
	Findings []finding     `json:"findings"`          // in the order of the tool's output
	Totals   report.Totals `json:"totals"`            // of the whole run
	Failure  string        `json:"failure,omitempty"` // why there are none or not all
}

// A finding is a report with what the tool doubts about it.
type finding struct {
	report.Finding
	Doubted []string `json:"doubted,omitempty"` // the ids of its doubts, in order
}

// newRunner builds the tool unless one is given.
func newRunner(ctx context.Context, o *options, log io.Writer) (*runner, error) {
	if err := os.MkdirAll(o.cache, 0o777); err != nil {
		return nil, err
	}
	r := &runner{tool: o.tool, cache: o.cache, opts: o, log: log}
	if r.tool == "" {
		r.tool = filepath.Join(o.cache, "syncvet.exe")
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", r.tool, "./cmd/syncvet")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the tool: %w\n%s", err, out)
		}
	}
	abs, err := filepath.Abs(r.tool)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(abs)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	r.tool, r.hash = abs, hex.EncodeToString(sum[:])[:16]
	return r, nil
}

// file is where the result of a tool on a target is kept.
func (r *runner) file(hash string, t target) string {
	whole := t.path + "@" + t.version + "@" + strings.TrimPrefix(t.pattern, "./")
	name := strings.NewReplacer("/", "_", "...", "all").Replace(whole)
	return filepath.Join(r.cache, "results", hash, name+".json")
}

// result returns what the tool says of a target, from the cache if it has said it before.
func (r *runner) result(ctx context.Context, t target) (*result, error) {
	if res, err := r.kept(r.hash, t); err == nil {
		return res, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	dir, err := r.fetch(ctx, t)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	res, err := r.vet(ctx, dir, t.pattern)
	if err != nil {
		return nil, fmt.Errorf("%s@%s: %w", t.path, t.version, err)
	}
	fmt.Fprintf(r.log, "%s@%s: %d reports, %.1f s CPU, %.1f s %s\n", t.path, t.version, len(res.Findings),
		float64(res.Totals.CPUMillis)/1000, time.Since(start).Seconds(), res.Failure)
	return res, r.keep(t, res)
}

// kept reads a result.
func (r *runner) kept(hash string, t target) (*result, error) {
	data, err := os.ReadFile(r.file(hash, t))
	if err != nil {
		return nil, err
	}
	res := new(result)
	return res, json.Unmarshal(data, res)
}

// keep writes a result.
func (r *runner) keep(t target, res *result) error {
	data, err := json.Marshal(res)
	if err != nil {
		return err
	}
	name := r.file(r.hash, t)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// vet runs the tool in a module. Each process may take opts.cpu of processor time, all of them opts.wall of time. What
// goes beyond that is killed, and the result says so.
func (r *runner) vet(ctx context.Context, dir, pattern string) (*result, error) {
	ctx, cancel := context.WithTimeout(ctx, r.opts.wall)
	defer cancel()
	limit := `ulimit -t "$1"; shift; exec "$@"`
	cmd := exec.CommandContext(ctx, "sh", "-c", limit, "sh", strconv.Itoa(int(r.opts.cpu.Seconds())),
		r.tool, "-progress=off", "-confidence=low", "-f", "json", pattern)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -p="+strconv.Itoa(r.opts.parallel), "PWD="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	runErr := cmd.Run()
	res, err := decode(&stdout)
	if err != nil {
		return nil, err
	}
	res.Lines = countLines(dir)
	if exit := (*exec.ExitError)(nil); runErr != nil && !errors.As(runErr, &exit) {
		return nil, runErr
	}
	if ctx.Err() != nil || cmd.ProcessState.ExitCode() > 1 {
		tail := strings.ReplaceAll(strings.TrimSpace(stderr.String()), "\n", "; ")
		res.Failure = fmt.Sprintf("exit %d: %.300s", cmd.ProcessState.ExitCode(), tail)
	}
	return res, nil
}

// decode reads the tool's JSON: one finding a line, then the totals.
func decode(in io.Reader) (*result, error) {
	res := new(result)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var object struct {
			report.Finding
			Doubts  json.RawMessage `json:"doubts"`  // ids, or objects with one: older tools wrote ids
			Summary *report.Totals  `json:"summary"` // set in the last line, nil in all others
		}
		if err := json.Unmarshal(lines.Bytes(), &object); err != nil {
			return nil, fmt.Errorf("output of the tool: %w", err)
		}
		switch {
		case object.Summary != nil:
			res.Totals = *object.Summary
		case object.ID != "":
			res.Findings = append(res.Findings, finding{object.Finding, doubts(object.Doubts)})
		}
	}
	return res, lines.Err()
}

// doubts reads the ids of a finding's doubts: a list of strings, or of objects with an id. Tools that grade without
// saying why give none.
func doubts(data json.RawMessage) []string {
	var ids []string
	if json.Unmarshal(data, &ids) == nil {
		return ids
	}
	var rows []struct {
		ID string `json:"id"` // of the rule
	}
	if json.Unmarshal(data, &rows) != nil {
		return nil
	}
	ids = nil // as far as the first attempt came
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}

// findBefore returns the hash of the tool to compare with: the one that starts as asked, or else the other one that
// wrote a result last; empty if there is none.
func (r *runner) findBefore(start string) (string, error) {
	entries, err := os.ReadDir(filepath.Join(r.cache, "results"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	type run struct {
		hash string    // of the tool, by which its results are kept
		time time.Time // of the last result
	}
	var runs []run
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.Name() != r.hash && strings.HasPrefix(e.Name(), start) {
			runs = append(runs, run{e.Name(), info.ModTime()})
		}
	}
	if len(runs) == 0 {
		if start != "" {
			return "", fmt.Errorf("no results of a tool %s", start)
		}
		return "", nil
	}
	return slices.MaxFunc(runs, func(a, b run) int { return a.time.Compare(b.time) }).hash, nil
}
