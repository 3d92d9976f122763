import ReleaseStore
package import RouteModel
import SQLKit
package import StoreRecords
import SystemIO

/// Whether a server could open a database; changes nothing and makes no file.
package enum DatabaseCheck {
    /// What is at the place, as far as an operator should know.
    package enum State: Sendable, Hashable {
        /// A start makes the database, or opens it.
        case ready
        /// Another process has it open, such as the server that runs now.
        case open
        /// A file with the log of a killed process, which the start applies.
        case unfinished
    }

    /// Reads the database as a start would.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - acceptsHead: Whether a file may lack a head file that fits it.
    ///   - at: The present instant.
    /// - Returns: What is there.
    /// - Throws: The reason why a start would fail.
    package static func state(of place: DatabasePlace, acceptsHead: Bool, at: Instant) throws(StoreError) -> State {
        switch place.kind {
        case .file(let path): try file(path, acceptsHead, at)
        case .server(let address): try PostgresStartCheck.state(of: address) == .open ? .open : .ready
        }
    }

    /// What an operator should know of a database that can be opened, one sentence each.
    ///
    /// - Parameter place: Where it is.
    /// - Returns: The sentences; none for a file.
    /// - Throws: The failure of the connection.
    package static func warnings(of place: DatabasePlace) throws(StoreError) -> [String] {
        guard case .server(let address) = place.kind else { return [] }
        return try PostgresStartCheck.warnings(of: address)
    }

    /// Compares the copy of a node with the database, as its start would.
    ///
    /// - Parameters:
    ///   - place: Where the database is.
    ///   - path: The file with the copy.
    ///   - acceptsAnother: Whether the node may take another store than the one that it has served.
    /// - Returns: What the node has, or lacks, as a sentence; nil for a database that is a file, which has no nodes.
    /// - Throws: The reason why a start would fail.
    package static func node(
        of place: DatabasePlace, copyAt path: String, acceptsAnother: Bool
    ) throws(StoreError) -> String? {
        guard case .server(let address) = place.kind else { return nil }
        let folder = Folders.folder(of: path)
        guard Files.isWritable(folder + "/.") else {
            // A service manager may make it at the start.
            return "the folder of the node's copy, \(folder), does not exist or cannot be written; `serve` needs it"
        }
        var known: (identity: String?, position: StorePosition)?
        if Files.exists(path) {
            let reading = try FileReading(path)
            defer { reading.close() }
            let had = try? reading.session.first("SELECT epoch, sequence FROM node_state WHERE id = 1") { row in
                StorePosition(epoch: row.integer(0), sequence: row.integer(1))
            }
            // A copy that cannot be read is replaced.
            if let had, had.epoch > 0 { known = ((try? reading.session.identity()) ?? nil, had) }
        }
        guard let known else { return "the node has no copy of a store yet: its start makes one" }
        if !acceptsAnother {
            let found = try PostgresStartCheck.identity(of: address)
            try StoreBinding.verify(found, known.identity, known.position)
        }
        return "the node has a copy of the store \(known.identity ?? "of 0.2.0") up to \(known.position)"
    }

    /// Whether there is a store at a place; the reason why it cannot be opened is thrown.
    package static func hasStore(_ place: DatabasePlace, at: Instant) throws(StoreError) -> Bool {
        switch place.kind {
        case .file(let path): try StoreStartCheck.state(of: path, acceptsHead: false, at: at) != .new
        case .server(let address): try PostgresStartCheck.state(of: address) != .new
        }
    }

    /// Verifies that a store can be copied to a place: there is nothing, or a copy that is unfinished.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - at: The present instant.
    /// - Throws: `invalid` for a store; the reason why the place cannot be used.
    static func verifyTarget(_ place: DatabasePlace, at: Instant) throws(StoreError) {
        do throws(StoreError) {
            switch place.kind {
            case .file(let path):
                switch try StoreStartCheck.state(of: path, acceptsHead: true, at: at) {
                case .new: return
                case .unfinished: if try StoreStartCheck.isUnfinishedCopy(path) { return }
                case .ready, .open: break
                }
            case .server(let address): if try PostgresStartCheck.state(of: address) == .new { return }
            }
        } catch  where error == CopyMark.refusal { return }
        throw StoreError(
            .invalid, "The database \(place) has a store already.", hint: "Name a new file, or an empty schema.")
    }

    private static func file(_ path: String, _ acceptsHead: Bool, _ at: Instant) throws(StoreError) -> State {
        let folder = Folders.folder(of: path)
        let refusal = { (reason: String) in
            StoreError(.readOnly, reason, hint: "let the server's account write the file and its folder")
        }
        guard Files.exists(folder + "/.") else { throw refusal("there is no folder \(folder)") }
        // SQLite makes files beside the database.
        guard Files.isWritable(folder) else { throw refusal("the folder \(folder) cannot be written") }
        guard !Files.exists(path + "/.") else { throw refusal("it is a folder") }
        guard !Files.exists(path) || Files.isWritable(path) else { throw refusal("the file cannot be written") }
        switch try StoreStartCheck.state(of: path, acceptsHead: acceptsHead, at: at) {
        case .new, .ready: return .ready
        case .open: return .open
        case .unfinished: return .unfinished
        }
    }
}
