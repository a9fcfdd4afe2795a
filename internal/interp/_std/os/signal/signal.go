// Package signal keeps the calls and the contexts; it drops signals: none is ever delivered.
package signal

import (
	"context"
	"os"
)

func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	waiting()
}

func Stop(c chan<- os.Signal) {}

func Ignore(sig ...os.Signal) {}

func Ignored(sig os.Signal) bool { return false }

func Reset(sig ...os.Signal) {}

func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	waiting()
	if ctx.Err() == nil {
		go func() { <-ctx.Done() }()
	}
	return ctx, func() { cancel(nil) }
}
