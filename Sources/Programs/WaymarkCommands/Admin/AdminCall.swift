import CanonicalJSON

/// One run of an admin command: its arguments, its terminal and its connection to the server.
struct AdminCall: Sendable {
    let arguments: Arguments
    let terminal: Terminal
    private let cached = CachedConnection()

    /// The connection made by the first request; a token on the standard input can be read only once.
    private final class CachedConnection: Sendable {
        let connection = SharedState<ServerConnection?>(nil)
    }

    /// The server and the token that the arguments name.
    func connection() throws(CommandError) -> ServerConnection {
        if let made = cached.connection.withLock({ $0 }) { return made }
        let made = try ServerConnection(arguments)
        cached.connection.withLock { $0 = made }
        return made
    }

    /// The path of a resource of the command's app.
    func appPath(_ rest: String = "") throws(CommandError) -> String {
        "/v1/apps/" + Self.escaped(try arguments.required("--app")) + rest
    }

    /// Percent-encodes a path segment or a query value: all but unreserved characters (RFC 3986 section 2.3).
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                escaped.append(Character(UnicodeScalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return escaped
    }

    /// Sends a request and returns the answer, whatever its status.
    func ask(
        _ method: String, _ path: String, json: [UInt8]? = nil, ifMatch: String? = nil
    ) async throws(CommandError) -> ServerAnswer {
        try await waiting { () async throws(CommandError) in
            try await connection().send(method, path, body: json, ifMatch: ifMatch)
        }
    }

    /// Sends a request and returns a successful answer; any other status becomes an error with the problem's text.
    func demand(
        _ method: String, _ path: String, json: [UInt8]? = nil, ifMatch: String? = nil
    ) async throws(CommandError) -> ServerAnswer {
        let answer = try await ask(method, path, json: json, ifMatch: ifMatch)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    /// Makes the error for an answer that is not a success: findings (422) exit with 1, anything else with 3.
    ///
    /// - Parameters:
    ///   - answer: the server's answer.
    ///   - locating: replaces the place of a located error by one in the user's own files.
    /// - Returns: the error.
    func refusal(_ answer: ServerAnswer, locating: (JSONValue) -> JSONValue = { $0 }) -> CommandError {
        if arguments.has("--json") { terminal.write(answer.text) }
        if answer.status == 401, let server = try? connection(), server.token == nil {
            return CommandError(
                .refused, "A token is required: there is none for \(server.text)",
                hint: "run `waymark login`, or set WAYMARK_TOKEN")
        }
        let problem = ProblemText(answer, locating: locating)
        let exit: ExitCode = answer.status == 422 && !problem.details.isEmpty ? .negative : .refused
        let hint = problem.details.isEmpty ? problem.list : problem.details.joined(separator: "\n  ")
        return CommandError(exit, problem.summary, hint: hint)
    }

    /// Prints the answer unchanged with `--json`, else the lines that the closure makes of it.
    func show(_ answer: ServerAnswer, _ lines: (JSONValue) -> [String]) -> ExitCode {
        if arguments.has("--json") {
            terminal.write(answer.text.hasSuffix("\n") || answer.body.isEmpty ? answer.text : answer.text + "\n")
        } else {
            lines(answer.json).forEach(terminal.say)
        }
        return .done
    }

    /// Prints what a path answers, unchanged.
    func print(_ path: String) async throws(CommandError) -> ExitCode {
        terminal.write(try await demand("GET", path).text)
        return .done
    }

    /// Prints the command's own summary as JSON with `--json`, else the lines that the closure makes of it.
    func show(_ summary: JSONValue, _ lines: (JSONValue) -> [String]) -> ExitCode {
        if arguments.has("--json") { terminal.say(summary.text) } else { lines(summary).forEach(terminal.say) }
        return .done
    }

    /// The `If-Match` of a write on this path: `*` with `--force`, else the current entity tag.
    func precondition(of path: String) async throws(CommandError) -> String {
        if arguments.has("--force") { return "*" }
        return try await precondition(ofUnforced: path)
    }

    /// The current entity tag, for commands without `--force`.
    func precondition(ofUnforced path: String) async throws(CommandError) -> String {
        let current = try await demand("GET", path)
        guard let etag = current.etag else {
            throw CommandError(.refused, "\(path) has no entity tag", hint: "is this a Waymark server?")
        }
        return etag
    }

    /// What a command does if there is no terminal on which it can ask.
    enum Unattended {
        /// Proceeds, because a release or the audit still has the replaced content.
        case proceeds
        /// Refuses without `--yes`, because the replaced content would be lost.
        case refuses
    }

    /// Asks before something is overwritten; with `--yes` or `--force` it does not ask.
    func confirm(_ what: String, unattended: Unattended) throws(CommandError) {
        if arguments.isGiven("--yes") || arguments.isGiven("--force") { return }
        guard terminal.isInteractive else {
            if case .proceeds = unattended { return }
            throw CommandError(.usage, what, hint: "add --yes to do it")
        }
        terminal.writeError("\(what).\nGo on? [y/N] ")
        let answer = terminal.readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw CommandError(.negative, "nothing was changed") }
    }
}
