import RouteDocuments
import RouteModel

/// The commands of a program, and the choice of one of them by the words of a command line.
package struct CommandTable: Sendable {
    /// What to run after the command line was parsed.
    package enum Plan: Sendable {
        /// Nothing: help, version or a usage error was printed.
        case finished(ExitCode)
        /// A function for the calling thread.
        case blocking(@Sendable () -> ExitCode)
        /// A function for Swift's executors.
        case asynchronous(@Sendable () async -> ExitCode)
    }

    /// The commands in the order of the help text.
    package let commands: [Command]

    /// The version of this program, which is the server's.
    static let version = ServerVersion.current

    /// The commands that need no code of the server, in the order of the help text.
    package static let withoutServer: [Command] =
        LinuxCommands.ofDatabase + [CompletionCommand.command] + AdminCommand.all
        + [ResolveCommand.resolve, ResolveCommand.explain, BundleCommand.command]

    /// Makes a table of commands.
    package init(commands: [Command]) { self.commands = commands }

    /// Parses a command line; prints help, version and usage errors itself, and returns what to run.
    package func plan(_ words: [String], on terminal: Terminal) -> Plan {
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
        if let (command, count) = find(words) { return plan(command, words.dropFirst(count), on: terminal) }
        if ["--help", "-h"].contains(words.dropFirst().first), let family = family(first) {
            terminal.write(family)
            return .finished(.done)
        }
        return .finished(report(unknownCommand(words), on: terminal))
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

    /// The command whose name or alias begins the line, and the number of words of that; the longest if several do.
    func find(_ words: [String]) -> (command: Command, wordCount: Int)? {
        let named = commands.flatMap { command in command.names.map { (command: command, name: $0) } }
        guard let found = named.filter({ words.starts(with: $0.name) }).max(by: { $0.name.count < $1.name.count })
        else { return nil }
        // `audit lst` means no `audit` with an argument: that takes none, and other commands begin with this word.
        if found.name.count == 1, found.command.operandCount.upperBound == 0, let next = words.dropFirst().first,
            !next.hasPrefix("-"), commands.contains(where: { $0.name.hasPrefix(words[0] + " ") })
        {
            return nil
        }
        return (found.command, found.name.count)
    }

    private func unknownCommand(_ words: [String]) -> CommandError {
        let first = words[0]
        let family = commands.filter { !$0.isHidden && $0.name.hasPrefix(first + " ") }.map(\.name)
        guard words.count > 1, !words[1].hasPrefix("-") else {
            if !family.isEmpty {
                let names = family.map { "`\($0)`" }.joined(separator: ", ")
                return CommandError(.usage, "`\(first)` needs one more word", hint: "there is \(names)")
            }
            return unknown(first, nearest: NearestName.of(first, among: everyName + nouns))
        }
        let pair = first + " " + words[1]
        let nearest = NearestName.of(pair, among: everyName) ?? NearestName.of(first, among: everyName)
        if nearest == nil, !family.isEmpty {
            let names = family.map { "`\($0)`" }.joined(separator: ", ")
            return CommandError(.usage, "unknown command `\(pair)`", hint: "there is \(names)")
        }
        return unknown(family.isEmpty && nearest?.contains(" ") != true ? first : pair, nearest: nearest)
    }

    private func unknown(_ typed: String, nearest: String?) -> CommandError {
        CommandError(
            .usage, "unknown command `\(typed)`",
            hint: nearest.map { "did you mean `\($0)`?" } ?? "`waymark help` lists all commands")
    }

    /// The names and aliases of all commands that are shown.
    private var everyName: [String] { commands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases } }

    /// The first words of the commands of two words.
    private var nouns: [String] {
        let pairs = commands.filter { !$0.isHidden }.map { $0.name.split(separator: " ") }
        return Set(pairs.filter { $0.count == 2 }.map { String($0[0]) }).sorted()
    }

    private func explain(_ words: [String], on terminal: Terminal) -> ExitCode {
        guard let first = words.first else {
            terminal.write(overview)
            return .done
        }
        if let (command, _) = find(words) {
            terminal.write(help(for: command))
        } else if words.count == 1, let family = family(first) {
            terminal.write(family)
        } else {
            return report(unknownCommand(words), on: terminal)
        }
        return .done
    }
}
