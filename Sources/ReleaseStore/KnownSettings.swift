import SQLiteKit

/// The settings of drafts that were read last, so that adding a rule reads nothing from the file.
///
/// Whoever changes settings forgets them here before answering. What was read before such a change and comes in after it
/// is not taken.
final class KnownSettings: Sendable {
    private struct State {
        var settings: [String: [UInt8]] = [:]
        /// Raised by each change.
        var changes = 0
    }

    private let state = Monitor(State())

    /// The settings of an app's draft; `read` asks the file, and throws where there is no such app.
    func settings(
        of app: String, read: () throws(StoreError) -> [UInt8]
    ) throws(StoreError) -> [UInt8] {
        let (known, changes) = state.withLock { ($0.settings[app], $0.changes) }
        if let known { return known }
        let settings = try read()
        guard settings.count <= StoreLimits.knownSettingsBytesMax else { return settings }
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.settings.count >= StoreLimits.knownSettingsMax { state.settings = [:] }
            state.settings[app] = settings
        }
        return settings
    }

    /// Forgets what an app's settings were.
    func forget(_ app: String) {
        state.withLock { state in
            state.changes += 1
            state.settings[app] = nil
        }
    }
}
