// Package asked answers questions about two places: what the rule table of internal/races says of each pair of accesses
// there, and, where there is no pair, what leaves it out before the table is asked.
//
// # Tests
//
// TestWhy and its like in the module's root ask about places of testdata/papers and others, with the answer known by
// hand; TestWhyRaces and TestWhyPairs hold the answers against what is reported.
package asked
