#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system calls of this target, one function each: `+Files`, `+Sockets`, `+Traffic`, `+Waiting`, `+Process`.
///
/// Each is made again while a signal interrupts it, and can be made to fail in debug builds (`SystemCallHooks`).
/// Every unsafe call passes memory of the function's own or the caller's, with its size, for the duration of the call.
enum SystemCall {
    /// Makes a call, and makes it again while a signal interrupts it (signal(7)).
    ///
    /// > If a blocked call to one of the following interfaces is interrupted by a signal handler, then the call is
    /// > automatically restarted after the signal handler returns if the SA_RESTART flag was used; otherwise the call
    /// > fails with the error EINTR.
    @inline(__always)
    static func perform(_ name: SystemCallName, _ call: () -> Int) throws(Errno) -> Int {
        while true {
            #if DEBUG
            if let effect = SystemCallHooks.faults?.effect(on: name), case .failure(let error) = effect {
                if error.code == EINTR { continue }
                throw error
            }
            #endif
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last }
        }
    }

    /// The same for a call that transfers at most `count` bytes.
    @inline(__always)
    static func move(_ name: SystemCallName, _ count: Int, _ call: (Int) -> Int) throws(Errno) -> Int {
        while true {
            var allowed = count
            #if DEBUG
            switch SystemCallHooks.faults?.effect(on: name) {
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
}

/// Clocks and the time zone.
extension SystemCall {
    /// 63 bits hold 292 years of nanoseconds.
    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Both clocks that are used exist on every Linux and macOS, so the call cannot fail.
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// localtime_r(3); 0 if the time zone is unknown.
    static func localOffset(_ seconds: Int) -> Int {
        var time = time_t(seconds)
        var parts = unsafe tm()
        // Both are used only during the call; the pointer in `parts` to the zone's name is not read.
        guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }
}
