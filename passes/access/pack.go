// This file is what the extraction of all functions of a package shares.

package access

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/ended"
	"github.com/syncvet/syncvet/passes/internal/iteration"
	"github.com/syncvet/syncvet/passes/internal/refill"
	"github.com/syncvet/syncvet/passes/internal/signal"
	"github.com/syncvet/syncvet/passes/internal/talk"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// A pack is a package under extraction: what the passes before this one know, and what is asked of its functions.
type pack struct {
	Spawn  *spawn.Result  // the pass before
	Source *source.Result // its Pkg has all sections attached

	flow      *flow.Result       // and those in between
	locks     *locks.Result      // which locks are held where
	iteration *iteration.Package // what differs between the goroutines of a loop (A8, A11)
	ended     *ended.Package     // literals that have ended (A29)
	signals   *signal.Package    // signals in the object of an access (A21)
	talk      *talk.Package      // what functions say to other goroutines
	cut       *cuts              // slices that were cut short (A4)
	// variables that go on with what was sent from them (A34); nil until asked for
	keeps   map[cutVariable]bool
	refills map[*ssa.Function]*refill.Function // memo of refillOf
	fillers map[*ssa.Function]bool             // memo of isFiller
}

func newPack(s *spawn.Result) *pack {
	return &pack{
		Spawn: s, Source: s.Locks.Flow.Source, flow: s.Locks.Flow, locks: s.Locks,
		iteration: iteration.New(s.Locks.Flow), ended: ended.New(s.Locks), signals: signal.New(s.Locks),
		talk: talk.New(s.Locks.Flow), cut: &cuts{src: s.Locks.Flow.Source}, fillers: map[*ssa.Function]bool{},
		refills: map[*ssa.Function]*refill.Function{},
	}
}
