import RouteModel
import SQLiteKit

extension Session {
    /// Keeps the answer to a write in the write's own transaction, and lets go of answers that are too old.
    func record<Outcome: Sendable>(
        _ recording: Recording<Outcome>?, _ outcome: Outcome, _ stamp: Stamp
    ) throws(StoreError) {
        guard let recording else { return }
        let oldest = stamp.at.milliseconds - StoreLimits.answerLifetimeMilliseconds
        try run("DELETE FROM answers WHERE at <= ?1", [.integer(Int(oldest))])
        let answer = recording.answer(outcome)
        let key = recording.key
        do {
            try run(
                """
                INSERT INTO answers (token, method, path, key, body_digest, at, status, fields, body)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """,
                [
                    .text(key.token), .text(key.method), .text(key.path), .text(key.key), .blob(key.bodyDigest),
                    .instant(stamp.at), .integer(answer.status), .text(AnswerFields.text(answer.fields)),
                    .blob(answer.body),
                ])
        } catch  where error.isDuplicate {
            // Another request with the key was done since this one asked: nothing of this one may stay.
            throw .keyRunning
        }
    }

    /// The kept answer to a key, and the digest of the body it was given for; nil when there is none or it is too old.
    func answer(_ key: IdempotencyKey, at: Instant) throws(StoreError) -> (bodyDigest: [UInt8], answer: StoredAnswer)? {
        let oldest = at.milliseconds - StoreLimits.answerLifetimeMilliseconds
        return try first(
            """
            SELECT body_digest, status, fields, body FROM answers
            WHERE token = ?1 AND method = ?2 AND path = ?3 AND key = ?4 AND at > ?5
            """, [.text(key.token), .text(key.method), .text(key.path), .text(key.key), .integer(Int(oldest))]
        ) { row in
            let fields = AnswerFields.fields(row.text(2))
            return (row.bytes(0), StoredAnswer(status: row.integer(1), fields: fields, body: row.bytes(3)))
        }
    }
}

extension StoreError {
    static let keyRunning = StoreError(
        .keyRunning, "The first request with this idempotency key is still running.",
        hint: "Wait a moment, then send the same request again.")

    static let keyReused = StoreError(
        .keyReused, "The idempotency key was used before, with another body.",
        hint: "Use a new key for every new request; repeat a request byte by byte.")
}
