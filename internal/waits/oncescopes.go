// This file finds the function within which everything that happens to an object happens (W2).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// holders finds for each object the objects that hold a pointer to it.
func (w *waiting) holders() {
	w.held = make([][]link.ObjID, len(w.l.Objects))
	for id := 1; id < len(w.l.Objects); id++ {
		o := &w.l.Objects[id]
		if o.Decl.Kind == facts.ObjFunc && o.Decl.Size == 1 {
			continue
		}
		for s := range o.Decl.Size {
			w.seen.Each(o.Base+pointsto.Node(s), func(to link.ObjID) {
				if list := w.held[to]; len(list) == 0 || list[len(list)-1] != link.ObjID(id) {
					w.held[to] = append(list, link.ObjID(id))
				}
			})
		}
	}
}

// onceScopes are the instances from the one that makes an object up to the root, as long as each makes it at most once.
func (w *waiting) onceScopes(key order.SyncKey) []onceScope {
	o := &w.l.Objects[key.Obj]
	if o.Inst == 0 || w.l.Origins[w.l.Insts[o.Inst].Origin].Kind == link.RootInit {
		if w.entry != 0 && sole(w.l, o) {
			return []onceScope{{inst: w.entry}}
		}
		return nil
	}
	i := w.l.Insts[o.Inst]
	if w.secondary(i) {
		return nil
	}
	if f := w.l.HeapContexts[o.HeapContext]; o.HeapContext != 0 && !f.Call && f.Owner == i.ID {
		if o.Decl.Flags&facts.ObjInLoop != 0 {
			return []onceScope{{inst: i.ID, loop: true}}
		}
	} else if o.Decl.Flags&facts.ObjInLoop != 0 && !w.renewed(key) {
		return nil
	}
	list := []onceScope{{inst: i.ID, again: o.Decl.Flags&facts.ObjInLoop != 0}}
	for range maxHomes {
		from, call := w.caller(i)
		if from == nil {
			break
		}
		loop, again := from.Unit.Flow.Calls[call].Flags&facts.CallInLoop != 0, list[len(list)-1].again
		f := w.l.HeapContexts[i.HeapContext]
		if loop && (i.HeapContext == 0 || !f.Call || f.Owner != from.ID) {
			if from.Origin != i.Origin || !w.renewed(key) {
				break
			}
			loop, again = false, true
		}
		list = append(list, onceScope{from.ID, loop, again})
		if i = from; loop {
			break
		}
	}
	return list
}

// renewed reports whether one object stands for all that one goroutine makes, one after the other: channels without a
// buffer that nobody closes, so that nothing is left in one when the next one is made (W89).
func (w *waiting) renewed(key order.SyncKey) bool {
	o := &w.l.Objects[key.Obj]
	return o.Decl.Kind == facts.ObjChan && key.Off == 0 && w.kinds[key]&doesClose == 0 && w.l.Capacity(o) == 0
}

// entryOf is the instance of main.main, or of a test that is in the link without other tests; zero if there is none.
func (w *waiting) entryOf(kind link.RootKind) link.InstID {
	var entry link.InstID
	for _, o := range w.l.Origins[1:] {
		if o.Kind != kind {
			continue
		}
		if entry != 0 || len(o.Entries) != 1 {
			return 0
		}
		entry = o.Entries[0]
	}
	return entry
}

// caller is the only place from which an instance is called or started; nil if there are several, or none.
func (w *waiting) caller(i *link.Instance) (*link.Instance, uint32) {
	var from *link.Instance
	var call uint32
	for _, e := range i.In {
		x := w.l.Insts[e.From]
		if w.secondary(x) {
			continue
		}
		if from != nil {
			return nil, 0
		}
		from, call = x, e.Call
	}
	if from != nil && from.Unit.Flow.Calls[call].Flags&(facts.CallMulti|facts.CallSerial) != 0 {
		return nil, 0
	}
	return from, call
}

// tree is the instances that one leads to, by calls and go statements.
func (w *waiting) tree(root link.InstID) map[link.InstID]bool { return w.treeWithout(root, nil) }

// treeWithout is the same without some that the root calls itself, unless others lead there.
func (w *waiting) treeWithout(root link.InstID, left []link.InstID) map[link.InstID]bool {
	in := map[link.InstID]bool{root: true}
	for work := []link.InstID{root}; len(work) > 0; {
		i := w.l.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.Out {
			if !in[e.To] && (i.ID != root || !slices.Contains(left, e.To)) {
				in[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return in
}

// runsOnce reports whether a function is entered at most once in a run.
func runsOnce(l *order.Order, i *link.Instance) bool {
	return i.Once == link.AtMostOnce && !l.Origins[i.Origin].Multi
}

// sole reports whether an abstract object is one object: of a package, or made at most once.
func sole(l *order.Order, o *link.Object) bool {
	return o.Inst == 0 || l.Insts[o.Inst].Once == link.AtMostOnce && o.Decl.Flags&facts.ObjInLoop == 0
}

// private reports whether an object can be reached from one run of a scope only: nothing that outlives the run holds it
// and is read by another one, or there is one run only.
func (w *waiting) private(key order.SyncKey, scope *link.Instance, tree map[link.InstID]bool) bool {
	if runsOnce(w.l, scope) {
		return true
	}
	if w.held == nil {
		w.holders()
	}
	seen := map[link.ObjID]bool{key.Obj: true}
	for work := []link.ObjID{key.Obj}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > maxHoldersSeen {
			return false
		}
		if !tree[w.l.Objects[id].Inst] {
			if w.reads.any(tree, id) {
				return false
			}
			continue
		}
		for _, h := range w.held[id] {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	return true
}
