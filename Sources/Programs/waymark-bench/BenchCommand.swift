import EchoServer
import SystemIO

/// The commands of `waymark-bench`.
enum BenchCommand {
    private static let usage = """
        usage: waymark-bench COMMAND
          \(EngineCommand.usage)
          \(StoreCommand.usage)
          \(CheckCommand.usage)
          \(AppsCommand.usage)
          http [--quick] [--rounds N] [--milliseconds N] [--only PART-OF-A-TITLE]
              Compares the server with nginx and with a baseline server that parses nothing.
          watchers [--quick] [--count N] [--publishes N]
              Measures when open event streams receive a publish, and the memory of each.
          instructions [requests | look-ups]
              Counts instructions and allocations per request and per look-up with callgrind, and fails above the limits.
          \(IsolationBench.usage)
          \(AttackCommand.usage)
          load --to HOST:PORT --server PID [--target PATH] [--field "Name: value"] [--connections N] \
        [--pipelined N, 0 for a connection per request] [--milliseconds N]
              Loads any server on this machine from the second core; PID is the process whose CPU time is read.
          serve-echo --listen HOST:PORT [--loops N] [--workers N] [--head-timeout MS] [--body-timeout MS] \
        [--idle-timeout MS] [--write-timeout MS] [--connections-max N] [--connections-per-address-max N]
              Serves HTTPServing alone: GET / (ETag), GET /1k and /100k, POST /echo (at most 1 MB).
          serve-links --listen HOST:PORT [--rules N, 10] [--loops N, 1] [--web yes|no]
              Serves links of 127.0.0.1 without a store: GET /r0/42 leads to the web, GET /item/42 to an app.
          soak [--seconds N, 900]
              Mixed load and all attacks on the real server; fails if a valid request fails, or memory or descriptors grow.
          serve-floor --listen HOST:PORT --answer FILE
              Answers every arrival of bytes with the bytes of a file.

        """

    /// Runs the command; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch arguments.first {
            case "engine": return try EngineCommand.run(Array(arguments.dropFirst()))
            case "store": return try StoreCommand.run(Array(arguments.dropFirst()))
            case "check": return try CheckCommand.run(Array(arguments.dropFirst()))
            case "apps": return try AppsCommand.run(Array(arguments.dropFirst()))
            case "open-index":
                try ColdLaunch.run(Array(arguments.dropFirst()))
                return 0
            case "launch-client":
                try ClientLaunch.run(Array(arguments.dropFirst()))
                return 0
            case "http": return try HTTPCommands.http(Array(arguments.dropFirst()))
            case "instructions": return try InstructionGate.run(only: arguments.dropFirst().first)
            case "look-up":
                try LookupGate.lookUp(Array(arguments.dropFirst()))
                return 0
            case "watchers": return try HTTPCommands.watchers(Array(arguments.dropFirst()))
            case "isolation":
                // Not urgent: a server of high priority would keep the kernel's threads from writing to the disk.
                if let status = try Cores.startAgain(arguments, isUrgent: false) { return status }
                if let options = options(arguments.dropFirst()) { return try IsolationBench.run(options) }
            case "attack": if let options = options(arguments.dropFirst()) { return try AttackCommand.run(options) }
            case "soak":
                if let options = options(arguments.dropFirst()) {
                    return try Soak.run(seconds: max(10, options["seconds"].flatMap { Int($0) } ?? 900))
                }
            case "serve-echo": if let options = options(arguments.dropFirst()) { return EchoServer.serve(options) }
            case "serve-links": if let options = options(arguments.dropFirst()) { return try LinkServer.serve(options) }
            case "load":
                if let status = try Cores.startAgain(arguments, isUrgent: true) { return status }
                if let options = options(arguments.dropFirst()) { return try HTTPCommands.load(options) }
            case "serve-floor":
                if let options = options(arguments.dropFirst()) { return try HTTPCommands.serveFloor(options) }
            default: break
            }
            return fail(usage)
        } catch {
            _ = fail("waymark-bench: \(error)\n")
            return 1
        }
    }

    /// Parses `--name value` pairs; nil if the arguments are something else.
    private static func options(_ arguments: ArraySlice<String>) -> [String: String]? {
        var options: [String: String] = [:]
        var rest = arguments
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = rest.popFirst() else { return nil }
            options[String(name.dropFirst(2))] = value
        }
        return options
    }

    /// Prints an error to the standard error; returns the exit code of wrong usage.
    static func fail(_ text: String) -> Int32 {
        try? Files.writeAll(Files.standardError, Array(text.utf8))
        return 2
    }
}
