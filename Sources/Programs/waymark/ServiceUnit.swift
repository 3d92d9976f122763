#if os(Linux)
import SystemIO
import WaymarkCommands

/// What a systemd unit gives to the `waymark serve` that it starts, from the text of `systemctl cat` or of a file.
///
/// Reads quotes, continued lines, and drop-ins that replace what is before them; specifiers such as `%S` stay as they are.
struct ServiceUnit {
    /// The program and its arguments, without those before `serve`.
    private(set) var command: [String] = []
    /// Its variables, `NAME=VALUE`.
    private(set) var variables: [String] = []
    /// Where relative paths begin; nil for the root.
    private(set) var folder: String?
    /// The file of passwords for PostgreSQL that it gets as a credential.
    private var passwords: String?

    init(_ text: String) {
        for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let words = Self.words(parts[1])
            switch parts[0].filter({ $0 != " " }) {
            case "ExecStart": command = words
            case "Environment": variables = words.isEmpty ? [] : variables + words
            case "WorkingDirectory": folder = words.first
            case "LoadCredential" where words.first?.hasPrefix(Self.credential) == true:
                passwords = words.first.map { String($0.dropFirst(Self.credential.count)) }
            default: break
            }
        }
    }

    /// Runs `config check` of the unit's program with all that it gives to `serve`, and nothing of this process's environment;
    /// returns its exit code.
    func check(_ more: [String], _ terminal: Terminal) throws(CommandError) -> ExitCode {
        let words = command.drop { $0 != "serve" }.dropFirst()
        guard let program = command.first?.drop(while: { "-@:+!".contains($0) }), command.contains("serve") else {
            throw CommandError(
                .usage, "the unit has no ExecStart with `waymark serve`", hint: "give it what `systemctl cat` prints")
        }
        var environment = variables
        // Only the service has the credential, so the check reads the file that it is made of.
        if let passwords { environment.append("PGPASSFILE=" + passwords) }
        var place: [String] = []
        if let folder, Files.exists(folder + "/.") {
            place = ["--chdir=" + folder]
        } else if let folder {
            terminal.printError("note: \(folder) does not exist: relative paths are tested in this folder")
        }
        do throws(Errno) {
            let child = try ChildProcess(
                ["env", "--ignore-environment"] + place + environment
                    + [String(program), "config", "check"] + words + more)
            return ExitCode(rawValue: child.wait()) ?? .negative
        } catch {
            throw CommandError(.negative, "the check cannot be started: \(error)")
        }
    }

    /// The words of a value: blanks separate them, quotes keep them, a backslash keeps the next letter.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for letter in text {
            if isEscaped {
                word = (word ?? "") + String(letter)
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = true
            } else if letter == quote {
                quote = nil
            } else if quote == nil, letter == "\"" || letter == "'" {
                quote = letter
                word = word ?? ""
            } else if quote == nil, letter == " " || letter == "\t" {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(letter)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    private static let credential = "pgpass:"
}
#endif
