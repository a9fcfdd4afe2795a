// Package interfaces shows boxes, assertions, method tables and bound methods.
package interfaces

type getter interface{ Get() *int }

type setter interface {
	getter
	Set(*int)
}

type base struct{ pad, p *int }

func (b base) Get() *int   { return b.p }
func (b *base) Set(p *int) { b.p = p }

type byValue struct {
	pad *int
	base
}

type byPointer struct {
	pad *int
	*base
}

type deep struct {
	pad *int
	byPointer
}

type embedsInterface struct {
	pad *int
	getter
}

func boxes(b *base, v byValue, p byPointer) []getter {
	return []getter{b, *b, v, &v, p, &p, deep{}, &deep{}, embedsInterface{}, &embedsInterface{}}
}

func number() any { return 1 }

func noMethods(p *int) any { return p }

func assertConcrete(x any) (*int, base) {
	p, _ := x.(*int)
	return p, x.(base)
}

func assertInterface(g getter) setter { return g.(setter) }

func typeSwitch(x any) *int {
	switch x := x.(type) {
	case *base:
		return x.p
	case getter:
		return x.Get()
	}
	return nil
}

func invoke(s setter, p *int) *int {
	s.Set(p)
	return s.Get()
}

func boundMethod(b *base) func() *int { return b.Get }

func boundInterface(s setter) func(*int) { return s.Set }

func methodExpression() func(*base, *int) { return (*base).Set }

func promoted(v *byValue, p *int) *int {
	v.Set(p)
	return v.Get()
}
