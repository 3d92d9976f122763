import CanonicalJSON

/// What a part of the history of a store has changed, as far as servers keep it in memory.
package struct TouchedParts: Sendable, Hashable {
    /// The apps whose record, channels, releases or hosts have changed.
    package private(set) var apps: Set<String> = []
    /// The apps whose draft may have other settings.
    package private(set) var drafts: Set<String> = []
    /// Whether tokens have changed.
    package private(set) var tokens = false
    /// Whether sessions of the console have changed.
    package private(set) var sessions = false

    /// Reads rows of the audit, in any order.
    package init(_ rows: some Sequence<AuditRecord>) {
        for row in rows { add(row) }
    }

    /// Whether nothing has changed that servers keep in memory.
    var isEmpty: Bool { apps.isEmpty && drafts.isEmpty && !tokens && !sessions }

    private mutating func add(_ row: AuditRecord) {
        switch AuditAction(rawValue: row.action) {
        case .appCreate, .appChange, .releasePublish, .channelMove, .channelDelete, .retentionRun:
            apps.formUnion(row.app.map { [$0] } ?? [])
        case .appDelete, .releaseRestore:
            apps.formUnion(row.app.map { [$0] } ?? [])
            drafts.formUnion(row.app.map { [$0] } ?? [])
        case .hostPut, .hostDelete:
            // A host that is given to another app is taken from the one before.
            let texts = [row.before, row.after].compactMap(\.self)
            let owners = texts.compactMap { (try? JSONValue(parsing: $0))?["app"]?.stringValue }
            apps.formUnion(owners + [row.app].compactMap(\.self))
        case .draftReplace, .draftDiscard, .draftConvert, .settingsReplace:
            drafts.formUnion(row.app.map { [$0] } ?? [])
        case .tokenCreate, .tokenRotate, .tokenDelete:
            tokens = true
            // The sessions of a token end with it.
            sessions = true
        case .sessionCreate, .sessionDelete: sessions = true
        case .ruleAdd, .ruleReplace, .ruleRestore, .ruleDelete, .expectationsReplace, .screensReplace, .screensDelete,
            .sessionLink, .storeBackup, .storeEpoch, .auditCut:
            break
        // A node of the next version may write rows of new kinds; what is about an app is read again.
        case nil: apps.formUnion(row.app.map { [$0] } ?? [])
        }
    }
}
