// Package relink changes a link by the difference between two versions of a program: it compares packages by content,
// matches what a new version of a function says with what the former one said, takes back what is gone, states what is
// new, and numbers everything anew.
//
// # Updates (U)
//
// A Program with Config.Editable is told of each version of its packages, and does again what an edit touches. The
// result equals that of a new program, whatever edits led there. All that follows is about one link of it (U10).
//
//   - (U1) Packages are compared by content, position tables aside: section by section the units that the link has
//     looked at, method tables that it has asked for, and roots. A line that moved is no difference. Anything after an
//     exceeded bound, and what depends on the order of discovery (a recursive go statement of a function value; a
//     function with goroutines of which only some have twins; more rounds of twins than are made), is a reason to link
//     anew, and so are method tables that changed after they were asked for; Cause tells.
//   - (U2) Five steps. If nothing differs, races are worded again, for the positions (U9). If only locks, skeletons or
//     accesses differ, the call graph, objects and origins stay, and sharing and happens-before are computed again. If
//     pointer flow inside functions differs, the points-to sets change by the difference first; if calls, go statements
//     or functions do, instances and origins come and go with it. Else the program is linked anew.
//   - (U3) A unit's nodes, allocation sites and calls are matched with the former version's: by their place in the
//     signature or at a call, else by what is said of them, in order. Numbers mean nothing outside a unit, so any
//     matching is correct. A call whose function, arguments or results differ is taken out and made anew. So are all
//     calls of a function with another signature; and if a function differs in how it is linked (flags, size, who owns
//     what per goroutine) all its instances are.
//   - (U4) Each part of a link (an instance, a call on one object, an origin, a go statement's running more than once)
//     has a node in the live solver, which holds a token while the part is needed: it copies the token from each part
//     that leads to it, under the guard (pointsto P13) of the fact by which it does. What is stated on account of a
//     part is guarded by its token. So linking is one monotone system, whose least solution does not depend on order,
//     and the solver's exact deletion takes out what nothing leads to, cycles included. The linker adds parts when
//     objects reach calls, and drops those that have lost the token.
//   - (U5) That a function runs more than once in its goroutine is part of that system: two call edges, one in a loop,
//     or one from such a function. What a go statement without a twin passes into copies of another one of its function
//     (O3) is not monotone: such programs are linked anew.
//   - (U6) Which calls get a context of their own must not depend on which were asked for first. In an editable link
//     the product of the degrees along the call string is bounded, elsewhere the number of contexts. The degree of a
//     call is how many functions in view mention its target, times how many calls of that the caller has, both rounded
//     up to powers of two: so whoever shares a bound out among callers and their calls gives each context at least one,
//     and no function has more contexts in an origin than the bound. So an editable link may merge contexts that
//     another one keeps apart, or the other way round (a few more or fewer races, of merged objects).
//   - (U7) In the end instances, origins and objects are numbered by where they stand in the program: a walk from the
//     roots, calls in the order of the function, callees of one call by name. So an updated link and a new one are the
//     same, and what is asked of them has the same answers.
//   - (U8) News compares races and deadlocks by what they are about and by what their ends do, not by position.
//   - (U9) While nothing but positions differs, what was found out about pairs holds, and races are only worded again;
//     unless directives, which go by lines, say something. Otherwise all pairs of the link are looked at again: whether
//     one is a race, and how certain it is, is read off accesses, locks and skeletons of other functions, too, so no
//     location's answer depends on what touches it alone. What a verdict may be read off is its link: instances, calls
//     and goroutines that one root leads to. So the link is what is dirty or is not: where no function that a link has
//     instances of differs, its verdicts hold.
//   - (U10) If the roots of a program are small, they are linked together; else there is a link for each group of
//     roots, those that add most first (L5), until the links have a number of instances together, and with fewer
//     contexts (U6). What is small is estimated from summaries alone, before any link: how many functions each root may
//     reach by mention, times one more than how many of these start goroutines themselves. So it does not depend on
//     former versions; a program that crosses the bound is linked anew. A unit that differs concerns the links that
//     have instances or calls of it: the others go on with what they have. A link past a bound of its own is linked
//     anew when it is concerned; the others are not. Approximation: (L4), where there are several links.
//   - (U11) Config.MaxMemory bounds what links and their points-to sets take. What a link takes is estimated from the
//     functions that it has instances of, so what is left out does not depend on former versions. As memory runs short:
//     the points-to sets of links under edit may take what the links leave, in proportion, and do without the scratch
//     and the workers' buffers that are kept for the next update (pointsto P21); a link whose sets find no room is
//     linked anew when it is concerned, as if it had not been edited (slower, nothing is lost), until it weighs a
//     quarter less; links end where they reach the bound, the roots that add least are left out (fewer races), and a
//     note says that the answer is incomplete. Past the bounds on steps and states (Config) it says so, too.
//
// # Tests
//
// TestGraphEdits, TestModuleEdits and TestSourceEdits in internal/program: after each edit state and answers are those
// of a new program, numbers included (U7); TestMemory for (U11).
//
// # References
//
// D4 (PLDI 2018) section 3.1.
package relink
