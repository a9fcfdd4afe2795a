package main

import (
	"net"
	"net/netip"
)

func run() {
	a, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	say(err)
	b, err := net.DialUDP("udp", nil, a.LocalAddr().(*net.UDPAddr))
	say(err)
	n, _, err := b.WriteMsgUDP([]byte("hello"), nil, nil)
	say(n, err)
	buf := make([]byte, 10)
	n, _, _, from, err := a.ReadMsgUDPAddrPort(buf, nil)
	say(string(buf[:n]), from.Port() == uint16(b.LocalAddr().(*net.UDPAddr).Port), err)
	n, err = a.WriteToUDPAddrPort([]byte("you"), from)
	say(n, err)
	n, _, _, _, err = b.ReadMsgUDP(buf, nil)
	say(string(buf[:n]), err)
	_, _, err = b.WriteMsgUDP(nil, nil, a.LocalAddr().(*net.UDPAddr))
	say(err != nil)
	say(net.TCPAddrFromAddrPort(netip.MustParseAddrPort("10.0.0.1:80")))
	say((&net.TCPAddr{IP: net.ParseIP("10.0.0.1"), Port: 80}).AddrPort().Port())
	for _, s := range []string{"00:1a:2B:3c:4d:5e", "00-1a-2b-3c-4d-5e", "00:1a", "x", "00:1a:2b:3c-4d:5e"} {
		hw, err := net.ParseMAC(s)
		say(hw, err != nil)
	}
}
