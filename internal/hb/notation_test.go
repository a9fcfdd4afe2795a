// This file is the notation in which tests write programs.
//
//	main:               a function; "h in f:" is a closure inside f
//	  add w             an event on an object of the program
//	  go h              h starts; "go h g": in group g
//	  give h m          h starts and has the lock m from then on, if it was held; "givemany": two start, and one has it
//	  if; else; end     "loop; end", "once o; end", "return"
//	  wait f.w @b       an event on an object that each call of f has of its own; @b names the place after it
//	wait f.w*         an event on that of some call of f, known through memory only
//	unseen send d     an event in code that the engine does not see
//	set x 1           a plain write to an atomic; "gomany f": f starts twice
//	renew f.r           from here on this activation of f has another r
//	buffer 2            before all functions: the capacity of buffered channels, else 1
//
// The first letter of an object is its kind: c and d channels (unbuffered, buffered), w WaitGroup, g group, m mutex, o
// Once, x atomic; r and s are channels (unbuffered, buffered) that one loop renews.

package hb

import (
	"fmt"
	"strconv"
	"strings"
)

var kindOf = map[byte]int{
	'c': objChan0,
	'd': objChan1,
	'w': objWait,
	'g': objGroup,
	'm': objMutex,
	'o': objOnce,
	'x': objAtomic,
	'r': objRound0,
	's': objRound1,
}

var opOf = map[string]Op{
	"lock":     OpLock,
	"rlock":    OpRLock,
	"unlock":   OpUnlock,
	"runlock":  OpRUnlock,
	"send":     OpSend,
	"recv":     OpRecv,
	"close":    OpClose,
	"closed":   OpRecvClosed,
	"add":      OpAdd,
	"done":     OpDone,
	"wait":     OpWait,
	"store":    OpAtomicStore,
	"load":     OpAtomicLoad,
	"join":     OpJoin,
	"exit":     OpExit,
	"parallel": OpParallel,
}

// A label names a place of a template.
type label struct {
	tmpl int
	pt   PointID
}

// A parser reads the notation.
type parser struct {
	*source
	index  map[string]int
	labels map[string]label
	lines  []string
}

// parse reads a program. Its translation has twins.
func parse(text string) *parser {
	p := &parser{
		source: &source{twins: true, cap1: 1, open: map[ref]bool{}, plain: map[ref]bool{}},
		index:  map[string]int{},
		labels: map[string]label{},
	}
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "buffer ") {
			p.cap1, _ = strconv.Atoi(l[7:])
			continue
		}
		if l != "" {
			p.lines = append(p.lines, l)
		}
		if h, ok := strings.CutSuffix(l, ":"); ok {
			name, outer, in := strings.Cut(h, " in ")
			t := &template{parent: -1, nodes: make([]node, 2)}
			if in {
				t.parent = p.index[outer]
			}
			p.index[name] = len(p.tmpls)
			p.tmpls = append(p.tmpls, t)
		}
	}
	if len(p.tmpls) > 1 && p.index["init"] == 1 {
		p.initial = true
	}
	for len(p.lines) > 0 {
		name, _, _ := strings.Cut(strings.TrimSuffix(p.next(), ":"), " in ")
		t := p.index[name]
		if end := p.block(t, 1); end != 0 {
			p.tmpls[t].exits = append(p.tmpls[t].exits, end)
		}
	}
	for _, t := range p.tmpls {
		t.loop = loops(p.fn(t))
	}
	return p
}

func (p *parser) next() string {
	l := p.lines[0]
	p.lines = p.lines[1:]
	return l
}

func (p *parser) add(t int, cur PointID, n node) PointID {
	n.preds = []PointID{cur}
	p.tmpls[t].nodes = append(p.tmpls[t].nodes, n)
	return PointID(len(p.tmpls[t].nodes) - 1)
}

// join is a join of two points, of which either may be zero: control does not get there.
func (p *parser) join(t int, a, b PointID) PointID {
	if a == 0 || b == 0 || a == b {
		return max(a, b)
	}
	k := p.add(t, a, node{})
	p.tmpls[t].nodes[k].preds = append(p.tmpls[t].nodes[k].preds, b)
	return k
}

// block reads statements up to the end of the block, which the caller reads.
func (p *parser) block(t int, cur PointID) PointID {
	for len(p.lines) > 0 && p.lines[0] != "end" && p.lines[0] != "else" && !strings.HasSuffix(p.lines[0], ":") {
		cur = p.statement(t, cur)
	}
	return cur
}

func (p *parser) statement(t int, cur PointID) PointID {
	l, name, _ := strings.Cut(p.next(), "@")
	w := strings.Fields(l)
	if len(w) > 0 {
		cur = p.command(t, cur, w)
	}
	if name != "" {
		p.labels[name] = label{t, cur}
	}
	return cur
}

func (p *parser) command(t int, cur PointID, w []string) PointID {
	switch w[0] {
	case "if":
		yes, no := p.block(t, cur), cur
		if p.next() == "else" {
			no = p.block(t, cur)
			p.next()
		}
		return p.join(t, yes, no)
	case "loop":
		head := p.add(t, cur, node{})
		if end := p.block(t, head); end != 0 {
			p.tmpls[t].nodes[head].preds = append(p.tmpls[t].nodes[head].preds, end)
		}
		p.next()
		return head
	case "once":
		o := p.object(w[1])
		in := p.block(t, p.add(t, cur, node{op: OpOnceBegin, ref: o}))
		in = p.add(t, in, node{op: OpOnceEnd, ref: o})
		p.next()
		return p.add(t, p.join(t, in, cur), node{op: OpOnceDone, ref: o})
	case "return":
		p.tmpls[t].exits = append(p.tmpls[t].exits, cur)
		return 0
	case "call":
		return p.add(t, cur, node{op: OpCall, target: p.index[w[1]]})
	case "go", "gomany", "give", "givemany":
		n := node{op: OpGo, target: p.index[w[1]], many: strings.HasSuffix(w[0], "many")}
		if strings.HasPrefix(w[0], "give") {
			m := p.object(w[2])
			n.gives = &m
		} else if len(w) > 2 {
			n.group, n.ref = true, p.object(w[2])
		}
		return p.add(t, cur, n)
	}
	return p.event(t, cur, w)
}

func (p *parser) event(t int, cur PointID, w []string) PointID {
	if w[0] == "set" {
		p.plain[p.object(w[1])] = true
		value, _ := strconv.Atoi(w[2])
		return p.add(t, cur, node{plain: true, ref: p.object(w[1]), n: value})
	}
	if w[0] == "renew" {
		return p.add(t, cur, node{renews: true, ref: p.object(w[1])})
	}
	hidden := w[0] == "unseen"
	if hidden {
		w = w[1:]
		p.open[p.object(w[1])] = true
	}
	op, ok := opOf[w[0]]
	if !ok {
		panic(fmt.Sprintf("what is %q", w))
	}
	n := node{op: op, hidden: hidden}
	if op == OpAdd {
		n.n = 1
	}
	if op != OpExit && op != OpParallel {
		n.ref, n.far = p.object(w[1]), strings.HasSuffix(w[1], "*")
	}
	if len(w) > 2 {
		n.n, _ = strconv.Atoi(w[2])
	}
	return p.add(t, cur, n)
}

func (p *parser) object(name string) ref {
	f, o, ok := strings.Cut(name, ".")
	if !ok {
		return ref{-1, kindOf[name[0]]}
	}
	return ref{p.index[f], kindOf[o[0]]}
}
