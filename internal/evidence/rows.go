// This file is tables of doubts: the rows by which an engine grades its claims, and the one function that does.

package evidence

import "slices"

// A Row is a row of a table of doubts about claims of some kind.
type Row[C any] struct {
	ID      string       // unique among all tables
	Title   string       // what holds then, in words
	When    string       // when it holds, for who reads the table
	To      Confidence   // no claim of which it holds is more certain than that
	Archive string       // a program of testdata that is judged in another way without it
	Holds   func(C) bool // reports whether it holds of a claim
}

// Judge grades a claim: by the heaviest row that holds of it. Rows are asked from the top, up to one that leaves low
// confidence; those whose ids are switched off are not asked.
func Judge[C any](table []Row[C], claim C, off []string) (grade Confidence, doubts []Doubt) {
	grade = High
	for k := range table {
		r := &table[k]
		if slices.Contains(off, r.ID) || !r.Holds(claim) {
			continue
		}
		grade, doubts = max(grade, r.To), append(doubts, Doubt{r.ID, r.Title})
		if grade == Low {
			break
		}
	}
	return grade, doubts
}

// A Heading is a row as documentation lists it.
type Heading struct {
	Doubt
	When    string     // when it holds, for who reads the table
	To      Confidence // no claim of which it holds is more certain than that
	Archive string     // a program of testdata that is judged in another way without it
}

// Headings lists a table.
func Headings[C any](table []Row[C]) (list []Heading) {
	for k := range table {
		list = append(list, Heading{Doubt{table[k].ID, table[k].Title}, table[k].When, table[k].To, table[k].Archive})
	}
	return list
}
