// This file finds natives: functions of the standard library that the interpreter does itself.

package natives

import (
	"maps"
	"runtime"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// tables are all natives, by what they are about, each by the name of its function; the first one that knows a name
// holds.
var tables = []map[string]native{syncNatives, timeNatives, libraryNatives, textNatives, otherNatives, testifyNatives}

// NativeOf is the native for a function of some name (V30); nil if there is none.
func NativeOf(name string) native {
	for _, table := range tables {
		if n := table[name]; n != nil {
			return n
		}
	}
	return nil
}

// forwarded makes a native that calls a function of another package: a linkname.
func forwarded(pkg, name string) native {
	return func(t *thread, args []value) value {
		p := t.Run.World.Prog.ImportedPackage(pkg)
		if p == nil || p.Func(name) == nil {
			panic(machine.Unsupported(pkg + "." + name))
		}
		return t.Apply(&function{Fn: p.Func(name)}, args)
	}
}

// safe makes a native of one that may panic in Go's own library: such a panic is one of the program.
func safe(name string, f native) native {
	return func(t *thread, args []value) value {
		defer func() {
			switch e := recover().(type) {
			case nil:
			case runtime.Error:
				panic(machine.Unsupported(name + ": " + e.Error()))
			case string:
				machine.Fail(e)
			default:
				panic(e)
			}
		}()
		return f(t, args)
	}
}

// libraryNatives are those that do not have to do with goroutines.
var libraryNatives = makeLibrary()

// makeLibrary gathers them.
func makeLibrary() map[string]native {
	m := map[string]native{"mime/multipart.readMIMEHeader": forwarded("net/textproto", "readMIMEHeader")}
	maps.Copy(m, atomicNatives("Pointer", nil, nil, nil)) // there is nothing to add
	for _, table := range []map[string]native{
		jsonNatives, printNatives, charNatives, callerNatives, numberNatives, typeNatives, mirrorNatives, bigNatives,
		scanNatives, bubbleNatives, digestNatives,
	} {
		maps.Copy(m, table)
	}
	for name, f := range mirrorMethods {
		m["(reflect.Value)."+name] = mirrorNative(f)
	}
	for name, f := range m {
		m[name] = safe(name, f)
	}
	return m
}
