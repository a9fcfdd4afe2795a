// This file is a client of a language server, as small as an editor can be: it opens files, changes them, and asks for
// their diagnostics.

package hosts

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os/exec"
	"strconv"
	"strings"
)

// A Client talks to one language server.
type Client struct {
	cmd       *exec.Cmd               // the server
	in        io.WriteCloser          // its standard input
	out       *bufio.Reader           // its standard output
	next      int                     // number of the next request
	published map[string][]Diagnostic // what the server says about files unasked, by URI
	works     map[string]bool         // tokens of the diagnosing that is under way
	ended     int                     // how often diagnosing came to its end
}

// A message is a request, an answer or a notification.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`     // number or string; empty in notifications
	Method string          `json:"method,omitempty"` // what is asked or told; "" in answers
	Params json.RawMessage `json:"params,omitempty"` // of requests and notifications
	Result json.RawMessage `json:"result,omitempty"` // of an answer, unless it has an error
	Error  json.RawMessage `json:"error,omitempty"`  // of an answer: why there is no result
}

// StartClient starts a server in a folder and opens the folder. Options are the server's settings.
func StartClient(cmd *exec.Cmd, options map[string]any) (*Client, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c := &Client{
		cmd: cmd, in: in, out: bufio.NewReader(out), published: map[string][]Diagnostic{}, works: map[string]bool{},
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	folder := []any{map[string]any{"uri": "file://" + cmd.Dir, "name": "root"}}
	params := map[string]any{
		"processId": nil, "rootUri": "file://" + cmd.Dir, "workspaceFolders": folder, "initializationOptions": options,
		"capabilities": map[string]any{
			"window": map[string]any{"workDoneProgress": true},
			"textDocument": map[string]any{
				"diagnostic":         map[string]any{},
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true},
			},
		},
	}
	if err := c.Call("initialize", params, nil); err != nil {
		return nil, err
	}
	return c, c.Notify("initialized", map[string]any{})
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return c.send(message{Method: method, Params: data})
}

// Call sends a request and waits for the answer.
func (c *Client) Call(method string, params, result any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return err
	}
	c.next++
	id := json.RawMessage(strconv.Itoa(c.next))
	if err := c.send(message{ID: id, Method: method, Params: data}); err != nil {
		return err
	}
	for {
		m, err := c.receive()
		switch {
		case err != nil:
			return err
		case m.Method == "" && string(m.ID) == string(id):
			if len(m.Error) > 0 {
				return fmt.Errorf("%s: %s", method, m.Error)
			}
			if result == nil {
				return nil
			}
			return json.Unmarshal(m.Result, result)
		}
		if err := c.take(m); err != nil {
			return err
		}
	}
}

// Diagnosed waits until gopls has diagnosed n changes of files. Opening one is a change, too.
func (c *Client) Diagnosed(n int) error {
	for c.ended < n {
		m, err := c.receive()
		if err == nil {
			err = c.take(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take answers a request of the server with nothing, and keeps what its notifications say about files and progress.
func (c *Client) take(m *message) error {
	switch {
	case m.Method != "" && len(m.ID) > 0:
		return c.reply(m)
	case m.Method == "textDocument/publishDiagnostics":
		var p struct {
			URI         string       // of the file
			Diagnostics []Diagnostic // all that are known of it: they replace those told before
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		c.published[p.URI] = p.Diagnostics
	case m.Method == "$/progress":
		var p struct {
			Token json.RawMessage // tells one work from others
			// how far it is
			Value struct {
				Kind  string // "begin", "report" or "end"
				Title string // of "begin": what is being done
			}
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		token := string(p.Token)
		switch {
		case p.Value.Kind == "begin" && (strings.HasSuffix(p.Value.Title, " opened files") ||
			strings.HasSuffix(p.Value.Title, " changed files")):
			c.works[token] = true
		case p.Value.Kind == "end" && c.works[token]:
			delete(c.works, token)
			c.ended++
		}
	}
	return nil
}

// reply answers a request of the server: no settings beside those given at the start.
func (c *Client) reply(m *message) error {
	result := json.RawMessage("null")
	if m.Method == "workspace/configuration" {
		var p struct {
			Items []any // settings asked for, each of which is answered by nil
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		var err error
		if result, err = json.Marshal(make([]any, len(p.Items))); err != nil {
			return err
		}
	}
	return c.send(message{ID: m.ID, Result: result})
}

// send writes one message.
func (c *Client) send(m message) error {
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"` // of JSON-RPC: "2.0"
		message
	}{"2.0", m})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// receive reads one message.
func (c *Client) receive() (*message, error) {
	header, err := textproto.NewReader(c.out).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(c.out, body); err != nil {
		return nil, err
	}
	m := new(message)
	return m, json.Unmarshal(body, m)
}

// Close ends the server.
func (c *Client) Close() error {
	return errors.Join(c.Call("shutdown", nil, nil), c.Notify("exit", nil), c.in.Close(), c.cmd.Wait())
}
