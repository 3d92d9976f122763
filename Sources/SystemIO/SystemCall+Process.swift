import CLinux
import Glibc

/// Memory, limits and clocks of the process.
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

    /// 63 bits hold 292 years of nanoseconds.
    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Both clocks that are used exist on every Linux, so the call cannot fail.
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
