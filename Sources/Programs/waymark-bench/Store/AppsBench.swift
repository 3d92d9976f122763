import SystemIO

/// `waymark-bench apps`: what one server pays for many apps and for many tokens.
struct AppsBench {
    static let ready = "server start → ready, all apps with rules"
    static let resident = "resident memory when ready"
    static let first = "first request for a body after the start, apps that come last"
    static let slowest = "slowest of these first requests"
    static let second = "next request for the same body"
    static let move = "channel move: the server's processor time"
    static let request = "request with a token: the server's processor time"

    /// The numbers of apps, and of tokens.
    var sizes = [10, 10_000]
    var rounds = 5
    /// Rules of each app.
    var rules = 100
    /// Moves and requests in a round: enough for the clock of processor time, which counts 10 ms.
    var moves = 400
    /// Apps whose body is asked for first: with 10,000 apps, theirs is in the database only.
    var firsts = 200
    var requests = 20_000
    /// Requests of a turn: enough for the clock of processor time, too.
    var batch = 2_000

    /// Measures everything.
    func run(progress: (String) -> Void) throws -> FigureReport {
        let folder = try ScratchFolder("waymark-apps")
        var (apps, tokens) = (FigureTable(), FigureTable())
        for size in sizes {
            progress("making \(FigureText.grouped(size)) apps of \(rules) rules")
            try measureApps(folder, size, &apps)
        }
        try measureTokens(folder, &tokens, progress)
        var report = FigureReport(title: "waymark-bench apps: the real server with many apps and tokens")
        report.facts =
            Machine.facts + [
                ("rounds", "\(rounds); \(moves) moves and \(FigureText.grouped(requests)) requests in each"),
                ("load after", Machine.load),
            ]
        report.tables = [("apps", apps), ("tokens", tokens)]
        report.goals = goals(apps, tokens)
        return report
    }

    private func measureApps(_ folder: ScratchFolder, _ size: Int, _ table: inout FigureTable) throws {
        let database = "apps-\(size).db"
        let draft = RuleMix(rules, seed: 42).draft
        let maker = try StoreServer(folder, database: database)
        let making = try maker.connect()
        for number in 0..<size {
            try making.ask(maker.request("POST", "/v1/apps", json: "{\"app\":\"app\(number)\"}"), expecting: 201)
            try making.ask(maker.request("PUT", "/v1/apps/app\(number)/draft?publish=1", draft), expecting: 200)
        }
        maker.stop()
        for _ in 0..<rounds {
            let server = try StoreServer(folder, database: database)
            defer { server.stop() }
            table.add(server.startMilliseconds, to: .init(title: Self.ready, size: size), .milliseconds)
            table.add(
                Double(try server.residentBytes()) / 1_000_000, to: .init(title: Self.resident, size: size),
                .megabytes)
            let connection = try server.connect()
            try measureFirstBodies(connection, server, size, &table)
            let before = try server.processorMilliseconds()
            for _ in 0..<moves {
                try connection.ask(
                    server.request("PUT", "/v1/apps/app3/channels/production", json: #"{"version":1}"#),
                    expecting: 200)
            }
            let spent = try server.processorMilliseconds() - before
            table.add(spent / Double(moves), to: .init(title: Self.move, size: size), .milliseconds)
        }
    }

    /// Measures each of two requests for the bodies of the apps that a start reads last, by their names.
    private func measureFirstBodies(
        _ connection: ControlConnection, _ server: StoreServer, _ size: Int, _ table: inout FigureTable
    ) throws {
        var (first, second): ([Double], [Double]) = ([], [])
        let milliseconds = { (name: String) in
            let start = MonotonicClock.nanoseconds
            try connection.ask(server.request("GET", "/v1/apps/\(name)/rules"), expecting: 200)
            return Double(MonotonicClock.nanoseconds - start) / 1_000_000
        }
        for name in (0..<size).map({ "app\($0)" }).sorted().suffix(firsts) {
            first.append(try milliseconds(name))
            second.append(try milliseconds(name))
        }
        let median = { (values: [Double]) in values.sorted()[values.count / 2] }
        let figures = [(Self.first, median(first)), (Self.slowest, first.max() ?? 0), (Self.second, median(second))]
        for (title, value) in figures { table.add(value, to: .init(title: title, size: size), .milliseconds) }
    }

    /// Measures requests to one server for each number of tokens, in turns of ``batch`` requests: the speed of a shared
    /// machine changes within seconds, and a turn meets nearly the same speed on all servers.
    private func measureTokens(
        _ folder: ScratchFolder, _ table: inout FigureTable, _ progress: (String) -> Void
    ) throws {
        let stands = try sizes.map { size in
            progress("making \(FigureText.grouped(size)) tokens")
            let server = try StoreServer(folder, database: "tokens-\(size).db")
            let stand = TokenStand(size: size, server: server, connection: try server.connect())
            for number in 0..<size {
                let token = #"{"name":"token \#(number)","role":"viewer"}"#
                try stand.connection.ask(server.request("POST", "/v1/tokens", json: token), expecting: 201)
            }
            return stand
        }
        defer { for stand in stands { stand.server.stop() } }
        let batches = max(1, requests / batch)
        for _ in 0..<rounds {
            var spent = stands.map { _ in 0.0 }
            for _ in 0..<batches {
                for (place, stand) in stands.enumerated() { spent[place] += try stand.ask(requests / batches) }
            }
            for (place, stand) in stands.enumerated() {
                let nanoseconds = spent[place] / Double(requests / batches * batches) * 1_000_000
                table.add(nanoseconds, to: .init(title: Self.request, size: stand.size), .nanoseconds)
            }
        }
    }

    private func goals(_ apps: FigureTable, _ tokens: FigureTable) -> [FigureGoal] {
        let (least, most) = (sizes.min() ?? 0, sizes.max() ?? 0)
        let ratio = { (table: FigureTable, title: String) -> Double? in
            guard let small = table.median(title, least), let large = table.median(title, most), small > 0 else {
                return nil
            }
            return large / small
        }
        let difference = tokens.median(Self.request, most).flatMap { large in
            tokens.median(Self.request, least).map { large - $0 }
        }
        return [
            .atMost(3_000, .milliseconds, "server start with 10,000 apps", apps.median(Self.ready, 10_000)),
            .atMost(400, .megabytes, "resident memory with 10,000 apps", apps.median(Self.resident, 10_000)),
            .atMost(5, .milliseconds, "first request for a body, 10,000 apps", apps.median(Self.first, 10_000)),
            .atMost(1.3, .times, "channel move, most apps / fewest", ratio(apps, Self.move)),
            .atMost(1.3, .times, "request, most tokens / fewest", ratio(tokens, Self.request)),
            .atMost(5_000, .nanoseconds, "request, most tokens - fewest", difference),
        ]
    }
}

/// A server with a number of tokens, and a connection to it.
private struct TokenStand {
    let size: Int
    let server: StoreServer
    let connection: ControlConnection

    /// Asks who the token is; returns the server's processor time in milliseconds.
    func ask(_ count: Int) throws -> Double {
        let question = server.request("GET", "/v1/whoami")
        let before = try server.processorMilliseconds()
        for _ in 0..<count { try connection.ask(question, expecting: 200) }
        return try server.processorMilliseconds() - before
    }
}

/// The command line of `waymark-bench apps`.
enum AppsCommand {
    static let usage = """
        apps \(BenchOptions.flags)
              Measures start, memory, channel moves and requests with few and many apps and tokens; sizes are their numbers.
        """

    /// Runs the bench; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try BenchOptions(arguments)
        var bench = AppsBench()
        if options.isQuick {
            bench.sizes = [10, 20]
            bench.rounds = 2
            bench.rules = 10
            bench.moves = 20
            bench.requests = 200
        }
        bench.sizes = options.sizes ?? bench.sizes
        bench.rounds = options.rounds ?? bench.rounds
        try bench.run(progress: Report.printProgress).print(asJSON: options.isJSON)
        return 0
    }
}
