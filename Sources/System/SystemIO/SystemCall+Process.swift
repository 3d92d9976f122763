#if os(Linux)
import CLinux
import Glibc

/// Waiting for descriptors, other threads and signals.
extension SystemCall {
    static func makePoller() throws(Errno) -> Descriptor {
        Descriptor(owning: Int32(try perform(.epollControl) { Int(epoll_create1(Int32(EPOLL_CLOEXEC))) }))
    }

    static func control(_ poller: Int32, _ operation: Int32, _ watched: Int32, _ bits: UInt32) throws(Errno) {
        #if DEBUG
        if SystemCallHooks.sockets?.isOpen(watched) == true { return }
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
}

/// Memory and limits of the process.
extension SystemCall {
    static func mapZeroed(_ byteCount: Int) throws(Errno) -> UnsafeMutableRawPointer {
        #if DEBUG
        if case .failure(let error)? = SystemCallHooks.faults?.effect(on: .map) { throw error }
        #endif
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        // Anonymous memory: no descriptor, no offset; the result is checked.
        let pages = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { throw .last }
        return unsafe pages
    }

    static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) { _ = unsafe munmap(start, byteCount) }

    /// The size of a page of memory in bytes (sysconf(3)).
    static var pageByteCount: Int { max(1, sysconf(Int32(_SC_PAGESIZE))) }

    /// mallopt(3), option M_MMAP_THRESHOLD of malloc.h.
    static func mapPieces(ofAtLeast byteCount: Int32) { _ = mallopt(-3, byteCount) }

    /// Bytes that the program got from malloc(3) and has not freed (mallinfo2(3)).
    static var heapBytesInUse: Int {
        let heap = clinux_heap_now()
        return Int(heap.uordblks + heap.hblkhd)
    }

    /// malloc_trim(3); its result only says whether memory was returned.
    static func trimHeap() { _ = malloc_trim(0) }

    static func descriptorLimit() -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }

    static func setDescriptorLimit(_ limit: rlimit) {
        var limit = limit
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
#endif
