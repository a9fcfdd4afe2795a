// Package pprof keeps the names and labels; profiles are empty.
package pprof

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

var cpu struct {
	sync.Mutex
	on bool
}

func StartCPUProfile(w io.Writer) error {
	cpu.Lock()
	defer cpu.Unlock()
	if cpu.on {
		return errors.New("cpu profiling already in use")
	}
	cpu.on = true
	return nil
}
func StopCPUProfile() {
	cpu.Lock()
	defer cpu.Unlock()
	cpu.on = false
}
func WriteHeapProfile(w io.Writer) error { return nil }

type Profile struct {
	name string
	mu   sync.Mutex
	m    map[any]bool
}

var profiles struct {
	mu sync.Mutex
	m  map[string]*Profile
}

func table() map[string]*Profile {
	if profiles.m == nil {
		profiles.m = map[string]*Profile{}
		for _, n := range []string{"goroutine", "threadcreate", "heap", "allocs", "block", "mutex"} {
			profiles.m[n] = &Profile{name: n, m: map[any]bool{}}
		}
	}
	return profiles.m
}
func NewProfile(name string) *Profile {
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	if name == "" {
		panic("pprof: NewProfile with empty name")
	}
	if table()[name] != nil {
		panic("pprof: NewProfile name already in use: " + name)
	}
	p := &Profile{name: name, m: map[any]bool{}}
	table()[name] = p
	return p
}
func Lookup(name string) *Profile {
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	return table()[name]
}
func Profiles() []*Profile {
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	var all []*Profile
	for _, p := range table() {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Profile) int { return strings.Compare(a.name, b.name) })
	return all
}
func (p *Profile) Name() string { return p.name }
func (p *Profile) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.m)
}
func (p *Profile) Add(value any, skip int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m[value] {
		panic("pprof: Profile.Add of duplicate value")
	}
	p.m[value] = true
}
func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.m, value)
}
func (p *Profile) WriteTo(w io.Writer, debug int) error { return nil }

type LabelSet struct{ list []string }

type labelKey struct{}

func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	return LabelSet{args}
}
func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	old, _ := ctx.Value(labelKey{}).([]string)
	return context.WithValue(ctx, labelKey{}, append(slices.Clip(old), labels.list...))
}
func Label(ctx context.Context, key string) (string, bool) {
	list, _ := ctx.Value(labelKey{}).([]string)
	for i := len(list) - 2; i >= 0; i -= 2 {
		if list[i] == key {
			return list[i+1], true
		}
	}
	return "", false
}
func ForLabels(ctx context.Context, f func(key, value string) bool) {
	list, _ := ctx.Value(labelKey{}).([]string)
	for i := 0; i+1 < len(list); i += 2 {
		if !f(list[i], list[i+1]) {
			return
		}
	}
}
func SetGoroutineLabels(ctx context.Context) {}
func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	f(WithLabels(ctx, labels))
}
