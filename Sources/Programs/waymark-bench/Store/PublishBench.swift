import CanonicalJSON
import Synchronization
import SystemIO

/// Measures the publish of a stored draft, with nothing beside it and while another client sends requests.
struct PublishBench {
    static let alone = "publish, nothing beside: request → first address resolved by it"
    static let created = "publish: request → 201"
    static let served = "publish: request → new body served whole"
    static let resolved = "publish: request → first address resolved by it"
    static let processor = "publish: the server's processor time, all threads"
    static let slowestRead = "slowest other read meanwhile"
    static let slowestWrite = "slowest other durable write meanwhile"
    static let check = "check over HTTP"

    let size: Int
    private let server: StoreServer
    private let connection: ControlConnection
    private let address: String
    private var edits = 0

    /// Starts a server and stores the draft of the mix.
    init(_ folder: ScratchFolder, _ mix: RuleMix) throws {
        size = mix.size
        server = try StoreServer(folder, database: "publish-\(mix.size).db")
        connection = try server.connect()
        address = String(mix.hits[1])
        for app in ["big", "other"] {
            try connection.ask(server.request("POST", "/v1/apps", json: #"{"app":"\#(app)"}"#), expecting: 201)
        }
        try connection.ask(server.request("PUT", "/v1/apps/big/draft", mix.draft), expecting: 200)
    }

    /// One round: an edit, a check, a publish; then an edit, and a publish beside other requests.
    mutating func round(_ table: inout FigureTable) throws {
        try edit()
        let start = MonotonicClock.nanoseconds
        try connection.ask(server.request("POST", "/v1/apps/big/draft/check"), expecting: 200)
        add(Self.check, Self.milliseconds(since: start), &table)
        let publishing = MonotonicClock.nanoseconds
        _ = try publish()
        add(Self.alone, Self.milliseconds(since: publishing), &table)
        try edit()
        let before = try server.processorMilliseconds()
        let others = try BackgroundRequests(server, round: edits)
        do {
            try publishBesideOthers(&table)
            add(Self.processor, try server.processorMilliseconds() - before, &table)
        } catch {
            _ = try? others.stop()
            throw error
        }
        let slowest = try others.stop()
        add(Self.slowestRead, slowest.read, &table)
        add(Self.slowestWrite, slowest.write, &table)
    }

    /// Stops the server.
    func stop() { server.stop() }

    private mutating func edit() throws {
        edits += 1
        // An edit of a rule and not a new one: the largest draft has as many rules as a release may have.
        let rule = #"{"match":["https://www.example.com/edit/\#(edits)"],"to":{"screen":"E"}}"#
        try connection.ask(server.request("PUT", "/v1/apps/big/draft/rules/r-000000", json: rule), expecting: 200)
    }

    /// Publishes the draft and resolves an address by the release; returns the milliseconds until the 201.
    private func publish() throws -> Double {
        let request = server.request(
            "POST", "/v1/apps/big/releases", json: #"{"message":"bench","channel":"production"}"#)
        let resolve = server.request("GET", "/v1/apps/big/resolve?appVersion=99&url=\(address)")
        let start = MonotonicClock.nanoseconds
        try connection.ask(request, expecting: 201)
        let created = Self.milliseconds(since: start)
        let answer = try JSONDocument(parsing: connection.ask(resolve, expecting: 200)).root
        guard answer["version"]?.integerValue == Int64(edits) else {
            throw BenchError("release \(edits) does not answer")
        }
        return created
    }

    private func publishBesideOthers(_ table: inout FigureTable) throws {
        let start = MonotonicClock.nanoseconds
        let created = try publish()
        add(Self.created, created, &table)
        add(Self.resolved, Self.milliseconds(since: start), &table)
        let fetching = MonotonicClock.nanoseconds
        let body = try connection.ask(server.request("GET", "/v1/apps/big/rules"), expecting: 200)
        let fetched = Self.milliseconds(since: fetching)
        guard body.count > size * 50 else { throw BenchError("a body of \(body.count) bytes for \(size) rules") }
        add(Self.served, created + fetched, &table)
    }

    private func add(_ title: String, _ value: Double, _ table: inout FigureTable) {
        table.add(value, to: .init(title: title, size: size), .milliseconds)
    }

    private static func milliseconds(since start: Int64) -> Double {
        Double(MonotonicClock.nanoseconds - start) / 1_000_000
    }
}
