package import RouteModel

extension AuditRecord {
    /// A row as somebody else tells it, for proving that it is the one that was written.
    package init(
        told sequence: Int, at: Instant, by: Principal, action: String, app: String?, before: [UInt8]?,
        after: [UInt8]?, previousHash: [UInt8]
    ) {
        self.init(
            sequence: sequence, at: at, by: by, action: action, app: app, before: before, after: after,
            previousHash: previousHash, hash: [])
    }

    /// The hash that its content and the hash before it demand; see `AuditChain`.
    package var demandedHash: [UInt8] { AuditChain.hash(self) }
}
