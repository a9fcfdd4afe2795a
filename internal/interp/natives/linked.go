// This file holds functions of the run-time system that packages reach by name (V57), and those in assembly that ask
// what the processor can do (V69).

package natives

import (
	"go/types"
	"slices"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// LinkedOf is the native for a function without a body that a go:linkname directive says is another one; nil if there
// is none.
func LinkedOf(name string) native { return linkedNatives[name] }

// linkedNatives are those functions, with the parameters that they have in the run-time system.
var linkedNatives = map[string]native{
	"runtime.fastrand":    random32,
	"runtime.cheaprand":   random32,
	"runtime.fastrandn":   randomBelow,
	"runtime.cheaprandn":  randomBelow,
	"runtime.fastrand64":  random64,
	"runtime.cheaprand64": random64,
	"runtime.fastrandu":   random64,
	"runtime.rand":        random64,
	"runtime.nanotime":    func(t *thread, _ []value) value { return t.Run.Now + begun },
	"runtime.cputicks":    func(t *thread, _ []value) value { return t.Run.Now + begun },
	"time.now": func(t *thread, _ []value) value {
		now := t.Run.Now + begun
		return tuple{now / 1e9, now % 1e9, t.Run.Now + 1}
	},
	"runtime.procyield":    func(t *thread, _ []value) value { t.Hand(); return nil },
	"runtime.Gosched":      func(t *thread, _ []value) value { t.Hand(); return nil },
	"sync.runtime_doSpin":  func(t *thread, _ []value) value { t.Hand(); return nil },
	"sync.runtime_canSpin": func(*thread, []value) value { return false },
	"runtime.throw": func(_ *thread, args []value) value {
		text, _ := args[0].(string)
		machine.Fail(text)
		return nil
	},
}

// features are the names that packages give to functions in assembly for single instructions: what the processor is,
// and which registers the operating system keeps.
var features = []string{"cpuid", "cpuidex", "xgetbv", "asmCpuid", "asmCpuidex", "asmXgetbv", "getisar0", "getpfr0"}

// FeatureOf is the native for a function of one of these names that has numbers only: the processor can do nothing
// special, so packages take their plain code (V69); nil for others.
func FeatureOf(name string, sig *types.Signature) native {
	if !slices.Contains(features, name) || !numbers(sig.Params()) || !numbers(sig.Results()) {
		return nil
	}
	var none tuple
	for range sig.Results().Len() {
		none = append(none, uint64(0))
	}
	return func(*thread, []value) value {
		if len(none) == 1 {
			return none[0]
		}
		return none
	}
}

// numbers reports whether variables are unsigned integers.
func numbers(list *types.Tuple) bool {
	for v := range list.Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsUnsigned == 0 {
			return false
		}
	}
	return true
}

// random32 is a number of 32 bits.
func random32(t *thread, _ []value) value { return uint64(t.Run.Rng.Uint32()) }

// random64 is a number of 64 bits.
func random64(t *thread, _ []value) value { return t.Run.Rng.Uint64() }

// randomBelow is a number below another one.
func randomBelow(t *thread, args []value) value {
	return uint64(t.Run.Rng.Uint64N(max(args[0].(uint64), 1)))
}
