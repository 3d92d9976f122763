/// Where a ``ParameterStash`` keeps its values: in memory, unless an app has a store of its own.
///
/// A store on the disk keeps what it can write, such as values that are Codable, and decides what survives a relaunch.
@MainActor
public protocol StashStore: AnyObject {
    /// The keys of all values, in any order.
    var keys: [String] { get }

    /// Keeps a value.
    /// - Returns: false if it cannot, such as for a value of another type; the caller then has no key.
    func keep(_ value: StashedValue, for key: String) -> Bool

    /// The value of a key; nil if there is none.
    func value(for key: String) -> StashedValue?

    /// Removes a value, if there is one.
    func remove(_ key: String)
}

/// A value in a ``StashStore``.
public struct StashedValue: Sendable {
    /// The value.
    public var value: any Sendable
    /// When it ends; a clock of the system's that a restart of the device sets back.
    public var expires: ContinuousClock.Instant

    /// Makes a value.
    public init(_ value: any Sendable, expires: ContinuousClock.Instant) {
        self.value = value
        self.expires = expires
    }
}

/// The default: values in memory, which end with the process.
@MainActor
final class MemoryStashStore: StashStore {
    private var values: [String: StashedValue] = [:]

    var keys: [String] { Array(values.keys) }

    func keep(_ value: StashedValue, for key: String) -> Bool {
        values[key] = value
        return true
    }

    func value(for key: String) -> StashedValue? { values[key] }

    func remove(_ key: String) { values[key] = nil }
}
