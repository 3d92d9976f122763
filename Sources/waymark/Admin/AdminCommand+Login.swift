import APIContract
import CanonicalJSON
import RouteServer
import SystemIO

extension AdminCommand {
    static let login = command(
        "login", "keep server and token in a file that only you may read",
        options: [.value("--app", "APP", "the app to use when none is named"), yes],
        discussion: """
            Asks the server who the token is, then writes ~/.config/waymark/admin.json (or the file of --config) with \
            mode 0600. Flags and WAYMARK_* variables go before what it holds. `--token-file -` reads the token from the \
            standard input, so that it stands in no history.
            """
    ) { call async throws(CommandError) in
        let terminal = call.terminal
        let named = call.arguments.text("--config")
        guard let path = named ?? ClientConfiguration.usualPath(terminal.environment) else {
            throw CommandError(.usage, "there is no home directory to keep a configuration in", hint: "give --config")
        }
        let connection = try call.connection()
        guard let token = connection.token else { throw CommandError(.usage, "--token or --token-file is missing") }
        let answer = try await call.demand("GET", "/v1/whoami")
        if Files.exists(path) {
            try call.confirm("\(path) is there already and will be replaced", unattended: .refuses)
        }
        var file: [String: JSONValue] = ["server": .string(connection.text), "token": .string(token)]
        if let app = call.arguments.text("--app") { file["app"] = .string(app) }
        do throws(Errno) {
            try Folders.make(Folders.folder(of: path))
            try Files.replace(path, Array((PrettyJSON.text(.object(file))).utf8), mode: 0o600)
        } catch {
            throw CommandError(.usage, "cannot write \(path): \(error)")
        }
        return call.show(answer) { ["\($0.word("name")) (\($0.word("role"))) at \(connection.text), kept in \(path)"] }
    }
}
