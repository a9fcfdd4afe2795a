// This file reads rows that the user adds: the file .syncvet.yaml (M7).

package models

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ConfigName is the base name of the user's file.
const ConfigName = ".syncvet.yaml"

// A Problem is an entry of the user's file that is not understood, and left out.
type Problem struct {
	Line int // 1-based
	Text string
}

// A User is the rows that a user has added. The nil User has none.
type User struct {
	File     string // absolute name
	Problems []Problem

	rows  map[string]*Row
	lines map[*Row]int
	types map[string]bool // types that synchronise internally
}

// Find gives the user's file that holds for a directory: its own, or that of the nearest directory above; "" if there is none.
func Find(dir string) string {
	for {
		name := filepath.Join(dir, ConfigName)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Lookup finds what the user says about a function, by its full name.
func (u *User) Lookup(fullName string) *Row {
	if u == nil {
		return nil
	}
	if r := u.rows[fullName]; r != nil {
		return r
	}
	if recv, _, ok := strings.Cut(strings.TrimPrefix(fullName, "("), ")"); ok && u.types[strings.TrimPrefix(recv, "*")] {
		return internallySynchronised
	}
	return nil
}

// Line is where the user's file says what a row says; 0 for other rows.
func (u *User) Line(r *Row) int {
	if u == nil {
		return 0
	}
	return u.lines[r]
}

// Read reads a user's file. Entries that are not understood are Problems; all others hold (M7). What a host's settings say in the same
// form comes before, and its problems are the host's.
func Read(name string, data []byte, settings ...string) *User {
	u := &User{File: name, rows: map[string]*Row{}, lines: map[*Row]int{}, types: map[string]bool{}}
	for _, text := range settings {
		entries, _ := parseEntries(text)
		for _, e := range entries {
			u.add(&e)
		}
	}
	entries, problems := parseEntries(string(data))
	u.Problems = problems
	for _, e := range entries {
		if p := u.add(&e); p != nil {
			u.Problems = append(u.Problems, *p)
		}
	}
	slices.SortStableFunc(u.Problems, func(a, b Problem) int { return a.Line - b.Line })
	return u
}

var (
	funcName = regexp.MustCompile(`^(\(\*?[\w./~-]+\.\w+\)\.\w+|[\w./~-]+\.\w+)$`)
	fullType = regexp.MustCompile(`^[\w./~-]+\.\w+$`)
)

// runs and selves are the words for when callbacks run; operations those for what a function does to its object.
var (
	runs       = map[string]Run{"inline": RunInline, "spawn": RunGo, "joined": RunJoined}
	selves     = map[string]Self{"once": SelfOnce, "serial": SelfSerial, "parallel": SelfParallel, "served": SelfServed}
	operations = map[string]SyncOp{
		"lock": SyncLock, "rlock": SyncRLock, "unlock": SyncUnlock, "runlock": SyncRUnlock, "trylock": SyncTryLock, "add": SyncAdd, "done": SyncDone,
		"wait": SyncWait, "once": SyncOnce, "group-go": SyncGroupGo, "group-wait": SyncGroupWait, "send": SyncSend, "exit": SyncExit,
	}
)

// add makes a row of an entry, or says what is wrong with it.
func (u *User) add(e *entry) *Problem {
	row := Row{}
	cb := Callback{}
	called, isType, internal := false, "", false
	for _, f := range e.fields {
		err := ""
		switch f.key {
		case "func":
			if row.Func = f.value; !funcName.MatchString(f.value) {
				err = "is no full name of a function, such as example.com/p.F or (*example.com/p.T).M"
			}
		case "type":
			if isType = f.value; !fullType.MatchString(f.value) {
				err = "is no full name of a type, such as example.com/p.T"
			}
		case "callback":
			called = true
			err = cb.read(f.value)
		case "run":
			err = cb.readRun(f.value)
		case "each":
			cb.Each, err = truth(f.value)
		case "self":
			var ok bool
			if cb.Self, ok = selves[f.value]; !ok {
				err = "is none of once, serial, parallel, served"
			}
		case "sync":
			var ok bool
			if internal = f.value == "internal"; !internal {
				if row.Sync, ok = operations[f.value]; !ok {
					err = "is no operation"
				}
			}
		case "object":
			row.Object, err = argument(f.value)
		case "reads":
			row.Reads, err = arguments(f.value)
		case "writes":
			row.Writes, err = arguments(f.value)
		case "retains":
			row.Retains, err = arguments(f.value)
		case "returns":
			row.Returns, err = arguments(f.value)
		case "fresh":
			row.Fresh, err = truth(f.value)
		default:
			return &Problem{f.line, fmt.Sprintf("there is no key %q in a model", f.key)}
		}
		if err != "" {
			return &Problem{f.line, fmt.Sprintf("%s: %q %s", f.key, f.value, err)}
		}
	}
	switch {
	case isType != "" && internal && row.Func == "":
		u.types[isType] = true
		return nil
	case row.Func == "" || isType != "" || internal:
		return &Problem{e.line, "a model names a func, or a type with sync: internal"}
	case !called && cb != (Callback{}):
		return &Problem{e.line, "run, self and each are about a callback, and there is none"}
	}
	if called {
		row.Callbacks = []Callback{cb}
	}
	u.put(&row, e.line)
	return nil
}

// put adds a row; further rows of one function add callbacks.
func (u *User) put(row *Row, line int) {
	if old := u.rows[row.Func]; old != nil {
		old.Callbacks = append(old.Callbacks, row.Callbacks...)
		return
	}
	u.rows[row.Func], u.lines[row] = row, line
}

// read reads {arg: 1, method: ServeHTTP, field: Handler} or an argument's number.
func (cb *Callback) read(text string) (err string) {
	inner, ok := strings.CutPrefix(text, "{")
	if !ok {
		cb.Arg, err = argument(text)
		return err
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "}"), ",") {
		key, value, _ := strings.Cut(part, ":")
		value = unquote(strings.TrimSpace(value))
		switch strings.TrimSpace(key) {
		case "arg":
			if cb.Arg, err = argument(value); err != "" {
				return err
			}
		case "method":
			cb.Method = value
		case "field":
			cb.Field = value
		default:
			return "has a key that is none of arg, method, field"
		}
	}
	return ""
}

// readRun reads inline, spawn, joined or loop:NAME.
func (cb *Callback) readRun(text string) (err string) {
	if name, ok := strings.CutPrefix(text, "loop:"); ok && name != "" {
		cb.Run, cb.Loop = RunGo, name
		return ""
	}
	run, ok := runs[text]
	if !ok {
		return "is none of inline, spawn, joined, loop:NAME"
	}
	cb.Run = run
	return ""
}

func truth(text string) (is bool, err string) {
	if text != "true" && text != "false" {
		return false, "is neither true nor false"
	}
	return text == "true", ""
}

// argument reads the number of an argument; the receiver of a method is 0.
func argument(text string) (n int, err string) {
	n, e := strconv.Atoi(text)
	if e != nil || n < 0 {
		return 0, "is no number of an argument, counted from 0, the receiver first"
	}
	return n, ""
}

// arguments reads [1, 2].
func arguments(text string) (list []int, err string) {
	inner, ok := strings.CutPrefix(text, "[")
	if !ok || !strings.HasSuffix(inner, "]") {
		return nil, "is no list of arguments, such as [1, 2]"
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
		n, err := argument(strings.TrimSpace(part))
		if err != "" {
			return nil, err
		}
		list = append(list, n)
	}
	return list, ""
}

// Arguments is the highest number of an argument that a row mentions, -1 if it mentions none.
func (r *Row) Arguments() int {
	n := -1
	for _, k := range slices.Concat(r.Reads, r.Writes, r.Retains, r.Returns) {
		n = max(n, k)
	}
	for _, cb := range r.Callbacks {
		n = max(n, cb.Arg)
	}
	if r.Sync != SyncNone && r.Sync != SyncExit {
		n = max(n, r.Object)
	}
	return n
}
