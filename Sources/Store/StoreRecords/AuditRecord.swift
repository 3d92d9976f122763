package import RouteModel

/// One row of the audit: what was done, by which principal, and the hash that chains it to the row before.
package struct AuditRecord: Sendable, Hashable {
    /// 1, 2, 3 … without gaps.
    package var sequence: Int
    /// When it was done.
    package var at: Instant
    /// The principal who did it.
    package var by: Principal
    /// What was done such as `rule.add`; one of ``AuditAction``.
    package var action: String
    /// The app it was done to, if any.
    package var app: String?
    /// JSON of the state before, if there was one.
    package var before: [UInt8]?
    /// JSON of the state after, if there is one.
    package var after: [UInt8]?
    /// SHA-256 of the row before; 32 zero bytes for the first row.
    package var previousHash: [UInt8]
    /// SHA-256 of this row, `previousHash` included; see ``AuditChain``.
    package var hash: [UInt8]

    /// Makes a row from its columns.
    package init(
        sequence: Int, at: Instant, by: Principal, action: String, app: String?, before: [UInt8]?, after: [UInt8]?,
        previousHash: [UInt8], hash: [UInt8]
    ) {
        self.sequence = sequence
        self.at = at
        self.by = by
        self.action = action
        self.app = app
        self.before = before
        self.after = after
        self.previousHash = previousHash
        self.hash = hash
    }
}

/// The names of changes in the audit.
package enum AuditAction: String, Sendable, CaseIterable {
    case appCreate = "app.create"
    case appChange = "app.change"
    case appDelete = "app.delete"
    case draftReplace = "draft.replace"
    case draftDiscard = "draft.discard"
    case draftConvert = "draft.convert"
    case settingsReplace = "settings.replace"
    case ruleAdd = "rule.add"
    case ruleReplace = "rule.replace"
    case ruleRestore = "rule.restore"
    case ruleDelete = "rule.delete"
    case expectationsReplace = "expectations.replace"
    case screensReplace = "screens.replace"
    case screensDelete = "screens.delete"
    case releasePublish = "release.publish"
    case releaseRestore = "release.restore"
    case channelMove = "channel.move"
    case channelDelete = "channel.delete"
    case hostPut = "host.put"
    case hostDelete = "host.delete"
    case tokenCreate = "token.create"
    case tokenRotate = "token.rotate"
    case tokenDelete = "token.delete"
    case sessionLink = "session.link"
    case sessionCreate = "session.create"
    case sessionDelete = "session.delete"
    case storeBackup = "store.backup"
    case storeEpoch = "store.epoch"
    case retentionRun = "retention.run"
    case auditCut = "audit.cut"
}

/// A query for rows of the audit; a row must pass every filter.
package struct AuditQuery: Sendable, Hashable {
    /// Only rows about this app.
    package var app: String?
    /// Only rows about apps in here; rows about no app need `all`.
    package var scope = AppScope.all
    /// Only rows by the token with this id, or, if no row has such an id, by tokens and tools of this name.
    package var actor: String?
    /// Only rows with this action.
    package var action: String?
    /// Only rows that changed the rule with this id; it has no effect without ``app``.
    package var rule: String?
    /// Only rows at this instant or later.
    package var from: Instant?
    /// Only rows before this instant.
    package var to: Instant?
    /// Only rows before this sequence: the `next` of the page before, newest first.
    package var before: Int?
    /// Only rows after this sequence: the `next` of the page before, oldest first.
    package var after: Int?
    /// Whether the page begins with the oldest row.
    package var isOldestFirst = false
    /// The maximum number of rows on the page; ``StoreLimits/pageRowsMax`` at most.
    package var limit: Int

    /// Makes a query for a page, newest row first.
    package init(app: String? = nil, before: Int? = nil, limit: Int) {
        self.app = app
        self.before = before
        self.limit = limit
    }
}

/// A page of the audit.
///
/// It ends at the query's limit, at ``StoreLimits/auditPageBytes``, or after ``StoreLimits/auditScanRowsMax`` rows were
/// looked at: it may have no row and be followed by others.
package struct AuditPage: Sendable, Hashable {
    /// The rows.
    package var rows: [AuditRecord]
    /// The cursor of the next page; nil if this one is the last.
    package var next: Int?

    /// Makes a page of rows.
    package init(rows: [AuditRecord], next: Int?) {
        self.rows = rows
        self.next = next
    }
}

/// The result of verifying the whole audit.
package enum AuditVerdict: Sendable, Hashable {
    /// Every row has the hash of its content and of the row before.
    case intact(rows: Int, lastHash: [UInt8])
    /// The newest wrong row, with the reason.
    case broken(sequence: Int, detail: String)
}

/// The author of a write, as the audit stores it.
package struct Principal: Sendable, Hashable {
    /// Id of the token used, or of a person without one (``ProxiedPerson/id``); nil for the operator of the machine itself
    /// (first start, command line on the file).
    package var tokenID: String?
    /// The token's or the person's name, or the name of the operator's tool.
    package var name: String
    /// Source address of the request, or `local`.
    package var address: String

    /// Makes a principal.
    package init(tokenID: String?, name: String, address: String) {
        self.tokenID = tokenID
        self.name = name
        self.address = address
    }

    /// Whether it is a person whom a proxy named, so that no token is stored.
    package var isPerson: Bool { tokenID?.hasPrefix(ProxiedPerson.prefix) ?? false }

    /// The operator of the machine, who needs no token: access to the file is enough.
    package static func machine(_ tool: String) -> Principal {
        Principal(tokenID: nil, name: tool, address: "local")
    }
}
