import CanonicalJSON
import HTTPFetching
import HTTPWire
import ReleaseStore
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The examples in the contract are real answers of the server", .scheduled)
struct ContractExampleTests {
    /// Endpoints without an example: the contract's own document, and those whose content is binary.
    private static let withoutExample: Set<String> = ["contract", "backup", "index", "engineFile"]

    /// Fixed values for members that differ between runs or machines: hashes, compressed sizes and request ids.
    private static let random: [String: JSONValue] = [
        "hash": .string(String(repeating: "5c", count: 32)),
        "previousHash": .string(String(repeating: "3f", count: 32)),
        "gzipBytes": 235, "instance": "urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077",
    ]

    private func steady(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(steady))
        case .object(let members):
            return .object(members.reduce(into: [:]) { $0[$1.key] = Self.random[$1.key] ?? steady($1.value) })
        case .string(let text) where text.hasPrefix("/console/#"): return "/console/#cLy0SJ5Ui5nYk3yDIb9fHw"
        case .string(let text) where text.hasPrefix("wmk_"): return "wmk_shown-once"
        case .string(let text) where text.contains("; wait "):
            return .string(text.replacing(/wait \d+ s/, with: "wait 60 s"))
        case .string(let text) where text.contains("the host 127.1:"):
            return .string(text.replacing(/127\.1:\d+/, with: "waymark.example"))
        // Token ids are the only strings of 16 hexadecimal digits.
        case .string(let text) where text.utf8.count == 16 && text.allSatisfy(\.isHexDigit): return "8d3f1a6b20c4e795"
        default: return value
        }
    }

    /// The answers of a session on a desk, whose clock does not advance, by endpoint id.
    private func answers() throws -> [String: JSONValue] {
        let desk = try Desk(["nodeName": "paris-1"])
        var answers: [String: JSONValue] = [:]
        try SessionRun.run(at: desk) { step, answer in
            #expect((200..<300).contains(answer.status), "\(step.id): \(answer.text)")
            guard answers[step.id] == nil, !Self.withoutExample.contains(step.id), answer.status != 204 else { return }
            switch step.id {
            case "metrics": answers[step.id] = .string(Self.excerpt(answer.text))
            // One line of JSON, as the session asks for one row.
            case "exportAudit": answers[step.id] = .string(steady(answer.json).text + "\n")
            default: answers[step.id] = steady(answer.json)
            }
        }
        let channel = try #require(desk.components.snapshots.snapshot.apps["market"]?.channels["production"])
        answers["events"] = Self.members(ofEvent: channel.preparedHead.event.plain.bytes)
        let changes = ChangeHistory(try desk.store.auditPage(AuditQuery(app: "market", limit: 1000)).rows.reversed())
        let change = changes.events.last { String(decoding: $0.bytes, as: UTF8.self).contains(#""rule":"#) }
        answers["changes"] = Self.members(ofEvent: try #require(change).bytes)
        return answers
    }

    /// The fields of an event.
    private static func members(ofEvent bytes: [UInt8]) -> JSONValue {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let fields = lines.map { $0.split(separator: ": ", maxSplits: 1) }
        return .object(Dictionary(uniqueKeysWithValues: fields.map { (String($0[0]), .string(String($0[1]))) }))
    }

    /// The lines of one metric family, as the example.
    private static func excerpt(_ metrics: String) -> String {
        metrics.split(separator: "\n").filter { $0.contains("waymark_channel_version") }.joined(separator: "\n") + "\n"
    }

    /// The file that holds the examples.
    private func file(_ answers: [String: JSONValue], _ refusals: [Int: JSONValue]) -> String {
        var parts: [(name: String, value: JSONValue)] = []
        for step in ContractSession.session where !parts.contains(where: { $0.name == step.id }) {
            if let answer = answers[step.id] { parts.append((step.id, answer)) }
        }
        for (status, refusal) in refusals.sorted(by: { $0.key < $1.key }) {
            parts.append(("refusal \(status)", refusal))
        }
        let text = parts.map { "== \($0.name)\n\(Self.wrapped($0.value))\n" }.joined()
        let indented = text.split(separator: "\n").map { "        \($0)\n" }.joined()
        return """
            extension ContractAnswers {
                /// Written by a test from what the server answers: `WAYMARK_RENEW=1 swift test --filter ContractExampleTests`.
                static let text = #\"""
            \(indented)        \"""#
            }

            """
    }

    /// Canonical JSON, broken after commas outside of strings, so that lines have at most 112 columns where possible.
    private static func wrapped(_ value: JSONValue) -> String {
        var lines: [String] = []
        var line = ""
        var piece = ""
        var (isText, isEscaped) = (false, false)
        for character in String(decoding: value.canonicalBytes, as: UTF8.self) {
            piece.append(character)
            if character == "\"", !isEscaped { isText.toggle() }
            isEscaped = character == "\\" && !isEscaped
            guard character == ",", !isText else { continue }
            if line.count + piece.count > 112 {
                lines.append(line)
                line = ""
            }
            line += piece
            piece = ""
        }
        if line.count + piece.count > 112 {
            lines.append(line)
            line = ""
        }
        return (lines + [line + piece]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    @Test("each success and each refusal in the document equals the server's answer, except for random values")
    func examples() throws {
        let answers = try answers()
        let expected = Contract.table.endpoints.filter { $0.success.schema != nil }.map(\.id)
        #expect(Set(answers.keys).union(Self.withoutExample) == Set(expected))
        let server = try LiveServer()
        try server.makeApp()
        var refusals: [Int: JSONValue] = [:]
        for (status, answer) in try ContractRefusals.collect(from: server) {
            #expect(status == answer.status || status == 500 && answer.status == 503, "\(status): \(answer.text)")
            refusals[status] = steady(answer.json)
        }
        #expect(Set(refusals.keys) == Set(OpenAPIDocument.meanings.keys))
        try Renewal.expect(
            "Sources/Server/HTTPExchange/Contract/ContractAnswers+Text.swift", holds: file(answers, refusals),
            suite: "ContractExampleTests")
    }

    @Test("each example matches the schema of its endpoint or refusal")
    func shapes() throws {
        let reader = SchemaReader()
        for endpoint in Contract.table.endpoints where !Self.withoutExample.contains(endpoint.id) {
            guard let schema = endpoint.success.schema else { continue }
            let example = try #require(ContractAnswers.successes[endpoint.id], "\(endpoint.id)")
            #expect(reader.mismatch(example, schema, endpoint.id) == nil, "\(endpoint.id)")
        }
        for (status, example) in ContractAnswers.refusals {
            #expect(reader.mismatch(example, OpenAPIDocument.problem, "\(status)") == nil, "\(status)")
        }
    }
}
