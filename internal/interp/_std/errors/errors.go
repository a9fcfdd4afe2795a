// Package errors keeps all of errors.
package errors

type errorString struct{ s string }

func (e *errorString) Error() string { return e.s }

func New(text string) error { return &errorString{text} }

var ErrUnsupported = New("unsupported operation")

func same(a, b error) bool
func assign(err error, target any) bool

func Unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func each(err error, f func(error) bool) bool {
	for err != nil {
		if f(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if each(e, f) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return each(err, func(e error) bool {
		if same(e, target) {
			return true
		}
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

func As(err error, target any) bool {
	return each(err, func(e error) bool {
		if assign(e, target) {
			return true
		}
		x, ok := e.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

func AsType[E error](err error) (out E, found bool) {
	found = each(err, func(e error) bool {
		x, ok := e.(E)
		if ok {
			out = x
		}
		return ok
	})
	return out, found
}

type joinError struct{ errs []error }

func Join(errs ...error) error {
	e := &joinError{}
	for _, err := range errs {
		if err != nil {
			e.errs = append(e.errs, err)
		}
	}
	if len(e.errs) == 0 {
		return nil
	}
	return e
}

func (e *joinError) Error() string {
	s := ""
	for i, err := range e.errs {
		if i > 0 {
			s += "\n"
		}
		s += err.Error()
	}
	return s
}
func (e *joinError) Unwrap() []error { return e.errs }
