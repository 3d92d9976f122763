import Digests
import GzipCoding

/// What a write changed, before and after, for the audit: rules, settings, expectations, or the screens of a build.
///
/// What is too long for the row itself is stored in parts. A part has the texts of a few rules, or one whole text, in
/// two pieces: before and after. A piece is named by its content, so that rows share it: a draft that is emptied and
/// filled again, or replaced and restored, is stored once.
package struct AuditChange: Sendable {
    /// Ids of the rules that were changed, sorted; the audit can be searched for them.
    package private(set) var ruleIDs: [String]
    /// The parts, in order; empty where the row itself has the texts.
    package private(set) var parts: [Part]

    /// A few changed rules in the order of their ids, or a whole text, such as the settings.
    package struct Part: Sendable {
        /// What the pieces hold.
        package let kind: Kind
        /// How many rules it has, or 1 for a whole text.
        package let count: Int
        /// The texts before; nil where there are none.
        package let before: AuditPiece?
        /// The texts after; nil where there are none.
        package let after: AuditPiece?

        /// What the digest of the change covers.
        var mark: Mark { Mark(kind: kind.rawValue, count: count, before: before?.digest, after: after?.digest) }
    }

    /// What the pieces of a part hold.
    package enum Kind: String, Sendable {
        /// A JSON list of rules.
        case rules
        /// The settings.
        case settings
        /// The list of expectations.
        case expectations
        /// The manifest of a build's screens.
        case screens
    }

    /// A part by the names of its pieces.
    package struct Mark: Sendable {
        /// The kind, as it is stored.
        package let kind: String
        /// How many rules the part has, or 1 for a whole text.
        package let count: Int
        /// The digest of the piece before.
        let before: [UInt8]?
        /// The digest of the piece after.
        let after: [UInt8]?

        /// Makes a mark from the columns of a part.
        package init(kind: String, count: Int, before: [UInt8]?, after: [UInt8]?) {
            self.kind = kind
            self.count = count
            self.before = before
            self.after = after
        }
    }

    /// A change whose texts are in the row itself.
    package init(ruleIDs: [String]) {
        self.ruleIDs = ruleIDs
        parts = []
    }

    /// A change in parts.
    ///
    /// - Parameters:
    ///   - settings: The settings before and after, if they changed.
    ///   - rules: The changed rules, by id.
    /// - Throws: `storage` where a text cannot be compressed.
    package init(settings: (before: [UInt8], after: [UInt8])?, rules: [RuleChange]) throws(StoreError) {
        ruleIDs = rules.map(\.id)
        parts = []
        if let settings {
            parts.append(
                Part(
                    kind: .settings, count: 1, before: try AuditPiece(settings.before),
                    after: try AuditPiece(settings.after)))
        }
        for group in Self.groups(rules) {
            parts.append(
                Part(
                    kind: .rules, count: group.count, before: try Self.piece(group.compactMap(\.before)),
                    after: try Self.piece(group.compactMap(\.after))))
        }
    }

    /// The change of one rule: in parts if one of its texts is long.
    package init(_ rule: RuleChange) throws(StoreError) {
        let isLong = AuditText.isLong(rule.before ?? []) || AuditText.isLong(rule.after ?? [])
        if isLong { try self.init(settings: nil, rules: [rule]) } else { self.init(ruleIDs: [rule.id]) }
    }

    /// The change of a whole text, such as the settings: in a part if it is long before or after.
    package init(_ kind: Kind, before: [UInt8]?, after: [UInt8]?) throws(StoreError) {
        self.init(ruleIDs: [])
        guard [before, after].contains(where: { $0.map(AuditText.isLong) == true }) else { return }
        parts = [try Self.part(kind, before: before, after: after)]
    }

    /// The SHA-256 that the row has of the parts.
    var digest: [UInt8] { Self.digest(of: parts.map(\.mark)) }

    /// SHA-256 over, for each part in order: the kind as its length in bytes (8 bytes, big-endian) and its UTF-8, the
    /// count (8 bytes, big-endian), and for before and after a byte (0 for absent, 1 for present) and the 32 bytes of
    /// the piece's digest.
    package static func digest(of marks: [Mark]) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: Int) {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for mark in marks {
            append(mark.kind.utf8.count)
            bytes += mark.kind.utf8
            append(mark.count)
            for digest in [mark.before, mark.after] { bytes += digest.map { [1] + $0 } ?? [0] }
        }
        return SHA256.hash(bytes)
    }

    /// The part of a whole text.
    private static func part(_ kind: Kind, before: [UInt8]?, after: [UInt8]?) throws(StoreError) -> Part {
        let pack = { (text: [UInt8]) throws(StoreError) in try AuditPiece(text) }
        return Part(kind: kind, count: 1, before: try before.map(pack), after: try after.map(pack))
    }

    /// The digest of the parts of a change that has these items, as they are read: settings or another whole text first,
    /// then rules by id.
    ///
    /// - Throws: `storage` where a text cannot be compressed.
    package static func digest(of items: [AuditItem]) throws(StoreError) -> [UInt8] {
        var change = AuditChange(ruleIDs: [])
        var rules: [RuleChange] = []
        for item in items {
            let kind: Kind
            switch item.subject {
            case .rule(let id):
                rules.append(RuleChange(id: id, before: item.before, after: item.after))
                continue
            case .settings: kind = .settings
            case .expectations: kind = .expectations
            case .screens: kind = .screens
            }
            change.parts.append(try part(kind, before: item.before, after: item.after))
        }
        change.parts += try AuditChange(settings: nil, rules: rules).parts
        return change.digest
    }

    // MARK: Parts

    /// Cuts rules into parts.
    ///
    /// Where a part ends depends on the ids and the lengths of both texts only, so that the same rules, changed back,
    /// give the same pieces with before and after exchanged.
    private static func groups(_ rules: [RuleChange]) -> [ArraySlice<RuleChange>] {
        var groups: [ArraySlice<RuleChange>] = []
        var start = 0
        var byteCount = 0
        for (index, rule) in rules.enumerated() {
            byteCount += (rule.before?.count ?? 0) + (rule.after?.count ?? 0)
            let isLast = index == rules.count - 1
            let isFull = index - start + 1 == StoreLimits.auditPartRulesMax || byteCount >= StoreLimits.auditPartBytes
            guard isLast || isFull || isEnd(rule.id) else { continue }
            groups.append(rules[start...index])
            start = index + 1
            byteCount = 0
        }
        return groups
    }

    /// Whether a part ends behind a rule: one id in ``StoreLimits/auditPartRules`` (FNV-1a, 32 bits).
    private static func isEnd(_ id: String) -> Bool {
        var hash: UInt32 = 2_166_136_261
        for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash % StoreLimits.auditPartRules == 0
    }

    private static func piece(_ texts: [[UInt8]]) throws(StoreError) -> AuditPiece? {
        guard !texts.isEmpty else { return nil }
        var list: [UInt8] = [UInt8(ascii: "[")]
        list.reserveCapacity(texts.reduce(1) { $0 + $1.count + 1 })
        for text in texts {
            if list.count > 1 { list.append(UInt8(ascii: ",")) }
            list += text
        }
        list.append(UInt8(ascii: "]"))
        return try AuditPiece(list)
    }
}

/// A text of the audit that rows share: compressed, and named by the SHA-256 of the text.
package struct AuditPiece: Sendable {
    /// SHA-256 of the text.
    package let digest: [UInt8]
    /// The length of the text in bytes.
    package let byteCount: Int
    /// The text in gzip.
    package let packed: [UInt8]

    /// Compresses a text; this is done beside the writer where the text is known before the transaction.
    ///
    /// - Parameter text: Canonical JSON.
    /// - Throws: `storage` where zlib cannot compress it.
    init(_ text: [UInt8]) throws(StoreError) {
        digest = SHA256.hash(text)
        byteCount = text.count
        do { packed = try Gzip.compress(text, level: StoreLimits.auditPackingLevel) } catch {
            throw StoreError(.storage, "A text of the audit cannot be compressed: \(error.detail)", hint: error.hint)
        }
    }

    /// The columns of a stored piece.
    package init(digest: [UInt8], byteCount: Int, packed: [UInt8]) {
        self.digest = digest
        self.byteCount = byteCount
        self.packed = packed
    }

    /// The text, or nil where it cannot be decompressed or is not the one that the digest names.
    package var text: [UInt8]? {
        guard (0...StoreLimits.auditPieceBytesMax).contains(byteCount),
            let text = try? Gzip.decompress(packed, limit: byteCount), text.count == byteCount,
            SHA256.hash(text) == digest
        else { return nil }
        return text
    }
}
