import RouteDocuments
import RouteModel
import StoreRecords
import SystemIO

/// A store's data in the memory of its process.
package final class StoreMemory: Sendable {
    let claims = Claims()
    let settings = CachedSettings()
    /// The rows that could not be read.
    package let damage = DamagedRows()

    /// Makes an empty memory.
    package init() {}

    /// Drops what is in memory of an app's draft, because another process has changed it; of all drafts without an app.
    package func forgetDraft(of app: String?) {
        if let app { settings.remove(app) } else { settings.removeAll() }
    }
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

/// Decoded settings of drafts that were read lately, so that adding a rule neither reads the file nor decodes settings.
///
/// A write that changes settings removes them before it returns. A read that began before such a write and ends after
/// it does not bring the old settings back.
final class CachedSettings: Sendable {
    private struct State {
        var settings: [String: Settings] = [:]
        /// Bytes of their JSON.
        var byteCount = 0
        /// The number of changes so far.
        var changes = 0
    }

    private let state = Monitor(State())

    /// The settings of an app's draft.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - read: Reads their JSON from the file; throws if there is no such app.
    /// - Returns: The settings.
    /// - Throws: The errors of `read`, and `corrupt` if the JSON cannot be decoded.
    func settings(of app: String, read: () throws(StoreError) -> [UInt8]) throws(StoreError) -> Settings {
        let (cached, changes) = state.withLock { ($0.settings[app], $0.changes) }
        if let cached { return cached }
        let json = try read()
        guard let settings = DraftDecoder.settings(json).value else {
            throw StoreError(
                .corrupt, "The settings of the draft of \(app) cannot be read.",
                hint: "Restore the latest backup; keep the damaged file for analysis.")
        }
        state.withLock { state in
            guard state.changes == changes, json.count <= StatementLimits.cachedSettingsBytesMax else { return }
            if state.byteCount + json.count > StatementLimits.cachedSettingsBytesMax {
                state.settings = [:]
                state.byteCount = 0
            }
            state.settings[app] = settings
            state.byteCount += json.count
        }
        return settings
    }

    /// Removes all settings.
    func removeAll() {
        state.withLock { state in
            state.changes += 1
            state.settings = [:]
            state.byteCount = 0
        }
    }

    /// Removes an app's settings.
    func remove(_ app: String) {
        state.withLock { state in
            state.changes += 1
            // Their bytes stay counted until all settings are dropped.
            state.settings[app] = nil
        }
    }
}
