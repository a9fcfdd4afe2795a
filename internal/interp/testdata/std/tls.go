package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

func run() {
	ts := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.URL.Path+" "+r.Proto)
		if r.TLS == nil || !r.TLS.HandshakeComplete {
			io.WriteString(w, " no TLS")
		}
	}))
	var wg sync.WaitGroup
	answers := make([]string, 3)
	for i := range answers {
		wg.Go(func() {
			resp, err := ts.Client().Get(ts.URL + "/a")
			if err != nil {
				answers[i] = err.Error()
				return
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			answers[i] = string(b)
			if err != nil || resp.TLS == nil {
				answers[i] = "no answer"
			}
		})
	}
	wg.Wait()
	say(answers)
	_, err := http.Get(ts.URL)
	say(err != nil && strings.Contains(err.Error(), "certificate"))
	resp, err := ts.Client().Get(strings.Replace(ts.URL, "https", "http", 1))
	if err == nil {
		say(resp.StatusCode)
	} else {
		say(err != nil)
	}
	cert := ts.TLS.Certificates[0]
	ts.Close()

	a, b := net.Pipe()
	server := tls.Server(a, &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"x", "y"}})
	client := tls.Client(b, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"y"}})
	done := make(chan string)
	go func() {
		line, err := bufio.NewReader(server).ReadString('\n')
		if err != nil {
			line = err.Error()
		}
		done <- line + server.ConnectionState().NegotiatedProtocol
	}()
	_, err = io.WriteString(client, "hello\n")
	say(<-done, err, client.ConnectionState().NegotiatedProtocol)

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	c, _ := net.Pipe()
	say(tls.Client(c, &tls.Config{InsecureSkipVerify: true}).HandshakeContext(ctx))
	_, err = tls.X509KeyPair(nil, nil)
	say(err)
	_, err = tls.Listen("tcp", "127.0.0.1:0", &tls.Config{})
	say(err)
}
