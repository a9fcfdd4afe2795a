// This file holds the natives of packages that have few: runtime, errors, reflect, sort and others.

package natives

import (
	"fmt"
	"go/build"
	"go/types"
	"hash/crc32"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// otherNatives are those of no other table.
var otherNatives = map[string]native{
	"runtime.Gosched":      func(t *thread, _ []value) value { t.Hand(); return nil },
	"unsafe.init":          func(*thread, []value) value { return nil },
	"runtime.Goexit":       func(*thread, []value) value { panic(machine.Exit{}) },
	"runtime.NumGoroutine": numGoroutine,
	"runtime.left":         func(t *thread, _ []value) value { t.Run.Left = true; return nil },
	"os.exit":              exit,
	"testing.progress": func(t *thread, args []value) value {
		t.Run.Tests = int(args[0].(int64))
		return nil
	},
	"os/signal.waiting": func(t *thread, _ []value) value { t.Run.Outside++; return nil },
	"net.accepting": func(t *thread, args []value) value {
		t.Run.Outside += args[0].(int64)
		return nil
	},
	"math/rand.runtime_rand":    func(t *thread, _ []value) value { return t.Run.Rng.Uint64() },
	"math/rand/v2.runtime_rand": func(t *thread, _ []value) value { return t.Run.Rng.Uint64() },
	"crypto/rand.runtime_rand":  func(t *thread, _ []value) value { return t.Run.Rng.Uint64() },
	"hash/crc32.sum": func(t *thread, args []value) value {
		table := crc32.MakeTable(uint32(args[1].(uint64)))
		return uint64(crc32.Update(uint32(args[0].(uint64)), table, t.Bytes(args[2].(slice))))
	},
	"golang.org/x/sys/unix.Syscall":    control,
	"golang.org/x/sys/unix.RawSyscall": control,
	"golang.org/x/net/internal/socket.NewConn": func(*thread, []value) value {
		panic(machine.Unsupported("golang.org/x/net/internal/socket.NewConn"))
	},
	"syscall.Syscall":    control,
	"syscall.RawSyscall": control,
	"errors.same": func(t *thread, args []value) value {
		a, b := args[0].(iface), args[1].(iface)
		if a.T == nil || b.T == nil || !types.Identical(a.T, b.T) || !types.Comparable(a.T) {
			return a.T == nil && b.T == nil
		}
		return machine.Equal(a.V, b.V)
	},
	"errors.assign": assignError,
	"reflect.typeName": func(_ *thread, args []value) value {
		return machine.TypeString(args[0].(iface).T)
	},
	"internal/reflectlite.typeName": func(_ *thread, args []value) value {
		t := args[0].(iface).T
		return tuple{machine.TypeString(t), t != nil && types.Comparable(t)}
	},
	"reflect.DeepEqual": func(t *thread, args []value) value {
		a, b := args[0].(iface), args[1].(iface)
		if a.T == nil || b.T == nil {
			return a.T == nil && b.T == nil
		}
		return types.Identical(a.T, b.T) && deepEqual(t, a.V, b.V)
	},
	"maps.clone": func(t *thread, args []value) value {
		x := args[0].(iface)
		m := x.V.(*table)
		if m == nil {
			return x
		}
		t.Access(&m.Head, false)
		c := machine.NewTable()
		for _, e := range m.Order {
			if !e.Dead {
				t.Update(c, e.K, e.V)
			}
		}
		return iface{T: x.T, V: c}
	},
	"slices.overlaps": func(*thread, []value) value { return false },
	"sort.length": func(t *thread, args []value) value {
		return t.Length(args[0].(iface).V)
	},
	"sort.swap": func(t *thread, args []value) value {
		s := args[0].(iface).V.(slice)
		a, b := s.At(int(args[1].(int64))), s.At(int(args[2].(int64)))
		x, y := t.Load(a), t.Load(b)
		t.Store(a, y)
		t.Store(b, x)
		return nil
	},
}

// numGoroutine counts the threads that are not over.
func numGoroutine(t *thread, _ []value) value {
	n := 0
	for _, x := range t.Run.Threads {
		if x.State != machine.Ended {
			n++
		}
	}
	return int64(n)
}

// assignError is what errors.As does with one error.
func assignError(t *thread, args []value) value {
	err, target := args[0].(iface), args[1].(iface)
	if target.T == nil {
		machine.Fail("errors: target cannot be nil")
	}
	want := machine.ElemOf(target.T)
	if err.T == nil || !t.Run.World.Is(err.T, want) {
		return false
	}
	if types.IsInterface(want) {
		t.Store(target.V.(*cell), err)
	} else {
		t.Store(target.V.(*cell), err.V)
	}
	return true
}

// deepEqual compares what two values lead to.
func deepEqual(t *thread, x, y value) bool { return comparison{t, map[[2]*cell]bool{}}.equal(x, y, 0) }

// A comparison is one in progress.
type comparison struct {
	t    *thread           // whose
	seen map[[2]*cell]bool // what pointers lead to that were compared, or are just being
}

// equal compares what two values lead to; each pair of variables once, as cycles go on for ever.
func (c comparison) equal(x, y value, depth int) bool {
	t := c.t
	if depth > 100 {
		return true
	}
	switch a := x.(type) {
	case machine.Agg:
		b := y.(machine.Agg)
		for i := range a {
			if !c.equal(a[i], b[i], depth+1) {
				return false
			}
		}
		return true
	case slice:
		b := y.(slice)
		if a.Len != b.Len || (a.Base == nil) != (b.Base == nil) {
			return false
		}
		for i := range a.Len {
			if !c.equal(t.Load(a.At(i)), t.Load(b.At(i)), depth+1) {
				return false
			}
		}
		return true
	case *cell:
		b := y.(*cell)
		if a == b || a == nil || b == nil {
			return a == b
		}
		if c.seen[[2]*cell{a, b}] {
			return true
		}
		c.seen[[2]*cell{a, b}] = true
		return c.equal(t.Load(a), t.Load(b), depth+1)
	case iface:
		b := y.(iface)
		if a.T == nil || b.T == nil {
			return a.T == nil && b.T == nil
		}
		return types.Identical(a.T, b.T) && c.equal(a.V, b.V, depth+1)
	case *table:
		return c.sameTable(a, y.(*table), depth)
	case *function:
		b, _ := y.(*function)
		return a == nil && b == nil
	}
	return x == y
}

// sameTable compares two maps.
func (c comparison) sameTable(a, b *table, depth int) bool {
	if a == nil || b == nil {
		return a == b
	}
	if len(a.M) != len(b.M) {
		return false
	}
	for _, e := range a.Order {
		if e.Dead {
			continue
		}
		f := b.M[machine.KeyOf(e.K)]
		if f == nil || !c.equal(e.V, f.V, depth+1) {
			return false
		}
	}
	return true
}

// exit is os.Exit. The one that ends TestMain ends only its thread: what the test has left behind is looked at.
func exit(t *thread, _ []value) value {
	if t.ID == 0 && t.Run.Tests == machine.TestsOver {
		t.Leave()
	}
	panic(machine.Quit{})
}

// controls are the numbers of the system call that asks a terminal, on Linux.
var controls = map[string]uint64{"amd64": 16, "arm64": 29, "riscv64": 29, "loong64": 29, "386": 54, "arm": 54}

// control is a system call: there is no terminal, whatever is asked of one; others cannot be run.
func control(_ *thread, args []value) value {
	const notTerminal = 25
	if n, ok := controls[build.Default.GOARCH]; !ok || args[0] != n || build.Default.GOOS != "linux" {
		panic(machine.Unsupported(fmt.Sprint("system call ", args[0])))
	}
	return tuple{^uint64(0), uint64(0), uint64(notTerminal)}
}
