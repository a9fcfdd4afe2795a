// This file words synchronisation events: what waits, and what is waited for.

package racecheck

import (
	"fmt"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
)

// eventText words an event: "receive from done at x.go:12"; empty if it is not known.
func eventText(e *evidence.Event) string {
	words, ok := eventWords[e.Op]
	if e.Pos.Line == 0 || !ok {
		return ""
	}
	text := words.alone
	if e.Name.Name != "" {
		text = fmt.Sprintf(words.of, e.Name.Name) // without package: the place says which it is
	}
	return text + " at " + linked.Short(e.Pos)
}

// eventWords are the words for events that wait or give, with the name of what they act on and without.
var eventWords = map[facts.EventOp]struct {
	of    string // with %s for the name of what it acts on
	alone string // where that has none
}{
	facts.EventRecv:        {"receive from %s", "receive"},
	facts.EventRecvClosed:  {"receive from %s", "receive"},
	facts.EventCollect:     {"receive from %s", "receive"},
	facts.EventSend:        {"send on %s", "send"},
	facts.EventClose:       {"close of %s", "close"},
	facts.EventWait:        {"%s.Wait", "Wait"},
	facts.EventGroupWait:   {"%s.Wait", "Wait"},
	facts.EventDone:        {"%s.Done", "Done"},
	facts.EventGroupGo:     {"end of the goroutine started by %s.Go", "end of the goroutine started"},
	facts.EventGo:          {"end of the goroutine started", "end of the goroutine started"},
	facts.EventOnceDone:    {"%s.Do", "Once.Do"},
	facts.EventOnceEnd:     {"end of the function of %s", "end of the Once's function"},
	facts.EventAtomicRead:  {"atomic read of %s", "atomic read"},
	facts.EventAtomicWrite: {"atomic write of %s", "atomic write"},
}
