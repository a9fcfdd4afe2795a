// Package server answers requests in goroutines.
package server

import (
	"sync"

	"example.com/hitcount/gauge"
	"example.com/hitcount/store"
)

// A Server answers requests.
type Server struct {
	hits     *store.Store
	load     *gauge.Gauge
	requests chan string
	workers  sync.WaitGroup
}

// Start starts a server with n workers. The caller must close it.
func Start(n int, hits *store.Store, load *gauge.Gauge) *Server {
	s := &Server{hits: hits, load: load, requests: make(chan string)}
	for range n {
		s.workers.Go(s.work)
	}
	return s
}

// work answers requests until there are no more.
func (s *Server) work() {
	for page := range s.requests {
		s.answer(page)
	}
}

// answer answers one request.
func (s *Server) answer(page string) {
	s.load.Enter()
	defer s.load.Leave()
	s.hits.Hit(page)
}

// Request asks for a page. It returns as soon as a worker takes the request.
func (s *Server) Request(page string) {
	s.requests <- page
}

// Close waits until all requests are answered.
func (s *Server) Close() {
	close(s.requests)
	s.workers.Wait()
}
