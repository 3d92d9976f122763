/// Keeps large values while an address carries only a word for them.
///
/// Words cannot be guessed, are taken once, and expire; a word in an address from outside is never looked up
/// (``ScreenRequest/takeStashed(as:)``). Values live in memory only, and so never outlive the app.
@MainActor
public final class ParameterStash {
    /// The query name under which an address carries a word.
    public nonisolated static let queryName = "stash"

    private struct Entry {
        var value: any Sendable
        var expires: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]
    private let now: @MainActor () -> ContinuousClock.Instant

    /// Makes an empty stash.
    /// - Parameter now: tells the time; the system's where none is given.
    public init(now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

    /// Keeps a value.
    /// - Parameters:
    ///   - value: what to keep.
    ///   - lifetime: how long it waits, ten minutes at most.
    /// - Returns: the word for it; nil while too many values wait to be taken.
    public func put<Value: Sendable>(_ value: Value, lifetime: Duration = .seconds(60)) -> String? {
        let moment = now()
        entries = entries.filter { $0.value.expires > moment }
        guard entries.count < Limits.stashedValuesMax else { return nil }
        // 128 bits from the system's generator.
        let word = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
        entries[word] = Entry(value: value, expires: moment.advanced(by: min(lifetime, Limits.stashLifetimeMax)))
        return word
    }

    /// Takes a value out; a second take, another type, or a word too late finds nothing.
    public func take<Value: Sendable>(_ word: String, as type: Value.Type) -> Value? {
        guard let entry = entries[word], entry.expires > now(), let value = entry.value as? Value else { return nil }
        entries[word] = nil
        return value
    }

    /// Forgets everything, such as at sign-out.
    public func clear() { entries = [:] }
}
