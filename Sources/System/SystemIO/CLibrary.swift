#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Functions of the C library whose names this target's own functions have, too.
///
/// Paths are C strings and buffers are the caller's, for the duration of each call.
enum CLibrary {
    #if canImport(Darwin)
    @inline(__always)
    static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe Darwin.open(path, flags, mode) }

    @inline(__always)
    static func close(_ descriptor: Int32) -> Int32 { Darwin.close(descriptor) }

    @inline(__always)
    static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        unsafe Darwin.read(descriptor, bytes, count)
    }

    @inline(__always)
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        unsafe Darwin.write(descriptor, bytes, count)
    }

    @inline(__always)
    static func rename(_ path: String, _ other: String) -> Int32 { unsafe Darwin.rename(path, other) }

    @inline(__always)
    static func unlink(_ path: String) -> Int32 { unsafe Darwin.unlink(path) }

    /// Writes a file to the disk itself: fsync(2) of macOS leaves it in the drive's cache, F_FULLFSYNC of fcntl(2) does not,
    /// but some file systems have only the first.
    static func flush(_ descriptor: Int32) -> Int32 {
        fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
    }
    #else
    @inline(__always)
    static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe Glibc.open(path, flags, mode) }

    @inline(__always)
    static func close(_ descriptor: Int32) -> Int32 { Glibc.close(descriptor) }

    @inline(__always)
    static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        unsafe Glibc.read(descriptor, bytes, count)
    }

    @inline(__always)
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        unsafe Glibc.write(descriptor, bytes, count)
    }

    @inline(__always)
    static func rename(_ path: String, _ other: String) -> Int32 { unsafe Glibc.rename(path, other) }

    @inline(__always)
    static func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(path) }

    static func flush(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
    #endif
}
