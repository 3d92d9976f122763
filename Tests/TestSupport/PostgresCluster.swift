import Foundation
import Synchronization

/// A private PostgreSQL server for the tests of this process, from Debian's packages.
///
/// It is started once, at first use, with its files and its Unix socket in a new folder with a short path, and without a
/// TCP port. A shell that holds one end of a pipe stops it and removes the folder when this process has ended, in
/// whatever way. root cannot run the server: then an unprivileged user does.
package final class PostgresCluster: Sendable {
    /// What went wrong at the start.
    package struct Failure: Error, CustomStringConvertible {
        /// The output of the program that failed.
        package let description: String
    }

    /// The message of skipped tests.
    package static let skipMessage = "PostgreSQL is not installed: Config/scripts/install-libraries postgres"

    /// The cluster of this process, or why it did not start.
    package static let shared = Result { try PostgresCluster() }

    /// Whether the programs of a server are installed.
    package static var isInstalled: Bool { programs != nil }

    /// The folder of the socket, for the URI.
    package let folder: String
    /// End the shells, and so the server, when the system closes them at the end of this process; one for each start.
    private let lifelines = Mutex<[Pipe]>([])

    /// The newest installed version's folder with `initdb` and `postgres`.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    /// The settings of the server: fast, because its files need not survive; the standby that does not exist is for the
    /// tests that set `synchronous_commit` to `on`.
    private static let settings = """
        listen_addresses = ''
        max_connections = 100
        shared_buffers = 16MB
        fsync = off
        full_page_writes = off
        synchronous_commit = local
        synchronous_standby_names = 'absent'
        autovacuum = off
        """

    /// Who may connect: the user `guarded` with a password, all others of this machine without.
    private static let rights = """
        local all guarded scram-sha-256
        local all all trust
        local replication all trust
        """

    /// Starts a server of its own, for a test that stops it.
    package convenience init() throws {
        try self.init(
            making: "initdb --pgdata=data --username=waymark --encoding=UTF8 --locale=C --auth=trust --no-sync "
                + "--no-instructions",
            settings: Self.settings)
        try Self.rights.appending("\n").write(toFile: folder + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
        try start()
    }

    /// Starts a standby that follows a server, asynchronously.
    package convenience init(standbyOf primary: PostgresCluster) throws {
        let source = "--host='\(primary.folder)' --username=waymark --checkpoint=fast --no-sync --write-recovery-conf"
        try self.init(making: "pg_basebackup --pgdata=data \(source)", settings: "")
        try start()
    }

    /// Makes the files with a program, and adds settings to those that it wrote.
    private init(making program: String, settings: String) throws {
        guard let programs = Self.programs else { throw Failure(description: Self.skipMessage) }
        // Not the system's temporary directory: the path of a Unix socket has at most 107 bytes.
        folder = "/tmp/waymark-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        if geteuid() == 0 {
            try FileManager.default.setAttributes(
                [.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: folder)
        }
        let making = try Command.run(
            URL(filePath: "/bin/sh"),
            [
                "-c",
                "cd '\(folder)' && \(Self.asUser) '\(programs)'/\(program) >make.log 2>&1 || { cat make.log; exit 1; }",
            ])
        guard making.status == 0 else { throw Failure(description: making.text) }
        let file = folder + "/data/postgresql.auto.conf"
        let written = try String(contentsOfFile: file, encoding: .utf8)
        try (written + settings + "\nunix_socket_directories = '\(folder)'\n").write(
            toFile: file, atomically: false, encoding: .utf8)
    }

    /// A URI of a user of the cluster.
    ///
    /// - Parameters:
    ///   - user: `waymark` may do everything, `guarded` needs a password.
    ///   - options: more options, such as `connect_timeout=2`.
    ///   - database: the database.
    /// - Returns: the URI, without a password.
    package func uri(user: String = "waymark", options: String = "", database: String = "postgres") -> String {
        "postgresql://\(user)@/\(database)?host=\(folder)" + (options.isEmpty ? "" : "&\(options)")
    }

    /// Stops the server as a crash would: connections are cut, and the next start recovers.
    package func crash() throws {
        try control("stop -m immediate -w")
    }

    /// Starts the server again after ``crash()``.
    package func restart() throws {
        try start()
    }

    /// Refuses new connections, as a network does that lost the way to the server; those that are open go on.
    package func hide() throws { try FileManager.default.moveItem(atPath: socket, toPath: socket + ".hidden") }

    /// Ends ``hide()``.
    package func show() throws { try FileManager.default.moveItem(atPath: socket + ".hidden", toPath: socket) }

    private var socket: String { folder + "/.s.PGSQL.5432" }

    /// The URI of this server and another one, of which connections take the one that can be written.
    package func uri(with other: PostgresCluster) -> String {
        "postgresql://waymark@/postgres?host=\(folder),\(other.folder)&target_session_attrs=read-write"
    }

    /// The first value of the answer to a statement, as text.
    package func query(_ sql: String, in database: String = "postgres") throws -> String {
        try psql(["--command", sql], in: database).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The variables with which PostgreSQL's own programs find the server.
    package var environment: [String: String] {
        [
            "PATH": (Self.programs ?? "") + ":/usr/bin:/bin", "PGHOST": folder, "PGUSER": "waymark",
            "PGDATABASE": "postgres",
        ]
    }

    /// Writes a file of the schema `public`, as SQL.
    package func dump(to path: String, _ options: [String] = []) throws {
        try run("pg_dump", [uri(), "--schema=public", "--file", path] + options)
    }

    /// Replaces the schema `public` by that of a file that `pg_dump` wrote, in one transaction.
    package func restore(_ path: String) throws {
        _ = try psql([
            "--set=ON_ERROR_STOP=1", "--single-transaction", "--command", "DROP SCHEMA public CASCADE", "--file", path,
        ])
    }

    /// Replaces the rows of all tables by those of a file of rows, in one transaction; the tables stay.
    package func restoreRows(_ path: String) throws {
        let tables = try query("SELECT string_agg(tablename, ', ') FROM pg_tables WHERE schemaname = 'public'")
        _ = try psql([
            "--set=ON_ERROR_STOP=1", "--single-transaction", "--command", "SET session_replication_role = replica",
            "--command", "TRUNCATE \(tables)", "--file", path,
        ])
    }

    private func psql(_ arguments: [String], in database: String = "postgres") throws -> String {
        try run(
            "psql", ["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", uri(database: database)] + arguments)
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        guard let programs = Self.programs else { throw Failure(description: Self.skipMessage) }
        let done = try Command.run(URL(filePath: "\(programs)/\(program)"), arguments)
        guard done.status == 0 else { throw Failure(description: done.errors) }
        return done.text
    }

    /// Makes a standby receive nothing more, as if the network to its primary were cut.
    package func stopReceiving() throws {
        _ = try query("ALTER SYSTEM SET primary_conninfo = ''")
        _ = try query("SELECT pg_reload_conf()")
        guard eventually({ (try? query("SELECT count(*) FROM pg_stat_wal_receiver")) == "0" }) else {
            throw Failure(description: "the standby goes on receiving")
        }
    }

    private static var asUser: String {
        geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    }

    private func control(_ action: String) throws {
        guard let programs = Self.programs else { throw Failure(description: Self.skipMessage) }
        let done = try Command.run(
            URL(filePath: "/bin/sh"),
            ["-c", "cd '\(folder)' && \(Self.asUser) '\(programs)/pg_ctl' -D data \(action) 2>&1"])
        guard done.status == 0 else { throw Failure(description: done.text) }
    }

    private func start() throws {
        guard let programs = Self.programs else { throw Failure(description: Self.skipMessage) }
        let asUser = Self.asUser
        let lifeline = Pipe()
        lifelines.withLock { $0.append(lifeline) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        // The shell starts a second one in the background and ends. The second closes what it inherited from this process:
        // `Foundation.Process` learns that its child has ended from the end of a socket, and a process that holds a copy of
        // the socket of another child, because it started in the same moment, would keep that child's wait from ending.
        // It also may not be the child itself: without its own socket it would count as ended, and the one thread of
        // Foundation that waits for all children would wait for it. bash: other shells have only ten descriptors.
        //
        // The second shell reads until this process ends and the system closes the pipe; then an immediate stop (SIGQUIT),
        // and SIGKILL for a server that has not ended after ten seconds.
        process.arguments = [
            "-c",
            """
            cd '\(folder)' || exit
            exec 3<&0 </dev/null
            (
                for path in /proc/self/fd/*; do
                    descriptor=${path##*/}; [ "$descriptor" -le 3 ] || eval "exec $descriptor>&-"
                done
                \(asUser) '\(programs)/postgres' -D data >server.log 2>&1 3<&- & server=$!
                read -r line <&3
                kill -QUIT $server
                for step in 1 2 3 4 5 6 7 8 9 10; do kill -0 $server 2>/dev/null || break; sleep 1; done
                kill -KILL $server 2>/dev/null
                cd / && rm -rf '\(folder)'
            ) &
            """,
        ]
        process.standardInput = lifeline
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.begin()
        let isReady = eventually {
            (try? Command.run(URL(filePath: programs + "/pg_isready"), ["-q", "-h", folder]).status) == 0
        }
        guard isReady else {
            throw Failure(description: (try? String(contentsOfFile: folder + "/server.log", encoding: .utf8)) ?? "")
        }
    }
}
