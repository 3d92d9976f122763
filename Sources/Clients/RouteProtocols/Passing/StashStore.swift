/// Where a ``ParameterStash`` keeps its values: in memory, unless an app has a store of its own.
///
/// A store on the disk keeps what it can write, such as values that are Codable, and decides what survives a relaunch. With a
/// value it keeps ``StashedValue/expires`` and ``StashedValue/validity``, and returns them unchanged.
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
    /// When it ends, by a clock that a person cannot set; a restart of the device sets it back to zero.
    public var expires: ContinuousClock.Instant
    /// The wall-clock time within which it may be used, in milliseconds since 1970: from when it was stored to its end.
    ///
    /// It ends values across a restart of the device, where ``expires`` may lie days ahead. If the clock is set to before the
    /// time of storing, the value has ended; set back by less, it lives longer by as much, and so never more than ten minutes
    /// longer. Nil for values in memory, which ``expires`` alone ends exactly.
    public var validity: Range<Int64>?

    /// Makes a value.
    public init(_ value: any Sendable, expires: ContinuousClock.Instant, validity: Range<Int64>? = nil) {
        self.value = value
        self.expires = expires
        self.validity = validity
    }

    /// Whether it may be used.
    /// - Parameters:
    ///   - moment: now, by the clock of ``expires``.
    ///   - wall: now, in milliseconds since 1970.
    /// - Returns: false after the end, and before the time of storing.
    func isValid(at moment: ContinuousClock.Instant, wall: Int64) -> Bool {
        expires > moment && validity.map { $0.contains(wall) } ?? true
    }
}

/// The default: values in memory, which end with the process.
@MainActor
final class MemoryStashStore: StashStore {
    private var values: [String: StashedValue] = [:]

    var keys: [String] { Array(values.keys) }

    func keep(_ value: StashedValue, for key: String) -> Bool {
        // The process has one clock that only goes forward; a wall clock that is set must not end its values.
        values[key] = StashedValue(value.value, expires: value.expires)
        return true
    }

    func value(for key: String) -> StashedValue? { values[key] }

    func remove(_ key: String) { values[key] = nil }
}
