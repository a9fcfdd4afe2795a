// This file is the order in which what others know is noted.

package objects

// Gather notes which fields and structs hold what others know, too. Captor, Base and IsCopy rest on it.
func (p *Package) Gather() {
	p.Each(p.findLent)
	p.Each(p.findShown)
	p.Each(p.findCopied)
}
