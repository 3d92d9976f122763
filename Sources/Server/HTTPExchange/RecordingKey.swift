import Digests
import HTTPWire
package import StoreRecords

/// An `Idempotency-Key` together with the request that it was sent with.
package struct RecordingKey: Sendable, Hashable {
    /// The key, for comparison in the store.
    package private(set) var key: IdempotencyKey

    /// Reads the field of a request; nil if there is none.
    ///
    /// Throws 400 for a key that is empty, too long or not printable ASCII.
    package init?(_ incoming: IncomingRequest, token: String) throws(Problem) {
        guard let field = incoming.fields.idempotencyKey else { return nil }
        let text = field.trimmingBlanks()
        guard (1...ExchangeLimits.idempotencyKeyBytesMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw .badRequest(
                "Idempotency-Key must have 1 to \(ExchangeLimits.idempotencyKeyBytesMax) printable ASCII characters")
        }
        key = IdempotencyKey(
            token: token, method: incoming.method, path: incoming.target, key: text,
            bodyDigest: SHA256.hash(incoming.body))
    }

    /// The same key with the body as its handler reads it.
    func with(body: [UInt8]) -> RecordingKey {
        var other = self
        other.key.bodyDigest = SHA256.hash(body)
        return other
    }

    /// The instruction to store an answer, which is made from the outcome inside the transaction.
    package func recording<Outcome: Sendable>(
        _ answer: @escaping @Sendable (Outcome) -> Answer
    ) -> Recording<Outcome> {
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
    /// The answer to the first request with this key.
    package init(_ stored: StoredAnswer) {
        self.init(
            stored.status,
            fields: stored.fields.map { HeaderField($0.name, $0.value) } + [
                HeaderField("Idempotency-Replayed", "true")
            ],
            body: stored.body.isEmpty ? .none : .bytes(stored.body))
    }
}
