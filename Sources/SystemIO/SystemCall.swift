import Glibc

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
