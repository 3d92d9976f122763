import HTTPExchange
import ReleaseStore
import Synchronization

/// The bodies that are being read from the store: one read for all requests that want the same one at the same time.
final class BodyLoads: Sendable {
    /// One read: the first caller makes it, and the others wait for it.
    private final class Load: Sendable {
        let outcome = Mutex<Result<ReleaseBytes, Problem>?>(nil)
    }

    private struct State {
        var loads: [Key: Load] = [:]
        var count = 0
    }

    /// A body of an app; the digest alone is not enough, because an app can be deleted meanwhile.
    struct Key: Sendable, Hashable {
        let app: String
        let version: Int
        let digest: String
    }

    private let state = Mutex(State())

    /// How many reads of the store there were.
    var count: Int { state.withLock { $0.count } }

    /// The bytes of a body.
    ///
    /// - Parameters:
    ///   - key: The body.
    ///   - find: The bytes, if they came into memory meanwhile.
    ///   - read: Reads the store.
    ///   - keep: Receives the bytes that were read, before a later caller can begin another read.
    /// - Returns: The bytes.
    /// - Throws: The problem of `read`, for all callers that waited for it.
    func bytes(
        _ key: Key, find: () -> ReleaseBytes?, read: () throws(Problem) -> ReleaseBytes, keep: (ReleaseBytes) -> Void
    ) throws(Problem) -> ReleaseBytes {
        let load = state.withLock { state in
            let load = state.loads[key] ?? Load()
            state.loads[key] = load
            return load
        }
        var isReader = false
        let outcome = load.outcome.withLock { outcome in
            if let outcome { return outcome }
            isReader = true
            let made: Result<ReleaseBytes, Problem>
            if let bytes = find() {
                made = .success(bytes)
            } else {
                state.withLock { $0.count += 1 }
                made = Result { () throws(Problem) in try read() }
            }
            outcome = made
            return made
        }
        // Outside of the lock, so that the others have their answer already.
        if isReader {
            if case .success(let bytes) = outcome { keep(bytes) }
            state.withLock { $0.loads[key] = nil }
        }
        return try outcome.get()
    }
}
