// This file reads rows that the user adds: the file .syncvet.yaml (M7).

package models

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A User is the rows that a user has added. The nil User has none.
type User struct {
	File     string    // absolute name
	Problems []Problem // entries that are left out, by line

	rows  map[string]*Row // by full name of the function
	lines map[*Row]int    // of File, where rows begin
	types map[string]bool // types that synchronise internally
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

// Read reads the models of a user's file. Entries that are not understood are Problems; all others hold (M7). What a
// host's settings say in the same form comes before, and its problems are the host's.
func Read(name string, data []byte, settings ...string) *User {
	c := ParseConfig(name, data)
	u := &User{File: name, Problems: c.Problems, rows: map[string]*Row{}, lines: map[*Row]int{}, types: map[string]bool{}}
	for _, text := range settings {
		for _, e := range ParseConfig("", []byte(text)).Models {
			u.add(e)
		}
	}
	for _, e := range c.Models {
		if p := u.add(e); p != nil {
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
		"lock": SyncLock, "rlock": SyncRLock, "unlock": SyncUnlock, "runlock": SyncRUnlock, "trylock": SyncTryLock,
		"add": SyncAdd, "done": SyncDone,
		"wait": SyncWait, "once": SyncOnce, "group-go": SyncGroupGo, "group-wait": SyncGroupWait, "send": SyncSend,
		"exit": SyncExit,
	}
)

// A draft is a row being read.
type draft struct {
	row      Row      // what it says so far
	cb       Callback // the callback that it has, if called
	called   bool     // it has a callback
	isType   string   // the type that the entry is about; "" for a function's
	internal bool     // sync: internal
}

// add makes a row of an entry, or says what is wrong with it.
func (u *User) add(e *yaml.Node) *Problem {
	if e.Kind != yaml.MappingNode {
		return &Problem{e.Line, fmt.Sprintf("%q is not of the form key: value", e.Value)}
	}
	d := draft{}
	for k := 0; k+1 < len(e.Content); k += 2 {
		key, value := e.Content[k], follow(e.Content[k+1])
		read := d.reader(key.Value)
		if read == nil {
			return &Problem{key.Line, fmt.Sprintf("there is no key %q in a model", key.Value)}
		}
		if err := read(value); err != "" {
			return &Problem{value.Line, fmt.Sprintf("%s: %q %s", key.Value, spelt(value), err)}
		}
	}
	switch {
	case d.isType != "" && d.internal && d.row.Func == "":
		u.types[d.isType] = true
		return nil
	case d.row.Func == "" || d.isType != "" || d.internal:
		return &Problem{e.Line, "a model names a func, or a type with sync: internal"}
	case !d.called && d.cb != (Callback{}):
		return &Problem{e.Line, "run, self and each are about a callback, and there is none"}
	}
	if d.called {
		d.row.Callbacks = []Callback{d.cb}
	}
	u.put(&d.row, e.Line)
	return nil
}

// reader gives what reads the value of a key; nil if there is no such key.
func (d *draft) reader(key string) func(*yaml.Node) (err string) {
	switch key {
	case "func":
		return named(&d.row.Func, funcName, "is no full name of a function, such as example.com/p.F or (*example.com/p.T).M")
	case "type":
		return named(&d.isType, fullType, "is no full name of a type, such as example.com/p.T")
	case "callback":
		d.called = true
		return d.cb.read
	case "run":
		return d.cb.readRun
	case "each":
		return truth(&d.cb.Each)
	case "self":
		return d.readSelf
	case "sync":
		return d.readSync
	case "object":
		return func(n *yaml.Node) string { return argument(n, &d.row.Object) }
	case "reads":
		return arguments(&d.row.Reads)
	case "writes":
		return arguments(&d.row.Writes)
	case "retains":
		return arguments(&d.row.Retains)
	case "returns":
		return arguments(&d.row.Returns)
	case "fresh":
		return truth(&d.row.Fresh)
	}
	return nil
}

// readSelf reads how a callback may overlap itself.
func (d *draft) readSelf(n *yaml.Node) string {
	var ok bool
	if d.cb.Self, ok = selves[n.Value]; !ok {
		return "is none of once, serial, parallel, served"
	}
	return ""
}

// readSync reads an operation, or "internal".
func (d *draft) readSync(n *yaml.Node) string {
	if d.internal = n.Value == "internal"; d.internal {
		return ""
	}
	var ok bool
	if d.row.Sync, ok = operations[n.Value]; !ok {
		return "is no operation"
	}
	return ""
}

// spelt is a value as a message shows it: a scalar as it stands, of others what they are.
func spelt(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return n.Value
}

// put adds a row; further rows of one function add callbacks.
func (u *User) put(row *Row, line int) {
	if old := u.rows[row.Func]; old != nil {
		old.Callbacks = append(old.Callbacks, row.Callbacks...)
		return
	}
	u.rows[row.Func], u.lines[row] = row, line
}

// read reads a mapping of arg, method and field, or an argument's number.
func (cb *Callback) read(n *yaml.Node) (err string) {
	if n.Kind != yaml.MappingNode {
		return argument(n, &cb.Arg)
	}
	for k := 0; k+1 < len(n.Content); k += 2 {
		value := follow(n.Content[k+1])
		switch n.Content[k].Value {
		case "arg":
			if err = argument(value, &cb.Arg); err != "" {
				return err
			}
		case "method":
			cb.Method = value.Value
		case "field":
			cb.Field = value.Value
		default:
			return "has a key that is none of arg, method, field"
		}
	}
	return ""
}

// readRun reads inline, spawn, joined or loop:NAME.
func (cb *Callback) readRun(n *yaml.Node) (err string) {
	if name, ok := strings.CutPrefix(n.Value, "loop:"); ok && name != "" {
		cb.Run, cb.Loop = RunGo, name
		return ""
	}
	run, ok := runs[n.Value]
	if !ok {
		return "is none of inline, spawn, joined, loop:NAME"
	}
	cb.Run = run
	return ""
}

// named reads a name of a form.
func named(to *string, form *regexp.Regexp, complaint string) func(*yaml.Node) string {
	return func(n *yaml.Node) string {
		if *to = n.Value; !form.MatchString(n.Value) {
			return complaint
		}
		return ""
	}
}

// truth reads true or false, in all spellings of YAML.
func truth(to *bool) func(*yaml.Node) string {
	return func(n *yaml.Node) string {
		if n.Decode(to) != nil {
			return "is neither true nor false"
		}
		return ""
	}
}

// argument reads the number of an argument; the receiver of a method is 0.
func argument(n *yaml.Node, to *int) (err string) {
	if n.Kind != yaml.ScalarNode || n.Decode(to) != nil || *to < 0 {
		return "is no number of an argument, counted from 0, the receiver first"
	}
	return ""
}

// arguments reads a list of arguments.
func arguments(to *[]int) func(*yaml.Node) string {
	return func(n *yaml.Node) string {
		if n.Kind != yaml.SequenceNode {
			return "is no list of arguments, such as [1, 2]"
		}
		for _, x := range n.Content {
			var arg int
			if err := argument(follow(x), &arg); err != "" {
				return err
			}
			*to = append(*to, arg)
		}
		return ""
	}
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
