import Digests
import ReleaseStore

/// An `Idempotency-Key` together with what it counts for.
struct RecordingKey: Sendable, Hashable {
    let key: IdempotencyKey

    /// Throws 400 for a key that is empty, too long or not printable.
    init?(_ field: String?, token: String, method: String, target: String, body: [UInt8]) throws(Problem) {
        guard let field else { return nil }
        let text = field.trimmingBlanks()
        guard (1...ServerLimits.idempotencyKeyBytesMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw .badRequest(
                "Idempotency-Key is 1 to \(ServerLimits.idempotencyKeyBytesMax) printable ASCII letters, e.g. a UUID")
        }
        key = IdempotencyKey(token: token, method: method, path: target, key: text, bodyDigest: SHA256.hash(body))
    }

    /// Asks the store to keep the answer, made from the outcome inside the transaction.
    func recording<Outcome: Sendable>(_ answer: @escaping @Sendable (Outcome) -> Answer) -> Recording<Outcome> {
        Recording(key: key) { outcome in StoredAnswer(answer(outcome)) }
    }
}

extension StoredAnswer {
    init(_ answer: Answer) {
        self.init(
            status: answer.status, fields: answer.fields.map { StoredField(name: $0.name, value: $0.value) },
            body: answer.bytes)
    }
}

extension Answer {
    /// The first answer given again.
    init(_ stored: StoredAnswer) {
        self.init(
            stored.status,
            fields: stored.fields.map { ProblemField($0.name, $0.value) } + [
                ProblemField("Idempotency-Replayed", "true")
            ],
            body: stored.body.isEmpty ? .none : .bytes(stored.body))
    }
}
