import Digests
import HTTPExchange
import HTTPWire
import RouteIndex
import RouteModel
import Synchronization

/// Compiled indexes for `resolve`, by digest: made by a publish or at the first request.
///
/// The least recently used ones are dropped.
final class IndexCache: Sendable {
    private let indexes: Mutex<LeastRecentlyUsed<String, CompiledIndex>>

    init() {
        indexes = Mutex(LeastRecentlyUsed(costMax: DataLimits.indexBytesMax))
    }

    /// The index of a release, whose digest was verified when it was read from the store.
    func index(of release: ServedRelease) throws(Problem) -> CompiledIndex {
        if let index = indexes.withLock({ $0.value(release.digest) }) { return index }
        let index = try Self.compile(release)
        insert(index, for: release.digest)
        return index
    }

    /// Inserts the index of the release with a digest.
    ///
    /// An index that is larger than the whole cache stays until the next one is inserted.
    func insert(_ index: CompiledIndex, for digest: String) {
        // The minimum cost, so that the number of small indexes is limited, too.
        let least = DataLimits.indexBytesMax / DataLimits.indexesMax
        let cost = min(max(index.byteCount, least), DataLimits.indexBytesMax)
        indexes.withLock { $0.insert(index, for: digest, cost: cost) }
    }

    /// How many indexes are in memory.
    var count: Int { indexes.withLock { $0.count } }

    private static func compile(_ release: ServedRelease) throws(Problem) -> CompiledIndex {
        do {
            let digest = bytes(fromHex: release.digest) ?? []
            let compiled = try CompiledIndex.compile(ReleaseBody.decode(release.identity.bytes), digest: digest)
            return try CompiledIndex(IndexBytes(compiled))
        } catch {
            throw .fault("the release with the digest \(release.digest) cannot be compiled: \(error)")
        }
    }
}
