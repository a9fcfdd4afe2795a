// This file runs a batch under the race detector and reads what it says.

package differential

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A dynamic is what the race detector has seen of a batch.
type dynamic struct {
	races []spotted // each once
	hung  []int     // programs that did not end
	died  []int     // programs that ended the process
	other []string  // races that are about no place of a program
}

// buildRace compiles a batch's tests with the race detector.
func (b *batch) buildRace(ctx context.Context) (string, error) {
	exe := filepath.Join(b.dir, "gen.exe")
	cmd := exec.CommandContext(ctx, "go", "test", "-race", "-vet=off", "-c", "-o", exe, "./gen")
	cmd.Dir, cmd.Env = b.dir, goEnv()
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return exe, nil
}

// observe runs all programs so many times, on one, two and four processors in turn.
func (b *batch) observe(ctx context.Context, runs int) (*dynamic, error) {
	exe, err := b.buildRace(ctx)
	if err != nil {
		return nil, err
	}
	d := &dynamic{}
	for n := range runs {
		todo := make([]int, len(b.plans))
		for k := range todo {
			todo[k] = k
		}
		for len(todo) > 0 {
			next, err := b.process(ctx, exe, []int{2, 4, 1}[n%3], todo, d)
			if err != nil {
				return nil, err
			}
			todo = next
		}
	}
	return d, nil
}

// process runs some programs in one process, and gives those that are still to be run if it died.
func (b *batch) process(ctx context.Context, exe string, procs int, todo []int, d *dynamic) ([]int, error) {
	var names []string
	for _, k := range todo {
		names = append(names, strings.ToUpper(b.name(k)))
	}
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, "-test.v", "-test.run", "^Test("+strings.Join(names, "|")+")$")
	cmd.Dir = b.dir
	cmd.Env = append(
		os.Environ(),
		fmt.Sprint("GOMAXPROCS=", procs),
		"GORACE=atexit_sleep_ms=0 history_size=4 halt_on_error=0",
	)
	out, err := cmd.CombinedOutput()
	b.parse(out, d)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if ctx.Err() == nil && bytes.Contains(out, []byte("\nPASS\n")) ||
		bytes.Contains(out, []byte("\nFAIL\n")) && !bytes.Contains(out, []byte("\npanic: ")) {
		return nil, nil
	}
	last := running.FindAllSubmatch(out, -1)
	if len(last) == 0 {
		return nil, fmt.Errorf("no test ran: %w\n%s", err, out)
	}
	k, _ := strconv.Atoi(string(last[len(last)-1][1]))
	if ctx.Err() != nil {
		d.hung = append(d.hung, k)
	} else {
		d.died = append(d.died, k)
	}
	return todo[slices.Index(todo, k)+1:], nil
}

var (
	running = regexp.MustCompile(`=== RUN   TestP(\d+)`)
	frame   = regexp.MustCompile(`^      (\S+\.go):(\d+)`)
)

// parse reads the race detector's reports.
func (b *batch) parse(out []byte, d *dynamic) {
	for _, text := range strings.Split(string(out), "WARNING: DATA RACE\n")[1:] {
		text, _, _ = strings.Cut(text, "==================")
		var ends [][3]int
		for _, stack := range strings.Split(text, "\n\n") {
			if strings.HasPrefix(stack, "Goroutine ") {
				break
			}
			if k, v, line, ok := b.innermost(stack); ok {
				ends = append(ends, [3]int{k, v, line})
			}
		}
		if len(ends) != 2 || ends[0][0] != ends[1][0] || ends[0][1] != ends[1][1] {
			d.other = append(d.other, text)
			continue
		}
		r := spotted{program: ends[0][0], place: ends[0][1], lines: ordered(ends[0][2], ends[1][2])}
		if !slices.Contains(d.races, r) {
			d.races = append(d.races, r)
		}
	}
}

// innermost finds the innermost marked line of a stack (D2).
func (b *batch) innermost(stack string) (program, place, line int, ok bool) {
	for text := range strings.Lines(stack) {
		if m := frame.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[2])
			if k, v, ok := b.place(m[1], n); ok {
				return k, v, n, true
			}
		}
	}
	return 0, 0, 0, false
}
