import Digests
import RouteModel
import StoreRecords
import Synchronization

/// A token in memory, with the time of its last use.
final class KnownToken: Sendable {
    let record: TokenRecord
    /// Milliseconds since 1970 of the last use that the store does not have; 0 for none.
    private let use = Atomic<Int64>(0)

    init(_ record: TokenRecord) { self.record = record }

    /// Records a use; an older one never replaces a newer one.
    func noteUse(at now: Instant) { _ = use.max(now.milliseconds, ordering: .relaxed) }

    /// The last use that the store does not have.
    var lastUse: Instant? {
        let milliseconds = use.load(ordering: .relaxed)
        return milliseconds == 0 ? nil : Instant(milliseconds: milliseconds)
    }

    /// Returns the last use that the store does not have, and clears it.
    func takeUse() -> Instant? {
        let milliseconds = use.exchange(0, ordering: .relaxed)
        return milliseconds == 0 ? nil : Instant(milliseconds: milliseconds)
    }
}

/// All tokens by the hash of their secret and by id: a value type, of which each request reads a copy.
///
/// A look-up takes constant time. The tables are divided into parts by the key, so that a change copies one part of
/// each table.
struct TokenIndex: Sendable {
    private var byHash = DividedTable<[UInt8], KnownToken>()
    private var byID = DividedTable<String, KnownToken>()
    private var idsByName = DividedTable<String, Set<String>>()

    /// An index of these tokens.
    init(_ tokens: [TokenRecord] = []) {
        for token in tokens { put(token) }
    }

    /// The token with a secret that is valid at an instant.
    ///
    /// The hash of what a client sends selects the entry: a client cannot choose a hash that is near another one, so the
    /// time of the look-up shows nothing about secrets. The hash itself is compared in constant time.
    func token(secretHash hash: [UInt8], at now: Instant) -> KnownToken? {
        guard let token = byHash[hash], token.record.isLive(at: now) else { return nil }
        let record = token.record
        if constantTimeEqual(record.secretHash, hash) { return token }
        guard let previous = record.previousHash, let end = record.previousUntil, now < end else { return nil }
        return constantTimeEqual(previous, hash) ? token : nil
    }

    /// The token that a secret opens at an instant, and when the secret ends; nil where it never does.
    ///
    /// The last use is not noted.
    func standing(secretHash hash: [UInt8], at now: Instant) -> (record: TokenRecord, endsAt: Instant?)? {
        guard let record = token(secretHash: hash, at: now)?.record else { return nil }
        let isPrevious = !constantTimeEqual(record.secretHash, hash)
        return (record, [record.expiresAt, isPrevious ? record.previousUntil : nil].compactMap(\.self).min())
    }

    /// When the token with a secret expires or expired; nil if there is none, or for a secret that was rotated.
    func end(secretHash hash: [UInt8]) -> Instant? {
        guard let record = byHash[hash]?.record, constantTimeEqual(record.secretHash, hash) else { return nil }
        return record.expiresAt
    }

    /// The token with an id.
    func token(id: String) -> KnownToken? { byID[id] }

    /// A token with a name that is valid at an instant; the one with the least id if there are several.
    func token(named name: String, at now: Instant) -> TokenRecord? {
        (idsByName[name] ?? []).sorted().lazy.compactMap { byID[$0]?.record }.first { $0.isLive(at: now) }
    }

    /// Every token, in no order.
    var all: some Sequence<KnownToken> { byID.values }

    /// Adds a token, or replaces the one with its id; its last use is kept.
    mutating func put(_ record: TokenRecord) {
        let token = KnownToken(record)
        if let old = byID[record.id] {
            if let use = old.lastUse { token.noteUse(at: use) }
            forget(old.record)
        }
        byID[record.id] = token
        idsByName[record.name, default: []].insert(record.id)
        if let previous = record.previousHash { byHash[previous] = token }
        byHash[record.secretHash] = token
    }

    /// Removes a token.
    mutating func remove(id: String) {
        guard let old = byID[id] else { return }
        byID[id] = nil
        forget(old.record)
    }

    /// Removes a token from the tables of hashes and names.
    private mutating func forget(_ record: TokenRecord) {
        let others = idsByName[record.name]?.subtracting([record.id]) ?? []
        idsByName[record.name] = others.isEmpty ? nil : others
        byHash[record.secretHash] = nil
        if let previous = record.previousHash { byHash[previous] = nil }
    }
}

/// A dictionary in parts: changing a copy copies one part.
private struct DividedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var parts = [[Key: Value]](repeating: [:], count: AccessLimits.tokenTableParts)

    subscript(key: Key) -> Value? {
        get { parts[part(of: key)][key] }
        set { parts[part(of: key)][key] = newValue }
    }

    subscript(key: Key, default value: Value) -> Value {
        get { self[key] ?? value }
        set { self[key] = newValue }
    }

    var values: some Sequence<Value> { parts.lazy.flatMap(\.values) }

    private func part(of key: Key) -> Int {
        Int(UInt(bitPattern: key.hashValue) % UInt(AccessLimits.tokenTableParts))
    }
}
