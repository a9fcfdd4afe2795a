package models

import (
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
    run spawn
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
		"(*example.com/loop.Loop).Post": {Func: "(*example.com/loop.Loop).Post", Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfSerial, Loop: "main", Each: true}}},
		"example.com/bg.Go":             nil,
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
		{9, `no key "callbak"`}, {20, "no full name of a function"}, {23, "key: value"}, {26, "none of inline, spawn, joined"}, {30, "names a func"},
		{31, "there is none"}, {33, `no section "rules"`}, {34, "outside of models"},
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
