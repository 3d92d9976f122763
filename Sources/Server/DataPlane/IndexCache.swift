import Digests
import HTTPExchange
import HTTPWire
import RouteIndex
import RouteModel
package import ServerMetrics
import Synchronization

/// Compiled indexes for `resolve`, by digest of the body: of a publish, or opened at the first request.
///
/// Two shelves, so that requests for many older releases cannot drop what channels point at. Each has a limit in bytes,
/// and drops what was used least recently.
package final class IndexCache: Sendable {
    private let state: Mutex<State>

    /// What an index is made from.
    struct Origin {
        /// The body, which is compiled if there is no stored index.
        let body: [UInt8]
        /// The stored index in this engine's format.
        let stored: [UInt8]?
    }

    /// One compilation: the first caller makes the index, and the others wait for it.
    private final class Making: Sendable {
        let outcome = Mutex<Result<CompiledIndex, Problem>?>(nil)
    }

    private struct State {
        /// Of releases that channels point at.
        var pinned: LeastRecentlyUsed<String, CompiledIndex>
        /// Of all others.
        var others: LeastRecentlyUsed<String, CompiledIndex>
        /// The digests that the channels of each app point at.
        var pins: [String: Set<String>] = [:]
        /// How many apps pin a digest; a digest of two apps is possible only where both hold the same bytes.
        var pinCounts: [String: Int] = [:]
        var makings: [String: Making] = [:]
        var compiled = 0

        mutating func find(_ digest: String) -> CompiledIndex? { pinned.value(digest) ?? others.value(digest) }

        mutating func insert(_ index: CompiledIndex, for digest: String) {
            if pinCounts[digest] != nil {
                pinned.insert(index, for: digest, cost: index.byteCount, atLeast: DataLimits.pinnedIndexesMax)
            } else {
                others.insert(index, for: digest, cost: index.byteCount, atLeast: DataLimits.indexesMax)
            }
        }
    }

    /// Makes an empty cache.
    ///
    /// - Parameter bytesMax: Memory for older releases, in bytes; releases that channels point at have twice as much
    ///   besides.
    init(bytesMax: Int) {
        state = Mutex(
            State(pinned: LeastRecentlyUsed(costMax: bytesMax * 2), others: LeastRecentlyUsed(costMax: bytesMax)))
    }

    /// The index of a release, whose digest was verified when it was read from the store.
    ///
    /// It is opened, or compiled, once for all callers that want it at the same time.
    ///
    /// - Parameters:
    ///   - digest: The digest of the release.
    ///   - origin: What it is made from; called only if it is not in memory.
    /// - Returns: The index.
    /// - Throws: The problem of `origin`; a fault if the body cannot be compiled.
    func index(
        of digest: String, from origin: () throws(Problem) -> Origin
    ) throws(Problem) -> CompiledIndex {
        let (found, making) = state.withLock { state -> (CompiledIndex?, Making) in
            if let index = state.find(digest) { return (index, Making()) }
            let making = state.makings[digest] ?? Making()
            state.makings[digest] = making
            return (nil, making)
        }
        if let found { return found }
        let outcome = making.outcome.withLock { outcome in
            if let outcome { return outcome }
            var isCompiled = false
            let made = Result { () throws(Problem) in
                let origin = try origin()
                if let stored = Self.open(origin.stored, digest) { return stored }
                isCompiled = true
                return try Self.compile(origin.body, digest)
            }
            outcome = made
            state.withLock { state in
                if isCompiled { state.compiled += 1 }
                state.makings[digest] = nil
                if case .success(let index) = made { state.insert(index, for: digest) }
            }
            return made
        }
        return try outcome.get()
    }

    /// Inserts the index of the release with a digest; one that is larger than its shelf stays until the next is inserted.
    func insert(_ index: CompiledIndex, for digest: String) { state.withLock { $0.insert(index, for: digest) } }

    /// Sets which digests the channels of an app point at from now on, and moves their indexes to the right shelf.
    func pin(_ digests: Set<String>, of app: String) {
        state.withLock { state in
            let before = state.pins.updateValue(digests, forKey: app) ?? []
            if digests.isEmpty { state.pins[app] = nil }
            for digest in digests.subtracting(before) {
                state.pinCounts[digest, default: 0] += 1
                if let index = state.others.remove(digest) { state.insert(index, for: digest) }
            }
            for digest in before.subtracting(digests) {
                let count = (state.pinCounts[digest] ?? 1) - 1
                state.pinCounts[digest] = count > 0 ? count : nil
                if count <= 0, let index = state.pinned.remove(digest) { state.insert(index, for: digest) }
            }
        }
    }

    /// Drops the indexes of older releases that no request has used since the last call; a request opens them again.
    package func dropUnused() { state.withLock { $0.others.removeUnused() } }

    /// How many indexes are in memory: of releases that channels point at, and of others.
    var counts: (pinned: Int, others: Int) { state.withLock { ($0.pinned.count, $0.others.count) } }

    /// How many indexes were compiled for requests.
    var compiled: Int { state.withLock { $0.compiled } }

    /// Writes the metric families.
    package func write(into text: inout MetricsText) {
        let (pinned, others, compiled) = state.withLock {
            (($0.pinned.count, $0.pinned.cost), ($0.others.count, $0.others.cost), $0.compiled)
        }
        text.family(
            "waymark_resolve_indexes", .gauge,
            "Compiled indexes in memory for resolve: of releases that channels point at, and of others.",
            [(["of": "channels"], Double(pinned.0)), (["of": "others"], Double(others.0))])
        text.family(
            "waymark_resolve_index_bytes", .gauge,
            "Memory of these indexes, in bytes; a small one counts as a share of its shelf.",
            [(["of": "channels"], Double(pinned.1)), (["of": "others"], Double(others.1))])
        text.single(
            "waymark_resolve_compiled_total", .counter,
            "Indexes that were compiled because a request needed them.", Double(compiled))
    }

    /// Opens a stored index; nil if there is none, or if it is not one of that body.
    private static func open(_ stored: [UInt8]?, _ digest: String) -> CompiledIndex? {
        guard let stored else { return nil }
        do throws(IndexError) {
            let index = try CompiledIndex(IndexBytes(stored))
            return hex(index.digest) == digest ? index : nil
        } catch { return nil }
    }

    private static func compile(_ body: [UInt8], _ digest: String) throws(Problem) -> CompiledIndex {
        do {
            let compiled = try CompiledIndex.compile(ReleaseBody.decode(body), digest: bytes(fromHex: digest) ?? [])
            return try CompiledIndex(IndexBytes(compiled))
        } catch {
            throw .fault("the release with the digest \(digest) cannot be compiled: \(error)")
        }
    }
}

extension LeastRecentlyUsed {
    /// Inserts a value whose cost is at least such a share of the whole that so many values fill the cache.
    fileprivate mutating func insert(_ value: Value, for key: Key, cost: Int, atLeast countMax: Int) {
        insert(value, for: key, cost: min(max(cost, costMax / countMax), costMax))
    }
}
