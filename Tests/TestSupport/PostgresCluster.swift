import Foundation

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
    /// Ends the shell, and so the server, when the system closes it at the end of this process.
    private let lifeline: Pipe

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
        """

    private init() throws {
        guard let programs = Self.programs else { throw Failure(description: Self.skipMessage) }
        // Not the system's temporary directory: the path of a Unix socket has at most 107 bytes.
        folder = "/tmp/waymark-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let asUser = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
        if geteuid() == 0 {
            try FileManager.default.setAttributes(
                [.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: folder)
        }
        let making = try Command.run(
            URL(filePath: "/bin/sh"),
            [
                "-c",
                "cd '\(folder)' && \(asUser) '\(programs)/initdb' --pgdata=data --username=waymark --encoding=UTF8 "
                    + "--locale=C --auth=trust --no-sync --no-instructions >initdb.log 2>&1 || { cat initdb.log; exit 1; }",
            ])
        guard making.status == 0 else { throw Failure(description: making.text) }
        try (Self.settings + "\nunix_socket_directories = '\(folder)'\n").write(
            toFile: folder + "/data/postgresql.auto.conf", atomically: false, encoding: .utf8)
        try Self.rights.appending("\n").write(toFile: folder + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
        lifeline = Pipe()
        try start(programs: programs, asUser: asUser)
    }

    /// A URI of a user of the cluster.
    ///
    /// - Parameters:
    ///   - user: `waymark` may do everything, `guarded` needs a password.
    ///   - options: more options, such as `connect_timeout=2`.
    /// - Returns: the URI, without a password.
    package func uri(user: String = "waymark", options: String = "") -> String {
        "postgresql://\(user)@/postgres?host=\(folder)" + (options.isEmpty ? "" : "&\(options)")
    }

    private func start(programs: String, asUser: String) throws {
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
