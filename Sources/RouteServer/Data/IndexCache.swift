import Digests
import HTTPWire
import RouteIndex
import RouteModel
import Synchronization

/// Compiled indexes for `resolve`, by digest: handed on by a publish or compiled when first asked for, kept while they
/// are used.
final class IndexCache: Sendable {
    private let indexes: Mutex<LeastRecentlyUsed<String, CompiledIndex>>

    init() {
        indexes = Mutex(LeastRecentlyUsed(costMax: ServerLimits.indexBytesMax))
    }

    /// The index of a body; its bytes were proved against the digest when they were read from the store.
    func index(of body: PublishedBody) throws(Problem) -> CompiledIndex {
        if let index = indexes.withLock({ $0.value(body.digest) }) { return index }
        let index = try Self.compile(body)
        keep(index, of: body)
        return index
    }

    /// Keeps a body's index; one that is larger than all that may be kept stays until the next comes.
    func keep(_ index: CompiledIndex, of body: PublishedBody) {
        // A small one costs its share of the number that are kept.
        let least = ServerLimits.indexBytesMax / ServerLimits.indexesMax
        let cost = min(max(index.byteCount, least), ServerLimits.indexBytesMax)
        indexes.withLock { $0.insert(index, for: body.digest, cost: cost) }
    }

    /// How many are kept.
    var count: Int { indexes.withLock { $0.count } }

    private static func compile(_ body: PublishedBody) throws(Problem) -> CompiledIndex {
        do {
            let digest = bytes(fromHex: body.digest) ?? []
            let compiled = try CompiledIndex.compile(ReleaseBody.decode(body.identity.bytes), digest: digest)
            return try CompiledIndex(IndexBytes(compiled))
        } catch {
            throw .fault("the release with the digest \(body.digest) cannot be compiled: \(error)")
        }
    }
}
