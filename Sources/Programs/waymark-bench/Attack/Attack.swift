/// A client that takes as much of the server as it can: what it sends, and in how many connections.
struct Attack: Sendable {
    /// Who attacks: a stranger has no token, the others have one of their role.
    enum Client: String, Sendable { case stranger, viewer, editor, publisher, admin }

    /// How a thread of the attack uses its connections.
    enum Way: Sendable {
        /// Sends requests one after the other and reads the answers. The number of the request makes the texts differ.
        case ask(@Sendable (Int) -> AttackRequest)
        /// Opens connections, sends the bytes on each, and never reads; the oldest is closed when there are too many.
        case hold(bytes: [UInt8], connections: Int)
    }

    /// Who attacks.
    let client: Client
    /// The requests, as in the table of the operations guide.
    let title: String
    /// The number of threads, each with its own loopback address.
    let threads: Int
    /// What each thread does.
    let way: Way

    /// All attacks, in the order of the table.
    static let all = ofStrangers + ofTokens

    /// The attack with this title, or else all that contain the text in their titles; all for nil.
    static func named(_ text: String?) -> [Attack] {
        guard let text else { return all }
        let exact = all.filter { $0.title == text }
        return exact.isEmpty ? all.filter { $0.title.contains(text) } : exact
    }

    private static let ofStrangers = [
        hold(
            "incomplete heads of 30 KB, 3,000 open", connections: 3_000,
            "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: 30_000)),
        hold(
            "incomplete bodies of 59 KB, 3,000 open", connections: 3_000,
            "POST \(app)/resolve HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
                + String(repeating: " ", count: 59_000)),
        hold(
            "event streams, 4,100 connections", connections: 4_100, "GET \(app)/events HTTP/1.1\r\nHost: h\r\n\r\n"),
        hold(
            "unread answers of 300 KB, 500 connections", connections: 500,
            String(repeating: "GET \(app)/rules HTTP/1.1\r\nHost: h\r\n\r\n", count: 50)),
        ask(.stranger, "`resolve`", 16) { .get("\(app)/resolve?url=\(address)\($0 % 2_000)/overview/latest") },
        ask(.stranger, "`resolve?explain=1` of old releases", 16) {
            .get("\(app)/resolve?url=\(address)7/overview/latest&explain=1&release=\($0 % AttackSite.releases + 1)")
        },
        ask(.stranger, "guessed tokens", 8) { .get("/v1/apps", token: "wmk_guess" + paddedNumber($0)) },
    ]

    private static let ofTokens = [
        ask(.viewer, "checks of a draft", 24) { _ in AttackRequest("POST", "\(own)/draft/check") },
        ask(.viewer, "differences to a release", 16) { _ in .get("\(own)/draft/diff") },
        ask(.viewer, "searches in a draft", 24) { .get("\(own)/draft/rules?limit=1000&q=none\($0)") },
        ask(.viewer, "whole drafts", 24) { _ in .get("\(own)/draft") },
        ask(.viewer, "single rules", 24) { .get("\(own)/draft/rules/rule-\($0 % 2_000)") },
        ask(.editor, "whole drafts of 20,000 rules", 8) { number in
            AttackRequest("PUT", "\(own)/draft", SampleRules.draft(20_000, mark: number))
        },
        ask(.editor, "one rule at a time", 16) { number in
            AttackRequest("PUT", "\(own)/draft/rules/x\(number % 500)", rule(number))
        },
        ask(.publisher, "publishes", 16) { number in
            AttackRequest("POST", "\(own)/releases", Array(#"{"message":"\#(number)"}"#.utf8))
        },
        ask(.admin, "exports of the audit trail with changes", 16) { _ in .get("/v1/audit/export?changes=1&limit=1000")
        },
        ask(.admin, "backups", 8) { _ in AttackRequest("POST", "/v1/backup") },
    ]

    /// The app that the probes use, which attackers may read.
    private static let app = "/v1/apps/\(AttackSite.app)"
    /// The app that attackers with tokens use.
    private static let own = "/v1/apps/\(AttackSite.ownApp)"
    private static let address = "https://www.example.com/products"

    private static func hold(_ title: String, connections: Int, _ text: String) -> Attack {
        let threads = 4
        let way = Way.hold(bytes: Array(text.utf8), connections: connections / threads)
        return Attack(client: .stranger, title: title, threads: threads, way: way)
    }

    private static func ask(
        _ client: Client, _ title: String, _ threads: Int, _ request: @escaping @Sendable (Int) -> AttackRequest
    ) -> Attack {
        Attack(client: client, title: title, threads: threads, way: .ask(request))
    }

    private static func rule(_ number: Int) -> [UInt8] {
        let note = String(repeating: "n", count: number % 4_000)
        return Array(#"{"match":["/x\#(number % 500)"],"to":{"screen":"S"},"note":"\#(note)"}"#.utf8)
    }

    /// A number as 32 digits, which is the length of a token's secret.
    private static func paddedNumber(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 32 - digits.count)) + digits
    }
}

/// A request of an attack.
struct AttackRequest: Sendable {
    private let method: String
    private let target: String
    private let content: [UInt8]
    private let token: String?

    init(_ method: String, _ target: String, _ content: [UInt8] = [], token: String? = nil) {
        self.method = method
        self.target = target
        self.content = content
        self.token = token
    }

    /// A GET request.
    static func get(_ target: String, token: String? = nil) -> AttackRequest {
        AttackRequest("GET", target, token: token)
    }

    /// Whether it is for the control plane, although a stranger sends it.
    var hasOwnToken: Bool { token != nil }

    /// The bytes; the request's own token replaces that of the client.
    func bytes(token other: String?) -> [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: h\r\n"
        if let token = token ?? other { head += "Authorization: Bearer \(token)\r\nIf-Match: *\r\n" }
        if method != "GET" { head += "Content-Type: application/json\r\nContent-Length: \(content.count)\r\n" }
        return Array((head + "\r\n").utf8) + content
    }
}
