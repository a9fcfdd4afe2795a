// Package rule is what the rows of all rule tables have in common: what follows for a claim of which a row holds. A
// table is a list of rows with a unique id, an effect, the direction of its error, a predicate, and a program of
// testdata that is judged in another way without the row; a row never grades, that is one function of the effects.
package rule

// An Effect is what follows for a claim, that two accesses race, of which a row holds.
type Effect uint8

// The effects: the first four rule a claim out, then come doubts, heaviest first; the last one is a reason to believe.
const (
	Impossible Effect = iota + 1 // no run has both accesses, or they are of different memory
	Ordered                      // one access happens before the other one
	Excluded                     // a lock, a loop or a panic keeps them apart
	OneOwner                     // the object belongs to one goroutine at a time
	Low                          // low confidence
	Half                         // medium at most; low beside another one of this kind, for each has to be right
	Mild                         // medium at most; three doubts of this kind, the one before and the last one make it low
	Beside                       // medium at most; low beside any other doubt
	Slight                       // medium at most; several count as one
	Likely                       // medium, where nothing else shows that the accesses are concurrent
	Effects                      // how many there are, plus one
)

// names are the effects in words.
var names = [Effects]string{
	Impossible: "impossible", Ordered: "ordered", Excluded: "excluded", OneOwner: "one owner",
	Low: "low", Half: "medium; with another one: low", Mild: "medium", Beside: "medium; with any other doubt: low",
	Slight: "medium; several count as one",
	Likely: "likely: medium",
}

// String names the effect.
func (e Effect) String() string { return names[e] }

// Doubt reports whether it only makes a claim less certain.
func (e Effect) Doubt() bool { return e >= Low && e < Likely }
