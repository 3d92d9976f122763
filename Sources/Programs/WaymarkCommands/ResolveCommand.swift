import CanonicalJSON
import RouteClient
import RouteDocuments
import RouteModel

/// `waymark resolve` and `waymark explain`: where addresses lead.
enum ResolveCommand {
    /// `waymark resolve`: fetches the rules if they changed, and resolves addresses in this process, as an app does.
    static let resolve = Command(
        name: "resolve", summary: "show where addresses lead, resolved here by the server's rules",
        operands: "ADDRESS…", operandCount: 1...ClientOptions.addressesMax,
        options: ClientOptions.all + [
            .flag("--json", "print one JSON object per line"),
            .flag("--explain", "also show why each candidate rule matched or failed"),
        ],
        discussion: """
            Fetches the rules if the server has newer ones, and stores them in the cache directory. If the server cannot be
            reached, the stored rules are used, and a line on the standard error says so.
            With a token, it also answers for a channel that clients need a token for, and with --draft for the draft; \
            then the server resolves.
            Exits with 1 if an address is blocked, unknown or cannot be followed.
            """,
        action: .asynchronous { arguments, terminal async throws(CommandError) in
            try await ResolveRun(
                arguments, terminal, explaining: arguments.has("--explain"), json: arguments.has("--json")
            )
            .run()
        })

    /// `waymark explain`: `resolve --explain`.
    static let explain = Command(
        name: "explain", summary: "show why addresses lead where they do", operands: "ADDRESS…",
        operandCount: 1...ClientOptions.addressesMax,
        options: ClientOptions.all + [.flag("--json", "print one JSON object per line, as resolve does")],
        discussion: """
            Lists for each redirect the candidate rules and the first check that failed in each; if there was no
            candidate, the nearest rule. Exits with 1 if an address is blocked, unknown or cannot be followed.
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
        if arguments.has("--draft") {
            guard !arguments.has("--offline") else {
                throw CommandError(.usage, "--draft and --offline exclude each other", hint: "the server has the draft")
            }
            return try await ask(isDraft: true, addresses, at: instant)
        }
        let client = try ClientOptions.client(arguments, terminal)
        guard let source = try await bringUpToDate(client) else {
            return try await ask(isDraft: false, addresses, at: instant)
        }
        var code = ExitCode.done
        for address in addresses {
            let resolution = client.resolve(address, context: nil, at: instant, explaining: explaining)
            switch resolution.outcome {
            case .screen, .address: break
            case .blocked, .unmatched, .failed: code = .negative
            }
            terminal.say(json ? line(resolution, source) : text(resolution, source))
        }
        return code
    }

    /// Resolves the addresses on the server, with the token.
    private func ask(
        isDraft: Bool, _ addresses: [String], at instant: Instant?
    ) async throws(CommandError) -> ExitCode {
        let call = AdminCall(arguments: arguments, terminal: terminal)
        return try await ServerResolution(call: call, isDraft: isDraft, isExplaining: explaining)
            .run(addresses, context: try ClientOptions.context(arguments), at: instant)
    }

    /// Fetches newer rules; if the server cannot be reached, uses the cache.
    ///
    /// - Returns: the source of the rules in use, `network` or `cache`; nil if only the server can tell, because clients
    ///   need a token for the channel, and one is given.
    private func bringUpToDate(_ client: RouteClient) async throws(CommandError) -> String? {
        await client.finishLaunching()
        for problem in client.launch.problems { terminal.printError("waymark: cache: \(problem)") }
        if arguments.has("--offline") {
            guard client.release != nil else {
                throw CommandError(
                    .unreachable, "the cache has no rules of this app", hint: "run once without --offline")
            }
            return "cache"
        }
        do throws(RouteClientError) {
            let result = try await client.refresh()
            if case .ignored(let position) = result {
                terminal.printError(
                    "waymark: the server's head \(position) is older than the cached one; using the cached rules")
                return "cache"
            }
            if let failure = client.lastFailure, failure.code == .cacheUnwritable {
                terminal.printError("waymark: cannot store the rules: \(failure)")
            }
            return "network"
        } catch {
            let hasToken = arguments.text("--token") != nil || arguments.text("--token-file") != nil
            if error.code == .unknownApp, hasToken { return nil }
            guard let release = client.release else { throw ClientOptions.failure(error) }
            let origin = client.launch.source == .otherServer ? " (stored from another server's address)" : ""
            terminal.printError("waymark: \(error.detail); using the cache, release \(release.version)\(origin)")
            return "cache"
        }
    }

    private func text(_ resolution: Resolution, _ source: String) -> String {
        ResolutionText(resolution.json, by: "release \(resolution.version), from the \(source)").text
    }

    private func line(_ resolution: Resolution, _ source: String) -> String {
        var writer = CanonicalWriter(reserving: 512)
        resolution.write(to: &writer, source: source)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
