package import HTTPWire
import Synchronization

/// Counts the large answers of one lane that workers made, in all and by peer, until they are freed.
///
/// Bytes that many answers share, such as a release, are not counted; small answers are counted by `MemoryBudget`.
package final class AnswerBudget: Sendable {
    private struct Counts {
        var all = 0
        var byPeer: [PeerAddress: Int] = [:]
    }

    /// Answers that were dropped because there was no room.
    let refused = Atomic(0)
    private let counts = Mutex(Counts())
    private let bytesMax: Int

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Bytes in memory.
    package var bytes: Int { counts.withLock { $0.all } }

    /// Whether answers are refused now.
    var isFull: Bool { bytes >= bytesMax }

    /// Counts an answer for a peer; nil if other answers fill the budget, or those of the peer half of it.
    ///
    /// The size of the answer itself does not matter: the largest draft must be readable.
    ///
    /// - Parameters:
    ///   - count: bytes of the answer.
    ///   - peer: the connection's peer; without an address only the sum is limited.
    ///   - isForced: whether the answer is counted although there is no room.
    /// - Returns: the reservation, to be kept with the answer.
    func reserve(_ count: Int, peer: PeerAddress, isForced: Bool) -> AnswerReservation? {
        let key = peer.rateLimitKey
        let isWithin = counts.withLock { counts in
            let own = peer == .none ? 0 : counts.byPeer[key] ?? 0
            guard isForced || counts.all < bytesMax && own < bytesMax / 2 else { return false }
            counts.all += count
            counts.byPeer[key] = own + count
            return true
        }
        guard isWithin else {
            refused.add(1, ordering: .relaxed)
            return nil
        }
        return AnswerReservation(self, count, key)
    }

    fileprivate func release(_ count: Int, _ key: PeerAddress) {
        counts.withLock { counts in
            counts.all -= count
            let own = (counts.byPeer[key] ?? 0) - count
            counts.byPeer[key] = own > 0 ? own : nil
        }
    }
}

/// The bytes of one large answer in the budget; released with the last reference, whether or not the answer was sent.
final class AnswerReservation: Sendable {
    /// The budget that counts the answer.
    let budget: AnswerBudget
    private let count: Int
    private let peer: PeerAddress

    fileprivate init(_ budget: AnswerBudget, _ count: Int, _ peer: PeerAddress) {
        self.budget = budget
        self.count = count
        self.peer = peer
    }

    deinit { budget.release(count, peer) }
}

extension RequestRefusal {
    /// The refusal of a request whose answer has no room.
    package static let answersFull = RequestRefusal(503, "clients have not read too many large answers yet")
}
