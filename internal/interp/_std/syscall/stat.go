package syscall

type Timespec struct{ Sec, Nsec int64 }

func (t *Timespec) Unix() (sec, nsec int64) { return t.Sec, t.Nsec }
func (t *Timespec) Nano() int64             { return t.Sec*1000000000 + t.Nsec }

type Stat_t struct {
	Dev, Ino, Nlink  uint64
	Mode, Uid, Gid   uint32
	Rdev             uint64
	Size             int64
	Blksize, Blocks  int64
	Atim, Mtim, Ctim Timespec
}

var (
	Stdin  = 0
	Stdout = 1
	Stderr = 2
)
