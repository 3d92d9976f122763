import SQLiteKit

/// Idempotency keys of requests that are running in this process.
///
/// Kept in memory on purpose: a request that was running when the process ended has neither an answer nor an effect,
/// so nothing may say that it still runs. There are at most as many as there are requests at work.
final class Claims: Sendable {
    private struct Name: Hashable {
        let token: String
        let method: String
        let path: String
        let key: String

        init(_ key: IdempotencyKey) {
            token = key.token
            method = key.method
            path = key.path
            self.key = key.key
        }
    }

    private let running = Monitor<[Name: [UInt8]]>([:])

    /// Marks a key as running.
    func begin(_ key: IdempotencyKey) throws(StoreError) {
        try running.withLock { running throws(StoreError) in
            if let digest = running[Name(key)] { throw digest == key.bodyDigest ? .keyRunning : .keyReused }
            running[Name(key)] = key.bodyDigest
        }
    }

    /// Forgets a key.
    func end(_ key: IdempotencyKey) {
        running.withLock { $0[Name(key)] = nil }
    }
}
