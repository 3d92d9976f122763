package import CanonicalJSON
import Digests
import RouteModel
import StoreRecords

/// Verifies the rows of an audit that a server sends, newest row first: the hash of each row, and its link to the hash
/// of the row before.
package struct AuditProof: Sendable {
    private var chain = AuditChain()
    private var comparison: AuditComparison
    private var head: (text: String, comparison: AuditComparison)?
    private let expected: [String]
    /// The digests of changes that are stored beside their rows, by row.
    private var marks: [Int: [UInt8]] = [:]
    /// How many of these changes were verified.
    package private(set) var changesVerified = 0
    /// The reason why a row could not be read, or nil.
    private var unreadable: String?

    /// The number of rows added.
    package var rows: Int { chain.rowCount }
    /// The newest row's hash, hexadecimal, or empty.
    ///
    /// If a later verification finds the same hash, no row before it was changed.
    package var newestHash: String { rows == 0 ? "" : hex(chain.newestHash) }
    /// The last row that a cut removed before the oldest one; nil if the audit begins with its first row.
    package var cutThrough: Int? { chain.cutThrough }
    /// The first error, or nil.
    package var failure: String? { unreadable ?? (chain.isBroken ? Self.sentence(chain.verdict) : nil) }

    /// Makes a verification without rows.
    ///
    /// - Parameter texts: Rows that the audit must have, as `HASH` or `SEQUENCE:HASH`.
    /// - Throws: For a text that is neither.
    package init(expecting texts: [String] = []) throws(OfflineError) {
        comparison = AuditComparison(try Self.expectations(texts))
        expected = texts
    }

    /// Reads texts `HASH` or `SEQUENCE:HASH`.
    static func expectations(_ texts: [String]) throws(OfflineError) -> [AuditExpectation] {
        var expectations: [AuditExpectation] = []
        for text in texts {
            guard let expectation = AuditExpectation(text) else {
                throw OfflineError(
                    "\(text) is neither HASH nor SEQUENCE:HASH",
                    hint: "take sequence and hash from a line `audit checkpoint` of the server log, such as "
                        + "27:374fc1…, with all 64 digits of the hash")
            }
            expectations.append(expectation)
        }
        return expectations
    }

    /// Verifies the next older row.
    package mutating func add(_ row: JSONValue) {
        guard failure == nil else { return }
        guard let record = Self.record(row) else {
            unreadable = "a row cannot be read: \(row.text.prefix(200))"
            return
        }
        chain.add(record)
        comparison.add(record)
        head?.comparison.add(record)
        if let mark = AuditMark(of: record) { marks[mark.sequence] = mark.digest }
    }

    /// Expects the row that the server states as its newest, as `SEQUENCE:HASH`; before the first row is added.
    package mutating func expect(head text: String?) {
        guard let text else { return }
        guard let row = AuditExpectation(text) else {
            unreadable = "the server's head cannot be read: \(text.prefix(100))"
            return
        }
        head = (text, AuditComparison([row]))
    }

    /// The rows whose changes are stored beside them, newest first.
    package var rowsWithChanges: [Int] { marks.keys.sorted(by: >) }

    /// Verifies that changes are those that a row has the digest of.
    ///
    /// - Parameters:
    ///   - changes: All changes as the server sends them; nil if it says that they are damaged.
    ///   - sequence: The row.
    package mutating func verify(changes: [JSONValue]?, of sequence: Int) {
        let items = (changes ?? []).compactMap(Self.item)
        guard failure == nil, let mark = marks[sequence] else { return }
        guard let changes, items.count == changes.count, (try? AuditChange.digest(of: items)) == mark else {
            unreadable = "row \(sequence): its changes are not the ones that it has the digest of"
            return
        }
        changesVerified += 1
    }

    /// What was proved, and what was not, one sentence each; after a verification without an error.
    package var sentences: (proved: [String], open: [String]) {
        let first = (cutThrough ?? 0) + 1
        var proved = [
            "each row has the hash of its content and of the row before, from row \(first) to row \(first - 1 + rows)"
        ]
        var open: [String] = []
        if let head {
            proved.append("row \(head.text), the newest that the server has in memory, is there")
        } else {
            open.append("that no newer row is missing: the server does not state its newest row")
        }
        if changesVerified == marks.count {
            proved.append(
                "the changes of \(marks.count) rows that are stored beside their rows belong to their digests")
        } else {
            open.append("that the stored changes of \(marks.count - changesVerified) rows belong to their digests")
        }
        if expected.isEmpty {
            open.append(
                "that the whole audit was not replaced: give --expect with a line `audit checkpoint` of the log")
        } else {
            proved += expected.map { "the expected row \($0) is there, so that nothing up to it was replaced" }
        }
        open.append("what the database file has besides the rows that the server sends: use --database for this")
        return (proved, open)
    }

    /// Ends the verification after the oldest row; returns the error, or nil.
    package func finished() -> String? {
        unreadable ?? Self.sentence(chain.verdict) ?? comparison.failures.first
            ?? head?.comparison.failures.first.map { "the server's newest row is not in its audit: \($0)" }
    }

    private static func sentence(_ verdict: AuditVerdict) -> String? {
        switch verdict {
        case .intact: nil
        case .broken(let sequence, let detail): "row \(sequence): \(detail)"
        }
    }

    /// A change as the server sends it; nil if it cannot be read.
    private static func item(_ change: JSONValue) -> AuditItem? {
        let subjects: [(String, AuditItem.Subject)] = [
            ("settings", .settings), ("expectations", .expectations), ("screens", .screens),
        ]
        let rule = change["rule"]?.stringValue.map { AuditItem.Subject.rule($0) }
        guard let subject = rule ?? subjects.first(where: { change[$0.0] == true })?.1 else { return nil }
        return AuditItem(
            subject: subject, before: change["before"]?.canonicalBytes, after: change["after"]?.canonicalBytes)
    }

    private static func record(_ row: JSONValue) -> AuditRecord? {
        guard let sequence = row["sequence"]?.integerValue,
            let at = row["at"]?.stringValue.flatMap(Instant.init(rfc3339:)),
            let name = row["by"]?.stringValue, let address = row["from"]?.stringValue,
            let action = row["action"]?.stringValue, let previous = row["previousHash"]?.stringValue,
            let previousHash = bytes(fromHex: previous), let hash = row["hash"]?.stringValue.flatMap(bytes(fromHex:))
        else { return nil }
        return AuditRecord(
            sequence: Int(sequence), at: at,
            by: Principal(tokenID: row["token"]?.stringValue, name: name, address: address), action: action,
            app: row["app"]?.stringValue, before: row["before"]?.canonicalBytes, after: row["after"]?.canonicalBytes,
            previousHash: previousHash, hash: hash)
    }
}
