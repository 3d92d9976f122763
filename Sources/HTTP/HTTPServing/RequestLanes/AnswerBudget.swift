package import HTTPWire
import Synchronization

/// Counts the large answers of one lane that workers made, in all and by account, until they are freed.
///
/// If there is no room, the account that holds most loses its oldest answer, until there is: so an account that asks for
/// much takes room from itself, and never from one that holds less. Bytes that many answers share, such as a release, are
/// not counted; small answers are counted by `MemoryBudget`.
package final class AnswerBudget: Sendable {
    /// Who an answer is for, as the handler says (`Response.account`).
    package typealias Account = [UInt8]

    /// An answer that is in memory.
    private struct Held {
        let number: Int
        let bytes: Int
        /// Tells its connection that it is lost; nil if it must be sent.
        let lose: (@Sendable () -> Void)?
    }

    private struct Share {
        var bytes = 0
        /// Oldest first.
        var answers: [Held] = []
        /// Where the oldest one is that may be lost.
        var losable: Int? { answers.firstIndex { $0.lose != nil } }
    }

    private struct Counts {
        var all = 0
        var shares: [Account: Share] = [:]
        /// Numbers given to answers so far.
        var given = 0

        /// The account that loses an answer if one for an account that held so many bytes has no room; nil if none can.
        func loser(for account: Account, that held: Int) -> Account? {
            let losable = shares.filter { $0.value.losable != nil }
            let most = losable.max { $0.value.bytes < $1.value.bytes }
            if let most, most.value.bytes <= held, losable[account] != nil { return account }
            return most?.key
        }

        mutating func remove(_ index: Int, of account: Account) -> Held? {
            guard let removed = shares[account]?.answers.remove(at: index) else { return nil }
            all -= removed.bytes
            shares[account]?.bytes -= removed.bytes
            if shares[account]?.answers.isEmpty == true { shares[account] = nil }
            return removed
        }
    }

    /// Answers that were dropped because there was no room.
    let refused = Atomic(0)
    private let counts = Mutex(Counts())
    private let bytesMax: Int

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Bytes in memory.
    package var bytes: Int { counts.withLock { $0.all } }

    /// Whether answers have no room now.
    var isFull: Bool { bytes >= bytesMax }

    /// Counts an answer; nil if others fill the budget and none of them may be lost.
    ///
    /// The size of the answer itself does not matter: the largest draft must be readable.
    ///
    /// - Parameters:
    ///   - count: bytes of the answer.
    ///   - account: who it is for.
    ///   - isForced: whether the answer is counted although there is no room, and is not lost for others.
    ///   - lose: called at most once, on any thread, if the answer is lost; must not block.
    /// - Returns: the reservation, to be kept with the answer.
    func reserve(
        _ count: Int, for account: Account, isForced: Bool, lose: @escaping @Sendable () -> Void
    ) -> AnswerReservation? {
        var lost: [Held] = []
        let number: Int? = counts.withLock { counts in
            let held = counts.shares[account]?.bytes ?? 0
            while counts.all >= bytesMax, let loser = counts.loser(for: account, that: held),
                let index = counts.shares[loser]?.losable, let answer = counts.remove(index, of: loser)
            {
                lost.append(answer)
            }
            guard isForced || counts.all < bytesMax else { return nil }
            counts.given += 1
            counts.all += count
            counts.shares[account, default: Share()].bytes += count
            counts.shares[account]?.answers.append(
                Held(number: counts.given, bytes: count, lose: isForced ? nil : lose))
            return counts.given
        }
        for answer in lost { answer.lose?() }
        guard let number else {
            refused.add(1, ordering: .relaxed)
            return nil
        }
        return AnswerReservation(self, number, account)
    }

    fileprivate func holds(_ number: Int, of account: Account) -> Bool {
        counts.withLock { $0.shares[account]?.answers.contains { $0.number == number } ?? false }
    }

    fileprivate func release(_ number: Int, of account: Account) {
        counts.withLock { counts in
            guard let index = counts.shares[account]?.answers.firstIndex(where: { $0.number == number }) else { return }
            _ = counts.remove(index, of: account)
        }
    }
}

/// The bytes of one large answer in the budget; released with the last reference, whether or not the answer was sent.
final class AnswerReservation: Sendable {
    /// The budget that counts the answer.
    let budget: AnswerBudget
    private let number: Int
    private let account: AnswerBudget.Account

    fileprivate init(_ budget: AnswerBudget, _ number: Int, _ account: AnswerBudget.Account) {
        self.budget = budget
        self.number = number
        self.account = account
    }

    /// Whether another answer has its room now.
    var isLost: Bool { !budget.holds(number, of: account) }

    deinit { budget.release(number, of: account) }
}

extension RequestRefusal {
    /// The refusal of a request whose answer has no room.
    package static let answersFull = RequestRefusal(503, "clients have not read too many large answers yet")
}
