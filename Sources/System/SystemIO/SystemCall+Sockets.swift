#if os(Linux)
import CLinux
import Glibc

/// Creating sockets, their addresses and options.
extension SystemCall {
    static func socket(
        _ family: Int32, _ kind: __socket_type = SOCK_STREAM, blocks: Bool = false
    ) throws(Errno) -> Descriptor {
        let kind = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | (blocks ? 0 : SOCK_NONBLOCK.rawValue))
        return Descriptor(owning: Int32(try perform(.socket) { Int(Glibc.socket(family, kind, 0)) }))
    }

    /// Another descriptor for the same socket, not inherited by child processes (fcntl(2), F_DUPFD_CLOEXEC).
    static func duplicate(_ descriptor: Int32, atLeast lowest: Int32 = 0) throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.duplicate) { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)) }))
    }

    /// Makes a descriptor non-blocking and not inherited by child processes (fcntl(2)).
    static func makeOwn(_ descriptor: Int32) throws(Errno) {
        _ = try perform(.descriptorFlags) { Int(fcntl(descriptor, F_SETFD, FD_CLOEXEC)) }
        let flags = try perform(.descriptorFlags) { Int(fcntl(descriptor, F_GETFL)) }
        _ = try perform(.descriptorFlags) { Int(fcntl(descriptor, F_SETFL, Int32(flags) | O_NONBLOCK)) }
    }

    static func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) throws(Errno) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // Fills a number of this function's own; the call is told its size.
        _ = try perform(.socketOption) { Int(unsafe getsockopt(descriptor, level, name, &value, &length)) }
        return value
    }

    static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, to value: Int32 = 1) throws(Errno) {
        var value = value
        _ = try perform(.socketOption) {
            Int(unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)))
        }
    }

    static func bind(_ descriptor: Int32, _ address: [UInt8]) throws(Errno) {
        _ = try perform(.bind) {
            unsafe address.withUnsafeBytes { raw in
                // sockaddr is only a view of the bytes, whose count goes with them.
                guard let start = raw.baseAddress else { return -1 }
                return Int(
                    unsafe Glibc.bind(
                        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)))
            }
        }
    }

    static func connect(_ descriptor: Int32, to address: [UInt8]) throws(Errno) {
        _ = try perform(.connect) {
            unsafe address.withUnsafeBytes { raw in
                guard let start = raw.baseAddress else { return -1 }
                let name = unsafe start.assumingMemoryBound(to: sockaddr.self)
                return Int(unsafe Glibc.connect(descriptor, name, socklen_t(raw.count)))
            }
        }
    }

    static func listen(_ descriptor: Int32, backlog: Int32) throws(Errno) {
        _ = try perform(.listen) { Int(Glibc.listen(descriptor, backlog)) }
    }

    static func socketName(_ descriptor: Int32) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var length = socklen_t(bytes.count)
        _ = try perform(.socketName) {
            unsafe bytes.withUnsafeMutableBytes { raw in
                guard let start = raw.baseAddress else { return -1 }
                // The array has the size of the largest address; the call is told so by `length`.
                return Int(unsafe getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length))
            }
        }
        return Array(bytes.prefix(Int(length)))
    }
}
#endif
