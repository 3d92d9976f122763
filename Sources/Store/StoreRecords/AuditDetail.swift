import CanonicalJSON

/// One rule, or one whole text such as the settings, that a write changed, before and after.
package struct AuditItem: Sendable, Hashable {
    /// What was changed.
    package enum Subject: Sendable, Hashable {
        /// The rule with this id.
        case rule(String)
        /// The draft's settings.
        case settings
        /// The app's expectations.
        case expectations
        /// The screens of the build that the row names.
        case screens
    }

    /// What was done to it.
    package enum Change: String, Sendable, CaseIterable {
        case added
        case changed
        case removed
        /// A rule has another place among the others, and the same text.
        case moved
    }

    /// What was changed.
    package var subject: Subject
    /// Canonical JSON before; nil if it was added.
    package var before: [UInt8]?
    /// Canonical JSON after; nil if it was removed.
    package var after: [UInt8]?

    /// Makes a change.
    package init(subject: Subject, before: [UInt8]?, after: [UInt8]?) {
        self.subject = subject
        self.before = before
        self.after = after
    }

    /// What was done to it.
    package var change: Change {
        guard before != nil else { return .added }
        guard after != nil else { return .removed }
        return before == after ? .moved : .changed
    }

    /// The length of both texts in bytes.
    var byteCount: Int { (before?.count ?? 0) + (after?.count ?? 0) }
}

/// A row of the audit with a page of what it changed in a draft, in the expectations or in the screens of a build.
package struct AuditDetail: Sendable, Hashable {
    /// The row.
    package let record: AuditRecord
    /// The changes of the page: settings first, then rules by id; empty for other rows.
    package private(set) var items: [AuditItem] = []
    /// The number of changes on all pages.
    package let total: Int
    /// Whether the changes were kept: not if 0.1.0 wrote the row and they were too long for it.
    package let isComplete: Bool
    /// How many changes the next page skips; nil if this page is the last.
    package var next: Int?
    /// Whether the page has no place for another change.
    package private(set) var isFull = false
    private var byteCount = 0

    /// Makes a page without changes.
    package init(record: AuditRecord, total: Int, isComplete: Bool) {
        self.record = record
        self.total = total
        self.isComplete = isComplete
    }

    /// Adds changes as long as the page has place for them; the first one always has.
    package mutating func add(_ items: some Sequence<AuditItem>, limit: Int) {
        for item in items {
            let isTooLong = byteCount + item.byteCount > StoreLimits.auditPageBytes && !self.items.isEmpty
            isFull = isFull || isTooLong || self.items.count == limit
            guard !isFull else { return }
            self.items.append(item)
            byteCount += item.byteCount
        }
    }

    /// Rewrites the shares of its rules from hundredths to percent.
    package mutating func convertShares() {
        for index in items.indices {
            items[index].before = items[index].before.map(StoredShares.percent)
            items[index].after = items[index].after.map(StoredShares.percent)
        }
    }
}

// MARK: Texts of rows

extension AuditItem {
    /// What a row changed, read from the row itself; nil if the row has only digests of it.
    package static func inline(of record: AuditRecord) -> [AuditItem]? {
        let before = record.before.flatMap { try? JSONDocument(parsing: $0) }
        let after = record.after.flatMap { try? JSONDocument(parsing: $0) }
        switch AuditAction(rawValue: record.action) {
        case .ruleAdd, .ruleReplace, .ruleRestore, .ruleDelete:
            let (old, new) = (before?.root["rule"], after?.root["rule"])
            guard let id = (new ?? old)?["id"]?.stringValue,
                [old, new].allSatisfy({ $0 == nil || $0?["id"] != nil })
            else { return nil }
            return [AuditItem(subject: .rule(id), before: before?.text(of: old), after: after?.text(of: new))]
        case .settingsReplace: return whole("settings", .settings, before, after)
        case .expectationsReplace: return whole("expectations", .expectations, before, after)
        case .screensReplace, .screensDelete: return whole("screens", .screens, before, after)
        case .draftReplace, .draftDiscard, .draftConvert:
            guard let before, let after, let old = rules(in: before), let new = rules(in: after) else { return nil }
            let settings = [before, after].map { $0.text(of: $0.root["draft"]?["settings"]) }
            let first =
                settings[0] == settings[1]
                ? [] : [AuditItem(subject: .settings, before: settings[0], after: settings[1])]
            return first
                + RuleChanges.between(old, new).map { change in
                    AuditItem(subject: .rule(change.id), before: change.before, after: change.after)
                }
        default: return []
        }
    }

    /// The change of a text that is a member of the row's texts; nil if the row has only a digest of it.
    private static func whole(
        _ name: String, _ subject: Subject, _ before: JSONDocument?, _ after: JSONDocument?
    ) -> [AuditItem]? {
        let texts = [before, after].compactMap { $0 }
        guard texts.allSatisfy({ $0.root[name]?.isDigest == false }) else { return nil }
        return [
            AuditItem(
                subject: subject, before: before?.text(of: before?.root[name]),
                after: after?.text(of: after?.root[name]))
        ]
    }

    /// The rules of a list, which is canonical JSON; nil if it is none.
    package static func rules(_ list: [UInt8]) -> [RuleText]? {
        let limits = JSONLimits(bytesMax: StoreLimits.auditPieceBytesMax)
        guard let document = try? JSONDocument(parsing: list, limits: limits) else { return nil }
        return rules(document, document.root)
    }

    private static func rules(in document: JSONDocument) -> [RuleText]? {
        document.root["draft"]?["rules"].flatMap { rules(document, $0) }
    }

    private static func rules(_ document: JSONDocument, _ list: JSONNode) -> [RuleText]? {
        guard list.kind == .array else { return nil }
        var rules: [RuleText] = []
        for node in list.elements {
            guard let id = node["id"]?.stringValue, let json = document.text(of: node) else { return nil }
            rules.append(RuleText(id: id, json: json))
        }
        return rules
    }
}

extension JSONDocument {
    /// The bytes of an object or a list.
    fileprivate func text(of node: JSONNode?) -> [UInt8]? { node.map { Array(bytes[$0.range]) } }
}

extension JSONNode {
    /// Whether it stands for a text that was too long: `{"bytes":…,"sha256":"…"}`.
    fileprivate var isDigest: Bool { self["bytes"] != nil && self["sha256"] != nil }
}
