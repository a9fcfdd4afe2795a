// This file is the documentation of the rule about semaphores: what `syncvet explain` prints.

package ruledoc

var ruleSlot = Rule{
	ID: "DL2007", Title: "slot of a semaphore not returned",
	Why: `A channel with a buffer serves as a semaphore: who comes sends, who goes receives. Some returns of a function
have given the slot back, others keep it, an early return for an error as a rule. After as many errors as there are
slots everybody waits for ever. A function whose other returns leave the slot to the caller, who gives it back by
another function, must give it back itself where it reports an error.`,
	Bad: `package main

import "errors"

var errEmpty = errors.New("no name")

type gate struct{ slots chan struct{} }

func (g *gate) do(name string, f func()) error {
	g.slots <- struct{}{}
	if name == "" {
		return errEmpty // the slot stays taken
	}
	f()
	<-g.slots
	return nil
}

func main() {
	g := &gate{slots: make(chan struct{}, 2)}
	if err := g.do("a", func() { println("a") }); err != nil {
		println(err.Error())
	}
}`,
	Good: `package main

import "errors"

var errEmpty = errors.New("no name")

type gate struct{ slots chan struct{} }

func (g *gate) do(name string, f func()) error {
	g.slots <- struct{}{}
	defer func() { <-g.slots }()
	if name == "" {
		return errEmpty
	}
	f()
	return nil
}

func main() {
	g := &gate{slots: make(chan struct{}, 2)}
	if err := g.do("a", func() { println("a") }); err != nil {
		println(err.Error())
	}
}`,
	Hides: `Only channels in fields that no other package can name are followed, that are made with a buffer and used for
nothing else: nobody looks at what is received. Slots that a goroutine or a function value may give back count as
returned, and so do those whose return the results or a stored flag tell the caller. Of medium confidence.`,
}
