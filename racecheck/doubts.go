// This file says in words of Go why a race is not certain: what had to be assumed, and what could not be told apart.

package racecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// assumed says why callers of a type that nobody has written yet are taken to be there; %s is the type.
var assumed = map[evidence.Assumption]string{
	evidence.ByGoroutine: "nobody in the code does so while a goroutine of %s runs; any user may",
	evidence.ByHolding:   "nobody in the code does so; any user may, since %s holds a lock or the like",
	evidence.ByPromise:   "nobody in the code does so; any user may, since %s is documented to be safe for concurrent use",
	evidence.ByContext:   "nobody in the code does so; any user may, since several goroutines may have one context",
	evidence.ByDemand: "nobody in the code does so; any user may, since %s implements an interface " +
		"that is documented to be called concurrently",
}

// because is what is assumed about callers; empty if both goroutines are in view.
func because(x *evidence.Evidence) string {
	text := assumed[x.Assumes]
	if started := func(k int) bool { return x.Ends[k].Goroutine.Site.Line != 0 }; x.Assumes == evidence.ByGoroutine &&
		!started(0) && !started(1) {
		text = "nobody in the code does so; any user may, since %s starts goroutines"
		for k := range x.Ends {
			if g := &x.Ends[k].Goroutine; g.Serves {
				return "nobody in the code does so while " + linked.FuncName(g.Entry) + " runs; any user may"
			}
		}
	}
	if x.Assumes == evidence.ByContext {
		return text
	}
	if text != "" {
		return fmt.Sprintf(text, linked.SymbolName(x.Client))
	}
	return ""
}

// covered are the rules of the table that say no more than because does.
var covered = map[string]bool{"C9": true, "C7c": true, "C2": true}

// doubts says why a race is not certain.
func doubts(x *evidence.Evidence) []report.Doubt {
	var list []report.Doubt
	for _, d := range x.Doubts {
		if x.Assumes != evidence.NoClient && covered[d.ID] {
			continue
		}
		text := d.Title
		if words := plain[d.ID]; words != "" {
			text = words
		}
		list = append(list, report.Doubt{ID: d.ID, Text: text, Unless: unless(x, d.ID)})
	}
	return list
}

// unless says what would make a race none, where one look at the source tells: that the two have different objects, or
// one lock.
func unless(x *evidence.Evidence, rule string) string {
	switch rule {
	case "R6d":
		return oneLock(x)
	case "K1":
		return "the two goroutines have different objects: how they come to have the same one is not seen"
	case "R23":
		return "each of the callers that are assumed has an object of its own"
	case "K4a", "K4b":
		if x.Alloc.Line != 0 {
			return "the two goroutines have different ones: several are made at " + linked.Short(x.Alloc)
		}
	}
	return ""
}

// oneLock says how a lock that both ends hold may be the same, and what it takes to be two.
func oneLock(x *evidence.Evidence) string {
	lock := ""
	for _, h := range x.Ends[0].Held {
		same := func(g evidence.HeldLock) bool { return g.Name == h.Name && !g.Once }
		if !h.Once && h.Name.Name != "" && slices.ContainsFunc(x.Ends[1].Held, same) {
			lock = linked.LockName(h.Name)
		}
	}
	has, of := typeOf(lock), typeOf(linked.SymbolName(x.Ends[0].Last().Name))
	switch {
	case lock == "":
		return "the locks that the two hold are one"
	case has == "":
		return "the " + lock + " that both hold is one lock"
	case has == of && x.Ends[0].Last().Access.Var == facts.VarField:
		return fmt.Sprintf("the %s that both hold is one lock, as it is on one %s", lock, has)
	case has == of || of == "":
		return fmt.Sprintf("the %s that both hold is one lock: it takes two %s, with a lock each, "+
			"that share the variable", lock, has)
	}
	return fmt.Sprintf("the %s that both hold is one lock: it takes two %s, with a lock each, "+
		"that lead to one %s", lock, has, of)
}

// typeOf is the type that a field belongs to, by its name; empty if the name is none of a field.
func typeOf(name string) string {
	if of := owner(name); strings.Contains(of, ".") {
		return of
	}
	return ""
}

// plain are the rules that make doubts, in words that need no other page. Those that are missing have such a title.
var plain = map[string]string{
	"R6d":  "each access holds a lock, and these may be one and the same",
	"R6e":  "each end holds the lock of an element that it looked up: for the same element they exclude each other",
	"R37":  "the variable is accessed through unsafe or reflect",
	"L6":   "the package is too large to be analysed whole: what orders the two may have been left out",
	"R5b":  "each goroutine may have its own element",
	"R10":  "some synchronisation near by may order them (see above)",
	"K1":   "how both goroutines come to have the same object is not seen",
	"K2":   "the object, or what holds it, was not known to others yet, or not without the lock that one end holds",
	"K4a":  "many such objects are made at one place, and the two goroutines may have different ones",
	"K4b":  "many such objects are made at one place, and nothing says that the two goroutines have the same one",
	"C2":   "both accesses belong to calls that an assumed caller makes",
	"C9":   "the callers are assumed: none that overlap are in the analysed code",
	"R7a":  "an access may mean one of several variables",
	"R7b":  "a call on the way may lead to another function than this one",
	"R7c":  "an access may mean one of two variables",
	"R7d":  "a call on the way, of an interface method or function value, may lead to another function than this one",
	"R7e":  "other callers hold a lock on the way to one of the accesses: control may never come there this way",
	"R7f":  "both goroutines load the object from memory, which may hold another one at each time",
	"R7g":  "the access is to elements, or made by a library function of which only a summary is known",
	"R13c": "a goroutine belongs to a recursion, whose levels may work on different objects",
	"R22":  "both accesses run in functions that were stored in one of many objects",
	"R23":  "the object is an argument of an assumed caller, who may pass a new one each time",
	"R30":  "many branches have to be taken on the way to the two accesses",
	"R39":  "one of several goroutines closes the channel: the others may have ended",
	"C3":   "the object was not made by calls of the assumed caller",
	"C5":   "by its name, the call belongs to setting up, before other goroutines run",
	"C6":   "the goroutine may have ended: before the call that started it returned, or as it has told its caller",
	"C7c":  "nothing says that calls of the type's methods overlap",
	"R9":   "the access stands behind a test of a variable that the other goroutine sets later",
	"R47":  "much else in this package is suspected and in doubt: its synchronisation may not be understood",
	"R18":  "one end comes only behind the end of a count that the other goroutine moves, too",
	"R28":  "the access happens only where something was found unset that an earlier call has set up",
	"K8":   "it has one owner at a time: taken out under the other end's lock, or handed round by channels",
	"R12":  "one of the accesses runs in the function of a Once",
	"R17":  "each object has one goroutine of either kind",
	"R38":  "a test drives the other goroutine, one request after the other or over a connection, which may order them",
}
