import RouteImport

/// `waymark completion` and the hidden `waymark complete`.
package enum CompletionCommand {
    /// `waymark completion SHELL`: prints a script that the shell loads.
    static let command: Command = Command(
        name: "completion", summary: "print a completion script for a shell", operands: "bash|zsh|fish",
        operandCount: 1...1,
        discussion: """
            bash: source <(waymark completion bash)
            zsh:  waymark completion zsh > "${fpath[1]}/_waymark"
            fish: waymark completion fish > ~/.config/fish/completions/waymark.fish
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            guard let script = scripts[arguments.operands[0]] else {
                throw CommandError(
                    .usage, "there is no completion for \(arguments.operands[0])", hint: "there is bash, zsh, fish")
            }
            terminal.write(script)
            return .done
        })

    /// `waymark complete`, which the scripts run: prints one candidate of a program's table per line.
    package static func complete(in table: @autoclosure @escaping @Sendable () -> CommandTable) -> Command {
        Command(
            name: "complete", summary: "list the words that may follow; used by completion scripts",
            operands: "-- WORD…", operandCount: 0...1000,
            action: .blocking { arguments, terminal throws(CommandError) in
                Completion(table: table()).candidates(arguments.operands).forEach(terminal.say)
                return .done
            }, isHidden: true)
    }

    /// The scripts run the program by the name that was typed, so that its own version lists the words.
    private static let scripts = [
        "bash": """
        _waymark() {
            local IFS=$'\\n'
            COMPREPLY=($("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
        }
        complete -o default -F _waymark waymark

        """,
        "zsh": """
        #compdef waymark
        _waymark() {
            local -a candidates
            candidates=(${(f)"$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
            if (( ${#candidates} )); then
                compadd -- "${candidates[@]}"
            else
                _files
            fi
        }
        if [[ "${funcstack[1]}" == _waymark ]]; then
            _waymark "$@"
        else
            compdef _waymark waymark
        fi

        """,
        "fish": """
        function __waymark_complete
            set -l words (commandline --tokenize --cut-at-cursor --current-process)
            $words[1] complete -- $words[2..-1] (commandline --current-token) 2>/dev/null
        end
        complete --command waymark --arguments '(__waymark_complete)'

        """,
    ]
}

/// The words that may follow on a command line, for completion in shells.
struct Completion: Sendable {
    let table: CommandTable

    /// The words that begin with the last, unfinished one; empty if the shell is to complete file names.
    ///
    /// - Parameter words: the words after `waymark`, the unfinished one last.
    /// - Returns: whole words.
    func candidates(_ words: [String]) -> [String] {
        let unfinished = words.last ?? ""
        let before = Array(words.dropLast())
        guard let command = table.find(before)?.command, !isNoun(before) else {
            return names(after: before).filter { $0.hasPrefix(unfinished) }
        }
        if let option = command.options.first(where: { $0.name == before.last }), option.value != nil {
            return Self.values(option).filter { $0.hasPrefix(unfinished) }
        }
        guard unfinished.hasPrefix("-") else { return [] }
        let given = Set(before)
        let options = command.options.filter { $0.repeats || !given.contains($0.name) }.map(\.name) + ["--help"]
        return options.filter { $0.hasPrefix(unfinished) }.sorted()
    }

    /// Whether the words are one word with which longer names of commands begin, such as `backup`.
    private func isNoun(_ words: [String]) -> Bool {
        words.count == 1 && table.commands.contains { !$0.isHidden && $0.name.hasPrefix(words[0] + " ") }
    }

    /// The next words of command names that begin with the given words.
    private func names(after words: [String]) -> [String] {
        let parts = table.commands.filter { !$0.isHidden }.map { $0.name.split(separator: " ").map(String.init) }
        let next = parts.filter { $0.count > words.count && $0.starts(with: words) }.map { $0[words.count] }
        let own = words.isEmpty ? ["help", "version"] : words == ["help"] ? parts.map { $0[0] } : []
        return Set(next + own).sorted()
    }

    /// The values of an option that has a fixed set of them, else none.
    private static func values(_ option: CommandOption) -> [String] {
        switch option.name {
        case "--role": ["admin", "editor", "publisher", "viewer"]
        case "--from": ["csv"] + ImportFormat.all.map(\.name)
        case "--match": CNRouterTable.Matching.allCases.map(\.rawValue)
        case "--order": ImportFormat.Order.allCases.map(\.rawValue)
        default: option.value.map { $0.contains("|") ? $0.split(separator: "|").map(String.init) : [] } ?? []
        }
    }
}
