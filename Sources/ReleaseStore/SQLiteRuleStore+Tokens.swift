package import RouteModel

extension SQLiteRuleStore {
    package func tokens() throws(StoreError) -> [TokenRecord] {
        try readers.read { session throws(StoreError) in try session.tokens() }
    }

    package func token(secretHash: [UInt8]) throws(StoreError) -> TokenRecord? {
        try readers.read { session throws(StoreError) in try session.token(secretHash: secretHash) }
    }

    package func createToken(
        _ token: NewToken, by: Principal, at: Instant, recording: Recording<TokenRecord>?
    ) throws(StoreError) -> TokenRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session throws(StoreError) in
            try session.createToken(token, stamp)
        }
    }

    package func deleteToken(_ id: String, by: Principal, at: Instant) throws(StoreError) {
        try writes.perform { session throws(StoreError) in
            try session.deleteToken(id, Stamp(by: by, at: at))
        }
    }

    package func noteUse(_ uses: [String: Instant]) throws(StoreError) {
        try writes.perform { session throws(StoreError) in try session.noteUse(uses) }
    }
}
