import Foundation
import SystemIO
import TestSupport
import Testing
import WireConformance

@Suite("HTTP/1.1 conformance of the programs", .scheduled, .serialized)
struct WireTests {
    /// Two servers: `hasty` has short deadlines, for cases about time; on a busy machine it would cut off other cases.
    private struct Pair<Server> {
        let hasty: Server
        let patient: Server
    }

    private static let hastyOptions = ["--head-seconds", "3", "--body-seconds", "3", "--idle-seconds", "3"]
    private static let thirdPartyOptions = ["--head-seconds", "3", "--body-seconds", "3", "--idle-seconds", "120"]
    private static let patientOptions = ["head", "body", "idle", "stranger-body"].flatMap { deadline in
        ["--\(deadline)-seconds", "\(TestLimits.waitSeconds)"]
    }

    /// `waymark serve` with the CSDN example imported and published.
    private func product(_ folder: TemporaryDirectory, _ name: String, _ options: [String]) throws -> RunningServer {
        let server = try RunningServer(database: folder.file(name), arguments: options)
        let table = PackageRoot.url.appendingPathComponent("Config/examples/csdn-routes.json").path
        let commands = [
            ["app", "create", "csdn"],
            ["import", "--app", "csdn", "--from", "cnrouter", "--allow-destinations", table],
            ["publish", "--app", "csdn", "--message", "imported"],
        ]
        for command in commands { try run(server, command) }
        return server
    }

    private func run(_ server: RunningServer, _ command: [String]) throws {
        let environment = ["WAYMARK_SERVER": server.url, "WAYMARK_TOKEN": server.token]
        let result = try Program.run("waymark", command, environment: environment)
        try #require(result.status == 0, "\(command): \(result.errors)")
    }

    private func products(_ folder: TemporaryDirectory) throws -> Pair<RunningServer> {
        Pair(
            hasty: try product(folder, "hasty.db", Self.hastyOptions),
            patient: try product(folder, "patient.db", Self.patientOptions))
    }

    private func site(_ server: RunningServer) throws -> ConformanceSite {
        let address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
        return try ConformanceSite(
            address, get: "/v1/apps/csdn/rules", post: "/v1/apps/csdn/resolve", missing: "/nope",
            contentProblem: #""type":"urn:waymark:problem:bad-request""#)
    }

    @Test(
        "Every case of http1.json agrees with waymark serve, however its bytes arrive",
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.http1)),
        arguments: [Delivery.whole, .byteByByte, .split(seed: 3), .behindOthers])
    func product(delivery: Delivery) throws {
        let folder = try TemporaryDirectory()
        let servers = try products(folder)
        let failures = try ConformanceRun.http1(
            "waymark serve", hasty: site(servers.hasty), patient: site(servers.patient), delivery)
        #expect(failures == [])
        #expect(servers.hasty.stop() == 0 && servers.patient.stop() == 0)
    }

    @Test(
        "Every case of http1-thirdparty.json agrees with waymark serve, however its bytes arrive",
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.thirdParty)))
    func productThirdParty() throws {
        let folder = try TemporaryDirectory()
        let server = try product(folder, "third.db", Self.thirdPartyOptions)
        for delivery in [Delivery.whole, .byteByByte, .split(seed: 4), .behindOthers] {
            #expect(try ConformanceRun.thirdParty("waymark serve", site(server), delivery) == [])
        }
        #expect(server.stop() == 0)
    }

    @Test(
        "Both files agree with serve-echo, which is HTTPServing alone",
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.http1)),
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.thirdParty)))
    func echo() throws {
        let patience = { (milliseconds: String, idle: String) in
            ["--head-timeout", milliseconds, "--body-timeout", milliseconds, "--idle-timeout", idle]
        }
        let targets = try [("3000", "3000"), ("60000", "60000"), ("3000", "120000")].map {
            try AttackTarget(patience($0, $1))
        }
        let sites = try targets.map { try ConformanceSite($0.address, get: "/", post: "/echo", missing: "/nothing") }
        #expect(try ConformanceRun.http1("serve-echo", hasty: sites[0], patient: sites[1], .whole) == [])
        #expect(try ConformanceRun.thirdParty("serve-echo", sites[2], .whole) == [])
        for target in targets { #expect(target.stop() == 0) }
    }

    @Test(
        "a GET for events with content gets its stream, and the content is not read as a request",
        arguments: [
            "Content-Length: 44\r\n\r\n", "Content-Length: 44\r\nExpect: 100-continue\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n2c\r\n",
        ])
    func eventsWithContent(fields: String) throws {
        let folder = try TemporaryDirectory()
        let server = try product(folder, "patient.db", Self.patientOptions)
        let client = LoopbackClient(try site(server).address)
        let content = "GET /v1/apps/csdn/head HTTP/1.1\r\nHost: h\r\n\r\n"
        client.send("GET /v1/apps/csdn/events HTTP/1.1\r\nHost: h\r\n\(fields)\(content)")
        client.wait { $0.hasSuffix("\n\n\r\n") }
        let rule = #"{"id":"extra","match":["https://blog.csdn.net/extra"],"to":{"screen":"Extra"}}"#
        #expect(try server.admin("POST", "/v1/apps/csdn/draft/rules", rule).status == 201)
        try run(server, ["publish", "--app", "csdn", "--message", "a rule more"])
        let text = client.wait { $0.occurrences(of: "event: head\n") == 2 && $0.hasSuffix("\n\n\r\n") }
        #expect(!client.isClosed && text.occurrences(of: "event: head\n") == 2)
        #expect(text.occurrences(of: "HTTP/1.1") == 1)
        #expect(server.stop() == 0)
    }

    /// Content that the resource accepts only if every byte has arrived.
    private static let content = #"{"url":"https://blog.csdn.net/user/article/details/1"}"#

    @Test(
        "content is complete for all framings and pieces",
        arguments: [Delivery.whole, .byteByByte, .split(seed: 5), .split(seed: 6), .behindOthers])
    func content(delivery: Delivery) throws {
        let folder = try TemporaryDirectory()
        let server = try product(folder, "patient.db", Self.patientOptions)
        let address = try site(server).address
        let head = "POST /v1/apps/csdn/resolve HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
        let length = "Content-Length: \(Self.content.utf8.count)\r\n\r\n\(Self.content)"
        let chunked = "Transfer-Encoding: chunked\r\n\r\n"
        let middle = Self.content.index(Self.content.startIndex, offsetBy: 11)
        let halves = [Self.content[..<middle], Self.content[middle...]]
        let pieces = halves.map { "\(String($0.utf8.count, radix: 16));a=\"b\"\r\n\($0)\r\n" }.joined()
        let single = Self.content.map { "1\r\n\($0)\r\n" }.joined()
        let framed = [length, chunked + pieces + "0\r\n\r\n", chunked + single + "0\r\nX: y\r\n\r\n"]
        let other = "GET /v1/apps/csdn/head HTTP/1.1\r\nHost: h\r\n\r\n"
        let talk = framed.map { head + $0 + other }.joined()
        let others = String(repeating: other, count: delivery.othersCount)
        let client = LoopbackClient(address)
        for piece in delivery.pieces(of: Array((others + talk).utf8), name: "content") { client.send(Array(piece)) }
        client.wait {
            $0.occurrences(of: "HTTP/1.1 ") == delivery.othersCount + 2 * framed.count
                && AnswerScan(client.received, isClosed: false, methods: []).answers.last?.isCut == false
        }
        let answers = AnswerScan(client.received, isClosed: false, methods: [])
            .dropping(delivery.othersCount).answers
        #expect(answers.map(\.status) == [200, 200, 200, 200, 200, 200])
        let resolved = try server.send("POST", "/v1/apps/csdn/resolve", json: Self.content)
        #expect(resolved.status == 200)
        for index in [0, 2, 4] where index < answers.count { #expect(answers[index].body == resolved.body) }
        #expect(server.stop() == 0)
    }
}
