/// The identity of a request that may be repeated: a key is valid for one token, method and path.
package struct IdempotencyKey: Sendable, Hashable {
    /// Id of the token used.
    package var token: String
    /// The request's method.
    package var method: String
    /// The request's path, with its query.
    package var path: String
    /// The client's key.
    package var key: String
    /// SHA-256 of the request's body.
    package var bodyDigest: [UInt8]

    /// Makes a key from the request it belongs to.
    package init(token: String, method: String, path: String, key: String, bodyDigest: [UInt8]) {
        self.token = token
        self.method = method
        self.path = path
        self.key = key
        self.bodyDigest = bodyDigest
    }
}

/// One header field of a stored answer.
package struct StoredField: Sendable, Hashable {
    /// The field's name; no line break.
    package var name: String
    /// The field's value; no line break.
    package var value: String

    /// Makes a field.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The first answer to a request, which each repetition gets for 24 hours.
package struct StoredAnswer: Sendable, Hashable {
    /// The status.
    package var status: Int
    /// The header fields that belong to the answer itself.
    package var fields: [StoredField]
    /// The body.
    package var body: [UInt8]

    /// Makes an answer.
    package init(status: Int, fields: [StoredField], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// Makes a write store its answer, in the same transaction.
package struct Recording<Outcome: Sendable>: Sendable {
    /// The key of the answer; it was claimed by `RuleStore.claim`.
    package var key: IdempotencyKey
    /// Makes the answer from the result of the write.
    ///
    /// It is called in the transaction: it must be fast and without side effects.
    package var answer: @Sendable (Outcome) -> StoredAnswer

    /// Makes a recording from its parts.
    package init(key: IdempotencyKey, answer: @escaping @Sendable (Outcome) -> StoredAnswer) {
        self.key = key
        self.answer = answer
    }
}

/// The result of claiming an idempotency key.
package enum IdempotencyClaim: Sendable, Hashable {
    /// The request is new: run it with a ``Recording``, then end the claim.
    case fresh
    /// The request was done: send this answer again.
    ///
    /// No claim was made.
    case replay(StoredAnswer)
}
