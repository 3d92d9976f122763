import CanonicalJSON
import Synchronization

/// One run of an admin command: its arguments, where it prints, and the server it talks to.
struct AdminCall: Sendable {
    let arguments: Arguments
    let terminal: Terminal
    private let known = KnownConnection()

    /// The connection that was made first: a token on the standard input can be read once only.
    private final class KnownConnection: Sendable {
        let connection = Mutex<ServerConnection?>(nil)
    }

    /// The server and the token that the arguments name.
    func connection() throws(CommandError) -> ServerConnection {
        if let made = known.connection.withLock({ $0 }) { return made }
        let made = try ServerConnection(arguments)
        known.connection.withLock { $0 = made }
        return made
    }

    /// The path below which everything of the command's app is.
    func appPath(_ rest: String = "") throws(CommandError) -> String {
        "/v1/apps/" + Self.escaped(try arguments.required("--app")) + rest
    }

    /// A path segment as it may stand in a URL.
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

    /// Sends a request and gives whatever the server answered.
    func ask(
        _ method: String, _ path: String, json: [UInt8]? = nil, ifMatch: String? = nil
    ) async throws(CommandError) -> ServerAnswer {
        try await waiting { () async throws(CommandError) in
            try await connection().send(method, path, body: json, ifMatch: ifMatch)
        }
    }

    /// Sends a request that must succeed; anything else ends the command, with the problem told to a person.
    func demand(
        _ method: String, _ path: String, json: [UInt8]? = nil, ifMatch: String? = nil
    ) async throws(CommandError) -> ServerAnswer {
        let answer = try await ask(method, path, json: json, ifMatch: ifMatch)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    /// The error that says what the server said: findings are a negative answer, anything else a refusal.
    ///
    /// - Parameters:
    ///   - answer: what the server said.
    ///   - locating: gives a located error the place that a person knows.
    /// - Returns: the error.
    func refusal(_ answer: ServerAnswer, locating: (JSONValue) -> JSONValue = { $0 }) -> CommandError {
        if arguments.has("--json") { terminal.write(answer.text) }
        let problem = ProblemText(answer, locating: locating)
        let exit: ExitCode = answer.status == 422 && !problem.details.isEmpty ? .negative : .refused
        let hint = problem.details.isEmpty ? nil : problem.details.joined(separator: "\n  ")
        return CommandError(exit, problem.summary, hint: hint)
    }

    /// Prints the answer as it came under `--json`, else what the closure makes of it.
    func show(_ answer: ServerAnswer, _ lines: (JSONValue) -> [String]) -> ExitCode {
        if arguments.has("--json") {
            terminal.write(answer.text.hasSuffix("\n") || answer.body.isEmpty ? answer.text : answer.text + "\n")
        } else {
            lines(answer.json).forEach(terminal.say)
        }
        return .done
    }

    /// Prints a summary of the command's own under `--json`, else what the closure makes of it.
    func show(_ summary: JSONValue, _ lines: (JSONValue) -> [String]) -> ExitCode {
        if arguments.has("--json") { terminal.say(summary.text) } else { lines(summary).forEach(terminal.say) }
        return .done
    }

    /// A document that a person gave.
    func json(_ bytes: [UInt8], named name: String) throws(CommandError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: bytes) } catch {
            throw CommandError(
                .negative, "\(name), line \(error.position.line), column \(error.position.column): \(error.detail)",
                hint: error.hint)
        }
    }

    /// The entity tag that a write on this path must name: what the person gave, or what the server has now.
    func precondition(of path: String) async throws(CommandError) -> String {
        if arguments.has("--force") { return "*" }
        return try await precondition(ofUnforced: path)
    }

    /// The entity tag that the server has now, for commands that never overwrite blindly.
    func precondition(ofUnforced path: String) async throws(CommandError) -> String {
        let current = try await demand("GET", path)
        guard let etag = current.etag else {
            throw CommandError(.refused, "\(path) has no entity tag", hint: "is this a Waymark server?")
        }
        return etag
    }
}
