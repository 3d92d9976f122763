import SQLKit
import StoreRecords

/// The parts of changes, their pieces, and the rules that the audit is searched by.
struct AuditTable {
    let session: StoreSession

    /// A stored part.
    private struct StoredPart {
        let mark: AuditChange.Mark
        let before: Int?
        let after: Int?
    }

    /// Stores the change of a row that was just inserted, without waiting.
    ///
    /// The rules of a long change get a mark: a row of no app, whose rule is the name of the app.
    func insert(_ change: AuditChange, of sequence: Int, app: String) throws(StoreError) {
        let isLong = change.ruleIDs.count > StatementLimits.searchedRulesPerWrite && !change.parts.isEmpty
        try insert(rules: isLong ? [app] : change.ruleIDs, of: sequence, app: isLong ? Self.unsearched : app)
        // A piece that another row has is not stored again.
        try session.insert(
            into: "audit_pieces (digest, byte_count, packed)",
            change.parts.flatMap { [$0.before, $0.after].compactMap(\.self) }.map { piece -> [SQLValue] in
                [.blob(piece.digest), .integer(piece.byteCount), .blob(piece.packed)]
            }, ending: "ON CONFLICT DO NOTHING")
        let piece = "(SELECT id FROM audit_pieces WHERE digest = ?)"
        try session.insert(
            into: "audit_parts (sequence, ordinal, kind, change_count, before_piece, after_piece)",
            change.parts.enumerated().map { ordinal, part -> [SQLValue] in
                [
                    .integer(sequence), .integer(ordinal), .text(part.kind.rawValue), .integer(part.count),
                    part.before.map { .blob($0.digest) } ?? .null, part.after.map { .blob($0.digest) } ?? .null,
                ]
            }, queries: [4: piece, 5: piece])
    }

    /// The app of the marks of changes by whose rules the audit cannot be searched yet.
    private static let unsearched = ""

    /// Makes the audit find a row by some of the rules that it changed.
    func insert(rules: some Collection<String>, of sequence: Int, app: String) throws(StoreError) {
        try session.insert(
            into: "audit_rules (app, rule, sequence)",
            rules.lazy.map { rule -> [SQLValue] in [.text(app), .text(rule), .integer(sequence)] },
            ending: "ON CONFLICT DO NOTHING")
    }

    /// The marks of changes by whose rules the audit cannot be searched yet.
    func marks() throws(StoreError) -> [(app: String, sequence: Int)] {
        try session.all("SELECT rule, sequence FROM audit_rules WHERE app = ?1", [.text(Self.unsearched)]) { row in
            (app: row.text(0), sequence: row.integer(1))
        }
    }

    /// Deletes the mark of a change.
    func deleteMark(of sequence: Int) throws(StoreError) {
        try session.run(
            "DELETE FROM audit_rules WHERE app = ?1 AND sequence = ?2", [.text(Self.unsearched), .integer(sequence)])
    }

    /// The rules that a row changed, as its parts have them; none of a row that was cut.
    func changedRules(_ sequence: Int) throws(StoreError) -> [String] {
        var rules: [String] = []
        for part in try parts(of: sequence) {
            for case .rule(let id) in try items(of: part, sequence).map(\.subject) { rules.append(id) }
        }
        return rules
    }

    /// Deletes the rows up to one, which a cut permits, and the pieces that no other row has.
    func remove(through last: Int) throws(StoreError) {
        let key: [SQLValue] = [.integer(last)]
        let pieces = try session.all(
            """
            SELECT before_piece FROM audit_parts WHERE sequence <= ?1 AND before_piece IS NOT NULL
            UNION SELECT after_piece FROM audit_parts WHERE sequence <= ?1 AND after_piece IS NOT NULL
            """, key
        ) { row in row.integer(0) }
        try session.run("DELETE FROM audit_parts WHERE sequence <= ?1", key)
        for piece in pieces {
            try session.run(
                """
                DELETE FROM audit_pieces WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM audit_parts WHERE before_piece = ?1)
                    AND NOT EXISTS (SELECT 1 FROM audit_parts WHERE after_piece = ?1)
                """, [.integer(piece)])
        }
        try session.run("DELETE FROM audit_rules WHERE sequence <= ?1", key)
        try session.run("DELETE FROM audit WHERE sequence <= ?1", key)
        // A span that has other rows, too, keeps its instants, which are then wider than needed.
        try session.run("DELETE FROM audit_spans WHERE (number + 1) * 1024 - 1 <= ?1", key)
    }

    // MARK: Reading

    /// The row with a sequence; nil if there is none.
    func record(_ sequence: Int) throws(StoreError) -> AuditRecord? {
        let query = "SELECT \(StoreSession.auditColumns) FROM audit WHERE sequence = ?1"
        return try session.first(query, [.integer(sequence)]) { row in StoreSession.auditRecord(row) }
    }

    /// The oldest rows, in order.
    func rows(oldest count: Int) throws(StoreError) -> [AuditRecord] {
        let query = "SELECT \(StoreSession.auditColumns) FROM audit ORDER BY sequence LIMIT ?1"
        return try session.all(query, [.integer(count)]) { row in StoreSession.auditRecord(row) }
    }

    /// A page of what a row changed.
    func detail(_ record: AuditRecord, after offset: Int, limit: Int) throws(StoreError) -> AuditDetail {
        guard let mark = AuditMark(of: record) else {
            let inline = AuditItem.inline(of: record)
            var detail = AuditDetail(record: record, total: inline?.count ?? 0, isComplete: inline != nil)
            detail.add((inline ?? []).dropFirst(offset), limit: limit)
            detail.next = offset + detail.items.count < detail.total ? offset + detail.items.count : nil
            return detail
        }
        let parts = try parts(of: record.sequence)
        guard AuditChange.digest(of: parts.map(\.mark)) == mark.digest else { throw Self.damaged(record.sequence) }
        let total = parts.reduce(0) { $0 + $1.mark.count }
        var detail = AuditDetail(record: record, total: total, isComplete: true)
        var skipped = offset
        for part in parts {
            guard skipped < part.mark.count else {
                skipped -= part.mark.count
                continue
            }
            let items = try items(of: part, record.sequence)
            guard items.count == part.mark.count else { throw Self.damaged(record.sequence) }
            detail.add(items.dropFirst(skipped), limit: limit)
            skipped = 0
            if detail.isFull { break }
        }
        detail.next = offset + detail.items.count < total ? offset + detail.items.count : nil
        return detail
    }

    private func parts(of sequence: Int) throws(StoreError) -> [StoredPart] {
        try session.all(
            """
            SELECT p.kind, p.change_count, b.digest, a.digest, p.before_piece, p.after_piece FROM audit_parts p
            LEFT JOIN audit_pieces b ON b.id = p.before_piece LEFT JOIN audit_pieces a ON a.id = p.after_piece
            WHERE p.sequence = ?1 ORDER BY p.ordinal
            """, [.integer(sequence)]
        ) { row in
            StoredPart(
                mark: AuditChange.Mark(
                    kind: row.text(0), count: row.integer(1), before: row.optionalBytes(2),
                    after: row.optionalBytes(3)),
                before: row.optionalInteger(4), after: row.optionalInteger(5))
        }
    }

    /// The changes of a part: the rules of both pieces by id, or the whole text.
    private func items(of part: StoredPart, _ sequence: Int) throws(StoreError) -> [AuditItem] {
        let before = try text(part.before, sequence)
        let after = try text(part.after, sequence)
        switch AuditChange.Kind(rawValue: part.mark.kind) {
        case .rules: break
        case .settings: return [AuditItem(subject: .settings, before: before, after: after)]
        case .expectations: return [AuditItem(subject: .expectations, before: before, after: after)]
        case .screens: return [AuditItem(subject: .screens, before: before, after: after)]
        case nil: throw Self.damaged(sequence)
        }
        guard let old = AuditItem.rules(before ?? Array("[]".utf8)),
            let new = AuditItem.rules(after ?? Array("[]".utf8))
        else { throw Self.damaged(sequence) }
        var texts: [String: (before: [UInt8]?, after: [UInt8]?)] = [:]
        for rule in old { texts[rule.id, default: (nil, nil)].before = rule.json }
        for rule in new { texts[rule.id, default: (nil, nil)].after = rule.json }
        return texts.sorted { $0.key < $1.key }.map { id, texts in
            AuditItem(subject: .rule(id), before: texts.before, after: texts.after)
        }
    }

    /// The text of a piece; it is compared with its digest, which the row's digest covers.
    private func text(_ piece: Int?, _ sequence: Int) throws(StoreError) -> [UInt8]? {
        guard let piece else { return nil }
        let found = try session.first(
            "SELECT digest, byte_count, packed FROM audit_pieces WHERE id = ?1", [.integer(piece)]
        ) { row in AuditPiece(digest: row.bytes(0), byteCount: row.integer(1), packed: row.bytes(2)) }
        guard let text = found?.text else { throw Self.damaged(sequence) }
        return text
    }

    private static func damaged(_ sequence: Int) -> StoreError {
        StoreError(
            .corrupt, "The changes of row \(sequence) of the audit are not the ones that the row has the digest of.",
            hint: "Restore the latest backup; keep the damaged file for analysis.")
    }

    // MARK: Verifying

    /// The first row, from new to old, whose parts are missing or were changed; nil if there is none.
    ///
    /// Each piece is decompressed once, however many rows share it.
    func failure(among marks: [AuditMark]) throws(StoreError) -> AuditVerdict? {
        guard !marks.isEmpty else { return nil }
        var damaged: Set<Int> = []
        try session.walk("SELECT id, digest, byte_count, packed FROM audit_pieces") { row in
            let piece = AuditPiece(digest: row.bytes(1), byteCount: row.integer(2), packed: row.bytes(3))
            if piece.text == nil { damaged.insert(row.integer(0)) }
        }
        for mark in marks {
            let parts = try parts(of: mark.sequence)
            guard AuditChange.digest(of: parts.map(\.mark)) == mark.digest else {
                return .broken(
                    sequence: mark.sequence, detail: "its changes are not the ones that it has the digest of")
            }
            let isDamaged = parts.contains { part in
                [part.before, part.after].contains { $0.map(damaged.contains) == true }
            }
            if isDamaged { return .broken(sequence: mark.sequence, detail: "a text of its changes is damaged") }
        }
        return nil
    }
}
