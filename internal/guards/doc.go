// Package guards infers which lock guards which variable of a package, and finds the access that does not hold it.
//
// # Problem
//
// A library starts no goroutines: its callers bring them. That a variable is shared, and how it is protected, shows in
// the other accesses: a field written under mu in four methods and read unlocked in a fifth is a race as soon as two
// goroutines use the object, which is what mu is there for. So no goroutine need be in view. The evidence is weaker
// than a pair of proven goroutines, so it is of medium confidence at best.
//
// # Rules
//
// Why an access is left out, and how certain a suspect is, are rows of a table (table.go, docs/guards.md); the numbers
// are of these rules, a letter tells the rows of one apart.
//
//   - (G1) A lock is identified by the field or variable that holds it, through pointers, interfaces, elements and a
//     Cond's L: a class of locks, one for all objects of the type. Locks are the models', and types of other packages
//     with Lock and Unlock. A lock that cannot be named is unknown: who may hold it is not accused.
//   - (G2) At each instruction: the classes surely held (on all ways), perhaps held (on some), and what the function
//     did to the locks of its caller. Calls apply their callee's net effect, so wrappers of Lock are seen through;
//     deferred calls apply at the returns.
//   - (G3) Calls are those by name, of function values whose only value is known, of parameters that are given a
//     function in this package, and of the models' callbacks. Calls through interfaces and of stored functions are
//     weak: they may be none.
//   - (G4) A function is judged in each context in which it runs: locks held, objects owned, root. Roots are the
//     functions that other packages can call, goroutines, and functions given away. An exported function whose
//     documentation or name says that its caller holds the lock, or that it must not be called concurrently, is no
//     root; nor are functions that only tests call. An exported method of an unexported type is a root if the package
//     does not call it, or has it in an interface that others can name and that some function returns. A method that
//     another package calls back while a lock is held (sort, heap) is none either.
//   - (G61) Nor is a method by which an object is shown (String, Error, GoString, Format, LogValue, Marshal*): the only
//     one of an interface of another package (or error), which writes nothing, if functions of this package give the
//     object, as one of any number of values of any type, to calls such as those of a logger while they hold a lock in
//     it, and none that others can call does so without, by itself or by a helper: it runs under that lock, and could
//     not take it. Approximation: others who show the object (fewer races).
//   - (G5) Left out are accesses of objects that nobody else has: owned (internal/ownership), made by the function or
//     by its caller and not yet given to a goroutine, a variable that was there before, or a callback. Names do not
//     decide. A variable that holds one object, or else nil, stands for it. What such an object points to is its own if
//     all who set that field set it to an object that they have just made, or that each caller has made for the
//     function that sets the field and does nothing else with. Once another goroutine has it, the maker's accesses are
//     compared with goroutines' only, and with those only to which the maker, memory, or a channel may have given it by
//     then. The same holds of what a function of the package has made for its caller and has given to goroutines that
//     it started, and to nobody else. Approximation: where such a goroutine keeps it for others (fewer races).
//   - (K65) A finalizer runs when nobody can reach its object any more: who accesses a field of the object by a pointer
//     to it, and does not stem from the finalizer, comes before. Approximation: a finalizer that lets others have the
//     object (fewer races).
//   - (G50) What a closure captures is given to it as an argument is, by who calls it, or gives it to a function that
//     calls it before it returns and does not keep it: a variable that ever holds one object, or that is the object.
//     What is deferred is given only what nobody else ever gets.
//   - (G6) A variable is a field in all objects of its type, a package-level variable, or what the map or slice there
//     holds. Returning such a map or slice from an exported function reads its contents without any lock, and so does
//     returning a container that lies in such a one. Returning the address of a struct within another one reads its
//     fields, as far as they are accessed through the same outer field; so does copying a struct that lies in another
//     one. What a container holds is other memory than what a container found in it holds: accesses of different depth
//     do not conflict, though all of them tell which lock guards the variable.
//   - (G7) Left out as well: initialisation and main before it starts goroutines; what runs in Once.Do, if
//     the Once lies in the object that is accessed, or in no struct: of objects that each have a Once, two may do it at
//     once to what they share (approximation: a Once that lies elsewhere excludes nothing, more races); a container
//     taken out of its variable in the critical section that resets the variable; overwriting a whole struct with the
//     lock in it; reads by who has held the lock before, of what is written once, after a test.
//   - (G62) So are the contents of a container that a lookup found in a map, if it is deleted there in the same
//     critical section, and the function only looks into it, or fills it: it is put nowhere else, passed to nobody and
//     not returned. Approximation: others who have looked it up before (fewer races).
//   - (G8) Two accesses conflict if one writes, not both are atomic, and no lock excludes that both perhaps hold. Not
//     if both run in one goroutine that exists once, one in a goroutine that starts after the other, after a wait for
//     goroutines (also by a method of a part of the object, if it waits on every way to its return), or after a receive
//     from a channel that the other's function sends on or closes later, or a caller of it closes later, or after an
//     atomic load of what that function stores to. What is deferred comes later than all that the function does itself.
//     What each round of a counting loop waits for counts behind the loop, which has no other end: without a round
//     there was nothing to wait for.
//   - (G9) A suspect is likely, and shown as medium, if the lock lies in the same object (the access reaches the
//     variable through the struct that holds the lock, or part of which does), both are package-level variables, or the
//     object was taken out of a container that lies beside the lock; both ends are surely reached, not by a function
//     given away; and the variable is not one method's own affair while the lock is there for others. Besides one of:
//     all writes hold the lock, two accesses hold it, and at most twice as many do not; all writes hold it, some
//     function takes it for this variable alone (what nobody changes aside), and not for its caller, and at most four
//     times as many functions do without; an odd access that writes is of low confidence: of 17 such reports on 54
//     modules two were true, since who writes without the lock mostly sets up what nobody else has yet. If the object
//     was taken out of a container, more must hold it than do not.
//   - (G38) Likely as well, if some function takes the lock to read this variable and nothing else that anybody
//     changes, others than this package call it, and the odd access is a write in a goroutine that the package
//     starts: a getter needs no lock unless somebody writes at the same time, and its lock keeps nobody away who does
//     not take it. Approximation: the goroutine has ended when others ask (more races).
//   - (G36) A function that puts a map of one object into the same field of an object that it makes, which has a lock
//     of its own and no pointer to one, reads the map's contents without any lock: what the other object does with it
//     later, under its own lock, the first one's lock does not keep out. Not if the first one gets another map then
//     (G7). Approximation: the first object is not used any more (more races).
//   - (G37) A field that the function of a Once in the same object sets, that else only who makes the object sets, and
//     that some function reads behind a Do of that Once, races with an exported method that reads it without one, also
//     by calling a method that an embedded field has: another caller may be the first to run the Once just then. Not if
//     the Once's function also closes, sends or stores atomically, or the method takes a lock, waits or loads
//     atomically: that may tell. Methods that end a life by their name or only show the object are left out.
//     Approximation: callers who know that the Once was run (more races).
//   - (G14) Likely as well, if at most twice as many accesses are without the lock as with it: an access in a function
//     that several call sites enter with the lock, and one other function, which writes nothing under the lock, without
//     it; one call site is enough if other functions access the variable with the lock. A lock under which a
//     container's contents are written counts as one under which the variable is. What a small function of the package
//     looks up in a container, leaves there and returns is taken out of that container.
//   - (G15) Likely as well: a map or slice that is returned by a function that held the lock, if all writes hold it; a
//     write of an object that its function has looked up under the lock in a container beside it, and not taken out, if
//     others access the object so with the lock; and by (G9), what a parameter holds that points to the object with the
//     lock, if one access is without it.
//   - (G22) Methods of a type whose documentation says, without conditions, that it is not safe for concurrent use are
//     called by one goroutine at a time: the receiver, and what is its own, counts as made by the caller (G5). Where
//     one of them starts a goroutine and waits, on every way to its return, for a channel that an access's function in
//     the goroutine sends on or closes after the access, calls of such methods come before the goroutine or after the
//     access. Approximation: which message it is is not asked (fewer races).
//   - (G32) Two calls of methods of a package that is documented not to be thread-safe, as no type is, are low.
//   - (G24) A function that releases a lock on every way, without having taken it, is entered with that lock held: else
//     it would end the program. So the other half of Begin and Commit, and a goroutine that goes on with the lock of
//     who has started it, hold it. Approximation: the lock of one object for that of another one (fewer races).
//   - (G23) A field of which a comment says that it, or the methods that use it, are not used concurrently needs no
//     lock, whatever is held where it is used: only a declared guard (G12) and atomic access elsewhere count.
//     Approximation: callers that do not keep to the comment (fewer races); goroutines that are in view are compared as
//     ever.
//   - (G30) What a parameter points to belongs to the call alone if the documentation of the exported function says
//     that the argument, or the parameter by its name, must not be used after it: it counts as made by the caller (G5).
//   - (G10) A write under a lock held for reading races with another holder, also if both have taken the object out of
//     a container that lies beside the lock. Atomic access at one place makes plain access at another odd.
//   - (G12) What comments say goes first (internal/directive V6, V7): a declared guard needs no majority, calls said
//     not to overlap do not, and a function that is said to be called with a lock held is no root.
//   - (G25) An object is its owner's alone if it is known by an unexported field only: all who set the field make the
//     object there and put it nowhere else, and what the field holds is only selected from, copied, set and compared.
//     Accesses by that field and accesses by other ways are of different objects, such as a live state and the copies
//     that are handed out.
//   - (G29) A struct that a function fills, field by field, with what it loads atomically from another one of its type
//     is a copy for who asks. So is one of that type that is accessed plainly and lies in no other struct, if those
//     that are counted atomically do. Approximation: one that is counted and asked at the same place (fewer reports).
//   - (G51) What is found in an unexported field that is only set to such copies, to nil, and to what such fields hold
//     is one, if what such fields hold is only selected from, compared and kept in such fields.
//   - (G33) A container that a function returns (G6) is copied before it is written again if that function sets a flag,
//     a field with a truth value, and some function asks for the flag, puts another container into the variable and
//     takes the flag back. Approximation: that who writes calls that function is not asked (fewer reports).
//   - (G26) A method that returns its receiver on every way, and nothing else, or whose documentation says that it must
//     be called before others, or by initialisation, or that is called Init (Initialize, InitScreen) or documented so
//     (Open initializes the store; but not Run, Start, Serve and the like), sets up what nobody else has yet: it is no
//     evidence for a forgotten lock, and what it does is of low confidence. What other methods do below a call of Init
//     is not meant. Approximation: it is called later, too (fewer reports).
//   - (G27) Methods that the documentation of the package, or of their type, lists behind "no more than one goroutine"
//     (at most, only), up to the end of the sentence or the next such phrase, do not overlap with each other.
//   - (G28) A read in a function that has surely held the lock before is a suspect although no two accesses hold it, if
//     all writes do, in other functions, and no more accesses are without the lock than with it: who took it for
//     something else knows of it. Approximation: a variable that is set once before others come (more reports).
//   - (G34) A variable that is written under several locks of its object, under no common one, but never under none, is
//     there for several callers: an access under no lock at all is judged as in (G9), as if all these were one lock.
//     Approximation: one of the locks is held for something else there (more reports).
//   - (G35) A goroutine works under the locks that its starter, or a caller of that, holds from the start until it has
//     waited for goroutines, on every way to its return, in all contexts: what others do under such a lock they do
//     before or after. Approximations: which goroutines it waits for, and that it does not release the lock in between
//     (fewer reports).
//   - (G63) Who finds a flag unset under a lock, and sets it, is alone with what it stands for, as is a goroutine that
//     he starts then; and so is who finds it unset, while he holds the lock (internal/guards/flagged).
//   - (G64) Who has the one slot of a channel that is used as a lock, because he has sent to it, or was handed it, is
//     alone until he receives (internal/guards/slots).
//   - (G13) A type whose documentation says, without conditions, that it is safe for concurrent use is held to it: a
//     field that an exported method writes while perhaps no lock at all is held races with other accesses, even if no
//     lock guards it anywhere.
//   - (G11) A field that is set on first use (to no constant zero, where a test has found it unset, and has not
//     panicked because it was set) in a function that others can call, and that uses it, never under a lock, races with
//     itself if a lock of the same struct guards other fields against several functions, and does not say by its name
//     that it is there for others only (connMu). A function that sets it and does not use it is a setter, which comes
//     before all others. It is low: of six such reports on 54 modules, of three causes, none was true, since the first
//     use was that of one caller.
//   - (G16) What functions do that are called where an atomic counter was lowered to zero is left out: who gives back
//     the last reference is alone with the object. Approximation: users that do not count (fewer races).
//
// # Atomicity
//
// A decision by what was read in one critical section is stale when it is acted on in a later one (Atomicity; rule
// AV5001, off by default). It is judged within one function, which may make both accesses itself or by calls.
//
//   - (G17) The critical sections of a function are its own; those that functions which it calls by name enter and
//     leave, as far as they belong to objects that it gives them, or to package-level variables; and what such
//     functions do in one of its own. Of functions of other packages their facts tell: accesses of fields while a lock
//     in the same struct is held, of what the first argument points to. Objects are the same if they are reached from
//     one value over the same fields.
//   - (G18) A check is a read, an act a write of the same variable under the same lock, of the same element as far as
//     keys tell (calls must share an argument, if both have some besides the object), in another critical section on
//     every way. What the check finds, or what a called function returns because of it, decides by a branch that the
//     act happens, or is a part of what is written.
//   - (G19) Left out are acts that a branch on anything read in their own section decides (they look again); checks in
//     a section that writes anything under the lock afterwards (it claims what it found), or that is a call which
//     writes, too; and both under another lock.
//   - (G20) Somebody else may write the variable meanwhile: several goroutines of the function's root may run at once,
//     or a function that writes it under a lock runs below another root. Not contexts in which a caller holds a lock,
//     or the object is its maker's.
//   - (G21) It is likely (medium) unless the root is unknown code, or what is put into a map has no identity: two equal
//     numbers do no harm.
//
// Approximations: what is decided may be harmless when stale (more reports). Other ways of claiming, such as a channel
// or an atomic, are not seen (more reports). (G17) looks at accesses of imported functions themselves only, and takes
// one that reads what it writes to look again (fewer reports). main is left out (fewer reports).
//
// # Approximations
//
//   - Locks are told apart by class, not by object: a.mu protects b.f (fewer races).
//   - Channel and wait orders in (G8) do not ask which object, nor which iteration (fewer races).
//   - A goroutine started outside loops is taken to exist once for each object (fewer races).
//   - Exported functions are taken to run concurrently with each other; single-threaded phases such as an Open that
//     must be called first are known only by documentation (more races).
//   - Only the package that declares a type is asked about its fields (fewer races).
//
// # Tests
//
// Each row of the table has a program that is judged in another way without it (TestGuardAblation in the module's
// root), and docs/guards.md is the table (TestGuardTable); TestDeterminism infers twice.
//
// # References
//
// RacerD (OOPSLA 2018): ownership, locked elsewhere as evidence. Chord (PLDI 2006), section 2.1: open programs. Engler
// et al. (SOSP 2001): deviant behaviour.
package guards
