package import RouteModel
import SQLKit
package import StoreRecords

extension Recording {
    /// Stores the answer to a write in the write's transaction, and deletes answers beyond their lifetime.
    func store(_ outcome: Outcome, in session: StoreSession, _ stamp: Stamp) throws(StoreError) {
        let oldest = stamp.at.milliseconds - StoreLimits.answerLifetimeMilliseconds
        // That of the same key is used no more, whatever the clock says later.
        try session.run(
            "DELETE FROM answers WHERE token = ?1 AND method = ?2 AND path = ?3 AND key = ?4 AND at <= ?5",
            [
                .text(key.token), .text(key.method), .text(key.path), .text(key.key),
                .integer(Int(oldest)),
            ])
        try session.run(
            """
            DELETE FROM answers WHERE at <= ?1
                AND at + CAST(?2 AS bigint) <= (SELECT coalesce(settled_at, 0) FROM facts WHERE id = 1)
            """, [.integer(Int(oldest)), .integer(Int(StoreLimits.answerLifetimeMilliseconds))])
        let answer = answer(outcome)
        do {
            try session.change(
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
            // Another request with the key was committed after this one claimed the key: this one is rolled back.
            throw .keyRunning
        }
    }
}

extension RuleStore {
    /// Deletes answers beyond their lifetime, for a server that stores no further ones; no row of the audit is written.
    ///
    /// - Parameter at: The present instant.
    /// - Returns: How many were deleted; ``StatementLimits/expiredAnswersPerWrite`` at most.
    /// - Throws: The failure of the write.
    package func deleteExpiredAnswers(at: Instant) throws(StoreError) -> Int {
        let oldest: [SQLValue] = [.integer(Int(at.milliseconds - StoreLimits.answerLifetimeMilliseconds))]
        let isDue = try read { session in
            try session.first("SELECT 1 FROM answers WHERE at <= ?1 LIMIT 1", oldest) { _ in true } ?? false
        }
        guard isDue else { return 0 }
        return try write { session in
            try session.change(
                """
                DELETE FROM answers WHERE (token, method, path, key) IN
                    (SELECT token, method, path, key FROM answers WHERE at <= ?1 ORDER BY at LIMIT ?2)
                """, oldest + [.integer(StatementLimits.expiredAnswersPerWrite)])
        }
    }
}

extension IdempotencyKey {
    /// The stored answer to a key and the digest of its request's body; nil if there is none within the lifetime.
    func answer(
        in session: StoreSession, at: Instant
    ) throws(StoreError) -> (bodyDigest: [UInt8], answer: StoredAnswer)? {
        let oldest = at.milliseconds - StoreLimits.answerLifetimeMilliseconds
        return try session.first(
            """
            SELECT body_digest, status, fields, body FROM answers
            WHERE token = ?1 AND method = ?2 AND path = ?3 AND key = ?4 AND at > ?5
            """, [.text(token), .text(method), .text(path), .text(key), .integer(Int(oldest))]
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

/// Header fields of stored answers as text: `name:value` and a line feed each.
enum AnswerFields {
    static func text(_ fields: [StoredField]) -> String {
        fields.map { field in
            let isPlain = !(field.name + field.value).utf8.contains { $0 == 10 || $0 == 13 }
            precondition(
                isPlain && !field.name.utf8.contains(UInt8(ascii: ":")), "a header field of more than one line")
            return "\(field.name):\(field.value)\n"
        }.joined()
    }

    static func fields(_ text: String) -> [StoredField] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return StoredField(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
