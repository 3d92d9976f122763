import SystemIO

/// The commands that measure HTTP.
enum HTTPCommands {
    /// `http`: prints all tables; first starts the program again on the client's core.
    static func http(_ arguments: [String]) throws -> Int32 {
        try refuseUnknown(arguments, known: ["--rounds", "--milliseconds", "--only"])
        let isQuick = arguments.contains("--quick")
        if let status = try Cores.startAgain(["http"] + arguments, isUrgent: !isQuick) { return status }
        _ = ProcessLimits.raiseDescriptors()
        var scale = isQuick ? HTTPBench.Scale.quick : HTTPBench.Scale()
        if let rounds = number("--rounds", arguments) { scale.rounds = max(1, rounds) }
        if let milliseconds = number("--milliseconds", arguments) { scale.milliseconds = max(10, milliseconds) }
        try HTTPBench(scale).run(only: value("--only", arguments) ?? "")
        return 0
    }

    /// `watchers`: measures event streams; first starts the program again on the client's core.
    static func watchers(_ arguments: [String]) throws -> Int32 {
        try refuseUnknown(arguments, known: ["--count", "--publishes"])
        let isQuick = arguments.contains("--quick")
        if let status = try Cores.startAgain(["watchers"] + arguments, isUrgent: !isQuick) { return status }
        _ = ProcessLimits.raiseDescriptors()
        try WatchersBench.run(
            count: max(1, number("--count", arguments) ?? (isQuick ? 300 : 10_000)),
            publishes: max(1, number("--publishes", arguments) ?? (isQuick ? 2 : 7)))
        return 0
    }

    /// `load`: sends one load to any server; prints one row of figures.
    static func load(_ options: [String: String]) throws -> Int32 {
        guard let address = options["to"].flatMap({ SocketAddress($0) }),
            let server = options["server"].flatMap({ Int32($0) })
        else { return BenchCommand.fail("waymark-bench: load needs --to HOST:PORT --server PID\n") }
        let number = { (name: String, standard: Int) in options[name].flatMap { Int($0) } ?? standard }
        var fields = options["field"].map { [$0] } ?? []
        let pipelined = number("pipelined", 1)
        if pipelined == 0 { fields.append("Connection: close") }
        let plan = LoadPlan(
            address: address, request: LoadPlan.request(options["target"] ?? "/", address, fields),
            connections: number("connections", 64), manner: pipelined == 0 ? .once : .keepAlive(pipelined: pipelined),
            milliseconds: number("milliseconds", 2_000), server: server)
        _ = ProcessLimits.raiseDescriptors()
        let status = try LoadClient.answer(address, plan.request).status
        var comparison = Comparison(title: "\(plan.connections) connections, status \(status)")
        comparison.add("server \(server)", plan)
        try comparison.round()
        Report.print(Report.table(comparison))
        return 0
    }

    /// `serve-floor`: runs the baseline server, which answers with the bytes of a file.
    static func serveFloor(_ options: [String: String]) throws -> Int32 {
        guard let address = options["listen"].flatMap({ SocketAddress($0) }), let file = options["answer"] else {
            return BenchCommand.fail("waymark-bench: serve-floor needs --listen HOST:PORT --answer FILE\n")
        }
        try FloorServer.serve(address, answer: try Files.read(file, bytesMax: 1 << 20))
        return 0
    }

    /// Throws for an argument that is neither `--quick` nor a known flag with its value.
    private static func refuseUnknown(_ arguments: [String], known: Set<String>) throws {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            // The program adds `--cores` when it starts itself again.
            if flag == "--quick" || (known.union(["--cores"]).contains(flag) && rest.popFirst() != nil) { continue }
            let names = ["--quick"] + known.sorted()
            throw BenchError("\(flag) is not known or has no value; there are \(names.joined(separator: ", "))")
        }
    }

    private static func value(_ name: String, _ arguments: [String]) -> String? {
        guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
        return arguments[index + 1]
    }

    private static func number(_ name: String, _ arguments: [String]) -> Int? {
        value(name, arguments).flatMap { Int($0) }
    }
}
