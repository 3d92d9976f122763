import SystemIO

/// What the program was asked to do.
enum BenchCommand {
    private static let usage = """
        usage: waymark-bench COMMAND
          \(EngineCommand.usage)
          \(StoreCommand.usage)
          http [--quick] [--rounds N] [--milliseconds N] [--only PART-OF-A-TITLE]
              Measures the server beside nginx and beside a server that parses nothing.
          watchers [--quick] [--count N] [--publishes N]
              Measures how soon open event streams hear of a publish, and what each costs.
          instructions
              Counts the instructions and allocations of a request by callgrind, and fails above their limits.
          load --to HOST:PORT --server PID [--target PATH] [--field "Name: value"] [--connections N] \
        [--pipelined N, 0 for a connection per request] [--milliseconds N]
              Loads any server on this machine from the second core; PID is whose CPU time counts.
          serve-echo --listen HOST:PORT [--loops N] [--workers N] [--head-timeout MS] [--body-timeout MS] \
        [--idle-timeout MS] [--write-timeout MS] [--connections-max N] [--connections-per-address-max N]
              Serves HTTPServing alone: GET / (ETag), GET /1k and /100k, POST /echo (at most 1 MB).
          soak [--seconds N, 900]
              Mixed load and abuse on the real server: fails where anything fails, or memory or descriptors grow.
          serve-floor --listen HOST:PORT --answer FILE
              Answers whatever arrives with the bytes of a file.

        """

    /// Runs the command; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch arguments.first {
            case "engine": return try EngineCommand.run(Array(arguments.dropFirst()))
            case "store": return try StoreCommand.run(Array(arguments.dropFirst()))
            case "open-index":
                try ColdLaunch.run(Array(arguments.dropFirst()))
                return 0
            case "launch-client":
                try ClientLaunch.run(Array(arguments.dropFirst()))
                return 0
            case "http": return try HTTPCommands.http(Array(arguments.dropFirst()))
            case "instructions": return try InstructionGate.run()
            case "watchers": return try HTTPCommands.watchers(Array(arguments.dropFirst()))
            case "soak":
                if let options = options(arguments.dropFirst()) {
                    return try Soak.run(seconds: max(10, options["seconds"].flatMap { Int($0) } ?? 900))
                }
            case "serve-echo": if let options = options(arguments.dropFirst()) { return EchoServer.serve(options) }
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

    /// `--name value` pairs; nil where they are not pairs.
    private static func options(_ arguments: ArraySlice<String>) -> [String: String]? {
        var options: [String: String] = [:]
        var rest = arguments
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = rest.popFirst() else { return nil }
            options[String(name.dropFirst(2))] = value
        }
        return options
    }

    /// Says what is wrong; returns the exit code of wrong usage.
    static func fail(_ text: String) -> Int32 {
        try? Files.writeAll(Files.standardError, Array(text.utf8))
        return 2
    }
}
