import Foundation
import TestSupport
import Testing

@Suite("Completion in bash, zsh and fish", .scheduled)
struct CompletionTests {
    private static let binary = Program.products.appendingPathComponent("waymark").path

    /// The typed words, the last one unfinished, and the expected completions.
    static let lines: [([String], Set<String>)] = [
        (["chan"], ["channel"]), (["channel", ""], ["change", "create", "delete", "list", "move", "show"]),
        (["release", "re"], ["restore"]),
        (["token", "make", "--role", "p"], ["publisher"]), (["publish", "--me"], ["--message"]),
        (["completion", ""], []),
    ]

    @Test("bash completes the line", arguments: lines)
    func bash(words: [String], offered: Set<String>) throws {
        let line = ([Self.binary] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source <('\(Self.binary)' completion bash); complete -p waymark >/dev/null || exit 9
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _waymark; printf '%s\\n' "${COMPREPLY[@]}"
            """
        try expect("bash", ["--norc", "-c", script], offered)
    }

    @Test("zsh completes the line", .enabled(if: Self.has("zsh"), "Debian's zsh is not installed"), arguments: lines)
    func zsh(words: [String], offered: Set<String>) throws {
        let line = ([Self.binary] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            autoload -U compinit; compinit -D -u
            '\(Self.binary)' completion zsh >"$1"; source "$1" || exit 9
            [[ "${_comps[waymark]}" == _waymark ]] || exit 8
            compadd() { shift; print -l -- "$@" }
            _files() { : }
            words=(\(line)); CURRENT=\(words.count + 1); _waymark
            """
        let file = try TemporaryText()
        try expect("zsh", ["-f", "-c", script, "zsh", file.path], offered)
    }

    @Test("fish completes the line", .enabled(if: Self.has("fish"), "Debian's fish is not installed"), arguments: lines)
    func fish(words: [String], offered: Set<String>) throws {
        let folder = Program.products.path
        let typed = (["waymark"] + words).joined(separator: " ")
        let script =
            "set -x PATH '\(folder)' $PATH; waymark completion fish | source; complete --do-complete '\(typed)'"
        let home = try TemporaryDirectory()
        // Without a completion of waymark, fish offers the files of the current folder, which is empty.
        try expect("fish", ["--no-config", "-c", "cd '\(home.path)'; \(script)"], offered)
    }

    private func expect(_ shell: String, _ arguments: [String], _ offered: Set<String>) throws {
        let result = try Program.tool(shell, arguments)
        #expect(result.status == 0, "\(shell): \(result.errors)")
        let lines = result.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
        #expect(Set(lines) == offered, "\(shell): \(result.output) \(result.errors)")
    }

    private static func has(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }
}
