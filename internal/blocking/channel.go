// This file is the steps of channels (B1, B2). A send, a receive and each case of a select is an offer; two offers
// meet.

package blocking

// An offer is what a thread would do on a channel.
type offer struct {
	Case
	slot  int // who offers
	index int // which case of a select; -1 if it is none
}

// offers returns what a thread at a point would do.
func offers(slot int, p *Point) []offer {
	switch p.Op {
	case Send:
		return []offer{{Case{Transmit, p.Obj, p.Next, p.Alt, p.Via}, slot, -1}}
	case Recv:
		return []offer{{Case{Receive, p.Obj, p.Next, p.Alt, p.Via}, slot, -1}}
	}
	var all []offer
	for i, c := range p.Cases {
		all = append(all, offer{c, slot, i})
	}
	return all
}

// communicate adds the moves of a send, a receive or a select. Two threads that meet are the sender's move.
func (m *mover) communicate(slot int, p *Point) {
	sure := false
	for _, o := range offers(slot, p) {
		switch {
		case o.Dir == Environment:
			m.take(o, o.Next, Proceeded)
		case o.Obj == 0: // nil
		case m.Objects[o.Obj].Open:
			m.unseen(o)
		case o.Dir == Transmit:
			sure = m.send(o) || sure
		default:
			sure = m.receive(o) || sure
		}
	}
	if p.Op == Select && p.HasDefault && !sure {
		m.to(slot, p.Alt, plain(slot, TookDefault))
	}
}

// take adds a move by which an offer proceeds alone.
func (m *mover) take(o offer, target PointID, what Outcome, do ...func(state)) {
	l := plain(o.slot, what)
	l.choice = int16(o.index)
	m.to(o.slot, target, l, do...)
}

// unseen adds the moves of an offer on an open channel (B8).
func (m *mover) unseen(o offer) {
	if o.Dir == Transmit {
		m.take(o, o.Next, Proceeded)
		return
	}
	m.take(o, o.Next, Received)
	m.take(o, o.Alt, FoundClosed)
}

// send adds the moves of an offer to send, and reports whether it is ready for sure.
func (m *mover) send(o offer) bool {
	w := m.st.object(o.Obj)
	limit := m.Objects[o.Obj].Cap
	switch after := sent(w[0], limit); {
	case w[1] != 0:
		m.crash(o.slot, o.index, SendOnClosed)
	case len(after) > 0:
		for _, n := range after {
			m.take(o, o.Next, Buffered, func(st state) { st.object(o.Obj)[0] = n })
		}
	case limit == 0:
		m.meet(o)
		return false
	default:
		return false
	}
	return true
}

// What a large buffer holds beyond what is counted (B23).
const (
	many = maxKept + 1 // more than that, and less than there is room for
	full = maxKept + 2 // as much as there is room for
)

// sent gives what a buffer of some capacity may hold when one value more is put into it; nothing if it is full.
func sent(n, limit uint16) []uint16 {
	switch {
	case limit <= many && n == limit || n == full:
		return nil
	case limit <= many || n < maxKept:
		return []uint16{n + 1}
	case limit >= Endless:
		return []uint16{many}
	case n == many:
		return []uint16{many, full}
	}
	return []uint16{many}
}

// taken gives what a buffer may hold when one value is taken out of it; nothing if it is empty.
func taken(n, limit uint16) []uint16 {
	switch {
	case n == 0:
		return nil
	case limit > many && n == many:
		return []uint16{maxKept, many}
	}
	return []uint16{n - 1}
}

// meet adds a move for each receiver that stands ready.
func (m *mover) meet(o offer) {
	for slot := range maxThreads {
		if slot == o.slot || !m.st.live(slot) {
			continue
		}
		p := m.at(m.st, slot)
		if p.Op != Recv && p.Op != Select {
			continue
		}
		for _, r := range offers(slot, p) {
			if r.Dir == Receive && r.Obj == o.Obj {
				m.to(o.slot, o.Next, label{with: int8(slot), choice: int16(o.index), answer: int16(r.index), outcome: Met},
					func(st state) { m.arrive(st, slot, r.Next) })
			}
		}
	}
}

// receive adds the moves of an offer to receive, and reports whether it is ready for sure. Meeting a sender is the
// sender's move.
func (m *mover) receive(o offer) bool {
	w := m.st.object(o.Obj)
	switch after := taken(w[0], m.Objects[o.Obj].Cap); {
	case len(after) > 0:
		for _, n := range after {
			m.take(o, o.Next, Received, func(st state) { st.object(o.Obj)[0] = n })
		}
	case w[1] != 0:
		m.take(o, o.Alt, FoundClosed)
	default:
		return false
	}
	return true
}

func (m *mover) close(slot int, p *Point) {
	switch {
	case p.Obj == 0:
		m.crash(slot, -1, CloseOfNil)
	case m.Objects[p.Obj].Open, p.Again && m.st.object(p.Obj)[1] != 0:
		m.next(slot, p)
	case m.st.object(p.Obj)[1] != 0:
		m.crash(slot, -1, CloseOfClosed)
	default:
		m.next(slot, p, func(st state) { st.object(p.Obj)[1] = 1 })
	}
}
