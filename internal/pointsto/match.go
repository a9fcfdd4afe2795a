// This file is the memo of Options.Match: which labels are in which classes.

package pointsto

// A memo remembers the answers of Options.Match. Labels and classes are numbered in order of appearance, so that a
// lookup is two array accesses however the client numbers them. The zero value is empty.
type memo struct {
	labels  []Label          // by label number
	numbers map[Label]uint32 // the inverse of labels; nil if there is none
	rows    map[Class]uint32 // index into answers; nil if no class was asked for
	answers [][]answer       // by row, then by label number; a label past the end was not asked for
}

// An answer is what Options.Match said.
type answer uint8

const (
	unasked answer = iota
	no
	yes
)

// number returns the number of a label.
func (m *memo) number(l Label) uint32 {
	n, ok := m.numbers[l]
	if !ok {
		if m.numbers == nil {
			m.numbers = make(map[Label]uint32)
		}
		n = uint32(len(m.labels))
		m.numbers[l] = n
		m.labels = append(m.labels, l)
	}
	return n
}

// row returns the row of a class.
func (m *memo) row(c Class) uint32 {
	r, ok := m.rows[c]
	if !ok {
		if m.rows == nil {
			m.rows = make(map[Class]uint32)
		}
		r = uint32(len(m.answers))
		m.rows[c] = r
		m.answers = append(m.answers, nil)
	}
	return r
}
