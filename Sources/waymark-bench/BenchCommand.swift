import SystemIO

/// What the program was asked to do.
enum BenchCommand {
    private static let usage = """
        usage: waymark-bench serve-echo --listen HOST:PORT [--loops N] [--workers N] [--head-timeout MS] \
        [--body-timeout MS] [--idle-timeout MS]
        Serves HTTPServing alone: GET / (ETag), GET /1k and /100k, POST /echo (at most 1 MB).

        """

    /// Runs the command; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.first == "serve-echo", let options = options(arguments.dropFirst()) else { return fail(usage) }
        return EchoServer.serve(options)
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
