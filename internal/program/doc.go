// Package program joins all summaries of a program: it links units from the roots, solves points-to sets and the call graph
// together, orders events with internal/hb, and finds races.
//
// # Problem
//
// Facts hold functions; a race is between two goroutines of a program. The linker builds the program that a package sees:
// the units reachable from its roots, each in the contexts that keep goroutines' memory apart.
//
// # Linking (L)
//
//   - (L1) Roots are all package initialisers as one origin, then main, each test function that starts goroutines or calls t.Parallel,
//     and the synthesised clients of exported functions and types (passes/source S10). Roots never overlap, but see (R16).
//   - (L2) A unit has one instance per origin that reaches it (SWORD and O2: origin-sensitive points-to analysis), and one
//     per call site, three deep, if it is small and returns what it allocates or is given, or is given functions, interfaces with methods, or channels that it may wait for: the constructors,
//     accessors and functions that call back or wait, for which merging costs most. So has a closure that its maker calls. A closure that such an instance makes has an instance for it.
//   - (L3) Calls of function values and interface methods are resolved as points-to sets grow.
//   - (L4) Roots are linked a few at a time, with all initialisers, until a link has grown to a certain size: so memory depends
//     on the largest root, not on their number. Approximation: what roots of one package hand each other through package variables is seen
//     only within one link (fewer races).
//   - (L5) There is a budget for all links of a package. Roots that reach most functions that no root before them reaches come first.
//   - (L6) Pairs of a link that exceeded a budget are of low confidence: what orders them may be among what was left out.
//   - (L7) What models return and start, and the methods of mutexes behind interfaces of the program, are units written by hand: the prelude.
//
// # Origins (O)
//
//   - (O1) An origin is a go statement or a registration, in an instance, with one target. Chains of origins are distinguished
//     up to a depth; a recursive spawner is its own ancestor's twin, and what
//     one of its statements starts deeper down is the twin of what that statement starts where the recursion begins. A function with a context per
//     call (L2) recurs only for one call: what a wrapper starts for one of its callers is no recursion of what it starts for another one.
//   - (O2) A site runs more than once if it is in a loop, or its function is entered more than once, or a model says so.
//   - (O3) Such a site gets two origins: one instance, and another one (ECHO and SWORD unroll loops twice; here only what
//     belongs to the goroutine is doubled). What the spawning function allocates anew for each goroutine (facts.SpawnSite)
//     exists in two iteration copies; a filter on the arguments lets each copy reach only its own goroutine, and everything
//     else, such as a registry of all of them, sees both. Stores in the spawning function, and arguments of calls that are made
//     anew, stay within one copy; what belongs to a go statement that turns out to run once has no copies and passes everywhere.
//     Approximation: what one iteration links to the next one's is lost (fewer races).
//     Approximation: in a loop with two go statements, one of them in a loop within it, what the outer loop makes anew reaches only
//     one of the inner loop's goroutines, as copies of both kinds are kept apart alike, so these goroutines are not seen to share it (fewer races).
//   - (O5) What a function does with an iteration copy on no way behind the go statement, loops not begun anew, comes before the goroutine that
//     the copy was made for. What it does on no way behind a send on, or a close of, a channel comes before what that goroutine does after it has received from it, if the channel is an
//     iteration copy made for it, too, and nobody else sends on it or closes it: the message received was sent later (Go memory model, channels). Only loops around the go statement make these
//     copies anew when they begin.
//   - (O6) What a function makes that runs several times, in one goroutine or in several, belongs to one activation of it, if nobody else can reach it before the activation
//     ends: it is not stored in memory that was made elsewhere, nor found there or given by the caller. Pairs on such an object are pairs
//     within one activation, so they are asked about in the program that consists of it alone, where that function is the root, runs once, and
//     everything made elsewhere is unseen code's (internal/hb H3). What the function returns others touch after its end.
//   - (O4) Of mirror images only one is looked at: pairs of two first instances, and pairs of a first instance with the
//     other one, or with what the other one started.
//
// # Races (R)
//
//   - (S1) A receive from a channel that nobody in view sends on or closes, and a send on a channel without buffer that nobody
//     receives from, never completes: what follows it never runs. Approximation: a channel that reaches unknown code inside
//     another object is taken to be known (fewer races). What the client of an exported function gets, or gave, is open to it.
//   - (S4) A receive from the channel of a context that is Background, TODO or made of these without a way to cancel it never completes: that channel is nil. All ways by
//     which the context comes there must be in view: copies, calls with all callers known, and local variables; not fields, and nothing that unseen code gives.
//   - (S2) Where a function has received as often from a channel as it gave the channel to goroutines, and nobody else receives
//     from it or closes it, all their sends have happened: the channel counts as a WaitGroup, under internal/hb's rules for these.
//   - (S4) So where the channel comes from elsewhere: it exists once, the function runs once, and as many messages have been received (passes/spawn E25) as the function
//     starts goroutines that send on it at all.
//   - (S3) Where a function has sent on a channel as often as it has room for, and so waited until it was empty but for these messages, all
//     receives that earlier sends made room for have happened: the channel counts as a WaitGroup that a send before a go statement adds to.
//   - (R1) A pair is two accesses of one location (slot of an abstract object) with a write, not both atomic.
//   - (R2) Its origins differ and can exist in one run: one tree, or one of them was started by an initialiser.
//   - (R3) Only objects that two origins touch and somebody writes are looked at (SWORD's origin sharing analysis).
//   - (R4) An append in place writes behind the length that readers of the old slice header see; it conflicts with writes, unless the slice was
//     cut short before (passes/access A4). Such a pair is of low confidence if who appends also hears from the other one's goroutine, which
//     may tell that it is done (fewer races).
//     Approximation: a reader with a longer header over the same array is missed (fewer races).
//   - (R5) Elements with different constant indices, or disjoint constant ranges, of an object that is nowhere sliced from
//     elsewhere are different; so are elements that each goroutine indexes by its own iteration's counter.
//     Where both indices are computed from what the goroutines were given (passes/access A18) the pair is of low confidence, as it is where
//     both are elements of an array of which some slice starts behind its first element. Approximation: two goroutines that are given the
//     same index are missed (fewer races).
//   - (R6) A pair is dropped if happens-before orders it, or both hold a lock that is surely the same. A lock that may be
//     the same makes the pair of low confidence.
//   - (R7) High confidence needs the object known exactly: static storage, an iteration copy, or allocated once by an origin
//     that both goroutines stem from. Objects known only as one of many are medium; so are pairs on
//     paths through a function value that may be several functions, if the object is there once for all from initialisation on, else low. Two of these doubts
//     that do not depend on each other (one of several objects, one of several functions, made up by a client, the beginning of a recursion, a lock that is held on some ways only) make a pair low: each has to be right (fewer races).
//   - (R30) A pair of medium confidence is low if the ways to its ends, from where they part, have more than four uncertain steps: calls without which the caller may return (passes/flow L18),
//     and calls that may enter several functions. So is one of high confidence with more steps if synchronisation comes near to ordering it (R10). Each step takes a test that turns out
//     the right way, for the same values on both ways; nobody looked at these. RacerX (SOSP 2003) ranks by such counts, too. Approximation: true races far from where the goroutines start (fewer races);
//     what the bound does to real code is in docs/precision.md.
//   - (R29) A pair is dropped if one end happens inside the function of a Once that lies in the very object accessed, and the other one inside the function of a Once at the same place in it, or behind a Do of
//     that: if the object is the same, so is the Once. Both know the object by the pointer by which the Once is known: it comes from the same load, in the same activation (K1). That the function runs those of
//     other Onces in between does not matter: of this one it would wait for itself. Approximation: what one statement loads at different times counts as one pointer (fewer races).
//   - (R10) A pair is of medium confidence at most if one end has acquired something that the other's goroutine releases, and only
//     the proof is missing that it orders them: Done called a number of times, results handed over in other functions.
//   - (R22) So is a pair if both goroutines come to their accesses by functions that each finds through one of many objects, such as the action
//     that it is to carry out: that two of the objects lead there is not known.
//   - (R23) So is a pair on an argument that a synthesised client makes up: no constructor has run, so the state that decides which ways the
//     function takes is not known.
//   - (R8) A pair is reported by the package whose frames are needed for it; see ours.
//   - (R9) A pair is of low confidence if one access happens only after a test of a variable (passes/access A13) that the other's goroutine may
//     write after its access: such a handover depends on values. So it is if a call on the way there happens after such a test of a variable that the other's goroutine writes, or the one that
//     starts them both writes after it has started this one, and the lock of the test is still held (passes/access A20): who is stopped by a flag does nothing any more. Approximation: a test of the wrong outcome hides the race.
//   - (R25) So is a pair if one side holds a lock that the other's function unlocks later without having taken it, and one between Stop and
//     Reset of a timer (passes/access A14).
//   - (R11) So is one on an array of which parts are handed out as slices, or with an end that was given a pointer to the element: which element
//     it is, no index says.
//   - (R12) So is one of which exactly one end runs inside the function of a Once: that the other end comes after a Do may be a matter of
//     where its pointer came from, unless both name the variable, or the object was made before, and the other goroutine runs no Once at all.
//   - (R16) Tests that call t.Parallel run in parallel with each other from there on: pairs of two such tests count if both have surely
//     returned from it, or started the goroutine afterwards, on variables with static storage and what initialisation made, if these
//     are all that the accesses may mean. TestMain runs as part of initialisation; where it starts goroutines all tests are roots.
//   - (R19) Callbacks that a model gives to one loop (finalizers, a toolkit's main loop) are never compared with each other; what they start is.
//     Loops that belong to an object are the same if that object surely is.
//   - (R24) No run has both what comes after initialisation and a goroutine that initialisation starts below a call that never returns: a TestMain
//     that runs the program under test in a child process.
//   - (R13) So is a pair of which one end only belongs to a recursion of goroutines, or both to a recursion in which each starts
//     one other: joins of those are not counted. Where contexts keep apart the goroutines by which the recursion begins (O1), that is a doubt as in (R7).
//   - (R18) So is a pair of which one end happens only after a test of what an atomic read-modify-write found (passes/access A20), in its function
//     or on the way to it, if the other's goroutine may write that variable, too: who takes a count of references to its end is alone with the
//     object. Approximation: users that do not count (fewer races).
//   - (R21) So is a pair of an access that comes before a goroutine is started once for each object, in the activation that goes on to start it, and
//     one of such a goroutine, with the exception of (R17); and a pair of an access that happens only where the flag that guards the start was found unset
//     under a lock, and one of that goroutine, or behind the flag's setting. Approximation: a flag that is reset before the goroutine has ended (fewer races).
//   - (R28) So is a pair of an access that happens only where a variable was found unset under a lock, and one that may come after a call, in its own goroutine and by a function on its path, of a function that
//     tests the same variable: what is set up where it is unset has been set up then. On the ways without that call something else may tell, as a parent made by who has called it. Approximation: nothing
//     tells (fewer races).
//   - (R33) So is a pair of a write that fills in what it has found unset (passes/access A26), if a call of the same function on the same place comes before it on every way there, or before the
//     start of its goroutine, and no write in view stores nil there: the place is set by then. Approximations: a function that fills it in under further conditions only, or with nil, and an object that is one of many (fewer races).
//   - (R26) A pair is dropped if one end is followed by a Done of a WaitGroup in its goroutine, before it comes to the same place again, the other end comes after a Wait for it, and all Adds
//     come before that Wait. When Wait returns the counter is zero: as many Dones have happened as Adds, and there are no further Adds. So there are no further Dones, whoever calls them for
//     whom: the counter is never negative. The WaitGroup exists once and no unseen code has it. Panics are not followed (fewer races).
//   - (R27) So it is if each activation of a function makes such a WaitGroup for itself, starts the one end's goroutine and waits before it returns, and the other end, in the goroutine in which
//     the activations follow each other, is not between that start and the Wait: it comes before this activation's goroutines, or after their Dones. Panics are not followed (fewer races).
//   - (R32) So it is if one end's goroutine stems from the other end's by activations of functions that each make such a WaitGroup for themselves, start the next goroutine, which calls Done behind what it
//     does on the way to that end, and wait on every way out; and the other end is not between the outermost start and its Wait. By induction over the goroutines in between each has done all this
//     when the activation that started it returns. A Done in a goroutine is known to be for the activation that started it if only the function and the literals that it makes name the WaitGroup, and it gives these literals
//     to nobody, calling them or starting them itself: so it does not matter that a recursion's activations have one abstract WaitGroup, nor that a literal is also called without a go statement.
//     Panics are not followed (fewer races).
//   - (R31) What lies behind a comparison that never holds does not happen: accesses, calls, and goroutines. Constants (passes/access A25) are followed through arguments, results and memory over all
//     instances of the link at once, each test and write taken to happen only if its own tests may hold: so a write behind a test that only this write could make hold is none. A number that
//     has two values varies. Memory holds zero at first, or what is stored right where it is made, and is followed if a test or main makes it and no pointer to it goes to code that is not in view; of what
//     initialisation makes, or is made for a synthesised client, nothing is known. Approximation: writes by code that is not in view and finds the object elsewhere (fewer races).
//   - (R20) A pair is dropped if one end's function, or one that gave it the object, closes a channel in the very object afterwards, and the other end comes after a
//     receive from it (passes/access A21), and nobody sends on such a channel: a channel is closed once, so this close is the one that was received. The
//     two are a race only if the object is the same, so it does not matter how many there are. Nor does it matter if the other end
//     has received or made the object itself, if the first one has made it, too: then they have different ones. With Done and Wait of a WaitGroup the pair is of
//     low confidence, unless the goroutine that calls Done may call Add where others can reach the WaitGroup: that this Add comes before Wait is not known.
//
// # Knowing an object (K)
//
// That two ends may touch one abstract object is known from sets that merge all callers of a function. A pair is of low confidence
// unless it can also be told how each end came to know the object.
//
//   - (K1) The address is followed back along the end's own call path, over all goroutines from the root on (demand-driven, matching calls
//     and returns: Sridharan and Bodik, PLDI 2006): to where the object was made, or to memory that it was loaded from. An end whose trail finds
//     nothing does not know the object in that context. Two ends that loaded it must have loaded it from memory that they share, by the same
//     rule; not from the same field of different objects of one allocation site, where storing it once puts it into one of them only, unless
//     two goroutines made these, each for itself, and put into them what they both know;
//     and not from one channel, which gives a message to one receiver; nor from the variables of two iterations of a loop, in a function that runs once, each of which holds the element that
//     its iteration selects (passes/access A8), if each function on the two call paths has one caller. Approximation: an object that is stored, or sent, twice (fewer races).
//
//   - (K2) What the goroutine that makes an object does before it stores its address where others might find it, sends it or starts
//     a goroutine with it, comes before what is done by those who found it in memory. So does what it does with what that object holds, if the others found the object in
//     memory and what it holds in the object. Approximation: they may race for that memory, which is a race of its own (fewer races).
//
//   - (K3) An iteration copy (O3) is one object for the goroutine that it was made for, and for what this starts; for others it is an object made in a loop.
//
//   - (K4) An object that is one of many of its allocation site, or that one instance of a goroutine makes and another one touches, may be
//     a different one at each end. A pair on it is of medium confidence if the ends surely come by the same ones: both load it from one
//     concrete container, such as a map in a variable, that both know at one time by K1; or one finds it there, or receives it, and the other one had been given it at its
//     start or touches it after it passed it on itself (passes/access A17). That an end finds it there is known only if it knows the container (K1). It is of low confidence otherwise: what is taken out of a
//     container (deleted, popped) or received and not passed on yet has one owner at a time. Approximation: who looks an object up and later
//     removes it in another function is not seen to own it (more races); different keys may never meet (more races).
//
//   - (K5) A pair on an object that one end's goroutine makes, and the other one gets hold of through memory, is of low confidence if each end made it itself or took it out of a container, and does
//     not use it after passing it on: free lists under a lock. Approximation: passing on in a function that is called is not seen (fewer races).
//
//   - (K6) So is a pair on an object that one end took out of a container (passes/access A23, or deleted or popped by a function that puts nothing else in), if the other end did so, too, or made it
//     itself, or received it from a channel on which the first one's goroutine sends; and neither uses it after passing it on. Who takes it owns it, until he passes it on. Here it does not
//     matter that the object is known exactly. Approximation: an object that is put in twice, and passing on in a function that is called (fewer races).
//
// # Clients of types (C)
//
// The client of a type (passes/source S10) makes a value, then calls what starts goroutines, then everything from goroutines of its own. That its calls overlap
// is not known, that a goroutine which it was given runs beside its later calls is: medium confidence at most.
//
//   - (C1) What one call and the goroutines that it starts itself do is judged by the client of that function.
//
//   - (C2) Two calls are not compared (internal/guards finds what concurrent callers would race for), nor is what a call from another goroutine starts: it was started before.
//
//   - (C3) Only objects that the client's own calls made are looked at, and static storage: the value, and what was made with it.
//
//   - (C4) A method that the type's own goroutines call is a part of them.
//
//   - (C5) A method that begins a life by its name (Start, Run), or calls one, is called before the goroutines of others, and so is one that sets something up by its name (Set, Register) if
//     goroutines that another method starts only read what it writes.
//
//   - (C6) A goroutine may have ended if a function on the way to its go statement receives or waits behind it, or if the method that starts it gives its caller a channel.
//
//   - (C7) The harness of a type that starts nothing (passes/source S12) calls each method from a goroutine that overlaps itself and all others. Pairs of such calls are of medium confidence
//     at most, on what the constructors made and static storage, if the type's documentation promises concurrent use. If it only holds a lock or the like they are medium where another
//     access of the variable holds a lock in the same object or is atomic, else low; and a harness of this kind is linked only for a reader who wants low confidence: without
//     the promise it tells little that internal/guards does not, for the cost of a link of nearly every package. Calls that begin or end a life are low.
//
//   - (C8) A goroutine may have told a call that it has ended: the call has received, before the access, from a channel on which the goroutine sends, or which it closes, only afterwards. That others
//     send there, too, rests on their having been started on the same value. Approximation: the message may be one of theirs (fewer races).
//
// # Updates (U)
//
// A Program with Config.Editable is told of each version of its packages, and does again what an edit touches. The result equals
// that of a new program, whatever edits led there. All that follows is about one link of it (U10).
//
//   - (U1) Packages are compared by content, position tables aside: section by section the units that the link has looked at, method tables that
//     it has asked for, and roots. A line that moved is no difference. Anything after an exceeded bound, and what depends on the order of
//     discovery (a recursive go statement of a function value; a function with goroutines of which only some have twins; more rounds of twins than
//     are made), is a reason to link anew, and so are method tables that changed after they were asked for; Cause tells.
//   - (U2) Five steps. If nothing differs, races are worded again, for the positions (U9). If only locks, skeletons or accesses
//     differ, the call graph, objects and origins stay, and sharing and happens-before are computed again. If pointer flow inside
//     functions differs, the points-to sets change by the difference first; if calls, go statements or functions do, instances and origins come
//     and go with it. Else the program is linked anew.
//   - (U3) A unit's nodes, allocation sites and calls are matched with the former version's: by their place in the signature or at a call,
//     else by what is said of them, in order. Numbers mean nothing outside a unit, so any matching is correct. A call whose function,
//     arguments or results differ is taken out and made anew. So are all calls of a function with another signature; and if a function differs in how it
//     is linked (flags, size, who owns what per goroutine) all its instances are.
//   - (U4) Each part of a link (an instance, a call on one object, an origin, a go statement's running more than once) has a node in the live
//     solver, which holds a token while the part is needed: it copies the token from each part that leads to it, under the guard (pointsto
//     P13) of the fact by which it does. What is stated on account of a part is guarded by its token. So linking is one monotone system, whose least
//     solution does not depend on order, and the solver's exact deletion takes out what nothing leads to, cycles included. The linker adds
//     parts when objects reach calls, and drops those that have lost the token.
//   - (U5) That a function runs more than once in its goroutine is part of that system: two call edges, one in a loop, or one from such a function.
//     What a go statement without a twin passes into copies of another one of its function (O3) is not monotone: such programs are linked anew.
//   - (U6) Which calls get a context of their own must not depend on which were asked for first. In an editable link the product of the degrees along
//     the call string is bounded, elsewhere the number of contexts. The degree of a call is how many functions in view mention its target, times how many calls of that the caller has, both
//     rounded up to powers of two: so whoever shares a bound out among callers and their calls gives each context at least one, and no function has more contexts in an origin than the bound.
//     So an editable link may merge contexts that another one keeps apart, or the other way round (a few more or fewer races, of merged objects).
//   - (U7) In the end instances, origins and objects are numbered by where they stand in the program: a walk from the roots, calls in the order of the function,
//     callees of one call by name. So an updated link and a new one are the same, and what is asked of them has the same answers.
//   - (U8) News compares races and deadlocks by what they are about and by what their ends do, not by position.
//   - (U9) While nothing but positions differs, what was found out about pairs holds, and races are only worded again; unless directives, which go by lines,
//     say something. Otherwise all pairs of the link are looked at again: whether one is a race, and how certain it is, is read off accesses, locks and
//     skeletons of other functions, too, so no location's answer depends on what touches it alone. What a verdict may be read off is its link: instances, calls and goroutines that
//     one root leads to. So the link is what is dirty or is not: where no function that a link has instances of differs, its verdicts hold.
//   - (U10) If the roots of a program are small, they are linked together; else there is a link for each group of roots, those that add most first (L5), until the
//     links have a number of instances together, and with fewer contexts (U6). What is small is estimated from summaries alone, before any link: how many functions each root may reach by mention,
//     times one more than how many of these start goroutines themselves. So it does not depend on former versions; a program that crosses the bound is linked anew. A unit that differs concerns the links that have
//     instances or calls of it: the others go on with what they have. A link past a bound of its own is linked anew when it is concerned; the
//     others are not. Approximation: (L4), where there are several links.
//   - (U11) Config.MaxMemory bounds what links and their points-to sets take. What a link takes is estimated from the functions that it has instances of, so
//     what is left out does not depend on former versions. As memory runs short: the points-to sets of links under edit may take what the links leave, in
//     proportion, and do without the scratch and the workers' buffers that are kept for the next update (pointsto P21); a link whose sets find no room is linked anew when
//     it is concerned, as if it had not been edited (slower, nothing is lost), until it weighs a quarter less; links end where they reach the bound, the roots that add least
//     are left out (fewer races), and a note says that the answer is incomplete. Past the bounds on steps and states (Config) it says so, too.
//
// # Deadlocks (D)
//
//   - (D1) An acquisition is a lock operation, TryLock aside, in a state of an origin; from each lock surely held there an edge leads to the
//     lock wanted. internal/lockgraph finds the cycles.
//   - (D2) Two acquisitions are parallel if their origins differ and may exist in one run (R2, O4), happens-before does not order them, and no
//     lock is surely held at both.
//   - (D3) A lock is exact if it is one object per run, or one per instance of a goroutine.
//   - (D4) Two locks of one abstract object are two instances if one function takes both by different pointers, in an order if passes/locks says
//     so (T9); otherwise nothing is known.
//   - (D5) High confidence needs every lock exact; medium at most one that is not, or all of them in one object, or two instances in no known
//     order, or synchronisation near by that is not known to order them. A lock that is one of several, a gate that may be the same, and
//     handlers that a test drives are low. A lock that a goroutine itself holds is reported here only if the way there passes a call
//     of a function value or interface method: all others are judged by passes/locks, which tells ways apart by conditions. It is low if such a
//     call stands in another package and may enter several functions: there all callers' objects flow together.
//   - (D6) A cycle of two is of low confidence if one of its goroutines wants its second lock only where it has found a variable unset under the first one (passes/access A20), everybody who writes that variable holds
//     both locks, and the other goroutine may have called a function that reads it before. While the first one waits nobody writes the variable; the other one comes to hold its lock when it has been
//     set, as a rule. Approximation: the other one comes there although it is unset (fewer deadlocks).
//   - (D7) So is one with an acquisition that comes, on every way through its function, after a send on a channel that nobody in view has made. Approximation: unseen code has made it (fewer deadlocks).
//
// # Waiting (W)
//
// Who blocks for ever is found by internal/blocking, which walks through all interleavings of a scope.
//
//   - (W1) An object is looked at only if all that may operate on it is in view: nothing that leads to it is passed to code that is not seen,
//     handed to or by the caller of an exported function, kept in a package-level variable of anything but a main package, or made by a
//     package whose functions are models here. Nor may a function that nobody calls operate on a field or variable of its name. Where
//     the link is incomplete nothing is reported.
//   - (W2) A scope is a function: for each channel, WaitGroup or condition the innermost one within one run of which it is made at most once
//     and all operations on it happen. All other objects that live within one run of the scope belong to it. Objects that runs share, because
//     something that outlives them holds them, do not. What operates on one of several objects operates on none, and takes these
//     objects out of the scope.
//   - (W3) A goroutine's automaton is the skeletons (passes/spawn) of what it calls, expanded in place as far as they lead to operations on
//     the scope's objects. Points that behave alike are one, so a branch whose sides do the same is none.
//   - (W4) Loops that are not decided by a channel run a fixed number of rounds: constants up to three as they are; all others, larger
//     constants and lengths, the same number, once one and once two, which is also what Add(n) adds. So loops over equal collections
//     run equally often. Two different large constants in a scope: it is given up.
//     Where there are both, loops of unknown length also run twice while those of the large constant one run once (low confidence: the unknown
//     length may be that constant); and where all lengths are constants, small ones among them, the large ones run once more than the
//     longest of those may (medium): three workers, twenty jobs. What goes wrong with one round only is of low
//     confidence: two operations in a row may count on two. A function that calls itself is entered as often as a loop runs; deeper calls return at once.
//   - (W5) An object that each round of a loop makes anew is followed through one round: the start of the next round's goroutine ends the
//     scope's function.
//   - (W6) Other waiting, for objects outside the scope, timers and contexts, comes to an end at any time. A Cond is waited for in vain
//     only if nobody signals it at all. Buffers of unknown size have room. Timers run out. Locks count if they stand for one lock each, and not
//     beside conditions.
//   - (W7) Confidence. High: at most one branch had to be taken on the way, by data that is not known. Medium: two, in one goroutine, or
//     something outside was waited for, or the scope is main, where what is left over is left over once. Low: more; branches in different
//     goroutines, which may depend on each other; a choice of functions known only by what flows together; a test whether the channel is nil that is received from then (passes/spawn E26); rounds of a loop that counts down what others
//     have counted up (passes/spawn E28), which may also end before, for as many goroutines may be left; a panic behind atomics or Onces
//     that are not known exactly; in tests, any branch: a test may hang where it would fail anyway; what
//     comes after a message that says how the conversation goes on (passes/spawn E21), for both sides may agree. Approximation: they
//     may not (fewer deadlocks).
//   - (W8) When main or a test function has returned, goroutines that it started itself are no leak: the program, or the test, ends with
//     them. Those that other functions started are, if they have something to give: the same function may be called where the program goes
//     on. Who waits to be given something then is an idle worker. Approximation: a worker that nobody ever stops is missed where all
//     that give it work belong to main or the test (fewer deadlocks).
//   - (W9) Waiting for each other is called a deadlock; waiting for nobody who waits is a leak, or a Wait that never returns.
//     Sets that consist of locks alone are lock-order cycles and reported as such.
//   - (W10) Where goroutines start each other without end, or objects are many, this is looked at without walking: the goroutine that made a channel
//     receives from it until it is closed, the loop has no other way out, nobody closes it, and all that send on it come to an end, and not
//     because of what they send. Handlers and timers never end. Of medium confidence.
//   - (W11) Where links are over a budget, each function that contains a go statement, tests aside, is linked by itself, with what it reaches in
//     its own package. What it hands to others, returns, or stores where its parameters point to is seen by others (W1).
//   - (W12) A scope that is too large to be walked through is walked through again with only the objects for whose sake it was chosen, and then with each of these. What is
//     found then is of medium confidence at most; of low confidence where something was waited for on the way, which may be one of the objects left out. Misuse is not looked for. Approximation:
//     calls that only act on what is left out are passed (more deadlocks).
//   - (W13) What is registered with context.AfterFunc is no goroutine until the context ends, so it is no leak before. Approximation: package context does start one for contexts of the program's own
//     types (fewer deadlocks).
//   - (R14) So is a pair of a goroutine and one that stems from it through a recursive spawner, whose depths are one here: a true race of
//     this kind is not shown (fewer races).
//   - (R17) So is a pair of two instances of a goroutine that is started once for each object (passes/flow L15), or of two that are started behind one test, unless what they touch is there
//     once for all and the objects are many.
//
// # Violations of order (V)
//
// Off unless asked for (View.Order). Heuristics in the sense of SDROID, chapter 3: an event that only stores nil, and one that only uses.
//
//   - (V1) A use is a read of a field, package-level or captured variable of what must be there (passes/access A22), neither in its function nor around a call on the way there behind a test of a variable (passes/flow L17).
//   - (V2) AV5002: another event stores nil, neither of the two functions stores anything else there, and the two exclude each other: a lock, one loop, or both atomic. Nothing
//     orders them. Events are goroutines; functions that one goroutine receives from a channel that exists once, if the goroutines that send them are not ordered where they send; and
//     rounds of a goroutine's loop over a select, if control may come from the store to the use by one of its cases.
//   - (V3) AV5003: all stores that are not nil are made by functions that may come later than the use, at least one of which excludes it as in (V2). A store
//     while its maker owns the object, in the same goroutine, or in initialisation comes before.
//   - (V4) The confidence is that of a race of the two, medium at best.
//
// Approximations: that an event never comes, or waits by other means, is not seen (more reports). Tests of any variable count (fewer reports).
//
// # Approximations
//
//   - (W2), (W6): fewer deadlocks; that a condition's waiters are woken, fewer. (W4): loops over collections of different length are
//     taken to be of equal length (fewer deadlocks). (W3): conditions are equal within one function only (more deadlocks, of low confidence).
//
//   - Budgets: past the bounds of Config the link stops growing and says so (fewer races).
//
//   - (C1) to (C6), (C8): fewer races. That a caller orders its calls and the goroutine by other means, such as a callback, is not seen (more races).
//
//   - Calls that nobody in view can resolve do nothing (fewer races).
//
//   - A goroutine left running by one test is not compared with the next test (fewer races).
//
// # References
//
// Wegman, Zadeck: Constant propagation with conditional branches (TOPLAS 1991), for (R31).
//
// ECHO (FSE 2016) sections 3.1-3.3; D4 (PLDI 2018) section 3.1; Chord (PLDI 2006) section 4; SWORD (thesis 2020) chapter 2.
package program
