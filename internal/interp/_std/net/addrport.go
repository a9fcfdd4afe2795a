package net

import "net/netip"

func (a *TCPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	na, _ := netip.AddrFromSlice(a.IP)
	return netip.AddrPortFrom(na.WithZone(a.Zone), uint16(a.Port))
}

func TCPAddrFromAddrPort(addr netip.AddrPort) *TCPAddr {
	return &TCPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}

func (a *UDPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	na, _ := netip.AddrFromSlice(a.IP)
	return netip.AddrPortFrom(na.WithZone(a.Zone), uint16(a.Port))
}

func UDPAddrFromAddrPort(addr netip.AddrPort) *UDPAddr {
	return &UDPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}

func (c *UDPConn) ReadFromUDPAddrPort(b []byte) (n int, addr netip.AddrPort, err error) {
	n, from, err := c.ReadFromUDP(b)
	return n, from.AddrPort(), err
}

func (c *UDPConn) WriteToUDPAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	return c.WriteToUDP(b, UDPAddrFromAddrPort(addr))
}

func (c *UDPConn) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *UDPAddr, err error) {
	n, addr, err = c.ReadFromUDP(b)
	return n, 0, 0, addr, err
}

func (c *UDPConn) ReadMsgUDPAddrPort(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	n, addr, err = c.ReadFromUDPAddrPort(b)
	return n, 0, 0, addr, err
}

func (c *UDPConn) WriteMsgUDP(b, oob []byte, addr *UDPAddr) (n, oobn int, err error) {
	switch {
	case c.remote != nil && addr != nil:
		return 0, 0, c.opErr("write", ErrWriteToConnected)
	case c.remote == nil && addr == nil:
		return 0, 0, c.opErr("write", errMissingAddress)
	case addr == nil:
		addr = c.remote
	}
	n, err = c.send(b, addr)
	return n, len(oob), err
}

func (c *UDPConn) WriteMsgUDPAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	if !addr.IsValid() {
		return c.WriteMsgUDP(b, oob, nil)
	}
	return c.WriteMsgUDP(b, oob, UDPAddrFromAddrPort(addr))
}

func ParseMAC(s string) (hw HardwareAddr, err error) {
	for i := 0; i+1 < len(s); i += 3 {
		hi, lo := digitOf(s[i]), digitOf(s[i+1])
		if hi < 0 || lo < 0 || i+2 < len(s) && s[i+2] != s[2] {
			break
		}
		hw = append(hw, byte(hi<<4|lo))
	}
	if len(s) < 14 || s[2] != ':' && s[2] != '-' || len(hw)*3 != len(s)+1 || len(hw) != 6 && len(hw) != 8 && len(hw) != 20 {
		return nil, &AddrError{Err: "invalid MAC address", Addr: s}
	}
	return hw, nil
}

func digitOf(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
