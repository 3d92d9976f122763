import CanonicalJSON
import RouteImport
import SystemIO

/// `waymark login`, `waymark whoami` and `waymark health`.
enum LoginCommands {
    static let login: Command = {
        var command = store
        command.makesConfiguration = true
        return command
    }()

    private static let store = Command.admin(
        "login", "store server and token in a file that only you may read",
        options: [.value("--app", "APP", "the default app of later commands"), .yes],
        discussion: """
            Sends the token to the server to verify it, then writes ~/.config/waymark/admin.json (or the file of --config) \
            with mode 0600. Flags and WAYMARK_* variables override the file. `--token-file -` reads the token from the \
            standard input, so that it is not in the shell's history.
            """
    ) { call async throws(CommandError) in
        let terminal = call.terminal
        let named = call.arguments.text("--config")
        guard let path = named ?? ClientConfiguration.usualPath(terminal.environment) else {
            throw CommandError(.usage, "there is no home directory for the configuration file", hint: "give --config")
        }
        let connection = try call.connection()
        guard let token = connection.token else {
            throw CommandError(
                .usage, "--token or --token-file is missing", hint: "an administrator makes one: waymark token create")
        }
        let answer = try await call.demand("GET", "/v1/whoami")
        if Files.exists(path) {
            try call.confirm("\(path) exists already and will be replaced", unattended: .refuses)
        }
        var file: [String: JSONValue] = ["server": .string(connection.text), "token": .string(token)]
        if let app = call.arguments.text("--app") { file["app"] = .string(app) }
        do throws(Errno) {
            try Folders.make(Folders.folder(of: path))
            try Files.replace(path, Array((PrettyJSON.text(.object(file))).utf8), mode: 0o600)
        } catch {
            throw CommandError(.usage, "cannot write \(path): \(error)")
        }
        return call.show(answer) {
            ["\($0.word("name")) (\($0.word("role"))) at \(connection.text), stored in \(path)"]
        }
    }

    static let whoami = Command.admin("whoami", "show the role and the apps of this token") {
        call async throws(CommandError) in
        call.show(try await call.demand("GET", "/v1/whoami")) { token in
            var lines = ["\(token.word("name")): \(token.word("role"))"]
            if let id = token["id"]?.stringValue { lines.append("token \(id)") }
            lines.append("apps: " + list(token["apps"], or: "all"))
            if token["channels"]?.arrayValue?.isEmpty == false { lines.append("channels: " + list(token["channels"])) }
            lines.append("expires: " + (token["expiresAt"]?.stringValue == nil ? "never" : token.time("expiresAt")))
            lines.append("may: " + list(token["may"], or: "nothing"))
            return lines
        }
    }

    private static func list(_ value: JSONValue?, or none: String = "none") -> String {
        if let text = value?.stringValue { return text }
        let words = (value?.arrayValue ?? []).map { $0.stringValue ?? $0.text }
        return words.isEmpty ? none : words.joined(separator: ", ")
    }

    static let health = Command.admin(
        "health", "exit with 0 if the server is ready, with 1 if it is not",
        discussion: "For the health check of a container; it needs no token."
    ) { call async throws(CommandError) in
        let answer = try await call.ask("GET", "/readyz")
        // It refuses because it has too many requests.
        guard answer.problemCode == nil else { throw call.refusal(answer) }
        _ = call.show(answer) { [$0.text] }
        return answer.isSuccess && answer.json["ready"] == true ? .done : .negative
    }
}
