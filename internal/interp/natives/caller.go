// This file holds the natives of package runtime about calls in progress.

package natives

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A spotInCode is what a program counter stands for.
type spotInCode struct {
	fn  *ssa.Function // the function
	pos token.Pos     // where in it
}

// counter is the program counter for a place.
func counter(w *world, fn *ssa.Function, pos token.Pos) uint64 {
	key := spotInCode{fn, pos}
	if n := lib(w).counters[key]; n > 0 {
		return n
	}
	lib(w).places = append(lib(w).places, key)
	n := firstCounter + counterStep*uint64(len(lib(w).places))
	lib(w).counters[key] = n
	return n
}

// Program counters are numbers of places. Programs subtract one from them: they do not know that these are exact.
const (
	firstCounter = 0x400000 // before the first one
	counterStep  = 16
)

// counted is the place that a program counter stands for.
func counted(w *world, pc uint64) (spotInCode, bool) {
	k := (pc - firstCounter + counterStep/2) / counterStep
	if pc > firstCounter && k > 0 && k <= uint64(len(lib(w).places)) {
		return lib(w).places[k-1], true
	}
	return spotInCode{}, false
}

// closures are the numbers of function literals in names.
var closures = regexp.MustCompile(`\$(\d+)`)

// wraps reports whether a function only calls another one: the run-time system does not show it.
func wraps(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "wrapper") || strings.HasPrefix(fn.Synthetic, "bound") ||
		strings.HasPrefix(fn.Synthetic, "thunk")
}

// methodName is the name of a method that a function calls.
func methodName(f *types.Func) string {
	path := ""
	if f.Pkg() != nil {
		path = pathOf(f.Pkg()) + "."
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return path + f.Name()
	}
	if p, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		return path + "(*" + typeName(p.Elem()) + ")." + f.Name()
	}
	return path + typeName(recv.Type()) + "." + f.Name()
}

// nameOf is a function's name, as the run-time system knows it.
func nameOf(fn *ssa.Function) string {
	if f, ok := fn.Object().(*types.Func); ok && wraps(fn) {
		if strings.HasPrefix(fn.Synthetic, "bound") {
			return methodName(f) + "-fm"
		}
		return methodName(f)
	}
	top, tail := fn, ""
	for top.Parent() != nil {
		top = top.Parent()
	}
	if len(fn.Name()) > len(top.Name()) {
		first := true
		tail = closures.ReplaceAllStringFunc(fn.Name()[len(top.Name()):], func(s string) string {
			if first {
				first = false
				return ".func" + s[1:]
			}
			return "." + s[1:]
		})
	}
	if o := top.Origin(); o != nil {
		top = o
	}
	if f, ok := top.Object().(*types.Func); ok {
		return methodName(f) + tail
	}
	path := ""
	if top.Pkg != nil {
		path = pathOf(top.Pkg.Pkg) + "."
	}
	return path + top.Name() + tail
}

// counters are the program counters of the calls in progress, innermost first; the first ones are left out.
func callsOf(t *thread, skip int) []uint64 {
	var list []uint64
	here := t.Here()
	fr, pos := here.Call, here.Pos
	for ; fr != nil; fr, pos = fr.Parent, fr.Called {
		if wraps(fr.Fn) {
			continue
		}
		if skip--; skip < 0 {
			list = append(list, counter(t.Run.World, fr.Fn, pos))
		}
	}
	return list
}

// where is the file and the line of a place.
func where(w *world, s spotInCode) (string, int64) {
	p := w.Prog.Fset.Position(s.pos)
	return p.Filename, int64(p.Line)
}

// caller is runtime.Caller.
func caller(t *thread, args []value) value {
	list := callsOf(t, int(max(machine.AsInt(args[0]), 0)))
	if len(list) == 0 {
		return tuple{uint64(0), "", int64(0), false}
	}
	s, _ := counted(t.Run.World, list[0])
	file, line := where(t.Run.World, s)
	return tuple{list[0], file, line, true}
}

// callers is runtime.Callers, whose zeroth frame is its own.
func callers(t *thread, args []value) value {
	list := callsOf(t, int(max(machine.AsInt(args[0])-1, 0)))
	s, _ := args[1].(slice)
	n := min(len(list), s.Len)
	for i := range n {
		t.Store(s.At(i), list[i])
	}
	return int64(n)
}

// frames is what runtime.CallersFrames keeps of its argument.
func frames(t *thread, args []value) value {
	s, _ := args[0].(slice)
	c := &cell{V: machine.Agg(nil)}
	for i := range s.Len {
		pc, _ := t.Load(s.At(i)).(uint64)
		if p, ok := counted(t.Run.World, pc); ok {
			framesOf(t.Run.World, c).list = append(framesOf(t.Run.World, c).list, p)
		}
	}
	return c
}

// A frameList is a *runtime.Frames.
type frameList struct {
	list []spotInCode // what is left
}

// framesOf is what a *runtime.Frames stands for.
func framesOf(w *world, c *cell) *frameList {
	if lib(w).frames[c] == nil {
		lib(w).frames[c] = &frameList{}
	}
	return lib(w).frames[c]
}

// nextFrame is Frames.Next: PC, Function, File and Line of a runtime.Frame.
func nextFrame(t *thread, args []value) value {
	c, _ := args[0].(*cell)
	w := t.Run.World
	f := framesOf(w, c)
	typ := w.Prog.ImportedPackage("runtime").Pkg.Scope().Lookup("Frame").Type()
	frame, ok := machine.Zero(typ).(machine.Agg)
	if len(f.list) == 0 || !ok {
		return tuple{machine.Zero(typ), false}
	}
	p := f.list[0]
	f.list = f.list[1:]
	file, line := where(w, p)
	st, _ := machine.Under(typ).(*types.Struct)
	for i := range frame {
		switch st.Field(i).Name() {
		case "PC":
			frame[i] = counter(w, p.fn, p.pos)
		case "Func":
			frame[i] = functionOf(t, []value{counter(w, p.fn, p.pos)})
		case "Function":
			frame[i] = nameOf(p.fn)
		case "File":
			frame[i] = file
		case "Line":
			frame[i] = line
		}
	}
	return tuple{frame, len(f.list) > 0}
}

// functionOf is runtime.FuncForPC: a cell that stands for the place.
func functionOf(t *thread, args []value) value {
	w := t.Run.World
	pc, _ := args[0].(uint64)
	p, ok := counted(w, pc)
	if !ok {
		return (*cell)(nil)
	}
	for c, q := range lib(w).funcs {
		if q == p {
			return c
		}
	}
	c := &cell{V: machine.Agg(nil)}
	lib(w).funcs[c] = p
	return c
}

// callerNatives are those about calls.
var callerNatives = map[string]native{
	"runtime.Caller":         caller,
	"runtime.Callers":        callers,
	"runtime.CallersFrames":  frames,
	"(*runtime.Frames).Next": nextFrame,
	"runtime.FuncForPC":      functionOf,
	"(*runtime.Func).Name": func(t *thread, args []value) value {
		c, _ := args[0].(*cell)
		if p, ok := lib(t.Run.World).funcs[c]; ok {
			return nameOf(p.fn)
		}
		return ""
	},
	"(*runtime.Func).Entry": func(t *thread, args []value) value {
		c, _ := args[0].(*cell)
		p := lib(t.Run.World).funcs[c]
		return counter(t.Run.World, p.fn, p.pos)
	},
	"(*runtime.Func).FileLine": func(t *thread, args []value) value {
		pc, _ := args[1].(uint64)
		if p, ok := counted(t.Run.World, pc); ok {
			file, line := where(t.Run.World, p)
			return tuple{file, line}
		}
		return tuple{"", int64(0)}
	},
}
