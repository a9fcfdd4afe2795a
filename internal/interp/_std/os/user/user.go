// Package user knows one user and one group.
package user

import "strconv"

type User struct{ Uid, Gid, Username, Name, HomeDir string }

type Group struct{ Gid, Name string }

type (
	UnknownUserIdError  int
	UnknownUserError    string
	UnknownGroupIdError string
	UnknownGroupError   string
)

func (e UnknownUserIdError) Error() string  { return "user: unknown userid " + strconv.Itoa(int(e)) }
func (e UnknownUserError) Error() string    { return "user: unknown user " + string(e) }
func (e UnknownGroupIdError) Error() string { return "group: unknown groupid " + string(e) }
func (e UnknownGroupError) Error() string   { return "group: unknown group " + string(e) }

func Current() (*User, error) { return &User{"1000", "1000", "user", "User", "/home/user"}, nil }
func Lookup(username string) (*User, error) {
	if username != "user" {
		return nil, UnknownUserError(username)
	}
	return Current()
}
func LookupId(uid string) (*User, error) {
	if uid != "1000" {
		n, _ := strconv.Atoi(uid)
		return nil, UnknownUserIdError(n)
	}
	return Current()
}
func LookupGroup(name string) (*Group, error) {
	if name != "user" {
		return nil, UnknownGroupError(name)
	}
	return &Group{"1000", "user"}, nil
}
func LookupGroupId(gid string) (*Group, error) {
	if gid != "1000" {
		return nil, UnknownGroupIdError(gid)
	}
	return &Group{"1000", "user"}, nil
}
func (u *User) GroupIds() ([]string, error) { return []string{u.Gid}, nil }
