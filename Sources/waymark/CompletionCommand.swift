extension Command {
    /// Prints a script that a shell reads at its start.
    static let completion = Command(
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

    /// What the scripts ask: one candidate a line.
    static let complete = Command(
        name: "complete", summary: "list what may stand next; completion scripts ask this", operands: "-- WORD…",
        operandCount: 0...1000,
        action: .blocking { arguments, terminal throws(CommandError) in
            Completion(table: .standard).candidates(arguments.operands).forEach(terminal.say)
            return .done
        }, isHidden: true)

    /// The program is called by the word that was typed, so that the script fits the binary that answers.
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
