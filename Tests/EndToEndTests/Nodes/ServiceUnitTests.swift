import Foundation
import TestSupport
import Testing

@Suite("The unit for systemd, with a file and with PostgreSQL", .scheduled)
struct ServiceUnitTests {
    /// The shipped unit with the folders of a machine in a temporary folder that its unprivileged user may use.
    private struct Machine {
        let folder: TemporaryDirectory
        let unit: String

        /// The user of the service; tests that do not run as root have no other one.
        static let user = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

        init(_ configuration: String, passwords: String? = nil) throws {
            let folder = try TemporaryDirectory()
            self.folder = folder
            var text = try PackageRoot.text(of: "Config/deploy/waymark.service")
            for (name, place) in [
                ("etc", "/etc/waymark"), ("run", "/run/waymark"), ("state", "/var/lib/waymark"),
                ("bin", "/usr/local/bin"), ("credentials", "${CREDENTIALS_DIRECTORY}"),
            ] {
                try FileManager.default.createDirectory(
                    atPath: folder.file(name), withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o755])
                text = text.replacing(place, with: folder.file(name))
            }
            unit = text
            try text.write(toFile: folder.file("waymark.service"), atomically: false, encoding: .utf8)
            try configuration.write(toFile: folder.file("etc/waymark.json"), atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            // The user cannot read the folder of the build.
            try FileManager.default.copyItem(
                at: Program.products.appendingPathComponent("waymark"), to: URL(filePath: folder.file("bin/waymark")))
            try give(passwords)
            guard geteuid() == 0 else { return }
            for name in ["run", "state"] {
                try FileManager.default.setAttributes(
                    [.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: folder.file(name))
            }
        }

        /// Writes the password file of root, and the credential as newer versions of systemd do: its mode has the group.
        ///
        /// Without a password file the credential is what the unit has instead.
        private func give(_ passwords: String?) throws {
            let instead = values("SetCredential")[0].replacing("pgpass:", with: "")
            for (name, mode, text) in [
                ("etc/pgpass", 0o600, passwords), ("credentials/pgpass", 0o440, passwords ?? instead),
            ] {
                guard let text else { continue }
                try text.write(toFile: folder.file(name), atomically: false, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name))
            }
            guard geteuid() == 0 else { return }
            try FileManager.default.setAttributes(
                [.groupOwnerAccountID: 65534], ofItemAtPath: folder.file("credentials/pgpass"))
        }

        /// The values of a name in the unit, with the lines before ExecStart as they are.
        func values(_ name: String) -> [String] {
            unit.split(separator: "\n").filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }

        /// Runs what the unit starts, as its user, in its folder and with its variables, until the server listens.
        func start() throws -> (log: String, status: Int32) {
            let variables = values("Environment").joined(separator: " ")
            let user = Self.user.joined(separator: " ")
            let script = """
                cd '\(values("WorkingDirectory")[0])' || exit
                \(user) env -i \(variables) \(values("ExecStartPre")[0]) || exit
                \(user) env -i \(variables) \(values("ExecStart")[0]) >'\(folder.file("log"))' 2>&1 & server=$!
                for step in $(seq 300); do
                    grep -q 'listening on' '\(folder.file("log"))' && break
                    kill -0 $server 2>/dev/null || break
                    sleep 0.1
                done
                kill -TERM $server 2>/dev/null
                wait $server
                """
            let ended = try Command.run(URL(filePath: "/bin/sh"), ["-c", script])
            let log = (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? ""
            return (log + ended.errors, ended.status)
        }

        /// `config check --unit`, with a variable of the caller that the service does not have.
        func check(_ more: [String] = []) throws -> ProgramResult {
            try Program.run(
                "waymark", ["config", "check", "--unit", folder.file("waymark.service")] + more,
                environment: ["WAYMARK_WORKERS": "3"])
        }
    }

    @Test("All settings are of the file: the database and the addresses that it names are used, and none else")
    func file() throws {
        let machine = try Machine(#"{"listen": "127.0.0.1:0", "database": "shop.db"}"#)
        let checked = try machine.check()
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(checked.output.contains(#""127.0.0.1:0""#), "\(checked.output)")
        #expect(checked.output.contains(#""shop.db""#), "\(checked.output)")
        #expect(checked.output.firstMatch(of: /workers +16 +default/) != nil, "\(checked.output)")
        let served = try machine.start()
        #expect(served.status == 0 && served.log.contains("listening on"), "\(served.log)")
        #expect(FileManager.default.fileExists(atPath: machine.folder.file("state/shop.db")))
    }

    @Test(
        "A node's password is in a file of root with mode 0600; the service and config check connect with it",
        .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
    func node() throws {
        let cluster = try PostgresCluster()
        _ = try cluster.query("CREATE ROLE guarded LOGIN PASSWORD 'unit-secret'")
        _ = try cluster.query("CREATE DATABASE nodes OWNER guarded")
        let uri = cluster.uri(user: "guarded", database: "nodes")
        let configuration = #"{"listen": "127.0.0.1:0", "database": "\#(uri)", "nodeName": "paris-1"}"#
        let wrong = try Machine(configuration, passwords: "*:*:nodes:guarded:another\n")
        #expect(try wrong.check().status == 1)
        #expect(try wrong.start().status == 1)
        let machine = try Machine(configuration, passwords: "*:*:nodes:guarded:unit-secret\n")
        let checked = try machine.check(["--json"])
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(checked.output.contains(uri) && !checked.output.contains("unit-secret"), "\(checked.output)")
        let served = try machine.start()
        #expect(served.status == 0 && served.log.contains("listening on"), "\(served.log)")
        #expect(!served.log.contains("unit-secret"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: machine.folder.file("state"))
        #expect(kept.contains("waymark-state.db") && kept.contains("waymark-admin-token"), "\(kept)")
    }

    @Test("Flags, quoted variables and drop-ins of a unit are tested; one without serve is refused")
    func forms() throws {
        let machine = try Machine("{}")
        let more = """
            # /etc/systemd/system/waymark.service.d/override.conf
            [Service]
            Environment="WAYMARK_LISTEN=127.0.0.1:0" WAYMARK_LOG_LEVEL=debug 'WAYMARK_NODE_NAME=paris-1'
            ExecStart=
            ExecStart=-\(machine.folder.file("bin/waymark")) serve \\
                --database "\(machine.folder.file("state/a b.db"))"
            """
        let place = machine.folder.file("waymark.service")
        try (machine.unit + "\n" + more).write(toFile: place, atomically: false, encoding: .utf8)
        let checked = try machine.check()
        #expect(checked.status == 0, "\(checked.errors)")
        for (value, source) in [
            ("127.0.0.1:0", "WAYMARK_LISTEN"), ("debug", "WAYMARK_LOG_LEVEL"), ("paris-1", "WAYMARK_NODE_NAME"),
            ("a b.db", "--database"),
        ] {
            let row = checked.output.split(separator: "\n").first { $0.contains(value) }
            #expect(row?.contains(source) == true, "\(checked.output)")
        }
        #expect(try machine.check(["--listen", "127.0.0.1:0"]).status == 2)
        try "[Service]\nExecStart=/bin/true\n".write(toFile: place, atomically: false, encoding: .utf8)
        let other = try machine.check()
        #expect(other.status == 2 && other.errors.contains("systemctl cat"), "\(other.errors)")
    }
}
