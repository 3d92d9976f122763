import RouteModel

/// All subcommands, and the way from the words of a command line to one of them.
struct CommandTable: Sendable {
    /// What is left to do once the command line is understood.
    enum Plan: Sendable {
        /// Nothing: help, version and usage errors were printed.
        case finished(ExitCode)
        /// Runs on the calling thread.
        case blocking(@Sendable () -> ExitCode)
        /// Runs on Swift's executors.
        case asynchronous(@Sendable () async -> ExitCode)
    }

    let commands: [Command]

    /// Everything this binary can do, in the order of the help text.
    static let standard = CommandTable(commands: serverSide + AdminCommand.all + clientSide)

    /// Reads a command line, prints what can be answered at once, and says what to run.
    func plan(_ words: [String], on terminal: Terminal) -> Plan {
        guard let first = words.first else {
            terminal.writeError(overview)
            return .finished(.usage)
        }
        switch first {
        case "--help", "-h", "help":
            return .finished(explain(Array(words.dropFirst()), on: terminal))
        case "--version", "version":
            terminal.say("waymark \(ProgramVersion.current)")
            return .finished(.done)
        default:
            break
        }
        guard let command = find(words) else { return .finished(report(unknownCommand(words), on: terminal)) }
        return plan(command, words.dropFirst(command.name.split(separator: " ").count), on: terminal)
    }

    /// Prints an error the way every command does.
    @discardableResult
    func report(_ error: CommandError, on terminal: Terminal) -> ExitCode {
        terminal.note("waymark: \(error.message)")
        if let hint = error.hint { terminal.note("  \(hint)") }
        return error.exit
    }

    private func plan(_ command: Command, _ words: ArraySlice<String>, on terminal: Terminal) -> Plan {
        var parser = ArgumentParser(command, environment: terminal.environment)
        let arguments: Arguments
        do throws(CommandError) {
            guard let parsed = try parser.parse(words) else {
                terminal.write(help(for: command))
                return .finished(.done)
            }
            arguments = parsed
        } catch {
            var error = error
            error.hint = error.hint ?? "see `waymark help \(command.name)`"
            return .finished(report(error, on: terminal))
        }
        switch command.action {
        case .blocking(let run):
            return .blocking {
                do throws(CommandError) { return try run(arguments, terminal) } catch {
                    return report(error, on: terminal)
                }
            }
        case .asynchronous(let run):
            return .asynchronous {
                do throws(CommandError) { return try await run(arguments, terminal) } catch {
                    return report(error, on: terminal)
                }
            }
        }
    }

    /// The command whose words begin the line; of two, the longer name.
    private func find(_ words: [String]) -> Command? {
        commands.filter { words.starts(with: $0.name.split(separator: " ").map(String.init)) }
            .max { $0.name.count < $1.name.count }
    }

    private func unknownCommand(_ words: [String]) -> CommandError {
        let first = words[0]
        let family = commands.filter { $0.name.hasPrefix(first + " ") }
        if !family.isEmpty {
            let names = family.map { "`\($0.name)`" }.joined(separator: ", ")
            return CommandError(.usage, "`\(first)` needs one more word", hint: "there is \(names)")
        }
        let pair = words.prefix(2).joined(separator: " ")
        let nearest =
            NearestName.of(first, among: commands.map(\.name)) ?? NearestName.of(pair, among: commands.map(\.name))
        return CommandError(
            .usage, "there is no command `\(first)`",
            hint: nearest.map { "did you mean `\($0)`?" } ?? "`waymark help` lists them")
    }

    private func explain(_ words: [String], on terminal: Terminal) -> ExitCode {
        if words.isEmpty {
            terminal.write(overview)
            return .done
        }
        guard let command = find(words) else { return report(unknownCommand(words), on: terminal) }
        terminal.write(help(for: command))
        return .done
    }
}
