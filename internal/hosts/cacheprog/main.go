// Command cacheprog is a GOCACHEPROG program for tests: a build cache that several machines share through one folder.
//
//	GOCACHEPROG="cacheprog -store SHARED -local OWN" go vet ...
//
// It speaks the go command's protocol (go doc cmd/go/internal/cacheprog): requests and answers are JSON, one a line,
// and the body of a put follows its request as a string of its own. The folder SHARED stands for a server; files that
// the go command reads lie in OWN.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// A request is one of the go command's.
type request struct {
	ID       int64  // which the answer repeats
	Command  string // get, put or close
	ActionID []byte // of get and put: what is cached, a hash of all inputs
	OutputID []byte // of put
	BodySize int64  // of put
}

// A response answers the request with its ID.
type response struct {
	ID            int64      // of the request
	Err           string     `json:",omitempty"` // why it failed; "" if it has not
	KnownCommands []string   `json:",omitempty"` // of the first response
	Miss          bool       `json:",omitempty"` // of get: nothing is cached for the action
	OutputID      []byte     `json:",omitempty"` // of get: hash of the body
	Size          int64      `json:",omitempty"` // of the body, in bytes
	Time          *time.Time `json:",omitempty"` // when it was put
	DiskPath      string     `json:",omitempty"` // a file with the body
}

// An entry is what the store keeps of an action.
type entry struct {
	OutputID []byte    // hash of the body
	Size     int64     // of the body, in bytes
	Time     time.Time // when it was put
}

// A cache is one machine's view of the store.
type cache struct {
	store string // folder that all machines share
	local string // this machine's folder: bodies are copied there, since the go command reads files
}

func main() {
	c := &cache{}
	flag.StringVar(&c.store, "store", "", "folder that all machines share")
	flag.StringVar(&c.local, "local", "", "this machine's folder")
	flag.Parse()
	if err := c.serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cacheprog:", err)
		os.Exit(1)
	}
}

// serve answers requests until close.
func (c *cache) serve(r io.Reader, w io.Writer) error {
	if err := errors.Join(os.MkdirAll(c.store, 0o777), os.MkdirAll(c.local, 0o777)); err != nil {
		return err
	}
	in, out := json.NewDecoder(bufio.NewReader(r)), json.NewEncoder(w)
	if err := out.Encode(response{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for {
		var req request
		if err := in.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if req.BodySize > 0 {
			if err := in.Decode(&body); err != nil {
				return err
			}
		}
		res, err := c.answer(&req, body)
		if res.ID = req.ID; err != nil {
			res.Err = err.Error()
		}
		if err := out.Encode(res); err != nil || req.Command == "close" {
			return err
		}
	}
}

// answer does what a request asks.
func (c *cache) answer(req *request, body []byte) (response, error) {
	switch req.Command {
	case "get":
		return c.get(req.ActionID)
	case "put":
		return c.put(req, body)
	}
	return response{}, nil
}

// get fetches a body from the store, unless this machine has it.
func (c *cache) get(action []byte) (response, error) {
	data, err := os.ReadFile(filepath.Join(c.store, "a"+hex.EncodeToString(action)))
	if err != nil {
		return response{Miss: true}, nil
	}
	var e entry
	if err := json.Unmarshal(data, &e); err != nil {
		return response{}, err
	}
	name := "o" + hex.EncodeToString(e.OutputID)
	file := filepath.Join(c.local, name)
	if _, err := os.Stat(file); err != nil {
		body, err := os.ReadFile(filepath.Join(c.store, name))
		if err != nil {
			return response{Miss: true}, nil
		}
		if err := write(file, body); err != nil {
			return response{}, err
		}
	}
	return response{OutputID: e.OutputID, Size: e.Size, Time: &e.Time, DiskPath: file}, nil
}

// put stores a body: here, in the store, and last what the action's output is.
func (c *cache) put(req *request, body []byte) (response, error) {
	name := "o" + hex.EncodeToString(req.OutputID)
	e, err := json.Marshal(entry{req.OutputID, int64(len(body)), time.Now()})
	file := filepath.Join(c.local, name)
	err = errors.Join(err, write(file, body), write(filepath.Join(c.store, name), body),
		write(filepath.Join(c.store, "a"+hex.EncodeToString(req.ActionID)), e))
	return response{DiskPath: file}, err
}

// write writes a file at once, since other machines may read it.
func write(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close(), os.Rename(f.Name(), name))
}
