import SQLKit
import StoreRecords

/// The whole content of a draft at one revision, to compare it with another.
struct DraftContents: Sendable {
    let revision: Int
    let settings: [UInt8]
    let rules: [RuleRecord]
}

/// What replacing a whole draft writes, and what the audit says of it.
///
/// It is made beside the writer for one revision of the draft, because comparing and compressing 10,000 rules takes
/// longer than writing them; the transaction makes it again if the draft changed meanwhile. Rows of rules that stay
/// where they are, are not written.
struct DraftReplacement: Sendable {
    /// The revision of the draft that it is for.
    let basis: Int
    /// Positions of the rules whose rows are deleted.
    private(set) var leaving: [Int] = []
    /// Rows whose rule keeps its id and its position, but not its text.
    private(set) var changing: [(position: Int, rule: RuleText)] = []
    /// Rows that are inserted.
    private(set) var entering: [(position: Int, rule: RuleText)] = []
    /// Whether its rows were written ahead in the transaction.
    var isWritten = false
    /// Whether it changes so many rows that they are written ahead.
    var isLong: Bool { leaving.count + changing.count + entering.count > StatementLimits.editRowsMax }
    /// Whether every row leaves.
    let isFresh: Bool
    /// What the audit calls it.
    let action: AuditAction
    /// The draft before, as the audit's row has it.
    let before: [UInt8]
    /// The draft after, as the audit's row has it.
    let after: [UInt8]
    /// The rules and settings that change.
    let change: AuditChange

    /// Compares.
    ///
    /// - Parameters:
    ///   - old: The draft before.
    ///   - settings: The settings after.
    ///   - rules: The rules after, in their order.
    ///   - discard: The release that it becomes or takes rules from, if edits are given up.
    ///   - action: What the audit calls it; nil for a replacement or a discard.
    /// - Throws: `invalid` for two rules of one id; `storage` where a text cannot be compressed.
    init(
        of old: DraftContents, settings: [UInt8], rules: [RuleText], discard: Discard? = nil,
        action: AuditAction? = nil
    ) throws(StoreError) {
        basis = old.revision
        var ids: Set<String> = []
        for rule in rules where !ids.insert(rule.id).inserted {
            throw StoreError(.invalid, "Two rules have the id \(rule.id).", hint: "Give every rule a different id.")
        }
        var kept = 0
        var place = 0
        for (index, rule) in rules.enumerated() {
            let position = index + 1
            while place < old.rules.count, old.rules[place].position < position {
                leaving.append(old.rules[place].position)
                place += 1
            }
            guard place < old.rules.count, old.rules[place].position == position, old.rules[place].id == rule.id else {
                entering.append((position, rule))
                continue
            }
            if old.rules[place].json != rule.json { changing.append((position, rule)) }
            kept += 1
            place += 1
        }
        leaving += old.rules[place...].map(\.position)
        isFresh = kept == 0
        let texts = old.rules.map { RuleText(id: $0.id, json: $0.json) }
        let changes = RuleChanges.between(texts, rules)
        let (textBefore, textAfter) = (Self.text(texts, old.settings), Self.text(rules, settings))
        before = AuditText.draft(textBefore, revision: old.revision)
        after = AuditText.draft(textAfter, revision: old.revision + 1, from: discard?.version)
        self.action = action ?? (discard == nil ? .draftReplace : .draftDiscard)
        guard AuditText.isLong(textBefore) || AuditText.isLong(textAfter) else {
            change = AuditChange(ruleIDs: changes.map(\.id))
            return
        }
        change = try AuditChange(
            settings: old.settings == settings ? nil : (before: old.settings, after: settings), rules: changes)
    }

    /// `{"rules":[…],"settings":{…}}`, canonical.
    private static func text(_ rules: [RuleText], _ settings: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(
            rules.reduce(settings.count + StatementLimits.draftFrameBytes) { $0 + $1.json.count + 1 })
        text += "{\"rules\":[".utf8
        for (index, rule) in rules.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += rule.json
        }
        text += "],\"settings\":".utf8
        text += settings
        text.append(UInt8(ascii: "}"))
        return text
    }
}

extension DraftReplacement {
    /// Writes the rows of a long replacement; its transaction has the draft alone until it ends.
    ///
    /// - Returns: The replacement, made again if the draft has changed meanwhile.
    /// - Throws: `notFound`; the failure of a statement.
    func writtenAhead(
        of app: String, _ edit: DraftEdit, in session: StoreSession
    ) throws(StoreError) -> DraftReplacement {
        var written = self
        if let lock = session.dialect.takesLock(of: "a.id") {
            do throws(StoreError) {
                try session.forEach("SELECT \(lock) FROM apps a WHERE a.name = ?1", [.text(app)]) { _ in }
            } catch {
                // Another replacement takes longer than a lock is waited for.
                throw error.code == .busy ? .replacing(app) : error
            }
        }
        // Each edit shares the lock until it is committed, so the revision is the same until this transaction ends.
        let (id, revision, _) = try session.draftPlace(app)
        if case .replaceAll(let settings, let rules, let discard) = edit, basis != revision {
            written = try DraftReplacement(
                of: session.draftContents(id, revision: revision), settings: settings, rules: rules, discard: discard)
        }
        try written.writeRows(of: id, in: session)
        written.isWritten = true
        return written
    }

    /// Writes the rows that differ.
    func writeRows(of id: Int, in session: StoreSession) throws(StoreError) {
        if isFresh {
            try session.run("DELETE FROM draft_rules WHERE app_id = ?1", [.integer(id)])
        } else {
            for position in leaving {
                try session.run(
                    "DELETE FROM draft_rules WHERE app_id = ?1 AND position = ?2", [.integer(id), .integer(position)])
            }
        }
        for (position, rule) in changing { try session.update(rule, at: position, of: id) }
        try session.insert(entering, to: id)
    }
}
