package import RouteModel

extension SQLiteRuleStore {
    /// All tokens, expired ones included, from old to new.
    package func tokens() throws(StoreError) -> [TokenRecord] {
        try readers.read { session throws(StoreError) in try session.tokens() }
    }

    /// The token whose secret has that SHA-256, if there is one.
    package func token(secretHash: [UInt8]) throws(StoreError) -> TokenRecord? {
        try readers.read { session throws(StoreError) in try session.token(secretHash: secretHash) }
    }

    /// Makes a token; `beyondGrantor` when it could do more than the token of `by`.
    package func createToken(
        _ token: NewToken, by: Principal, at: Instant, recording: Recording<TokenRecord>?
    ) throws(StoreError) -> TokenRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session throws(StoreError) in
            try session.createToken(token, stamp)
        }
    }

    /// Deletes a token; `lastAdmin` when no live unlimited administrator would be left.
    package func deleteToken(_ id: String, by: Principal, at: Instant) throws(StoreError) {
        try writes.perform { session throws(StoreError) in
            try session.deleteToken(id, Stamp(by: by, at: at))
        }
    }

    /// Notes when tokens were last used; ids that are gone are passed over, and no audit row is written.
    package func noteUse(_ uses: [String: Instant]) throws(StoreError) {
        try writes.perform { session throws(StoreError) in try session.noteUse(uses) }
    }
}
