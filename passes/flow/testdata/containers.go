// Package containers shows slices, maps and channels.
package containers

type pair struct{ k, v *int }

func appendOne(s []*int, p *int) []*int { return append(s, p) }

func appendAll(s, t []*int) []*int { return append(s, t...) }

func appendNumbers(s []int) []int { return append(s, 1, 2) }

func copyAll(dst, src []pair) { copy(dst, src) }

func shifted(n int) []*int {
	s := make([]*int, n)
	return s[1:]
}

func sliceLiteral(p *int) []*int { return []*int{p, nil} }

func bytes(s string) []byte { return []byte(s) }

func build(m map[string]pair, key string, p *int) map[string]*pair {
	r := map[string]*pair{}
	x := m[key]
	x.v = p
	m[key] = x
	r[key] = &x
	return r
}

func keys(m map[*int]pair) (k, v *int) {
	for x, y := range m {
		k, v = x, y.v
	}
	return
}

func onlyValues(m map[*int]pair) (v *int) {
	for _, y := range m {
		v = y.k
	}
	return
}

func commaOk(m map[int]*int) *int {
	if p, ok := m[1]; ok {
		return p
	}
	return nil
}

func channels(in <-chan *int, out chan<- *int) *int {
	p := <-in
	out <- p
	q, ok := <-in
	if !ok {
		return p
	}
	return q
}

func make3() (a, b, c chan *int) { return make(chan *int), make(chan *int, 3), make(chan *int, cap(a)) }

func selects(a, b chan *int, c chan pair, p *int) *int {
	select {
	case x := <-a:
		return x
	case b <- p:
	case y, ok := <-c:
		if ok {
			return y.v
		}
	}
	return nil
}

func drain(c chan *int) (last *int) {
	for p := range c {
		last = p
	}
	close(c)
	return
}

func remove(m map[int]*int) int {
	delete(m, 1)
	clear(m)
	return len(m)
}
