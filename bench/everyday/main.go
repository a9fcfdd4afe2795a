// Command everyday counts what syncvet says about programs of everyday Go, as services, tools and libraries are
// written. Each is a pair: one with a race, or with an operation that blocks for ever or panics, and one that its
// author has repaired. The author had read nothing of syncvet; each verdict was checked by running: the race detector
// over 50 runs, or 20 runs that hang, leak or panic. Rules must not be derived from these programs: what they show is
// how the others work.
//
//	go build -o bin/syncvet ./cmd/syncvet && go run ./bench/everyday -tool bin/syncvet
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

func main() {
	tool := flag.String("tool", "syncvet", "the `command` to ask")
	verbose := flag.Bool(
		"v",
		false,
		"list the programs that are judged wrong; who reads them cannot count them as untuned any more",
	)
	only := flag.String("sets", "", "the `folders` of programs to ask about, with commas between; all by default")
	flag.Parse()
	dir := filepath.Join("bench", "everyday", "testdata")
	sets, err := folders(dir)
	if *only != "" {
		sets = strings.Split(*only, ",")
	}
	if err == nil {
		err = run(os.Stdout, *tool, dir, sets, *verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// folders are the folders of programs in the order in which they were written: by number, races first.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var list []string
	for _, e := range entries {
		if e.IsDir() {
			list = append(list, e.Name())
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		kindA, a, _ := strings.Cut(a, "-")
		kindB, b, _ := strings.Cut(b, "-")
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b), cmp.Compare(kindB, kindA))
	})
	return list, err
}

// A pair is a program as it was first, and repaired.
type pair struct {
	name  string       // of the file, without ".txtar"
	truth truth        // what is wrong with it, from the head of the file
	files []txtar.File // of both, in the folders bad and good
}

// A truth is what is wrong with the first program of a pair.
type truth struct {
	Kind   string  // of mistake, in a few words
	What   string  // a sentence
	Places []place // of which a finding has to name one
}

// A place is lines of a file.
type place struct {
	File  string // below the module's folder
	Lines []int  // any of which may be named
}

// run asks about all pairs of some folders and prints a line for each.
func run(w io.Writer, tool, dir string, sets []string, verbose bool) error {
	exe, err := exec.LookPath(tool)
	if err != nil {
		return err
	}
	if exe, err = filepath.Abs(exe); err != nil {
		return err
	}
	fmt.Fprintln(w, "| programs | pairs | found: high | medium | low | missed | repaired ones reported |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|")
	for _, set := range sets {
		pairs, err := read(filepath.Join(dir, set))
		if err != nil {
			return err
		}
		var sum count
		var wrong []string
		for i := range pairs {
			found, noisy, err := judge(exe, &pairs[i], strings.HasPrefix(set, "races"))
			if err != nil {
				return err
			}
			sum.add(found, noisy)
			if found == "low" || found == "" || noisy {
				wrong = append(
					wrong,
					fmt.Sprintf("%s: %s: found %q, repaired one reported: %v", pairs[i].name, pairs[i].truth.Kind, found, noisy),
				)
			}
		}
		fmt.Fprintf(
			w,
			"| %s | %d | %d | %d | %d | %d | %d |\n",
			set,
			len(pairs),
			sum.high,
			sum.medium,
			sum.low,
			sum.missed,
			sum.noisy,
		)
		if verbose {
			fmt.Fprintln(w, strings.Join(wrong, "\n"))
		}
	}
	return nil
}

// A count is how many programs were judged how.
type count struct {
	high   int // what is wrong was found with that confidence at best
	medium int // likewise
	low    int // likewise
	missed int // it was not found
	noisy  int // something of medium or high confidence was reported of the repaired program
}

func (c *count) add(found string, noisy bool) {
	*map[string]*int{"high": &c.high, "medium": &c.medium, "low": &c.low, "": &c.missed}[found]++
	if noisy {
		c.noisy++
	}
}

// read reads the pairs of a folder.
func read(dir string) ([]pair, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(fmt.Errorf("no programs in %s", dir), err)
	}
	var list []pair
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			return nil, err
		}
		p := pair{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), files: a.Files}
		if err := json.Unmarshal(a.Comment, &p.truth); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// judge says with which confidence what is wrong was found, "" if it was not, and whether anything of medium or high
// confidence was reported of the repaired program.
func judge(exe string, p *pair, races bool) (found string, noisy bool, err error) {
	dir, err := os.MkdirTemp("", "everyday")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	for _, f := range p.files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, f.Data, 0o666)); err != nil {
			return "", false, err
		}
	}
	bad, err := ask(exe, filepath.Join(dir, "bad"))
	if err != nil {
		return "", false, fmt.Errorf("%s: %w", p.name, err)
	}
	good, err := ask(exe, filepath.Join(dir, "good"))
	if err != nil {
		return "", false, fmt.Errorf("%s, repaired: %w", p.name, err)
	}
	grades := []string{"high", "medium", "low"}
	for i := range bad {
		if f := &bad[i]; f.names(&p.truth, races) &&
			(found == "" || slices.Index(grades, f.Confidence) < slices.Index(grades, found)) {
			found = f.Confidence
		}
	}
	return found, slices.ContainsFunc(good, func(f finding) bool { return f.Confidence != "low" }), nil
}

// A finding is what this command reads of one.
type finding struct {
	Rule       string          // "RC1001"
	Confidence string          // "high", "medium" or "low"
	Pos        position        // where it is reported
	Accesses   []access        // of a race
	raw        json.RawMessage // the whole line of JSON
	dir        string          // of the program
}

// An access is one of the two of a race.
type access struct {
	Pos  position // where it stands
	Path []struct {
		Call position // zero for the first function
	} // the calls that lead to it, outermost first
}

// within is where the access is, if that is below a folder; else the innermost call there that leads to it: what a
// function of the standard library accesses is the affair of who calls it.
func (a *access) within(dir string) position {
	if a.Pos.below(dir) {
		return a.Pos
	}
	for k := len(a.Path) - 1; k >= 0; k-- {
		if a.Path[k].Call.below(dir) {
			return a.Path[k].Call
		}
	}
	return a.Pos
}

// A position is a line of a file.
type position struct {
	Dir  string // absolute; "" if it is not known
	File string // base name
	Line int    // 1-based, 0 if it is not known
}

// below reports whether it is in a folder, or in one within it.
func (p *position) below(dir string) bool {
	return p.Dir == dir || strings.HasPrefix(p.Dir, dir+string(filepath.Separator))
}

// ask runs syncvet in a module.
func ask(exe, dir string) ([]finding, error) {
	cmd := exec.Command(exe, "-f", "json", "-confidence", "low", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	var list []finding
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		f, err := parse(lines.Bytes())
		if err != nil {
			return nil, err
		}
		if f.dir = dir; f.Rule != "" {
			list = append(list, f)
		}
	}
	return list, lines.Err()
}

// parse reads a finding.
func parse(line []byte) (finding, error) {
	f := finding{raw: bytes.Clone(line)}
	return f, json.Unmarshal(f.raw, &f)
}

// names reports whether a finding names a place of what is wrong: a race by one of its two accesses, other findings by
// any position in them.
func (f *finding) names(t *truth, races bool) bool {
	if !races {
		var all any
		return json.Unmarshal(f.raw, &all) == nil && mentions(all, t)
	}
	if !slices.Contains([]string{"RC", "GB", "AV"}, f.Rule[:2]) {
		return false
	}
	return t.has(f.Pos, 0) || slices.ContainsFunc(f.Accesses, func(a access) bool { return t.has(a.within(f.dir), 0) })
}

// has reports whether a position is one of the places, or at most some lines off.
func (t *truth) has(p position, off int) bool {
	return slices.ContainsFunc(t.Places, func(x place) bool {
		return filepath.Base(x.File) == filepath.Base(p.File) &&
			slices.ContainsFunc(x.Lines, func(n int) bool { return n-off <= p.Line && p.Line <= n+off })
	})
}

// mentions reports whether a position somewhere in a finding is one of the places, or the line before or behind one: an
// operation may stretch over several.
func mentions(v any, t *truth) bool {
	switch v := v.(type) {
	case map[string]any:
		file, _ := v["file"].(string)
		line, _ := v["line"].(float64)
		if file != "" && t.has(position{File: file, Line: int(line)}, 1) {
			return true
		}
		for key, x := range v {
			if key != "variable" && mentions(x, t) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return mentions(x, t) })
	}
	return false
}
