import SystemIO

/// Measures durable writes per second: one rule per request over HTTP, compared with SQLite alone.
struct WriteBench {
    static let bare = "bare SQLite loop, the same rows"
    static let served = "POST a rule over HTTP, durable"
    static let ratio = "over HTTP / bare loop of the same round"

    private let server: StoreServer
    private let loop: BareLoop
    private let rules: [[UInt8]]
    private var apps = 0

    /// Starts a server, writes all rules once, and reads the rows from its database.
    init(_ folder: ScratchFolder, writes: Int, seed: UInt64) throws {
        rules = RuleMix(writes, seed: seed).rules.map { Array($0.utf8) }
        let database = folder.file("writes.db")
        var server = try StoreServer(folder, database: "writes.db")
        try Self.makeApp("w0", server)
        server.stop()
        let template = try Files.read(database, bytesMax: 1 << 24)
        server = try StoreServer(folder, database: "writes.db")
        _ = try Self.write(rules, to: "w0", server, writers: 1)
        server.stop()
        loop = try BareLoop(folder, template: template, written: database)
        self.server = try StoreServer(folder, database: "writes.db")
    }

    /// One round: SQLite alone, one writer, many writers; each writes into a new app.
    mutating func round(_ table: inout FigureTable, writers: Int) throws {
        let bare = try loop.run()
        table.add(bare, to: .init(title: Self.bare, size: 1), .perSecond)
        for count in [1, writers] {
            apps += 1
            let app = "w\(apps)"
            try Self.makeApp(app, server)
            let rate = try Self.write(rules, to: app, server, writers: count)
            table.add(rate, to: .init(title: Self.served, size: count), .perSecond)
            table.add(rate / bare, to: .init(title: Self.ratio, size: count), .times)
        }
    }

    /// Stops the server.
    func stop() { server.stop() }

    private static func makeApp(_ app: String, _ server: StoreServer) throws {
        try server.connect().ask(server.request("POST", "/v1/apps", json: #"{"app":"\#(app)"}"#), expecting: 201)
        try server.connect().ask(
            server.request("PUT", "/v1/apps/\(app)/draft/settings", Array(RuleMix.settings.utf8)), expecting: 200)
    }

    /// Posts all rules over `writers` connections; returns acknowledged writes per second.
    private static func write(_ rules: [[UInt8]], to app: String, _ server: StoreServer, writers: Int) throws -> Double
    {
        let requests = rules.map { server.request("POST", "/v1/apps/\(app)/draft/rules", $0) }
        let (address, failure) = (server.address, FirstFailure())
        let start = MonotonicClock.nanoseconds
        let threads = try (0..<writers).map { writer in
            try Threads.start {
                failure.record {
                    let connection = try ControlConnection(address)
                    for index in stride(from: writer, to: requests.count, by: writers) {
                        try connection.ask(requests[index], expecting: 201)
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1_000_000_000
        try failure.rethrow()
        return Double(requests.count) / seconds
    }
}
