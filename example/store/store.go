// Package store counts hits per page.
package store

import (
	"maps"
	"sync"
)

// A Store counts hits. It is safe for concurrent use, or so its author thinks.
type Store struct {
	mu    sync.Mutex
	pages map[string]int // guarded by mu
	total int            // guarded by mu
}

// New returns an empty store.
func New() *Store {
	return &Store{pages: make(map[string]int)}
}

// Hit counts one hit of a page.
func (s *Store) Hit(page string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[page]++
	s.total++
}

// Total returns how many hits were counted.
func (s *Store) Total() int {
	return s.total
}

// Pages returns the hits of each page.
func (s *Store) Pages() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.pages)
}
