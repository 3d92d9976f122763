/// Stores large values in memory, for addresses that have only a key for them.
///
/// Keys cannot be guessed, work once, and expire. A key in an address from outside is never looked up
/// (``ScreenRequest/takeStashed(as:)``). Values are never written to the disk.
@MainActor
public final class ParameterStash {
    /// The name of the query item that has the key.
    public nonisolated static let queryName = "stash"

    private struct Entry {
        var value: any Sendable
        var expires: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]
    private let now: @MainActor () -> ContinuousClock.Instant

    /// Makes an empty stash.
    /// - Parameter now: the clock; by default the system's.
    public init(now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

    /// Stores a value.
    /// - Parameters:
    ///   - value: the value.
    ///   - lifetime: how long it is stored, ten minutes at most.
    /// - Returns: the key; nil if ``Limits/stashedValuesMax`` values are stored.
    public func put<Value: Sendable>(_ value: Value, lifetime: Duration = .seconds(60)) -> String? {
        let moment = now()
        entries = entries.filter { $0.value.expires > moment }
        guard entries.count < Limits.stashedValuesMax else { return nil }
        // 128 bits from the system's generator.
        let key = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
        entries[key] = Entry(value: value, expires: moment.advanced(by: min(lifetime, Limits.stashLifetimeMax)))
        return key
    }

    /// Removes and returns a value; nil if the key is unknown, was used or has expired, or the value has another type.
    public func take<Value: Sendable>(_ key: String, as type: Value.Type) -> Value? {
        guard let entry = entries[key], entry.expires > now(), let value = entry.value as? Value else { return nil }
        entries[key] = nil
        return value
    }

    /// Removes all values, for example at sign-out.
    public func clear() { entries = [:] }
}
