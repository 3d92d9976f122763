import CanonicalJSON
import RouteClient
import RouteModel

extension Command {
    /// Says where addresses lead, as an app would: revalidate, cache, resolve here.
    static let resolve = Command(
        name: "resolve", summary: "say where addresses lead, resolved here from the server's rules",
        operands: "ADDRESS…", operandCount: 1...ClientOptions.addressesMax,
        options: ClientOptions.all + [
            .flag("--json", "one JSON object a line"),
            .flag("--explain", "also say why each candidate won or lost"),
        ],
        discussion: """
            The rules are fetched when the server has newer ones, and kept in the cache directory. Without a server the
            kept rules answer, and a line on the standard error says so.
            Exits with 1 when an address is blocked, unknown or cannot be followed.
            """,
        action: .asynchronous { arguments, terminal async throws(CommandError) in
            try await ResolveRun(
                arguments, terminal, explaining: arguments.has("--explain"), json: arguments.has("--json")
            )
            .run()
        })

    /// The same, always with the reasons.
    static let explain = Command(
        name: "explain", summary: "say why addresses lead where they do", operands: "ADDRESS…",
        operandCount: 1...ClientOptions.addressesMax,
        options: ClientOptions.all + [.flag("--json", "one JSON object a line, as resolve prints it")],
        discussion: """
            Lists, step by step, the rules that were candidates and the first thing that failed in each; where none was,
            the rule that came nearest. Exits with 1 when an address is blocked, unknown or cannot be followed.
            """,
        action: .asynchronous { arguments, terminal async throws(CommandError) in
            try await ResolveRun(arguments, terminal, explaining: true, json: arguments.has("--json")).run()
        })
}

/// One run of `resolve` or `explain`.
private struct ResolveRun {
    let arguments: Arguments
    let terminal: Terminal
    let explaining: Bool
    let json: Bool

    init(_ arguments: Arguments, _ terminal: Terminal, explaining: Bool, json: Bool) {
        self.arguments = arguments
        self.terminal = terminal
        self.explaining = explaining
        self.json = json
    }

    func run() async throws(CommandError) -> ExitCode {
        let instant = try ClientOptions.instant(arguments)
        let addresses = try ClientOptions.addresses(arguments)
        let client = try ClientOptions.client(arguments, terminal)
        let source = try await bringUpToDate(client)
        var code = ExitCode.done
        for address in addresses {
            let resolution = client.resolve(address, context: nil, at: instant, explaining: explaining)
            switch resolution.outcome {
            case .screen, .address: break
            case .blocked, .unmatched, .failed: code = .negative
            }
            terminal.say(json ? line(resolution, source) : ResolutionText(resolution, source).text)
        }
        return code
    }

    /// Asks the server; without it the cache has to do.
    private func bringUpToDate(_ client: RouteClient) async throws(CommandError) -> String {
        for problem in client.launch.problems { terminal.note("waymark: cache: \(problem)") }
        if arguments.has("--offline") {
            guard client.release != nil else {
                throw CommandError(
                    .unreachable, "the cache holds no rules of this app", hint: "run once without --offline")
            }
            return "cache"
        }
        do throws(RouteClientError) {
            let result = try await client.refresh()
            if case .ignored(let position) = result {
                terminal.note(
                    "waymark: the server's head \(position) is older than the one kept; the kept rules answer")
                return "cache"
            }
            if let failure = client.lastFailure, failure.code == .cacheUnwritable {
                terminal.note("waymark: the rules could not be kept: \(failure)")
            }
            return "network"
        } catch {
            guard let release = client.release else { throw ClientOptions.failure(error) }
            let origin = client.launch.source == .otherServer ? " (kept from another server's address)" : ""
            terminal.note("waymark: \(error.detail); answering from the cache, release \(release.version)\(origin)")
            return "cache"
        }
    }

    private func line(_ resolution: Resolution, _ source: String) -> String {
        guard case .object(var members) = resolution.json else { return resolution.json.text }
        members["source"] = .string(source)
        return JSONValue.object(members).text
    }
}
