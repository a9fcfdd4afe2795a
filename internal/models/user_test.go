package models

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// userFile has good and bad entries in turns: a bad one takes nothing from the others.
const userFile = `# what our own libraries do
models:
  - func: (*example.com/loop.Loop).Post
    callback: {arg: 1}
    run: loop:main      # one goroutine runs all of them
    each: true
    self: serial
  - func: example.com/bg.Go
    callbak: 0
  - func: example.com/bg.Start
    callback: 0
    run: spawn
    self: parallel
    retains: [0]
  - func: example.com/bg.Start
    callback: {arg: 1, method: Run}
    run: "spawn"
  - type: example.com/db.DB
    sync: internal
  - func: nonsense
    callback: 1
  - func: example.com/x.F
    run spawn: it
  - func: example.com/x.Serve
    callback: {arg: 0, field: Handler, method: ServeHTTP}
    run: sometimes
  - func: (example.com/x.Locker).Acquire
    sync: lock
    object: 0
  - type: example.com/y.T
  - func: example.com/x.G
    self: parallel
rules:
  - func: example.com/x.H
`

// TestRead reads a file and compares rows and problems.
func TestRead(t *testing.T) {
	u := Read("/m/.syncvet.yaml", []byte(userFile))
	for name, want := range map[string]*Row{
		"(*example.com/loop.Loop).Post": {
			Func:      "(*example.com/loop.Loop).Post",
			Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfSerial, Loop: "main", Each: true}},
		},
		"example.com/bg.Go": nil,
		"example.com/bg.Start": {Func: "example.com/bg.Start", Retains: []int{0}, Callbacks: []Callback{
			{Arg: 0, Run: RunGo, Self: SelfParallel}, {Arg: 1, Method: "Run", Run: RunGo}}},
		"(*example.com/db.DB).Query":          internallySynchronised,
		"(*example.com/y.T).M":                nil,
		"example.com/x.F":                     nil,
		"example.com/x.G":                     nil,
		"example.com/x.H":                     nil,
		"example.com/x.Serve":                 nil,
		"(example.com/x.Locker).Acquire":      {Func: "(example.com/x.Locker).Acquire", Sync: SyncLock},
		"(example.com/x.Locker).AcquireOther": nil,
	} {
		if got := u.Lookup(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	want := []struct {
		line int
		text string
	}{
		{
			9,
			`no key "callbak"`,
		}, {
			20,
			"no full name of a function",
		}, {23, `no key "run spawn"`}, {26, "none of inline, spawn, joined"}, {30, "names a func"},
		{31, "there is none"}, {33, `no key "rules"`},
	}
	if len(u.Problems) != len(want) {
		t.Fatalf("problems %v, want %d", u.Problems, len(want))
	}
	for i, w := range want {
		if p := u.Problems[i]; p.Line != w.line || !strings.Contains(p.Text, w.text) {
			t.Errorf("problem %v, want line %d: %s", p, w.line, w.text)
		}
	}
}

// TestYAML reads rows in spellings of YAML that differ from those of the documentation: all mean the same.
func TestYAML(t *testing.T) {
	want := &Row{
		Func:      "(*example.com/loop.Loop).Post",
		Callbacks: []Callback{{Arg: 1, Method: "Run", Each: true}},
		Reads:     []int{0, 2},
	}
	for _, text := range []string{
		"models:\n- func: (*example.com/loop.Loop).Post\n  callback: {arg: 1, method: Run}\n  each: true\n  reads: [0, 2]\n",
		"models:\n  -\n    func: '(*example.com/loop.Loop).Post'\n    callback:\n      method: \"Run\"\n      arg: 1\n    " +
			"each: true\n    reads:\n      - 0\n      - 2\n",
		"{models: [{func: (*example.com/loop.Loop).Post, callback: {arg: 0x1, method: Run}, each: true, reads: [0, 2,]}]}",
		"---\nmodels:\n  - func: >-\n      (*example.com/loop.Loop).Post\n    callback: &cb {arg: 1, method: Run}\n    " +
			"each: true\n    reads: [0, 2]\n...\n",
		"models:\r\n  - func: (*example.com/loop.Loop).Post\r\n    callback: {arg: 1, method: Run}\r\n    each: true\r\n  " +
			"  reads: [0, 2]\r\n",
	} {
		u := Read("/m/.syncvet.yaml", []byte(text))
		if got := u.Lookup(want.Func); !reflect.DeepEqual(got, want) || len(u.Problems) > 0 {
			t.Errorf("%s\n%+v %v, want %+v", text, got, u.Problems, want)
		}
	}
	u := Read("/m/.syncvet.yaml", []byte("models:\n  - func: a.B\n  callback: 1\n"))
	if len(u.Problems) != 1 || u.Problems[0].Line != 3 || !strings.Contains(u.Problems[0].Text, "not YAML") {
		t.Errorf("problems %v, want one at line 3: it is no YAML", u.Problems)
	}
}

// TestFind finds the file by either name, and says when a second one is not read.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	write := func(base string) {
		if err := os.WriteFile(filepath.Join(dir, base), []byte("models:\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(below, 0o777); err != nil {
		t.Fatal(err)
	}
	write(".syncvet.yml")
	if got := Find(below); got != filepath.Join(dir, ".syncvet.yml") {
		t.Errorf("found %q, want .syncvet.yml", got)
	}
	write(".syncvet.yaml")
	got := Find(below)
	if got != filepath.Join(dir, ".syncvet.yaml") {
		t.Errorf("found %q, want .syncvet.yaml", got)
	}
	if c := ParseConfig(got, nil); len(c.Problems) != 1 || !strings.Contains(c.Problems[0].Text, "is not read") {
		t.Errorf("problems %v, want one: .syncvet.yml is not read", c.Problems)
	}
}

// TestLines checks that a problem is named by the line that editors show, whatever YAML takes for the end of a line.
func TestLines(t *testing.T) {
	for text, want := range map[string]int{
		"a: 1\nnothing: 2\n": 1, "models:\n\nnothing: 2\n": 3, "models:\r\n\r\nnothing: 2\r\n": 3,
		"models:\r\rnothing: 2\r": 1, "# one\rmore\u2028\nmodels:\nnothing: 2": 3,
		"\xfe\xff\x00m\x00o\x00d\x00e\x00l\x00s\x00\n": 1, // UTF-16, which YAML allows and no Go tool reads
	} {
		p := Read("x", []byte(text)).Problems
		if len(p) == 0 || p[0].Line != want {
			t.Errorf("%q: problems %v, want one on line %d", text, p, want)
		}
	}
}

// FuzzRead makes sure that no file breaks the reader, and that every problem has a line of the file.
func FuzzRead(f *testing.F) {
	f.Add(userFile)
	f.Add("models:\n-\n- func: a.b\n\t- x\n  callback: {")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range Read("x", []byte(text)).Problems {
			if p.Line < 1 || p.Line > strings.Count(text, "\n")+1 || p.Text == "" {
				t.Errorf("problem %+v of %q", p, text)
			}
		}
	})
}
