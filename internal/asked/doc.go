// Package asked answers questions about two places: what the rule table of internal/races says of each pair of accesses
// there, and, where there is no pair, what leaves it out before the table is asked.
package asked
