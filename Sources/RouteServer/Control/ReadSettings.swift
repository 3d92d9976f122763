import RouteModel
import Synchronization

/// Settings that were read lately, by their text: rules come one by one, and each is read by its draft's settings.
final class ReadSettings: Sendable {
    private let known = Mutex(LeastRecentlyUsed<[UInt8], Settings>(costMax: ServerLimits.readSettingsBytesMax))

    /// The settings that a stored text says; throws 500 for what cannot be read.
    func settings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        if let settings = known.withLock({ $0.value(bytes) }) { return settings }
        let settings = try DraftText.storedSettings(bytes)
        known.withLock { $0.insert(settings, for: bytes, cost: bytes.count) }
        return settings
    }
}
