import ReleaseStore
import SQLKit
import StoreRecords

/// What tells a database server from another one, and from itself before a failover, a restart or a dump put back.
///
/// After a failover to a standby that lacked commits, positions that clients have seen would name other heads. So a
/// process that finds another identity than the stored one raises the epoch, before anything else is written.
struct ServerIdentity: Hashable {
    /// The number that `initdb` chose; standbys have the same.
    let system: String
    /// The timeline, in eight hexadecimal digits; a promotion raises it.
    let timeline: String
    /// When the server was started, in seconds of its own clock.
    let start: String
    /// The numbers of the database and of the table of the counter, which a dump does not put back; empty in a store of
    /// 0.2.0.
    let place: String

    /// The place of the table `cluster`, for a statement on it.
    static let placeSQL = """
        (SELECT CAST(oid AS text) FROM pg_database WHERE datname = current_database()) || '.' || CAST(tableoid AS text)
        """

    /// Asks the server of the session's connection.
    ///
    /// The timeline is that of the write-ahead log's present file: `pg_control_checkpoint()` still has the one before until
    /// the first checkpoint after a promotion, which was 16 s later in a measurement.
    init(of session: StoreSession, place: String) throws(StoreError) {
        let isStandby = try session.first("SELECT pg_is_in_recovery()") { row in row.flag(0) }
        guard isStandby != true else {
            throw StoreError(
                .readOnly, "The database server is a standby, which takes no writes.",
                hint: "Name the primary, or all servers and target_session_attrs=read-write.")
        }
        let found = try session.first(
            """
            SELECT (SELECT CAST(system_identifier AS text) FROM pg_control_system()),
                substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
                CAST(extract(epoch FROM pg_postmaster_start_time()) AS text)
            """
        ) { row in (row.text(0), row.text(1), row.text(2)) }
        (system, timeline, start) = found ?? ("", "", "")
        self.place = place
    }

    /// Takes stored values.
    init(system: String, timeline: String, start: String, place: String) {
        self.system = system
        self.timeline = timeline
        self.start = start
        self.place = place
    }

    /// What has changed since another identity, as a sentence for the audit and the log; nil if nothing has.
    func change(since other: ServerIdentity) -> String? {
        if system != other.system { return "the database is on another server, \(system) instead of \(other.system)" }
        if timeline != other.timeline {
            return "the database server is on timeline \(timeline), after \(other.timeline): a standby was promoted"
        }
        if let change = Self.change(of: place, since: other.place) { return change }
        return start == other.start ? nil : "the database server was started again"
    }

    /// What a place says that is not the one before, as a sentence; nil if it is, or that one is not known.
    static func change(of place: String, since other: String) -> String? {
        guard !other.isEmpty, place != other else { return nil }
        return "the tables were made anew, as \(place) instead of \(other): a dump was put back"
    }
}
