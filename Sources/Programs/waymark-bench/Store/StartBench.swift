import SystemIO

/// Measures the start of a server with published rules.
struct StartBench {
    static let ready = "server start → ready"
    static let resident = "resident memory when ready"
    static let answering = "resident memory after a body and a resolved address"

    let size: Int
    private let folder: ScratchFolder
    private let address: String

    /// Publishes the rules of the mix and stops the server.
    init(_ folder: ScratchFolder, _ mix: RuleMix) throws {
        size = mix.size
        self.folder = folder
        address = mix.hits[1]
        let server = try StoreServer(folder, database: database)
        let connection = try server.connect()
        try connection.ask(server.request("POST", "/v1/apps", json: #"{"app":"big"}"#), expecting: 201)
        try connection.ask(server.request("PUT", "/v1/apps/big/draft?publish=1", mix.draft), expecting: 200)
        server.stop()
    }

    private var database: String { "start-\(size).db" }

    /// One round: start, measure, stop.
    func round(_ table: inout FigureTable) throws {
        let server = try StoreServer(folder, database: database)
        defer { server.stop() }
        table.add(server.startMilliseconds, to: .init(title: Self.ready, size: size), .milliseconds)
        table.add(
            Double(try server.residentBytes()) / 1_000_000, to: .init(title: Self.resident, size: size), .megabytes)
        let connection = try server.connect()
        try connection.ask(server.request("GET", "/v1/apps/big/rules"), expecting: 200)
        try connection.ask(
            server.request("GET", "/v1/apps/big/resolve?appVersion=99&url=\(address)"), expecting: 200)
        table.add(
            Double(try server.residentBytes()) / 1_000_000, to: .init(title: Self.answering, size: size), .megabytes)
    }
}
