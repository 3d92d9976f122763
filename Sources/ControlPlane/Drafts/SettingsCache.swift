import DataPlane
import HTTPExchange
import RouteModel
import Synchronization

/// Decoded settings by their JSON, because each posted rule is decoded with the settings of its draft.
final class SettingsCache: Sendable {
    private let decoded = Mutex(LeastRecentlyUsed<[UInt8], Settings>(costMax: ControlLimits.decodedSettingsBytesMax))

    /// The settings that the store has as these bytes; throws 500 if they cannot be read.
    func settings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        if let settings = decoded.withLock({ $0.value(bytes) }) { return settings }
        let settings = try RequestDecoding.storedSettings(bytes)
        decoded.withLock { $0.insert(settings, for: bytes, cost: bytes.count) }
        return settings
    }
}
