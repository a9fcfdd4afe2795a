// This file is one small program per rule and per side condition, each also run by the simulator.

package hb

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Each case asks about pairs of places: "a<b" wants an order, "a|b" wants none, "a^b" wants a common lock, "a?b" no
// common lock. A place of a goroutine that may have several instances is that of the first; a' is that of another.
// A ruleCase is a program in the notation, and how some of its places are ordered.
type ruleCase struct{ name, want, text string }

var ruleCases = []ruleCase{
	{"start (H5)", "a<c b|c", `main:;store x 1 @a;go f;store x 1 @b
		f:;store x 1 @c`},
	{"helper before and after go (H8)", "c|h", `main:;call h;go f;call h
		h:;store x 1 @h
		f:;store x 1 @c`},
	{"helper before go only", "h<c", `main:;call h;go f
		h:;store x 1 @h
		f:;store x 1 @c`},
	{"message (H6)", "a<b b|c", `main:;go f;send d @a;send c @c
		f:;recv d;recv c @b`},
	{"message, after the send", "a|b", `main:;go f;send d;store x 1 @a
		f:;recv d @b`},
	{"message, last before send", "a<b", `main:;go f;store x 1 @a;send d
		f:;recv d @b`},
	{"two senders (H6)", "a|b", `main:;go f;go g;recv d;recv d @b
		f:;store x 1 @a;send d
		g:;send d`},
	{"sender and closer (H6)", "a|b", `main:;go f;go g;recv d @b
		f:;store x 1 @a;send d
		g:;close d`},
	{"close (H6)", "a<b", `main:;go f;recv c @b
		f:;store x 1 @a;close c`},
	{"known closed (H6)", "a<b", `main:;go f;go g;recv d;closed d @b
		f:;store x 1 @a;close d
		g:;send d`},
	{"unbuffered receive (H7)", "a<b", `main:;go f;send c @b
		f:;store x 1 @a;recv c`},
	{"buffered receive (H7)", "a|b", `main:;go f;send d @b
		f:;store x 1 @a;recv d`},
	{"seen or heard (H30)", "a<b a<c", `main:;go f;call g;rlock m;runlock m @b
		g:;if;load x 1;return;end;recv c;rlock m;runlock m @c
		f:;rlock m;runlock m @a;store x 1;close c`},
	{"seen, or heard from another one", "a|b", `main:;go f;go k;call g;rlock m;runlock m @b
		g:;if;load x 1;return;end;recv d
		f:;rlock m;runlock m @a;store x 1;send d
		k:;send d`},
	{"init (H9)", "a<b c|b", `main:;store x 1 @b
		init:;go f;store x 1 @a
		f:;store x 1 @c`},
	{"init waits (H9)", "c<b", `main:;store x 1 @b
		init:;add w;go f;wait w
		f:;store x 1 @c;done w`},
	{"once (H10)", "a<b a<c", `main:;go f;once o;store x 1 @a;end;store x 1 @b
		f:;once o;end;store x 1 @c`},
	{"what a Once starts (H31)", "b<a b<c", `main:;go f;go g;once o;go h;end
		f:;once o;go k;end
		h:;store x 1 @b;close c
		k:;store x 1;close c
		g:;recv c @c;store x 1 @a`},
	{"what two Onces start (H31)", "b|a", `main:;go f;go g;once o;go h;end
		f:;once f.o;go k;end
		h:;store x 1 @b;close c
		k:;store x 1;close c
		g:;recv c;store x 1 @a`},
	{"what a Once starts, and what is started behind it (H31)", "b|a", `main:;go f;go g;once o;go h;end
		f:;once o;end;go k
		h:;store x 1 @b;close c
		k:;store x 1;close c
		g:;recv c;store x 1 @a`},
	{"once, after the body", "b|c", `main:;go f;once o;end;store x 1 @b
		f:;once o;end;store x 1 @c`},
	{"closed in each round (H13)", "a<b a<c", `main:;loop;renew main.r;go f;recv main.r @b;end;store x 1 @c
		f in main:;store x 1 @a;close main.r`},
	{"a message and a close in each round (H13)", "a<b c|b", `main:;loop;renew main.s;go f;recv main.s;closed main.s @b;end
		f in main:;store x 1 @a;send main.s;close main.s;store x 1 @c`},
	{"not every round is waited for (H13)", "a|c", `main:;loop;renew main.r;go f;if;recv main.r @b;end;end;store x 1 @c
		f in main:;store x 1 @a;close main.r`},
	{"Add in a function that is called (H12)", "a<b", `main:;call h;go f;wait w @b
		h:;add w
		f:;store x 1 @a;done w`},
	{"Add deeper down, Done and Wait too (H12)", "a<b", `main:;call h;go f;call k;load x 1 @b
		h:;call i
		i:;add w
		k:;wait w
		f:;store x 1 @a;call e
		e:;done w`},
	{"Add on some ways of a function that is called (H12)", "a|b", `main:;call h;go f;wait w @b
		h:;if;add w;end
		f:;store x 1 @a;done w`},
	{"one Add in a function that is called, for two goroutines (H12)", "a|b", `main:;call h;go f;go k;wait w @b
		h:;add w
		f:;store x 1 @a;done w
		k:;done w`},
	{"Add in the function around (H12)", "a<b", `main:;add w;call f;wait w @b
		f:;go h
		h:;store x 1 @a;done w`},
	{"one Add in the function around, for two calls (H12)", "a|b", `main:;add w;call f;call f;wait w @b
		f:;go h
		h:;store x 1 @a;done w`},
	{"one Add in the function around, for the call and another goroutine (H12)", "a|b", `main:;add w;call f;go k;wait w @b
		f:;go h
		h:;store x 1 @a;done w
		k:;done w`},
	{"Add before one of two calls (H12)", "a|b", `main:;call f;add w;call f;wait w @b
		f:;go h
		h:;store x 1 @a;done w`},
	{"Add that the called function has used up (H12)", "a|b", `main:;call h;go f;wait w @b
		h:;add w;go k
		f:;store x 1 @a;done w
		k:;done w`},
	{"wait for who was told (H27)", "a<b", `main:;go f;add w;go g;wait w @b
		f:;store x 1 @a;send d
		g:;recv d;done w`},
	{"wait for who was told, but counted down before (H27)", "a|b", `main:;go f;add w;go g;wait w @b
		f:;store x 1 @a;send d
		g:;done w;recv d`},
	{"wait for who was told, if started (H27)", "a|b", `main:;go f;if;add w;go g;end;wait w @b
		f:;store x 1 @a;send d
		g:;recv d;done w`},
	{"wait for who was told, or somebody else (H27)", "a|b", `main:;go f;add w;go g;add w;go h;wait w @b
		f:;store x 1 @a;send d
		g:;done w
		h:;done w`},
	{"wait of another goroutine for who was told (H27)", "a<b", `main:;go f;add w;go g;go h;recv c @b
		f:;store x 1 @a;send d
		g:;recv d;done w
		h:;wait w;close c`},
	{"wait of another goroutine, by a function, for who was told (H27)", "a<b", `main:;go f;call k;recv c @b
		f:;store x 1 @a;send d
		g:;recv d;done w
		k:;add w;go g;go h
		h:;call l;close c
		l:;wait w`},
	{"wait of another goroutine, started before who was told (H27)", "a|b", `main:;go f;go h;add w;go g;recv c @b
		f:;store x 1 @a;send d
		g:;recv d;done w
		h:;wait w;close c`},
	{"wait of another goroutine for who was told, if started (H27)", "a|b", `main:;go f;if;add w;go g;end;go h;recv c @b
		f:;store x 1 @a;send d
		g:;recv d;done w
		h:;wait w;close c`},
	{"atomic flag (H11)", "a<b", `main:;go f;load x 1 @b
		f:;send d @a;store x 1`},
	{"atomic flag, other store (H11)", "a|b", `main:;go f;go g;load x 1 @b
		f:;send d @a;store x 1
		g:;store x 0`},
	{"atomic, not zero (H11)", "a<b", `main:;go f;go g;load x -2 @b
		f:;send d @a;store x 1
		g:;store x 2`},
	{"atomic, not zero, two stores (H11)", "a|b", `main:;go f;go g;load x -2 @b
		f:;send d @a;store x 1
		g:;store x 0`},
	{"lock handed over (H28)", "a^e b^e c?e d?e", `main:;go g;lock m @a;give f m;store x 1 @c
		f:;store x 1 @b;unlock m;store x 1 @d
		g:;lock m @e;unlock m`},
	{"lock handed over in a loop (H28)", "a^b b^b'", `main:;loop;lock m @a;give f m;end
		f:;store x 1 @b;unlock m`},
	{"lock handed over on one way (H28)", "b?e", `main:;go g;if;lock m;end;give f m
		f:;store x 1 @b;unlock m
		g:;lock m @e;unlock m`},
	{"lock handed over once (H28)", "b?e", `main:;go g;lock m;loop;give f m;end
		f:;store x 1 @b;unlock m
		g:;lock m @e;unlock m`},
	{"slot handed over (H28)", "a^e b^e c?e", `main:;go g;send d @a;go f;store x 1 @c
		f:;store x 1 @b;recv d
		g:;send d @e;recv d`},
	{"slot held, tried again (H29)", "a^b", `main:;go f;send d @a;call h;recv d
		h:;if;send d;recv d;else;recv c;end
		f:;loop;send d @b;recv d;end;close c`},
	{"slot held, given back twice", "a?b", `main:;go f;send d @a;call h;recv d;recv d
		h:;if;send d;recv d;end
		f:;loop;send d @b;recv d;end`},
	{"baton held, waited for again (H29)", "a^b", `main:;send d;go f;recv d @a;call h;send d
		h:;if;recv d;send d;end
		f:;recv d @b;send d`},
	{"baton handed over (H28)", "a^e b^e c?e", `main:;send d;go g;recv d @a;go f;store x 1 @c
		f:;store x 1 @b;send d
		g:;recv d @e;send d`},
	{"initialisation under a lock (H25)", "a^b c?b", `main:;go f;go g;load x 1 @b
		f:;lock m;load x 0 @a;store x 1 @c;unlock m
		g:;lock m;load x 0;store x 1;unlock m`},
	{"initialisation by both (H25)", "a^b", `main:;go f;go g
		f:;lock m;load x 0 @a;store x 1;unlock m
		g:;lock m;load x 0;store x 1;unlock m @b`},
	{"initialisation, looked before the lock", "a?b", `main:;go f;go g;load x 1 @b
		f:;load x 0;lock m @a;store x 1;unlock m
		g:;lock m;load x 0;store x 1;unlock m`},
	{"initialisation, unlocked in between", "a?b", `main:;go f;go g;load x 1 @b
		f:;lock m;load x 0;unlock m;lock m @a;store x 1;unlock m
		g:;lock m;load x 0;store x 1;unlock m`},
	{"atomic flag, other value (H11)", "a<b", `main:;go f;go g;load x 1 @b
		f:;send d @a;store x 1
		g:;store x 2`},
	{"WaitGroup (H12)", "a<b", `main:;add w;go f;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, after Done", "a|b", `main:;add w;go f;wait w @b
		f:;done w;store x 1 @a`},
	{"WaitGroup, Add in the goroutine", "a|b", `main:;go f;wait w @b
		f:;add w;store x 1 @a;done w`},
	{"WaitGroup, one Add for two", "a|b", `main:;add w;go f;go f2;wait w @b
		f:;store x 1 @a;done w
		f2:;done w`},
	{"WaitGroup, Add(2) for two", "a<b", `main:;add w 2;go f;go f2;wait w @b
		f:;store x 1 @a;done w
		f2:;done w`},
	{"WaitGroup, loop", "a<b a|a'", `main:;loop;add w;go f;end;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, Add(n) before loop", "a<b", `main:;add w 0;loop;go f;end;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, Add(n) in a loop around the loop", "a<b a|a'", `main:;loop;add w 50;loop;go f;end;wait w;store x 1 @b;end
		f:;store x 1 @a;done w`},
	{"WaitGroup, Add in the loop on one path", "a|b", `main:;loop;if;add w;end;go f;end;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, jump around Add", "a|b", `main:;if;add w;end;go f;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, two Dones", "a|b", `main:;add w;go f;wait w @b
		f:;done w;store x 1 @a;done w`},
	{"WaitGroup, Add taken back", "a<b", `main:;loop;add w;if;done w;else;go f;end;end;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, Add taken back before the start", "a|b", `main:;add w;done w;go f;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, taken back on one path only", "a|b", `main:;add w;if;go f;end;done w;wait w @b
		f:;store x 1 @a;done w`},
	{"WaitGroup, taken back by the goroutine that starts another", "a<b", `main:;add w;go f;wait w @b
		f:;add w;if;done w;else;go k;end;store x 1 @a;done w
		k:;done w`},
	{"WaitGroup, Done in a callee", "a<b", `main:;add w;go f;wait w @b
		f:;call k
		k:;store x 1 @a;done w`},
	{"WaitGroup, waited elsewhere", "a<b", `main:;add w;go f;go k
		f:;store x 1 @a;done w
		k:;wait w @b`},
	{"WaitGroup, waiter started first", "a<b", `main:;add w;go k;go f
		f:;store x 1 @a;done w
		k:;wait w @b`},
	{"WaitGroup, waiter may come too early", "a|b", `main:;go k;add w;go f
		f:;store x 1 @a;done w
		k:;wait w @b`},
	{"WaitGroup reused (H13)", "a<b a<c", `main:;add w;go f;wait w @b;add w;go k;wait w @c
		f:;store x 1 @a;done w
		k:;done w`},
	{"grandchild (H13)", "a<b", `main:;add w;go f;wait w @b
		f:;add f.w;go k;wait f.w;done w
		k in f:;store x 1 @a;done f.w`},
	{"group (H13)", "a<b a|c", `main:;go f g;store x 1 @c;join g @b
		f:;store x 1 @a`},
	{"group in helper called twice (H13)", "a<b a<a' a<c", `main:;call h;call h;store x 1 @c
		h:;go f h.g;join h.g @b
		f in h:;store x 1 @a`},
	{"channel in helper called twice (H13)", "a<b a<a' a<c", `main:;call h;call h;store x 1 @c
		h:;go f;recv h.c @b
		f in h:;store x 1 @a;close h.c`},
	{"closed after messages (H13)", "a<b", `main:;call h
		h:;go f;loop;recv h.c;end;closed h.c @b
		f in h:;send h.c;store x 1 @a;send h.c;close h.c`},
	{"closed before the end", "a|b", `main:;call h
		h:;go f;loop;recv h.c;end;closed h.c @b
		f in h:;send h.c;close h.c;store x 1 @a`},
	{"closed by one of two", "a|b", `main:;call h
		h:;go f;go k;closed h.c @b
		f in h:;store x 1 @a;close h.c
		k in h:;close h.c`},
	{"WaitGroup in helper called twice (H13)", "a<b a|a' a<c", `main:;call h;call h;store x 1 @c
		h:;loop;add h.w;go f;end;wait h.w @b;return
		f in h:;store x 1 @a;done h.w`},
	{"helper that may return early (H13)", "a|b a|a'", `main:;call h;call h
		h:;add h.w;go f;if;return;end;wait h.w @b
		f in h:;store x 1 @a;done h.w`},
	{"serial respawn (H14)", "a<a' a<b", `main:;loop;add w;go f;wait w;end;store x 1 @b
		f:;store x 1 @a;done w`},
	{"serial respawn, tail (H14)", "a|a'", `main:;loop;add w;go f;wait w;end
		f:;done w;store x 1 @a`},
	{"alternating goroutines (H14)", "a<b", `main:;loop;add w;go f;wait w;add w;go k;wait w;end
		f:;store x 1 @a;done w
		k:;store x 1 @b;done w`},
	{"messages in turn (H13)", "a<a' a<b", `main:;call h
		h:;loop;go f;recv h.d;end;store x 1 @b
		f in h:;store x 1 @a;send h.d`},
	{"messages in turn, two of each", "a|a'", `main:;call h
		h:;loop;go f;recv h.d;end
		f in h:;send h.d;store x 1 @a;send h.d`},
	{"messages not in turn", "a|a'", `main:;call h
		h:;loop;go f;if;recv h.d;end;end
		f in h:;store x 1 @a;send h.d`},
	{"either goroutine (H14)", "a<b", `main:;if;go f;else;go k;end
		f:;store x 1 @a
		k:;store x 1 @b`},
	{"lock (H15)", "a^b", `main:;go f;lock m @a;unlock m
		f:;lock m @b;unlock m`},
	{"read locks (H15)", "a?b a^c", `main:;go f;go k;rlock m @a;runlock m
		f:;rlock m @b;runlock m
		k:;lock m @c;unlock m`},
	{"lock wrappers (H8)", "a^b c?b", `main:;go f;call l;store x 1 @a;call u;store x 1 @c
		l:;lock m
		u:;unlock m
		f:;lock m @b;unlock m`},
	{"lock on one path", "a?b", `main:;go f;if;lock m;end;store x 1 @a
		f:;lock m @b;unlock m`},
	{"TryLock", "a^b c?b", `main:;go f;if;lock m @a;unlock m;else;store x 1 @c;end
		f:;lock m @b;unlock m`},
	{"locks are not inherited", "a?b", `main:;lock m;go f;store x 1 @a
		f:;store x 1 @b`},
	{"lock of each call (H2)", "a^b a?b'", `main:;call h;call h
		h:;go f;lock m
		f in h:;lock f.m @a;go k;store x 1
		k in f:;lock f.m @b`},
	{"handshakes in turn (H16)", "a<b b<e a<e", `main:;go f;recv d;go k;recv d @e
		f:;store x 1 @a;send d
		k:;store x 1 @b;send d`},
	{"handshakes together (H16)", "a|b a|e", `buffer 2;main:;go f;go k;recv d @e;recv d
		f:;store x 1 @a;send d
		k:;store x 1 @b;send d`},
	{"three handshakes (H16)", "a<c b<e c<e", `main:;go f;recv c;go k;recv c;go l;recv c @e
		f:;store x 1 @a;send c
		k:;store x 1 @b;send c
		l:;store x 1 @c;send c`},
	{"handshake with a closer (H16)", "a<b b|e", `main:;go f;recv d;go k;recv d @e
		f:;store x 1 @a;close d
		k:;store x 1 @b;send d`},
	{"handshakes the other way (H16)", "a<b b<e", `main:;go f;send c;go k;send c @e
		f:;store x 1 @a;recv c
		k:;store x 1 @b;recv c`},
	{"handshake in a loop (H16)", "a|b", `main:;loop;go f;recv d;go k;end
		f:;store x 1 @a;send d
		k:;store x 1 @b;send d`},
	{"sends once more (H16)", "b|e", `main:;go f;recv d;go k;recv d @e
		f:;loop;send d;end
		k:;store x 1 @b;send d`},
	{"passed on (H16)", "a<b a<c", `main:;store x 1 @a;send d;go f
		f:;recv d @b;go k;send d
		k:;recv d @c;send d`},
	{"full is locked (H17)", "a^b", `main:;go f;send d @a;recv d
		f:;send d @b;recv d`},
	{"full is locked, not by all (H17)", "a?b", `main:;go f;go k;send d @a;recv d
		f:;send d @b;recv d
		k:;recv d`},
	{"full is locked, two at a time (H17)", "a?b", `buffer 2;main:;go f;send d @a;recv d
		f:;send d @b;recv d`},
	{"empty is locked (H17)", "a^b i<b", `buffer 2;main:;store x 1 @i;send d;go f;recv d @a;send d
		f:;recv d @b;send d`},
	{"empty is locked, two messages (H17)", "a?b", `buffer 2;main:;send d;send d;go f;recv d @a;send d
		f:;recv d @b;send d`},
	{"empty is locked, filled in a loop (H17)", "a?b", `buffer 2;main:;loop;send d;end;go f;recv d @a;send d
		f:;recv d @b;send d`},
	{"to and fro without a buffer (H17)", "a^b", `main:;go f;go k;send c
		f:;loop;recv c @a;send c;end
		k:;loop;recv c @b;send c;end`},
	{"to and fro, two messages (H17)", "a?b", `main:;go f;go k;send c;send c
		f:;loop;recv c @a;send c;end
		k:;loop;recv c @b;send c;end`},
	{"to and fro until it is closed (H17)", "a?b", `main:;go f;go k;send c
		f:;loop;recv c @a;send c;end
		k:;recv c @b;close c`},
	{"to and fro until somebody else closes it (H17)", "a|b", `main:;go f;go k;send c;close c
		f:;recv c @a;send c
		k:;recv c @b;send c`},
	{"ask and answer (H32)", "a^b i^b", `main:;go f;loop;store x 1 @a;send c;recv d @i;end
		f:;loop;recv c @b;send d;end`},
	{"two that are asked by one (H32)", "a^b a^c b^c", `main:;go f;go k;loop @a;send c;recv d;send r;recv d;end
		f:;loop;recv c @b;send d;end
		k:;loop;recv r @c;send d;end`},
	{"several that ask under a lock (H32)", "a^b i^b", `main:;go f;loop;go k;end
		f:;loop;recv c @b;send d;end
		k:;lock m;store x 1 @a;send c;recv d @i;unlock m`},
	{"several that ask, and let go of the lock before they hear (H32)", "a|b", `main:;go f;loop;go k;end
		f:;loop;recv c @b;send d;end
		k:;lock m;store x 1 @a;send c;unlock m;recv d`},
	{"several that ask under a lock, and go on without (H32)", "i|b", `main:;go f;loop;go k;end
		f:;loop;recv c @b;send d;end
		k:;lock m;send c;recv d;unlock m;store x 1 @i`},
	{"ask and go on (H32)", "a|b", `main:;go f;loop;store x 1;send c @a;recv d;end
		f:;loop;recv c @b;send d;end`},
	{"ask twice (H32)", "a|b", `buffer 2;main:;go f;loop;store x 1 @a;send c;send c;recv d;recv d;end
		f:;loop;recv c @b;send d;end`},
	{"two that ask (H32)", "a|b", `main:;go f;go k;loop;store x 1 @a;send c;recv d;end
		f:;loop;recv c @b;send d;end
		k:;loop;send c;recv d;end`},
	{"answer without being asked (H32)", "a|b", `main:;go f;loop;store x 1 @a;send c;recv d;end
		f:;send d;loop;recv c @b;send d;end`},
	{"ask until it is closed (H32)", "a?b", `main:;go f;loop;store x 1 @a;send c;recv d;end;close c
		f:;loop;recv c @b;send d;end`},
	{"more than the buffer holds (H18)", "a<c b<c a|b a|e b|e", `buffer 2;main:;send d;send d;go f;go k;send d @e;send d @c
		f:;store x 1 @a;recv d
		k:;store x 1 @b;recv d`},
	{
		"more than the buffer holds, once more received (H18)",
		"a|c",
		`buffer 2;main:;send d;send d;go f;go k;go k2;send d;send d @c
		f:;store x 1 @a;recv d
		k:;recv d
		k2:;recv d`,
	},
	{"parallel test (H19)", "a<b a<e c|d b<d", `main:;go f g;store x 1 @b;go k g;store x 1 @e
		f:;store x 1 @a;parallel;store x 1 @c
		k:;parallel;store x 1 @d`},
	{"parallel tests in a loop (H19)", "a<a' c|c' e<c", `main:;loop;go f g;end;store x 1 @e
		f:;store x 1 @a;parallel;store x 1 @c`},
	{"goroutine of a parallel test (H19)", "a|b c<b", `main:;go f g;store x 1 @b
		f:;go k;go l;recv d;parallel
		k:;store x 1 @a
		l:;store x 1 @c;send d`},
	{"no return (H8)", "a<b", `main:;go f;if;exit;store x 1 @a;end
		f:;store x 1 @b`},
}

// TestRounds takes loops that start goroutines to run at least once (H27).
func TestRounds(t *testing.T) {
	for _, c := range []ruleCase{
		{"a worker in each round", "a<b", `main:;go f;loop;add w;go g;end;wait w @b
			f:;store x 1 @a;send d
			g:;recv d;done w`},
		{"a worker in each round, waited for elsewhere", "a<b", `main:;go f;loop;add w;go g;end;go h;recv c @b
			f:;store x 1 @a;send d
			g:;recv d;done w
			h:;wait w;close c`},
		{"a worker in each round, if there is something to do", "a<b", `main:;go f;if;loop;add w;go g;end;end;wait w @b
			f:;store x 1 @a;send d
			g:;recv d;done w`},
		{"a worker in some rounds", "a|b", `main:;go f;loop;if;add w;go g;end;end;wait w @b
			f:;store x 1 @a;send d
			g:;recv d;done w`},
		{"a loop that may be passed by", "a|b", `main:;go f;if;send c;loop;add w;go g;end;end;wait w @b
			f:;store x 1 @a;send d
			g:;recv d;done w`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(c.text)
			x := translate(p.source)
			k := &checker{x: x, r: Solve(x.prog, Options{Wanted: everything(x.prog), Rounds: true})}
			a, b := p.spot(x, c.want[:1]), p.spot(x, c.want[2:])
			if got := k.judge(a, b); got.ordered != (c.want[1] == '<') {
				t.Errorf("%s: got %+v", c.want, got)
			}
			k.r = Solve(x.prog, Options{Wanted: everything(x.prog)})
			if got := k.judge(a, b); got.ordered {
				t.Errorf("%s: ordered without Rounds", c.want)
			}
		})
	}
}

func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		t.Run(c.name, func(t *testing.T) {
			p := parse(c.text)
			x := translate(p.source)
			r := Solve(x.prog, Options{Wanted: everything(x.prog)})
			k := &checker{x: x, r: r}
			for _, w := range strings.Fields(c.want) {
				i := strings.IndexAny(w, "<|^?")
				a, b := p.spot(x, w[:i]), p.spot(x, w[i+1:])
				got := k.judge(a, b)
				if want := (claim{ordered: w[i] == '<', protected: w[i] == '^'}); (w[i] == '<' || w[i] == '|') &&
					got.ordered != want.ordered ||
					(w[i] == '^' || w[i] == '?') && got.protected != want.protected {
					t.Errorf("%s: got %+v", w, got)
				}
			}
			var v verdict
			checkSource(p.source, 1, 200, 0, &v)
			if v.wrong > 0 {
				t.Error(v.first)
			}
		})
	}
}

// spot finds a place by its label.
func (p *parser) spot(x *translation, name string) spot {
	name, other := strings.CutSuffix(name, "'")
	l, ok := p.labels[name]
	if !ok {
		panic(name)
	}
	for o := 1; o < len(x.prog.Origins); o++ {
		path := x.paths[o]
		if other != strings.Contains(path, "#2") {
			continue
		}
		if f, ok := x.funcs[funcKey{OriginID(o), l.tmpl}]; ok {
			return spot{OriginID(o), f, l.pt}
		}
	}
	panic("no origin runs " + name)
}

// mutantCases are programs that show what random ones show too rarely.
var mutantCases = []struct {
	name string
	drop mutation
	text string
}{
	{"identity", dropIdentity, `main:;loop;call h;end
		h:;go f;lock h.m;store x 1 @a;unlock h.m
		f in h:;lock h.m;store x 1 @b;unlock h.m`},
	{"activation", dropActivation, `main:;call h;call h
		h:;add h.w;go f;if;return;end;wait h.w @b
		f in h:;store x 1 @a;done h.w`},
	{"done once", dropDoneOnce, `main:;add w;go k;add w;go f;wait w @b
		k:;done w;done w
		f:;store x 1 @a;done w`},
	{"unknown", dropUnknown, `main:;go f;go k;load x 1 @b
		f:;send d @a;store x 1
		k:;store x 0`},
	{"receivers", dropManyMatch, `main:;loop;go f;end
		f:;store x 1 @a;if;recv d @b;end;if;send d;else;send d;end`},
	{"match once", dropMatchOnce, `main:;go f;recv d;go k;recv d @e
		f:;loop;send d;end
		k:;store x 1 @b;send d`},
	{"match close", dropMatchClose, `main:;go f;recv d;go k;recv d @e
		f:;store x 1 @a;close d
		k:;store x 1 @b;send d`},
	{"slot use", dropSlotUse, `main:;go f;go k;send d @a;recv d
		f:;send d @b;recv d
		k:;recv d`},
	{"slot capacity", dropSlotCap, `buffer 2;main:;go f;send d @a;recv d
		f:;send d @b;recv d`},
	{"baton", dropBaton, `buffer 2;main:;send d;send d;go f;recv d @a;send d
		f:;recv d @b;send d`},
	{"sent capacity", dropSentCap, `main:;go f;send d @a;send d
		f:;store x 1 @b;recv d`},
	{"sent once", dropSentOnce, `main:;go f;go k;send d;send d;send d @a
		f:;store x 1 @b;recv d
		k:;loop;recv d;end`},
	{"parked", dropParked, `main:;go f g;go k g
		f:;parallel;store x 1 @c
		k:;parallel;store x 1 @d`},
	{"outside", dropOutside, `main:;go f;go k;recv d @b
		f:;store x 1 @a;send d
		k:;unseen send d`},
	{"local", dropLocal, `main:;loop;call h;end
		h:;add h.w;go f;wait h.w* @b
		f in h:;store x 1 @a;done h.w`},
	{"own", dropOwn, `main:;go h;go h
		h:;add h.w;go f;wait h.w @b
		f in h:;store x 1 @a;done h.w*`},
	{"only own", dropOnlyOwn, `main:;call h;call h
		h:;go k;go f;recv h.d @b
		f in h:;store x 1 @a;send h.d
		k in h:;send h.d`},
	{"message in a loop", dropMessageLoop, `main:;call h
		h:;loop;go f;end;recv h.d @b
		f in h:;store x 1 @a;send h.d`},
	{"two messages in a loop", dropMessageLoop, `main:;call h
		h:;loop;go f;recv h.d @b;end
		f in h:;send h.d;store x 1 @a;send h.d`},
	{"closed in a loop", dropFresh, `main:;call h
		h:;loop;go f;recv h.d @b;end
		f in h:;store x 1 @a;close h.d`},
	{"many at one start", dropMulti, `main:;add w;gomany f;wait w @b
		f:;store x 1 @a;done w`},
	{"zero", dropZero, `main:;go f;load x 0 @b
		f:;send d @a;store x 0`},
	{"plain", dropPlain, `main:;go f;go k;load x 1 @b
		f:;send d @a;store x 1
		k:;set x 1`},
	{"credit", dropCredit, `main:;add w;go f;go k;wait w @b
		f:;store x 1 @a;done w
		k:;done w`},
	{"rounds", dropRounds, `main:;add w;go f;go k;wait w @b
		f:;store x 1 @a;done w
		k:;done w`},
	{"raised", dropRaised, `main:;call h;go f;wait w @b
		h:;if;add w;end
		f:;store x 1 @a;done w`},
	{"negative", dropNegative, `main:;add w;go f;add w -1;wait w @b
		f:;store x 1 @a;done w`},
	{"Done of a root", dropRootDone, `main:;add w;go f;done w;wait w @b
		f:;store x 1 @a;done w`},
	{"undone", dropUndone, `main:;add w;go f;done w;wait w @b
		f:;store x 1 @a;done w`},
	{"siblings", dropSiblings, `main:;loop;go k;add w;go f;wait w;end
		f:;store x 1 @a;done w
		k:;store x 1 @b`},
	{"slot closed", dropSlotClose, `main:;send d;go f;go k;recv d @a
		f:;recv d @b
		k:;close d`},
	{"handed over and kept", dropHandedKept, `main:;go g;lock m;give f m;store x 1 @c
		f:;store x 1 @b;unlock m
		g:;lock m @e;unlock m`},
	{"handed over, but unlocked by others", dropHandedUnlock, `main:;go g;lock m;go f;unlock m
		f:;store x 1 @b;unlock m
		g:;lock m @e;unlock m`},
	{"handed over to two", dropHandedMulti, `main:;go g;lock m;givemany f m
		f:;store x 1 @b;unlock m
		g:;lock m @e;unlock m`},
	{"parallel without a test", dropRun, `main:;go f;store x 1 @b
		f:;parallel;store x 1 @a`},
	{"reset", dropReset, `main:;go f;go k;load x 1 @b
		f:;lock m;load x 0;if;store x 2 @a;end;unlock m
		k:;lock m;store x 1;unlock m;lock m;store x 0;unlock m`},
	{"guard", dropGuard, `main:;go f;go k;load x 1 @b
		f:;lock m;load x 0 @a;unlock m
		k:;store x 1`},
	{"either", dropEither, `main:;go f;go k;call g;rlock m;runlock m @b
		g:;if;load x 1;return;end;recv c
		f:;rlock m;runlock m @a;store x 1;send c
		k:;send c`},
	{"once body", dropOnceBody, `main:;loop;go f;end
		f:;once f.o;store x 1 @a;end;store x 1 @b`},
}

func TestMutantCases(t *testing.T) {
	for _, m := range mutantCases {
		t.Run(m.name, func(t *testing.T) {
			for _, twins := range []bool{true, false} {
				p := parse(m.text)
				p.twins = twins
				var right, wrong verdict
				checkSource(p.source, 1, 300, 0, &right)
				checkSource(p.source, 1, 300, m.drop, &wrong)
				if right.wrong > 0 {
					t.Error(right.first)
				}
				if wrong.wrong > 0 {
					return
				}
			}
			t.Error("not noticed")
		})
	}
}

func everything(p *Program) []FuncID {
	var list []FuncID
	for f := range p.Funcs[1:] {
		list = append(list, FuncID(f+1))
	}
	return list
}

// checkSource runs one program against the engine.
func checkSource(src *source, seed uint64, runs int, drop mutation, v *verdict) {
	x := translate(src)
	opt := Options{Wanted: everything(x.prog)}
	if seed%3 == 0 {
		opt.MaxStates = 1
	}
	c := &checker{
		x:      x,
		r:      solve(x.prog, opt, drop|keepLost),
		claims: map[[2]spot]claim{},
		raced:  map[[2]spot]bool{},
		v:      v,
		seed:   seed,
	}
	rng := rand.New(rand.NewPCG(seed, 99))
	for range runs {
		run(src, rng, c.pair)
	}
	v.raced += len(c.raced)
}
