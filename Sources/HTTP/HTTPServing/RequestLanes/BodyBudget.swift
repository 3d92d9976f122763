import Synchronization

/// Counts the bytes of bodies of one lane, over all loops; strangers, which are callers without a live token, may use
/// only a part.
package final class BodyBudget: Sendable {
    private let all = Atomic(0)
    private let strangers = Atomic(0)
    private let bytesMax: Int
    private let strangersMax: Int

    /// Makes an empty budget: bytes of all bodies, and of those of strangers.
    init(bytesMax: Int, strangersMax: Int) {
        self.bytesMax = bytesMax
        self.strangersMax = min(strangersMax, bytesMax)
    }

    /// Requests refused because there was no room for their bodies.
    let refused = Atomic(0)

    /// Bytes in memory.
    package var bytes: Int { all.load(ordering: .relaxed) }

    /// Counts more bytes, or fewer if `count` is negative; false if there are too many, and then they are counted, too.
    func add(_ count: Int, isKnown: Bool) -> Bool {
        let total = all.add(count, ordering: .relaxed).newValue
        guard !isKnown else { return total <= bytesMax }
        return strangers.add(count, ordering: .relaxed).newValue <= strangersMax && total <= bytesMax
    }
}
