import CLinux
import Glibc

/// The system calls of this room, one function each; nothing else here asks the kernel for anything.
///
/// Each is run again while a signal interrupts it, and can be made to fail in debug builds (`Faults`).
/// Every unsafe call passes memory of the function's own or the caller's, with its own size, for the call's duration.
enum SystemCall {
    /// Makes a call, again while a signal interrupts it (signal(7)).
    ///
    /// > If a blocked call to one of the following interfaces is interrupted by a signal handler, then the call is
    /// > automatically restarted after the signal handler returns if the SA_RESTART flag was used; otherwise the call
    /// > fails with the error EINTR.
    @inline(__always)
    private static func perform(_ name: SystemCallName, _ call: () -> Int) throws(Errno) -> Int {
        while true {
            #if DEBUG
            if let effect = Faults.current?.effect(on: name), case .failure(let error) = effect {
                if error.code == EINTR { continue }
                throw error
            }
            #endif
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last }
        }
    }

    /// The same for a call that moves at most `count` bytes, and may move fewer.
    @inline(__always)
    private static func move(_ name: SystemCallName, _ count: Int, _ call: (Int) -> Int) throws(Errno) -> Int {
        while true {
            var allowed = count
            #if DEBUG
            switch Faults.current?.effect(on: name) {
            case .failure(let error) where error.code == EINTR: continue
            case .failure(let error): throw error
            case .shortened(let most): allowed = min(count, most)
            case nil: break
            }
            #endif
            let result = call(allowed)
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last }
        }
    }

    // MARK: Files

    static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(Errno) -> Descriptor {
        Descriptor(
            owning: Int32(try perform(.open) { Int(unsafe Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))) }))
    }

    static func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(Errno) -> Int {
        // Into the array's own storage, bounded by its count.
        try move(.read, bytes.count) { unsafe Glibc.read(descriptor, &bytes, $0) }
    }

    static func read(_ descriptor: Int32, into bytes: inout [UInt8], at offset: Int) throws(Errno) -> Int {
        try move(.read, bytes.count) { unsafe pread(descriptor, &bytes, $0, off_t(offset)) }
    }

    static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try move(.write, bytes.count) { count in
            unsafe bytes.withUnsafeBytes { raw in unsafe Glibc.write(descriptor, raw.baseAddress, count) }
        }
    }

    static func flush(_ descriptor: Int32) throws(Errno) { _ = try perform(.flush) { Int(fsync(descriptor)) } }

    static func setMode(_ descriptor: Int32, _ mode: UInt32) throws(Errno) {
        _ = try perform(.fileMode) { Int(fchmod(descriptor, mode_t(mode))) }
    }

    /// close(2): "Retrying the close() after a failure return is the wrong thing to do".
    static func close(_ descriptor: Int32) {
        #if DEBUG
        if SimulatedSockets.current?.close(descriptor) != nil { return }
        #endif
        _ = Glibc.close(descriptor)
    }

    static func setMode(_ path: String, _ mode: UInt32) throws(Errno) {
        _ = try perform(.fileMode) { Int(unsafe chmod(path, mode_t(mode))) }
    }

    /// What lies at a path, links not followed (lstat(2)).
    static func status(of path: String) throws(Errno) -> stat {
        var status = stat()
        // Fills a struct of this function's own.
        _ = try perform(.fileStatus) { Int(unsafe lstat(path, &status)) }
        return status
    }

    static func unlink(_ path: String) { _ = unsafe Glibc.unlink(path) }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    // MARK: Sockets

    static func socket(
        _ family: Int32, _ kind: __socket_type = SOCK_STREAM, blocks: Bool = false
    ) throws(Errno) -> Descriptor {
        let kind = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | (blocks ? 0 : SOCK_NONBLOCK.rawValue))
        return Descriptor(owning: Int32(try perform(.socket) { Int(Glibc.socket(family, kind, 0)) }))
    }

    /// Another number for the same socket, not inherited (fcntl(2), F_DUPFD_CLOEXEC).
    static func duplicate(_ descriptor: Int32, atLeast lowest: Int32 = 0) throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.duplicate) { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)) }))
    }

    /// Makes calls on a descriptor return at once, and programs that are started do without it (fcntl(2)).
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

    /// The peer's address goes into the caller's struct, the largest that a listener here can bring.
    @inline(__always)
    static func accept(_ listener: Int32, peer: inout sockaddr_in6) throws(Errno) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try perform(.accept) {
            var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            return unsafe withUnsafeMutablePointer(to: &peer) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Int(unsafe accept4(listener, $0, &length, flags))
                }
            }
        }
        return Descriptor(owning: Int32(number))
    }

    @inline(__always)
    static func receive(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) throws(Errno) -> Int {
        #if DEBUG
        if let result = unsafe SimulatedSockets.current?.receive(descriptor, start, count) { return try result.get() }
        #endif
        return try move(.receive, count) { unsafe clinux_receive(descriptor, start, $0, 0) }
    }

    /// MSG_NOSIGNAL: a peer that went away is an error here, not the end of the process.
    @inline(__always)
    static func send(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) throws(Errno) -> Int {
        #if DEBUG
        if let result = unsafe SimulatedSockets.current?.send(descriptor, start, count) { return try result.get() }
        #endif
        return try move(.send, count) { unsafe clinux_send(descriptor, start, $0, Int32(MSG_NOSIGNAL)) }
    }

    /// tcp(7), MSG_TRUNC: no memory is written to, the bytes are dropped by the system.
    @inline(__always)
    static func discard(_ descriptor: Int32, _ count: Int) throws(Errno) -> Int {
        try move(.receive, count) { recv(descriptor, nil, $0, Int32(MSG_TRUNC | MSG_DONTWAIT)) }
    }

    /// sendmsg(2) only reads what the two vectors name.
    @inline(__always)
    static func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        #if DEBUG
        if let result = unsafe SimulatedSockets.current?.send(descriptor, first, second) { return try result.get() }
        #endif
        return try move(.send, first.count + second.count) { count in
            let firstCount = min(first.count, count)
            var pieces = unsafe (
                iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: firstCount),
                iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: count - firstCount)
            )
            return unsafe withUnsafeMutablePointer(to: &pieces) { pair in
                unsafe pair.withMemoryRebound(to: iovec.self, capacity: 2) { list in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = list
                    unsafe message.msg_iovlen = 2
                    return unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// shutdown(2); a peer that is gone already is no error.
    static func finishSending(_ descriptor: Int32) {
        #if DEBUG
        if SimulatedSockets.current?.finishSending(descriptor) != nil { return }
        #endif
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: Waiting

    static func makePoller() throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.epollControl) { Int(epoll_create1(Int32(EPOLL_CLOEXEC))) }))
    }

    static func control(_ poller: Int32, _ operation: Int32, _ watched: Int32, _ bits: UInt32) throws(Errno) {
        #if DEBUG
        if SimulatedSockets.current?.isOpen(watched) == true { return }
        #endif
        var event = unsafe epoll_event()
        unsafe event.events = bits
        unsafe event.data.fd = watched
        _ = try perform(.epollControl) { Int(unsafe epoll_ctl(poller, operation, watched, &event)) }
    }

    @inline(__always)
    static func wait(
        _ poller: Int32, _ events: UnsafeMutablePointer<epoll_event>, countMax: Int32, milliseconds: Int32
    ) throws(Errno) -> Int {
        // The memory holds `countMax` elements.
        try perform(.epollWait) { unsafe clinux_wait(poller, events, countMax, milliseconds) }
    }

    static func makeWakeUp() throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.wakeUp) { Int(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))) }))
    }

    static func signal(_ wakeUp: Int32) { _ = eventfd_write(wakeUp, 1) }

    static func clear(_ wakeUp: Int32) {
        var count: eventfd_t = 0
        // Reads eight bytes into a variable of that size.
        _ = unsafe eventfd_read(wakeUp, &count)
    }

    static func makeSignals(_ set: inout sigset_t) throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.signals) { Int(unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))) }))
    }

    static func nextSignal(_ signals: Int32) throws(Errno) -> UInt32 {
        var information = signalfd_siginfo()
        _ = try perform(.signals) {
            // Reads one struct into a variable of exactly that type.
            unsafe Glibc.read(signals, &information, MemoryLayout<signalfd_siginfo>.size)
        }
        return information.ssi_signo
    }

    // MARK: The process

    static func mapZeroed(_ byteCount: Int) throws(Errno) -> UnsafeMutableRawPointer {
        #if DEBUG
        if case .failure(let error)? = Faults.current?.effect(on: .map) { throw error }
        #endif
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        // Anonymous memory: no descriptor, no offset; the result is checked.
        let pages = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { throw .last }
        return unsafe pages
    }

    static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) { _ = unsafe munmap(start, byteCount) }

    static func descriptorLimit() -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }

    static func setDescriptorLimit(_ limit: rlimit) {
        var limit = limit
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// 63 bits hold 292 years of nanoseconds.
    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Both clocks that are asked for exist on every Linux, so the call cannot fail.
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
