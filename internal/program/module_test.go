// This file is real modules under edit: packages of a directory whose go.mod names the modules (flag -modules).

package program_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
)

// A subject is one package of a real module, the rest of what it is linked with summarised once.
type subject struct {
	*shop
	path, module string
	version      string            // of the language
	files        map[string]string // sources by base name
	names        []string          // of the files, in order
}

// openSubject loads a package, with its dependencies from source.
func openSubject(dir, path string) (*subject, error) {
	s := newEmptyShop()
	pkgs, err := packages.Load(
		&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Fset: s.Fset, Dir: dir},
		path,
	)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		return nil, fmt.Errorf("%s: %d packages", path, len(pkgs))
	}
	if err := s.Stock(pkgs); err != nil {
		return nil, err
	}
	p := pkgs[0]
	x := &subject{shop: s, path: p.PkgPath, module: "std", version: "go1.26", files: map[string]string{}}
	if p.Module != nil {
		x.module, x.version = p.Module.Path, "go"+p.Module.GoVersion
	}
	for _, name := range p.CompiledGoFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		x.files[filepath.Base(name)] = string(data)
	}
	x.names = slices.Sorted(maps.Keys(x.files))
	return x, nil
}

// summarise summarises the package with some files replaced.
func (x *subject) summarise(edited map[string]string) ([]link.Package, error) {
	var files []*ast.File
	for _, name := range x.names {
		src, ok := edited[name]
		if !ok {
			src = x.files[name]
		}
		f, err := parser.ParseFile(x.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return x.Analyse(x.path, x.module, x.version, files)
}

var (
	modules  = flag.String("modules", "", "directory of a module that requires the packages to edit")
	subjects = flag.String("packages", "", "import paths of the packages to edit, separated by commas")
	crews    = flag.String("workers", "1", "of large updates: numbers separated by commas; all must agree")
	seed     = flag.Uint64("seed", 7, "of the edits of real modules")
)

// An editRun is what the edits of one package showed.
type editRun struct {
	*subject
	t       *testing.T
	p       *program.Program   // whose updates are measured
	others  []*program.Program // with other numbers of workers
	rnd     *rand.Rand
	now     map[string]string   // the files as edited so far
	state   string              // of the link before the last edit
	steps   map[relink.Step]int // of whole updates: that of the dearest link
	links   map[relink.Step]int // of single links
	causes  map[string]int
	updates map[string][]time.Duration // by kind of edit and question
}

// cold makes a new program of packages and asks it everything, like the edited one.
func (x *subject) cold(pkgs []link.Package, workers int) (*program.Program, time.Duration, time.Duration) {
	start := processorTime()
	p := program.New(link.Config{Own: x.path, Module: x.module, Editable: true, Workers: workers})
	p.Update(pkgs)
	linked := processorTime() - start
	p.Races(view)
	return p, linked, processorTime() - start
}

// processorTime is what this process has used so far, the garbage collector included: other processes share the
// machine.
func processorTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestModuleEdits edits packages of real modules: after every edit state and reports equal those of a new program, and
// those of before once it is undone.
//
//	go test -run ModuleEdits ./internal/program -v -modules DIR -packages github.com/robfig/cron/v3,... -edits 200
func TestModuleEdits(t *testing.T) {
	if *modules == "" {
		t.Skip("no -modules")
	}
	for _, path := range strings.Split(*subjects, ",") {
		t.Run(path, func(t *testing.T) {
			x, err := openSubject(*modules, path)
			if err != nil {
				t.Fatal(err)
			}
			s := &editRun{
				subject: x,
				t:       t,
				rnd:     rand.New(rand.NewPCG(*seed, 1)),
				now:     maps.Clone(x.files),
				steps:   map[relink.Step]int{},
				links:   map[relink.Step]int{},
				causes:  map[string]int{},
				updates: map[string][]time.Duration{},
			}
			s.work(*sourceEdits)
		})
	}
}

// work makes edits and undoes each third one.
func (s *editRun) work(edits int) {
	pkgs, err := s.summarise(s.now)
	if err != nil {
		s.t.Fatal(err)
	}
	for k, text := range strings.Split(*crews, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			s.t.Fatal(err)
		}
		p, _, _ := s.cold(pkgs, n)
		if k == 0 {
			s.p = p
		} else {
			s.others = append(s.others, p)
		}
	}
	size := s.p.Stats()
	s.t.Logf(
		"%s: %d links, %d functions, %d instances, %d origins, %d constraints, %d points-to facts, %v",
		s.path,
		s.p.Links(),
		size.Units,
		size.Instances,
		size.Origins,
		size.Constraints,
		size.Facts,
		s.p.Notes(),
	)
	s.state = s.p.State()
	for done := 0; done < edits && !s.t.Failed(); {
		name := s.names[s.rnd.IntN(len(s.names))]
		kind, next := mutate(s.rnd, s.now[name])
		edited := maps.Clone(s.now)
		edited[name] = next
		if next == s.now[name] {
			continue
		}
		pkgs, err := s.summarise(edited)
		if err != nil {
			continue
		}
		done++
		before, back := s.state, s.now
		s.update(fmt.Sprintf("edit %d of %s", done, name), pkgs, kind)
		s.now = edited
		if done%3 == 0 {
			if pkgs, err = s.summarise(back); err != nil {
				s.t.Fatal(err)
			}
			s.update(fmt.Sprintf("edit %d undone", done), pkgs, "undo")
			if s.now = back; s.state != before {
				s.t.Errorf("edit %d undone: another state than before\n%s", done, firstDifference(s.state, before))
			}
		}
	}
	s.t.Logf("%s: %d edits: %v; links %v; linked anew because of %v", s.path, edits, s.steps, s.links, s.causes)
	for _, what := range slices.Sorted(maps.Keys(s.updates)) {
		s.t.Logf("%-36s %s", what, spread(s.updates[what]))
	}
}

// update updates the program and compares it with a new one.
func (s *editRun) update(name string, pkgs []link.Package, kind string) {
	runtime.GC() // what others left is not to be paid here
	start := processorTime()
	step := s.p.Update(pkgs)
	linked := processorTime() - start
	got, problems := s.p.Races(view), s.p.Problems(view)
	asked := processorTime() - start
	runtime.GC()
	fresh, coldLink, coldAsk := s.cold(pkgs, 1)
	s.steps[step]++
	for k, n := range s.p.Steps() {
		s.links[k] += n
	}
	if c := s.p.Cause(); c != "" {
		s.causes[c]++
	}
	for what, took := range map[string]time.Duration{"update": linked, "update and ask": asked} {
		for _, group := range []string{"all", "step " + step.String(), "kind " + kind} {
			s.updates[what+", "+group] = append(s.updates[what+", "+group], took)
		}
	}
	s.updates["new"], s.updates["new and ask"] = append(
		s.updates["new"],
		coldLink,
	), append(
		s.updates["new and ask"],
		coldAsk,
	)
	s.state = s.p.State()
	if want := fresh.State(); s.state != want {
		s.t.Errorf(
			"%s (%v): the state of an updated program differs from that of a new one:\n%s",
			name,
			step,
			firstDifference(s.state, want),
		)
	}
	for _, p := range s.others {
		p.Update(pkgs)
		if other := p.State(); other != s.state {
			s.t.Errorf(
				"%s (%v): with another number of workers the state is another one:\n%s",
				name,
				step,
				firstDifference(other, s.state),
			)
		}
		if other := p.Races(view); !reflect.DeepEqual(got, other) {
			s.t.Errorf("%s (%v): with another number of workers it says %v, not %v", name, step, verdicts(other), verdicts(got))
		}
		if other := p.Problems(view); !reflect.DeepEqual(problems, other) {
			s.t.Errorf(
				"%s (%v): with another number of workers there are %d problems, not %d",
				name,
				step,
				len(other),
				len(problems),
			)
		}
	}
	if want := fresh.Races(view); !reflect.DeepEqual(got, want) {
		s.t.Errorf("%s (%v): an updated program says %v, a new one %v", name, step, verdicts(got), verdicts(want))
	}
	if want := fresh.Problems(view); !reflect.DeepEqual(problems, want) {
		s.t.Errorf("%s (%v): an updated program has %d problems, a new one %d", name, step, len(problems), len(want))
	}
}

// spread describes durations.
func spread(list []time.Duration) string {
	slices.Sort(list)
	sum := time.Duration(0)
	for _, d := range list {
		sum += d
	}
	at := func(share float64) time.Duration {
		return list[min(len(list)-1, int(share*float64(len(list))))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf(
		"%4d: mean %v, median %v, p99 %v, worst %v",
		len(list),
		(sum / time.Duration(len(list))).Round(10*time.Microsecond),
		at(0.5),
		at(0.99),
		at(1),
	)
}
