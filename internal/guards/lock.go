// This file recognises lock operations and says which lock is meant (G1).

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// modelled are the lock operations among the models.
var modelled = map[models.SyncOp]operation{
	models.SyncLock:     {lock: true, write: true},
	models.SyncRLock:    {lock: true},
	models.SyncUnlock:   {write: true},
	models.SyncRUnlock:  {},
	models.SyncTryLock:  {lock: true, write: true, try: true},
	models.SyncTryRLock: {lock: true, try: true},
}

// lockers are the operations of types that are locks by their methods.
var lockers = map[string]operation{
	"Lock":    {lock: true, write: true},
	"RLock":   {lock: true},
	"Unlock":  {write: true},
	"RUnlock": {},
}

// operation is the lock operation that a call performs itself; false if it is none.
func (a *locking) operation(call ssa.CallInstruction) (operation, bool) {
	if _, spawned := call.(*ssa.Go); spawned {
		return operation{}, false
	}
	var op operation
	if row := a.flow.Model(call); row != nil {
		m, ok := modelled[row.Sync]
		if !ok {
			return operation{}, false
		}
		op = m
	} else if m, ok := a.locker(call.Common()); ok {
		op = m
	} else {
		return operation{}, false
	}
	v := source.Arguments(call.Common())[0]
	v, reader := place.Mutex(v)
	if reader {
		op.write = false
	}
	op.class, op.origin = a.classOf(v), v
	return op, true
}

// locker recognises Lock and Unlock of interfaces and types that have both (G1). A method of this package is seen
// through where its receiver is held by no field or variable: it locks something in the receiver.
func (a *locking) locker(c *ssa.CallCommon) (operation, bool) {
	obj := c.Method
	if obj == nil {
		g := c.StaticCallee()
		if g == nil || a.own(g) != nil && (len(c.Args) == 0 || a.lockKey(c.Args[0], keySteps) == nil) {
			return operation{}, false
		}
		obj, _ = source.Origin(g).Object().(*types.Func)
	}
	if obj == nil || obj.Signature().Recv() == nil || obj.Signature().Params().Len()+obj.Signature().Results().Len() > 0 {
		return operation{}, false
	}
	op, ok := lockers[obj.Name()]
	if !ok || len(source.Arguments(c)) == 0 {
		return operation{}, false
	}
	recv := obj.Signature().Recv().Type()
	for _, name := range []string{"Lock", "Unlock"} {
		if m, _, _ := types.LookupFieldOrMethod(recv, true, obj.Pkg(), name); m == nil {
			return operation{}, false
		}
	}
	return op, true
}

// classOf is the class of the lock that a pointer or interface means: the field or variable that holds it.
func (a *locking) classOf(v ssa.Value) int {
	key := a.lockKey(v, keySteps)
	if key == nil {
		return unknownLock
	}
	if c, ok := a.alias[key]; ok {
		key = c
	}
	c, ok := a.classes[key]
	if !ok {
		if c = len(a.names); c >= setWords*32 {
			return unknownLock
		}
		a.classes[key] = c
		a.names = append(a.names, a.describe(key, v))
	}
	return c
}

// isCondLock reports whether a field is the L of a sync.Cond.
func isCondLock(f *types.Var) bool {
	return f.Name() == "L" && f.Pkg() != nil && f.Pkg().Path() == "sync"
}

// lockKey identifies a lock by the field, package-level variable or local variable that holds it; nil if there is none.
func (a *locking) lockKey(v ssa.Value, steps int) any {
	if steps == 0 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		if isCondLock(objects.FieldOf(x)) {
			return a.lockKey(x.X, steps-1) // the lock that the Cond was made with
		}
		return objects.FieldOf(x)
	case *ssa.Field:
		return objects.StructOf(x.X.Type()).Field(x.Field).Origin()
	case *ssa.Global:
		return x.Object()
	case *ssa.Alloc, *ssa.FreeVar:
		if l := place.Variable(x); l != nil {
			if s := a.places.Stored(l); s != nil && objects.IsPointerLike(s.Type()) {
				return a.lockKey(s, steps-1)
			}
			return l
		}
	case *ssa.UnOp:
		return a.lockKey(x.X, steps-1)
	case *ssa.IndexAddr:
		return a.lockKey(x.X, steps-1)
	case *ssa.Lookup:
		return a.lockKey(x.X, steps-1)
	case *ssa.Slice:
		return a.lockKey(x.X, steps-1)
	case *ssa.ChangeType:
		return a.lockKey(x.X, steps-1)
	case *ssa.MakeInterface:
		return a.lockKey(x.X, steps-1)
	}
	return nil
}

// findConds notes which lock each field or variable that holds a Cond stands for (G1).
func (a *locking) findConds(instr ssa.Instruction) {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return
	}
	var l ssa.Value
	holder := store.Addr
	if call, ok := store.Val.(*ssa.Call); ok && call.Call.StaticCallee() != nil &&
		call.Call.StaticCallee().String() == "sync.NewCond" {
		l = call.Call.Args[0]
	} else if f, ok := store.Addr.(*ssa.FieldAddr); ok && isCondLock(objects.FieldOf(f)) {
		l, holder = store.Val, f.X
	} else {
		return
	}
	l, _ = place.Mutex(l)
	cond, key := a.lockKey(holder, keySteps), a.lockKey(l, keySteps)
	if cond != nil && key != nil && cond != key {
		a.alias[cond] = key
	}
}
