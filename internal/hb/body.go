// This file tells which states lie inside the function of a Once (H10).

package hb

// InOnce reports whether a state lies inside a function that a Once runs.
func (r *Result) InOnce(s StateID) bool {
	q := r.oracle
	for _, id := range q.members(r.states.states[s].acquired) {
		if q.tokens[id].kind == inOnce {
			return true
		}
	}
	return false
}
