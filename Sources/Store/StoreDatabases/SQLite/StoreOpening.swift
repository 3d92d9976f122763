import ReleaseStore
import SQLKit
import StoreRecords
import SystemIO

/// One opening of a database for writing: compares it with its head file, then raises its epoch.
///
/// Every opening raises the epoch, because no file says that it is an older copy of itself: a snapshot of the whole
/// folder that is put back looks like a normal start. Clients order heads by (epoch, sequence), so each pair keeps one
/// meaning whatever is put back. A client that has the release already fetches only the new head.
struct StoreOpening {
    /// The number of migrations that the file has had; 0 for a new one.
    let layout: Int
    private let session: StoreSession
    private let known: StoreHead?
    /// The file that remembers the last epoch of this path.
    private let lockFile: String
    private let stamp: Stamp
    /// Why the head file did not fit, if the operator accepted that.
    private let accepted: String?

    /// Reads the head file and compares the database with it; writes nothing.
    ///
    /// - Parameters:
    ///   - session: the writing connection.
    ///   - database: the path of the database.
    ///   - layout: the number of migrations that the file has had.
    ///   - stamp: the author of the changes of the opening.
    ///   - acceptsHead: whether a missing, damaged or older head file is accepted.
    /// - Throws: `invalid` if the head file does not fit and this is not accepted.
    init(
        _ session: StoreSession, of database: String, layout: Int, stamp: Stamp, acceptsHead: Bool
    ) throws(StoreError) {
        self.session = session
        self.layout = layout
        self.stamp = stamp
        lockFile = database + "-lock"
        let headFile = database + "-head"
        let content = try HeadFile.content(of: headFile)
        known = content.head
        accepted = try Self.hasHistory(session, layout) ? Self.fault(of: content, headFile, session) : nil
        guard let accepted, !acceptsHead else { return }
        throw Self.refusal(accepted)
    }

    private static func refusal(_ fault: String) -> StoreError {
        StoreError(
            .invalid, "\(fault). The database may have been changed or replaced while no server had it open.",
            hint: "Put the file back. If you know why it is not there, such as a copy without it, start once with "
                + "--accept-head, and compare the audit with the checkpoints in the server log: "
                + "waymark audit verify --expect SEQUENCE:HASH.")
    }

    /// Refuses a database that is missing or empty beside the head file of one that was used.
    ///
    /// - Throws: `invalid`; the failure of reading the head file.
    static func verifyPresence(of database: String) throws(StoreError) {
        guard PrivateFile.exists(database) || !Files.isLink(database) else {
            throw refusal("The database \(database) is a link to a file that is missing")
        }
        let path = (try? PrivateFile.resolved(database)) ?? database
        guard PrivateFile.byteCount(path) <= 0, PrivateFile.byteCount(path + "-wal") <= 0,
            let head = try HeadFile.content(of: path + "-head").head, head.sequence > 0
        else { return }
        throw refusal(
            "The database \(path) is \(PrivateFile.exists(path) ? "empty" : "missing"), but its head file \(path)-head "
                + "says that audit row \(head.sequence) was written")
    }

    /// Writes the epoch of the opening to the lock file, before any head shows it.
    func remember(_ epoch: Int) { LastEpoch.write(epoch, to: lockFile) }

    /// Inserts the row of facts of a new file; raises the epoch of any other.
    ///
    /// - Returns: what an operator should know of; an audit row says the same. Nil for a normal start, which has none.
    func prepareFacts() throws(StoreError) -> OpeningNotice? {
        let floor = max(known?.epoch ?? 0, LastEpoch.read(lockFile))
        let isCopy = try session.first("SELECT is_copy FROM facts WHERE id = 1") { row in row.flag(0) }
        guard let isCopy else {
            try session.run(
                "INSERT INTO facts (id, epoch, created_at) VALUES (1, ?1, ?2)",
                [.integer(StoreHead.epoch(after: floor, stamp)), .instant(stamp.at)])
            return .created
        }
        let loss: String? = if let known { try session.loss(since: known) } else { nil }
        let reason = isCopy ? "backup" : accepted ?? loss
        let epoch = try session.raiseEpoch(atLeastAfter: floor, reason: reason, stamp)
        if isCopy { return .backup(epoch: epoch) }
        if let accepted { return .headAccepted(detail: accepted, epoch: epoch) }
        return loss.map { .writesLost(detail: $0, epoch: epoch) }
    }

    /// What a database lacks of its head file, as sentences; none for a backup, which has no such file.
    static func missing(in session: StoreSession, of database: String) throws(StoreError) -> [String] {
        let content = try HeadFile.content(of: database + "-head")
        if content == .damaged { return ["The head file \(database)-head is damaged"] }
        guard let head = content.head else { return [] }
        do throws(StoreError) {
            return try session.loss(since: head).map { ["The database lacks writes: \($0)"] } ?? []
        } catch {
            guard error.code == .corrupt else { throw error }
            return [error.detail]
        }
    }

    /// Whether the file has anything that a head file protects.
    ///
    /// A backup has no head file: it is marked, and opening it is a notice of its own. A first start that was killed
    /// may have left a database without rows and without a head file.
    private static func hasHistory(_ session: StoreSession, _ layout: Int) throws(StoreError) -> Bool {
        guard layout > 0 else { return false }
        return try session.first(
            """
            SELECT is_copy = 0 AND (EXISTS (SELECT 1 FROM audit) OR EXISTS (SELECT 1 FROM apps)
                OR EXISTS (SELECT 1 FROM tokens)) FROM facts WHERE id = 1
            """
        ) { row in row.flag(0) } ?? false
    }

    /// Why a head file does not show which rows of the audit were written last; nil if it does.
    private static func fault(
        of content: HeadFile.Content, _ path: String, _ session: StoreSession
    ) throws(StoreError) -> String? {
        switch content {
        case .missing: return "The head file \(path) is missing"
        case .damaged: return "The head file \(path) is damaged"
        case .head(let head):
            let later = try session.first(
                """
                SELECT count(*), coalesce(max(at) - min(at), 0) FROM audit WHERE sequence > ?1
                """, [.integer(head.sequence)]
            ) { row in (rows: row.integer(0), milliseconds: row.integer(1)) }
            guard let later, later.milliseconds > FileLimits.headLagMilliseconds else { return nil }
            return "The head file \(path) is older than the database: it ends at audit row \(head.sequence), and "
                + "\(later.rows) rows follow over \(later.milliseconds / 1000) s, more than a crash leaves unwritten"
        }
    }
}
