// Package modelled shows what table rows become.
package modelled

import (
	"context"
	"fmt"
	"net/http"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type server struct {
	mu    sync.RWMutex
	wg    sync.WaitGroup
	once  sync.Once
	conf  atomic.Pointer[config]
	count int64
	hits  map[string]*int
}

type config struct{ limit *int }

func (s *server) locked() *int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hits["x"]
}

func (s *server) swap(c *config) *config {
	atomic.AddInt64(&s.count, 1)
	s.conf.Store(c)
	return s.conf.Load()
}

var pool = sync.Pool{New: func() any { return new(config) }}

func pooled() {
	c := pool.Get().(*config)
	defer pool.Put(c)
	c.limit = nil
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.once.Do(func() { s.hits = nil })
}

func (s *server) start(ctx context.Context) {
	s.wg.Go(func() { s.locked() })
	http.Handle("/", s)
	http.HandleFunc("/x", s.ServeHTTP)
	time.AfterFunc(time.Second, func() { s.count++ })
	s.wg.Wait()
	<-ctx.Done()
}

func sorted(x []*int) []*int {
	sort.Slice(x, func(i, j int) bool { return *x[i] < *x[j] })
	fmt.Println(x)
	return x
}

func TestAll(t *testing.T) {
	s := &server{}
	t.Run("a", func(t *testing.T) { t.Parallel(); s.locked() })
}
