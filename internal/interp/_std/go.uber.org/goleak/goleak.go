// Package goleak keeps the names and runs tests; it says nothing of goroutines that are left.
package goleak

import "os"

type TestingT interface {
	Error(...any)
}

type TestingM interface {
	Run() int
}

type Option interface{ apply(*opts) }

type opts struct{ cleanup func(int) }

type nothing struct{}

func (nothing) apply(*opts) {}

type cleanup func(int)

func (c cleanup) apply(o *opts) { o.cleanup = c }

func IgnoreTopFunction(f string) Option      { return nothing{} }
func IgnoreAnyFunction(f string) Option      { return nothing{} }
func IgnoreAnyContainingPkg(f string) Option { return nothing{} }
func IgnoreCreatedBy(f string) Option        { return nothing{} }
func IgnoreCurrent() Option                  { return nothing{} }
func RunOnFailure(f func(int)) Option        { return nothing{} }
func Cleanup(f func(exitCode int)) Option    { return cleanup(f) }

func Find(options ...Option) error { return nil }

func VerifyNone(t TestingT, options ...Option) {
	o := gathered(options)
	if o.cleanup != nil {
		o.cleanup(0)
	}
}

func VerifyTestMain(m TestingM, options ...Option) {
	o := gathered(options)
	code := m.Run()
	if o.cleanup != nil {
		o.cleanup(code)
		return
	}
	os.Exit(code)
}

func gathered(options []Option) opts {
	var o opts
	for _, x := range options {
		x.apply(&o)
	}
	return o
}
