// This file prints how values flow, and what is called.

package facts

import (
	"fmt"
	"strings"
)

// node prints a node, "_" for none.
func node(n Node) string {
	if n == 0 {
		return "_"
	}
	return fmt.Sprintf("n%d", n)
}

func nodes(list []Node) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(node(n))
	}
	return b.String()
}

// place prints slot off past a node.
func place(n Node, off uint32) string {
	if off == 0 {
		return node(n)
	}
	return fmt.Sprintf("%s+%d", node(n), off)
}

func (d *dumper) flow(f *Flow) {
	d.list("params", nodes(f.Params))
	d.list("captures", nodes(f.FreeVars))
	d.list("results", nodes(f.Results))
	d.list("lent", bits(f.Lent))
	d.list("fresh", bits(f.Fresh))
	d.list("escapes", bits(f.Escapes))
	d.list("shifted", nodes(f.Shifted))
	for i := range f.Objs {
		d.obj(i, &f.Objs[i])
	}
	for i := range f.Cons {
		d.line("  %s", d.con(&f.Cons[i]))
	}
	for i := range f.Calls {
		d.call(i, &f.Calls[i])
	}
}

// list prints a titled line unless it is empty.
func (d *dumper) list(title, text string) {
	if text != "" {
		d.line("  %s %s", title, text)
	}
}

var objKinds = [...]string{"?", "var", "new", "array", "map", "chan", "box", "func", "global", "param", "unknown"}

func (d *dumper) obj(i int, o *Obj) {
	text := fmt.Sprintf("  o%d %s", i, name(objKinds[:], int(o.Kind)))
	for _, r := range []Ref{o.Sym, o.Type} {
		if r != 0 {
			text += " " + d.ref(r)
		}
	}
	text += fmt.Sprintf(" size %d", o.Size)
	if o.Kind == ObjChan {
		text += fmt.Sprintf(" cap %d", o.Cap)
	}
	d.line("%s%s%s", text, flags(o.Flags, "loop shifted"), d.pos(o.Pos))
}

func (d *dumper) con(c *Con) string {
	dst, src := node(c.Dst), node(c.Src)
	switch c.Op {
	case ConAddr:
		if c.Off > 0 {
			return fmt.Sprintf("%s = &o%d+%d", dst, c.Obj, c.Off)
		}
		return fmt.Sprintf("%s = &o%d", dst, c.Obj)
	case ConCopy:
		return fmt.Sprintf("%s = %s", dst, src)
	case ConLoad:
		return fmt.Sprintf("%s = *(%s)", dst, place(c.Src, c.Off))
	case ConStore:
		return fmt.Sprintf("*(%s) = %s", place(c.Dst, c.Off), src)
	case ConOffset:
		return fmt.Sprintf("%s = %s", dst, place(c.Src, c.Off))
	case ConUnbox:
		return fmt.Sprintf("%s = %s.(%s)+%d", dst, src, d.ref(c.Type), c.Off)
	case ConFilter:
		return fmt.Sprintf("%s = %s.(%s)", dst, src, d.ref(c.Type))
	}
	return "?"
}

func (d *dumper) call(i int, c *Call) {
	callee := d.ref(c.Callee)
	if c.Flags&(CallInvoke|CallDynamic) != 0 {
		callee = node(c.Recv)
		if c.Callee != 0 {
			callee += d.ref(c.Callee)
		}
	}
	text := fmt.Sprintf("  call%d %s(%s)", i, callee, nodes(c.Args))
	if len(c.Results) > 0 {
		text += " -> " + nodes(c.Results)
	}
	if c.API != 0 {
		text += " by " + d.ref(c.API)
	}
	if c.Loop != 0 {
		text += " in loop " + d.ref(c.Loop)
	}
	d.line(
		"%s%s%s",
		text,
		flags(c.Flags, "invoke dynamic go defer loop typeparam multi serial served routed once model tested maybe "+
			"checked kept late again each"),
		d.pos(c.Pos),
	)
}
