import CanonicalJSON
import HTTPExchange
import ReleaseStore
import StoreRecords

/// A place in an export: behind a row, or behind one of its changes.
struct AuditPosition: Sendable, Hashable {
    /// The row; 0 for the beginning.
    let sequence: Int
    /// How many of its changes are done; nil if it is done.
    var changes: Int?

    /// The texts of positions: `12`, or `12.3` for the third change of row 12.
    static let pattern = "^[0-9]{1,15}([.][0-9]{1,15})?$"

    /// The same text as the one it was read from.
    var text: String { changes.map { "\(sequence).\($0)" } ?? "\(sequence)" }

    init(sequence: Int, changes: Int? = nil) {
        self.sequence = sequence
        self.changes = changes
    }

    /// Reads a position; throws 400.
    init(_ text: String) throws(Problem) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...15).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count, parts.count <= 2, let sequence = numbers.first else {
            throw .badRequest("?after= must be the number of a row, such as 12, or a Waymark-Next, not \(text)")
        }
        self.init(sequence: sequence, changes: numbers.count == 2 ? numbers[1] : nil)
    }
}

/// The audit as JSON lines, from old to new, in pieces of bounded size.
///
/// A line is a row, as `GET /v1/audit` shows it. With changes, a row about a draft is followed by a line for each rule
/// that it changed: `{"sequence":12,"number":3,"change":{…}}`.
struct AuditExport: Sendable {
    /// The answer's media type (https://jsonlines.org).
    static let mediaType = "application/jsonl"
    /// The header field with the position of the next piece.
    static let nextField = "Waymark-Next"

    let store: any RuleStore
    /// The filters; from old to new.
    let query: AuditQuery
    let hasChanges: Bool

    /// A piece of the export.
    struct Piece {
        var lines: [UInt8] = []
        /// Where the next piece begins; nil after the last one.
        var next: AuditPosition?

        /// Whether the piece is long enough.
        fileprivate var isFull: Bool { lines.count >= StoreLimits.auditPageBytes }
    }

    /// The piece behind a position.
    func piece(after start: AuditPosition) throws -> Piece {
        var piece = Piece()
        if let changes = start.changes {
            try addChanges(of: start.sequence, after: changes, to: &piece)
            guard piece.next == nil else { return piece }
        }
        var query = query
        query.after = start.sequence
        let page = try store.auditPage(query)
        for (index, row) in page.rows.enumerated() {
            guard !piece.isFull else {
                piece.next = AuditPosition(sequence: index == 0 ? start.sequence : page.rows[index - 1].sequence)
                return piece
            }
            piece.lines += JSONText.bytes(row.json)
            if hasChanges { try addChanges(of: row.sequence, after: 0, to: &piece) }
            guard piece.next == nil else { return piece }
        }
        piece.next = page.next.map { AuditPosition(sequence: $0) }
        return piece
    }

    /// Adds the changes of a row until the piece is full; sets `next` if changes are left.
    private func addChanges(of sequence: Int, after offset: Int, to piece: inout Piece) throws {
        var offset = offset
        while true {
            guard !piece.isFull else {
                piece.next = AuditPosition(sequence: sequence, changes: offset)
                return
            }
            let detail = try store.auditDetail(sequence, after: offset, limit: StoreLimits.pageRowsMax)
            guard let detail, query.scope.mayRead(detail.record) else { return }
            for item in detail.items {
                offset += 1
                piece.lines += JSONText.bytes([
                    "sequence": .integer(Int64(sequence)), "number": .integer(Int64(offset)), "change": item.json,
                ])
            }
            guard detail.next != nil else { return }
        }
    }
}
