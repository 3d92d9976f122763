// swift-format-ignore-file
// What RouteClient and, on macOS, the programs use of Darwin's C library, with Darwin's types, which differ from glibc's in places. Declarations
// only: nothing here runs.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias time_t = Int
public typealias DIR = _DIR

public struct _DIR {}

public var errno: Int32 { get { fatalError() } set {} }
public var EACCES: Int32 { 13 }
public var EADDRINUSE: Int32 { 48 }
public var EAGAIN: Int32 { 35 }
public var ECONNABORTED: Int32 { 53 }
public var ECONNREFUSED: Int32 { 61 }
public var EDQUOT: Int32 { 69 }
public var EEXIST: Int32 { 17 }
public var EINTR: Int32 { 4 }
public var EINVAL: Int32 { 22 }
public var EISDIR: Int32 { 21 }
public var EMFILE: Int32 { 24 }
public var ENFILE: Int32 { 23 }
public var ENOENT: Int32 { 2 }
public var ENOSPC: Int32 { 28 }
public var EPERM: Int32 { 1 }
public var EROFS: Int32 { 30 }
public var ESRCH: Int32 { 3 }
public var EWOULDBLOCK: Int32 { 35 }

public var AT_FDCWD: Int32 { -2 }
public var F_OK: Int32 { 0 }
public var F_FULLFSYNC: Int32 { 51 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_UN: Int32 { 8 }
public var LOCK_NB: Int32 { 4 }
public var MAP_FAILED: UnsafeMutableRawPointer! { fatalError() }
public var MAP_PRIVATE: Int32 { 2 }
public var O_APPEND: Int32 { 8 }
public var O_CLOEXEC: Int32 { 0x100_0000 }
public var O_CREAT: Int32 { 0x200 }
public var O_EXCL: Int32 { 0x800 }
public var O_NOCTTY: Int32 { 0x2_0000 }
public var O_NONBLOCK: Int32 { 4 }
public var O_RDONLY: Int32 { 0 }
public var O_RDWR: Int32 { 2 }
public var O_TRUNC: Int32 { 0x400 }
public var O_WRONLY: Int32 { 1 }
public var PROT_READ: Int32 { 1 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFREG: mode_t { 0o100000 }
public var STDERR_FILENO: Int32 { 2 }
public var STDIN_FILENO: Int32 { 0 }
public var STDOUT_FILENO: Int32 { 1 }
public var W_OK: Int32 { 2 }

public struct stat {
    public var st_mode: mode_t = 0
    public var st_ino: UInt64 = 0
    public var st_ctimespec = timespec()
    public var st_mtimespec = timespec()
    public var st_nlink: UInt16 = 0
    public var st_size: off_t = 0
    public init() {}
}

public struct dirent {
    public var d_name: (CChar, CChar) = (0, 0)
    public init() {}
}

public struct timespec {
    public var tv_sec: Int = 0
    public var tv_nsec: Int = 0
    public init() {}
}

public struct clockid_t { public init() {} }
public var CLOCK_MONOTONIC: clockid_t { clockid_t() }
public var CLOCK_REALTIME: clockid_t { clockid_t() }

@unsafe public struct tm {
    public var tm_gmtoff: Int = 0
    public var tm_zone: UnsafeMutablePointer<CChar>!
    public init() {}
}

@discardableResult public func access(_: UnsafePointer<CChar>!, _: Int32) -> Int32 { fatalError() }
@discardableResult public func chmod(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
@discardableResult
public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>!) -> Int32 { fatalError() }
@discardableResult public func close(_: Int32) -> Int32 { fatalError() }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }
public func exit(_: Int32) -> Never { fatalError() }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { fatalError() }
@discardableResult public func fcntl(_: Int32, _: Int32) -> Int32 { fatalError() }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { fatalError() }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
@discardableResult
public func fstatat(_: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32) -> Int32 { fatalError() }
@discardableResult public func fsync(_: Int32) -> Int32 { fatalError() }
@discardableResult public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func getpid() -> pid_t { fatalError() }
@discardableResult public func isatty(_: Int32) -> Int32 { fatalError() }
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32 { fatalError() }
@discardableResult public func link(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 { fatalError() }
public func localtime_r(
    _: UnsafePointer<time_t>!, _: UnsafeMutablePointer<tm>!
) -> UnsafeMutablePointer<tm>! { fatalError() }
@discardableResult
public func lstat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func mkdtemp(_: UnsafeMutablePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func mmap(
    _: UnsafeMutableRawPointer!, _: Int, _: Int32, _: Int32, _: Int32, _: off_t
) -> UnsafeMutableRawPointer! { fatalError() }
@discardableResult public func munmap(_: UnsafeMutableRawPointer!, _: Int) -> Int32 { fatalError() }
public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { fatalError() }
public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { fatalError() }
public func opendir(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
@discardableResult
public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { fatalError() }
@discardableResult public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { fatalError() }
public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { fatalError() }
@discardableResult
public func rename(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 { fatalError() }
@discardableResult public func rmdir(_: UnsafePointer<CChar>!) -> Int32 { fatalError() }
public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32 { fatalError() }
@discardableResult public func usleep(_: UInt32) -> Int32 { fatalError() }
@discardableResult public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { fatalError() }
