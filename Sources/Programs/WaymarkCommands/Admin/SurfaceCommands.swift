import CanonicalJSON
import RouteDocuments
import SystemIO
import WebAddress

/// `waymark surfaces …`: the files by which operating systems give links of a host to apps.
enum SurfaceCommands {
    static let all: [Command] = [
        .admin(
            "surfaces export", "write the link files of a release, for a web server of your own", operands: "DIR",
            count: 1...1, options: [.app, release],
            discussion: "Each host is a folder in DIR, with the files as its web server must serve them."
        ) { call async throws(CommandError) in try await export(call) },
        .admin(
            "surfaces verify",
            "read the link files of real hosts as operating systems do, and say what each one will do",
            operands: "[ADDRESS…]", count: 0...AdminLimits.verifiedAddressesMax,
            options: [
                .app, release,
                .value(
                    "--host", "HOST", "a host to read; by default those of the release and of the addresses",
                    repeats: true),
                .value("--from", "URL", "read from this server in place of https://HOST"),
            ],
            discussion: """
                It follows no redirect, as the systems follow none, and compares the files with those of the release. For \
                each ADDRESS it says what iOS, Android and HarmonyOS do.
                """
        ) { call async throws(CommandError) in try await verify(call) },
        SurfaceImport.command,
    ]

    private static let release = CommandOption.value(
        "--release", "N", "the release; by default the one that production serves")

    /// The files of a release by host.
    private static func files(_ call: AdminCall) async throws(CommandError) -> [String: JSONValue] {
        var version = try call.arguments.integer("--release", in: 1...Int(Int32.max)).map(Int64.init)
        if version == nil {
            version = try await call.demand("GET", try call.appPath("/channels/production")).json["version"]?
                .integerValue
        }
        guard let version else {
            throw CommandError(.refused, "the channel production serves no release", hint: "give --release N")
        }
        let answer = try await call.demand("GET", try call.appPath("/releases/\(version)/surfaces"))
        return answer.json["files"]?.objectValue ?? [:]
    }

    // MARK: Export

    private static func export(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let folder = call.arguments.operands[0]
        var written: [String] = []
        for (host, files) in try await files(call).sorted(by: { $0.key < $1.key }) where HostName.isValid(host) {
            for system in LinkReader.allCases {
                guard let file = files[system.member] else { continue }
                let path = "\(folder)/\(host)\(system.path)"
                do throws(Errno) {
                    try Folders.make("\(folder)/\(host)/.well-known")
                    try Files.replace(path, file.canonicalBytes, mode: 0o644)
                } catch {
                    throw CommandError(.usage, "cannot write \(path): \(error)")
                }
                written.append(path)
            }
        }
        guard !written.isEmpty else {
            throw CommandError(
                .negative, "the release has no link files", hint: "the setting `surfaces` of its draft names no host")
        }
        return call.show(["files": .array(written.map(JSONValue.string))]) { _ in written.map { "wrote \($0)" } }
    }

    // MARK: Verify

    private static func verify(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let addresses = try call.arguments.operands.map { text throws(CommandError) in try webAddress(text) }
        let expected = try await files(call)
        var hosts = call.arguments.all("--host").map { $0.lowercased() }
        if hosts.isEmpty { hosts = Set(expected.keys).union(addresses.compactMap(\.host)).sorted() }
        guard !hosts.isEmpty else {
            throw CommandError(.negative, "there is no host to read", hint: "give --host HOST")
        }
        var verdicts: [SurfaceVerdict] = []
        for host in hosts {
            for system in LinkReader.allCases {
                verdicts.append(try await verdict(call, host, system, expected[host]?[system.member]))
            }
        }
        let decisions = addresses.flatMap { address in
            verdicts.filter { $0.host == address.host }.map { (address.href, $0.system, $0.decision(for: address)) }
        }
        _ = call.show(summary(verdicts, decisions)) { _ in lines(verdicts, decisions) }
        return verdicts.allSatisfy(\.problems.isEmpty) ? .done : .negative
    }

    private static func webAddress(_ text: String) throws(CommandError) -> Address {
        guard let address = try? Address(text), address.scheme == "https", address.host != nil else {
            throw CommandError(.usage, "\(text) is not an https address", hint: "write https://go.shop.example/i/7")
        }
        return address
    }

    private static func verdict(
        _ call: AdminCall, _ host: String, _ system: LinkReader, _ expected: JSONValue?
    ) async throws(CommandError) -> SurfaceVerdict {
        let text = call.arguments.text("--from") ?? "https://\(host)"
        guard let server = try? Address(text), let transport = AdminTransport(server) else {
            throw CommandError(.usage, "\(text) is not the address of a server", hint: "write https://go.shop.example")
        }
        do throws(AdminTransport.Failure) {
            return SurfaceVerdict(
                host, system, try await transport.send("GET", system.path, [], []), expected: expected)
        } catch {
            return SurfaceVerdict(host, system, failure: error.detail)
        }
    }

    private static func lines(
        _ verdicts: [SurfaceVerdict], _ decisions: [(address: String, system: LinkReader, text: String)]
    ) -> [String] {
        var lines: [String] = []
        for verdict in verdicts {
            let name = "\(verdict.host)\(verdict.system.path)"
            if verdict.problems.isEmpty { lines.append("\(verdict.system.rawValue): \(name) is in order") }
            lines += verdict.problems.map { "\(verdict.system.rawValue): \(name): \($0)" }
        }
        for (place, decision) in decisions.enumerated() {
            if place == 0 || decisions[place - 1].address != decision.address { lines.append(decision.address) }
            lines.append("  \(decision.text)")
        }
        return lines
    }

    private static func summary(
        _ verdicts: [SurfaceVerdict], _ decisions: [(address: String, system: LinkReader, text: String)]
    ) -> JSONValue {
        [
            "files": .array(
                verdicts.map { verdict in
                    [
                        "host": .string(verdict.host), "system": .string(verdict.system.rawValue),
                        "problems": .array(verdict.problems.map(JSONValue.string)),
                    ]
                }),
            "decisions": .array(
                decisions.map { decision in
                    [
                        "address": .string(decision.address), "system": .string(decision.system.rawValue),
                        "decision": .string(decision.text),
                    ]
                }),
        ]
    }
}
