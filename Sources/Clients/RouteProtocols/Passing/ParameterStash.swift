import Foundation

/// Stores large values in memory, for addresses that have only a key for them.
///
/// Keys cannot be guessed, work once, and expire. A key in an address from outside is never looked up
/// (``ScreenRequest/takeStashed(as:)``). A lifetime is measured by a clock that only goes forward; values of a store on the disk
/// also end by the wall clock, for a restart of the device (``StashedValue/validity``). Values are never written to the disk, unless by a ``StashStore`` of the app.
@MainActor
public final class ParameterStash {
    /// The name of the query item that has the key.
    public nonisolated static let queryName = "stash"

    private let store: any StashStore
    private let now: @MainActor () -> ContinuousClock.Instant
    private let wallClock: @MainActor () -> Int64

    /// Makes an empty stash in memory.
    /// - Parameter now: the clock; by default the system's.
    public convenience init(now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.init(store: MemoryStashStore(), now: now)
    }

    /// Makes a stash with the values of a store.
    /// - Parameters:
    ///   - store: keeps the values, in place of the memory.
    ///   - now: the clock that only goes forward; by default the system's.
    ///   - wallClock: the time in milliseconds since 1970; by default the system's.
    public init(
        store: any StashStore, now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now },
        wallClock: (@MainActor () -> Int64)? = nil
    ) {
        self.store = store
        self.now = now
        self.wallClock = wallClock ?? { Int64(Date().timeIntervalSince1970 * 1000) }
    }

    /// Stores a value.
    /// - Parameters:
    ///   - value: the value.
    ///   - lifetime: how long it is stored, ten minutes at most.
    /// - Returns: the key; nil if 64 values are stored, or the store refuses this one.
    public func put<Value: Sendable>(_ value: Value, lifetime: Duration = .seconds(60)) -> String? {
        let (moment, wall) = (now(), wallClock())
        for key in store.keys where !(store.value(for: key)?.isValid(at: moment, wall: wall) ?? false) {
            store.remove(key)
        }
        guard store.keys.count < Limits.stashedValuesMax else { return nil }
        // 128 bits from the system's generator.
        let key = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
        let lifetime = max(.zero, min(lifetime, Limits.stashLifetimeMax))
        let milliseconds = Int64(lifetime / .milliseconds(1))
        let stored = StashedValue(
            value, expires: moment.advanced(by: lifetime), validity: wall..<wall + milliseconds)
        return store.keep(stored, for: key) ? key : nil
    }

    /// Removes and returns a value; nil if the key is unknown, was used or has expired, or the value has another type.
    public func take<Value: Sendable>(_ key: String, as type: Value.Type) -> Value? {
        guard let entry = store.value(for: key), entry.isValid(at: now(), wall: wallClock()),
            let value = entry.value as? Value
        else { return nil }
        store.remove(key)
        return value
    }

    /// Removes all values, for example at sign-out.
    public func clear() { for key in store.keys { store.remove(key) } }
}
