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
