import SQLiteKit

/// A store's data in the memory of its process.
package final class StoreMemory: Sendable {
    let claims = Claims()
    let settings = CachedSettings()

    init() {}
}

/// Idempotency keys of requests that are running in this process.
///
/// They are not stored: a request that was running when the process ended has neither an answer nor an effect. There
/// are at most as many keys as running requests.
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

    /// Removes a key.
    func end(_ key: IdempotencyKey) {
        running.withLock { $0[Name(key)] = nil }
    }
}

/// Settings of drafts that were recently read, so that adding a rule does not read them from the file.
///
/// A write that changes settings removes them before it returns. A read that began before such a write and ends after
/// it does not bring the old settings back.
final class CachedSettings: Sendable {
    private struct State {
        var settings: [String: [UInt8]] = [:]
        /// The number of changes so far.
        var changes = 0
    }

    private let state = Monitor(State())

    /// The settings of an app's draft; `read` reads the file, and throws if there is no such app.
    func settings(
        of app: String, read: () throws(StoreError) -> [UInt8]
    ) throws(StoreError) -> [UInt8] {
        let (cached, changes) = state.withLock { ($0.settings[app], $0.changes) }
        if let cached { return cached }
        let settings = try read()
        guard settings.count <= StoreLimits.cachedSettingsBytesMax else { return settings }
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.settings.count >= StoreLimits.cachedSettingsMax { state.settings = [:] }
            state.settings[app] = settings
        }
        return settings
    }

    /// Removes an app's settings.
    func remove(_ app: String) {
        state.withLock { state in
            state.changes += 1
            state.settings[app] = nil
        }
    }
}
