package main

import (
	"path/filepath"
	"reflect"
	"runtime"
)

type caller struct{}

func (c *caller) where() string {
	pc, _, line, ok := runtime.Caller(0)
	return runtime.FuncForPC(pc).Name() + " " + lines(line > 10, ok)
}

func (c caller) value() string {
	pc, _, _, _ := runtime.Caller(1)
	return runtime.FuncForPC(pc).Name()
}

func lines(a, b bool) string {
	if a && b {
		return "ok"
	}
	return "bad"
}

func outer(f func() string) string { return f() }

func names() []string {
	var pcs [10]uintptr
	n := runtime.Callers(1, pcs[:])
	fs := runtime.CallersFrames(pcs[:n])
	var list []string
	for {
		f, more := fs.Next()
		if !more || f.Function == "main.main" {
			return list
		}
		list = append(list, f.Function)
	}
}

func run() {
	c := &caller{}
	say(c.where(), c.value())
	say(outer(func() string {
		pc, file, _, ok := runtime.Caller(0)
		return runtime.FuncForPC(pc).Name() + lines(filepath.Ext(file) == ".go", ok)
	}))
	say(names())
	func() { say(names()) }()
	say(runtime.FuncForPC(reflect.ValueOf(outer).Pointer()).Name(), runtime.FuncForPC(reflect.ValueOf(c.where).Pointer()) != nil)
	_, _, _, ok := runtime.Caller(100)
	say(ok, runtime.FuncForPC(0) == nil)
}
