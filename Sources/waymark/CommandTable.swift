import RouteModel
import RouteServer

/// The commands of a program, and the choice of one of them by the words of a command line.
struct CommandTable: Sendable {
    /// What to run after the command line was parsed.
    enum Plan: Sendable {
        /// Nothing: help, version or a usage error was printed.
        case finished(ExitCode)
        /// A function for the calling thread.
        case blocking(@Sendable () -> ExitCode)
        /// A function for Swift's executors.
        case asynchronous(@Sendable () async -> ExitCode)
    }

    let commands: [Command]

    /// The version of this program, which is the server's.
    static let version = ServerVersion.current

    /// All commands of this binary, in the order of the help text.
    static let standard: CommandTable = CommandTable(
        commands: [
            ServeCommand.command, ConfigCheckCommand.command, TokenCreateCommand.command, EpochCommand.raise,
            CompactCommand.command,
            CompletionCommand.command, CompletionCommand.complete,
        ] + AdminCommand.all + [ResolveCommand.resolve, ResolveCommand.explain, BundleCommand.command])

    /// Parses a command line; prints help, version and usage errors itself, and returns what to run.
    func plan(_ words: [String], on terminal: Terminal) -> Plan {
        guard let first = words.first else {
            terminal.writeError(overview)
            return .finished(.usage)
        }
        switch first {
        case "--help", "-h", "help":
            return .finished(explain(Array(words.dropFirst()), on: terminal))
        case "--version", "version":
            terminal.say("waymark \(Self.version)")
            return .finished(.done)
        default:
            break
        }
        guard let command = find(words) else { return .finished(report(unknownCommand(words), on: terminal)) }
        return plan(command, words.dropFirst(command.name.split(separator: " ").count), on: terminal)
    }

    /// Prints an error and its hint to the standard error; returns its exit code.
    @discardableResult
    func report(_ error: CommandError, on terminal: Terminal) -> ExitCode {
        terminal.printError("waymark: \(error.message)")
        if let hint = error.hint { terminal.printError("  \(hint)") }
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

    /// The command whose name is the beginning of the line; the longest if there are several.
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
