import RouteClient
import RouteModel

/// Options of the commands that act as a client: `resolve`, `explain` and `bundle`.
enum ClientOptions {
    /// Addresses on one command line; the system's limit on its length (execve(2), E2BIG) is usually reached before.
    static let addressesMax = 10_000

    static let server = CommandOption.value(
        "--server", "URL", "the server; http://127.0.0.1:8080 by default", environment: "WAYMARK_SERVER",
        setting: "server")
    static let app = CommandOption.value(
        "--app", "APP", "the app", required: true, environment: "WAYMARK_APP", setting: "app")
    static let channel = CommandOption.value(
        "--channel", "C", "the channel; production by default", environment: "WAYMARK_CHANNEL")

    /// The options of `resolve` and `explain`.
    static let all =
        [
            server, app, channel,
            .value(
                "--cache", "DIR", "the folder for fetched rules; ~/.cache/waymark by default",
                environment: "WAYMARK_CACHE"),
            .value(
                "--context", "k=v", "facts about the client: platform=ios, appVersion=7.2, attributes.group=B",
                repeats: true
            ),
            .value("--at", "INSTANT", "the time at which rules apply, such as 2026-05-01T12:00:00Z; now by default"),
            .flag("--offline", "use the cache only and send no request"),
            .flag("--draft", "resolve by the draft, on the server; needs a token"),
        ] + AdminCommand.connection.filter { ["--token", "--token-file", "--config"].contains($0.name) }

    /// Makes the client that the options describe.
    static func client(_ arguments: Arguments, _ terminal: Terminal) throws(CommandError) -> RouteClient {
        let context = try context(arguments)
        let app = try arguments.required("--app")
        let cache: String
        if let given = arguments.text("--cache") { cache = given } else { cache = try defaultCache(terminal) }
        do throws(RouteClientError) {
            let server = arguments.text("--server") ?? "http://127.0.0.1:8080"
            return try RouteClient(
                server: server, app: app, channel: arguments.text("--channel") ?? "production", cache: cache,
                context: context, transport: CheckedTransport(server: server))
        } catch {
            throw failure(error)
        }
    }

    /// The context of `--context` and of operands that are pairs.
    static func context(_ arguments: Arguments) throws(CommandError) -> Context {
        let pairs = arguments.all("--context") + arguments.operands.filter(isPair)
        do throws(ModelError) { return try Context(pairs: pairs) } catch {
            throw CommandError(.usage, "--context: \(error.detail)", hint: error.hint)
        }
    }

    /// The operands that are addresses.
    static func addresses(_ arguments: Arguments) throws(CommandError) -> [String] {
        let addresses = arguments.operands.filter { !isPair($0) }
        guard !addresses.isEmpty else { throw CommandError(.usage, "ADDRESS is missing") }
        return addresses
    }

    /// Whether an operand is a further `k=v` of `--context` and not an address.
    ///
    /// Before the first `=` an address has a character that no context name has, such as `:` or `/`.
    private static func isPair(_ word: String) -> Bool {
        guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return false }
        return word[..<equals].utf8.allSatisfy { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// The time given by `--at`; nil if there is none.
    static func instant(_ arguments: Arguments) throws(CommandError) -> Instant? {
        guard let text = arguments.text("--at") else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw CommandError(.usage, "--at: “\(text)” is not a time", hint: "write it as 2026-05-01T12:00:00Z")
        }
        return instant
    }

    /// Converts an error of the client to an error with an exit code.
    static func failure(_ error: RouteClientError) -> CommandError {
        let exit: ExitCode =
            switch error.code {
            case .invalidConfiguration: .usage
            case .unknownApp, .unexpectedStatus, .unsupportedFormat, .conflictingHead: .refused
            case .unreachable, .networkNotAllowed, .timedOut, .cancelled, .unexpectedContent, .tooLarge, .wrongDigest,
                .invalidBody, .cacheUnreadable, .cacheUnwritable:
                .unreachable
            }
        let list = "`waymark app list` and `waymark channel list` show which there are; a private one needs --token"
        let hints = [
            RouteClientError.Code.unknownApp: list, .unreachable: "is the server running? try `waymark health`",
        ]
        return CommandError(exit, error.detail, hint: error.hint ?? hints[error.code])
    }

    /// XDG Base Directory Specification: `$XDG_CACHE_HOME`, else `~/.cache`; relative values are ignored.
    private static func defaultCache(_ terminal: Terminal) throws(CommandError) -> String {
        if let cache = terminal.environment("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/waymark" }
        if let home = terminal.environment("HOME"), home.hasPrefix("/") { return home + "/.cache/waymark" }
        throw CommandError(.usage, "there is no home directory for the cache", hint: "give --cache DIR")
    }
}
