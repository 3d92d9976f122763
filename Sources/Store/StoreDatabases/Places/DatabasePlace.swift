import SQLKit
package import StoreRecords

/// Where a server's database is: the path of an SQLite file, or a URI of PostgreSQL.
package struct DatabasePlace: Sendable, Hashable, CustomStringConvertible {
    /// The two kinds of database.
    enum Kind: Sendable, Hashable {
        case file(String)
        case server(PostgresAddress)
    }

    let kind: Kind

    /// Reads a setting: a text that begins with `postgresql://` or `postgres://` is a URI, any other a path.
    ///
    /// A URI may not have a password: it would stand in the list of processes and in files of settings. libpq finds one in
    /// its password file or in a service file (https://www.postgresql.org/docs/15/libpq-pgpass.html).
    ///
    /// - Throws: `invalid`, whose texts have nothing of the URI.
    package init(_ text: String) throws(StoreError) {
        guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix) else {
            kind = .file(text)
            return
        }
        let address: PostgresAddress
        do { address = try PostgresAddress(text) } catch {
            throw StoreError(
                .invalid, "The URI of the database is not valid: \(error.message).",
                hint: "Write postgresql://USER@HOST:PORT/DATABASE, or postgresql:///?service=NAME.")
        }
        guard !address.hasPassword else {
            throw StoreError(
                .invalid, "The URI of the database has a password, which other accounts of this machine could read.",
                hint: "Put it into a password file with mode 0600, and name that with PGPASSFILE or ?passfile=.")
        }
        kind = .server(address)
    }

    /// Whether the database is a file of this process.
    package var isFile: Bool { if case .file = kind { true } else { false } }

    /// The path, or the URI without options.
    package var description: String {
        switch kind {
        case .file(let path): path
        case .server(let address): address.description
        }
    }

    /// What the names of the node's own files begin with: the path, or a name in the given folder.
    package func filePrefix(in folder: String) -> String {
        switch kind {
        case .file(let path): path
        case .server: "\(folder)/waymark"
        }
    }
}
