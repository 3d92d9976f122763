import PostgresKit
import PostgresStore
package import RouteModel
import SQLiteStore
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
