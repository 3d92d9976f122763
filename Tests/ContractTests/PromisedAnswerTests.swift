import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import HTTPExchange
@testable import WaymarkCommands

/// The command line does not contain the server's contract: this writes what it needs of it, and compares both.
@Suite("What commands expect of answers", .scheduled)
struct PromisedAnswerTests {
    /// Operations of the control plane that no command asks.
    private static let unasked: Set<String> = [
        "replaceSettings", "releaseRules", "readServerSettings", "changes", "resolveMany",
    ]
    /// Other operations that commands ask.
    private static let others: Set<String> = ["ready", "resolveWithContext"]

    private static var asked: [Endpoint] {
        Contract.table.endpoints.filter { endpoint in
            let isAdmin = endpoint.isControl && endpoint.access != .console && !unasked.contains(endpoint.id)
            return (isAdmin || others.contains(endpoint.id)) && endpoint.method != .delete
        }
    }

    private func key(_ endpoint: Endpoint) -> String {
        let path = endpoint.path.description.split(separator: "/").map { $0.hasPrefix("{") ? "*" : String($0) }
        return "\(endpoint.method.rawValue) /" + path.joined(separator: "/")
    }

    private func line(_ endpoint: Endpoint, _ shapes: ShapeWriter) -> String {
        let success = endpoint.success
        var words = [key(endpoint)]
        if success.mediaType != "application/json" { words.append(success.mediaType) }
        if endpoint.method == .get, case .number(let kind) = success.tag { words.append("ETag:\(kind.rawValue)") }
        let isJSON = success.mediaType == "application/json" || success.line != nil
        words.append(isJSON ? shapes.text(success.line ?? success.schema ?? .anything) : #""any""#)
        return words.joined(separator: " ")
    }

    /// The table of the command line: shapes with names, then operations.
    private func table() -> [String] {
        let shapes = ShapeWriter()
        // A path without names comes before others of its length.
        let operations = Self.asked.sorted { key($0).replacing("*", with: "~") < key($1).replacing("*", with: "~") }
            .map { line($0, shapes) }
        _ = shapes.text(OpenAPIDocument.problem)
        return shapes.named.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + operations
    }

    /// A line of at most 120 characters, continued behind commas.
    private func wrapped(_ line: String) -> String {
        let margin = String(repeating: " ", count: 8)
        var lines = [margin]
        for part in line.split(separator: ",") {
            if lines[lines.count - 1].count + part.count > 116 {
                lines[lines.count - 1] += "\\"
                lines.append(margin)
            }
            lines[lines.count - 1] += part + ","
        }
        return String(lines.joined(separator: "\n").dropLast())
    }

    @Test("the table of the command line is that of the contract")
    func same() throws {
        let text = """
            extension PromisedAnswer {
                /// Written by a test from the server's contract: `WAYMARK_RENEW=1 swift test --filter PromisedAnswerTests`.
                ///
                /// First shapes with names (`AnswerShape`). Then a line for each operation whose answer has content: its
                /// media type if that is not `application/json`, the letter of its `ETag` if commands read it, and the
                /// shape of its content. A path without names comes before others of its length.
                static let table = \"""
            \(table().map(wrapped).joined(separator: "\n"))
                    \"""
            }

            """
        try Renewal.expect(
            "Sources/Programs/WaymarkCommands/Admin/PromisedAnswer+Table.swift", holds: text,
            suite: "PromisedAnswerTests")
    }

    @Test("what the contract says of deletions and of the types of refusals is what commands expect")
    func rest() {
        for endpoint in Contract.table.endpoints where endpoint.isControl && endpoint.method == .delete {
            #expect(endpoint.success.status == 204, "\(endpoint.id)")
        }
        for problem in ProblemCatalogue.all {
            #expect(problem.type.hasPrefix(PromisedAnswer.problemType), "\(problem.type)")
        }
    }

    @Test("a request finds the line of its path")
    func found() {
        #expect(PromisedAnswer.of("GET", "/v1/audit/export?after=1").mediaType == "application/jsonl")
        #expect(PromisedAnswer.of("GET", "/v1/audit/17").operation == "GET /v1/audit/*")
        #expect(PromisedAnswer.of("GET", "/v1/apps/shop/draft/rules?q=/a/b").tag == "r")
        #expect(PromisedAnswer.of("GET", "/v1/unknown").shape.json == [:])
    }

    @Test("the answers of older versions have these shapes", arguments: ["0.1.0", "0.2.0", "0.3.0"])
    func older(_ version: String) throws {
        var asked: Set<String> = []
        for name in ["writes", "reads"] {
            let file = PackageRoot.url.appendingPathComponent("Tests/Compatibility/Recordings/\(version)/\(name).json")
            let exchanges = try JSONValue(parsing: Array(try Data(contentsOf: file)))
            for exchange in exchanges.arrayValue ?? [] {
                guard let method = exchange["request"]?["method"]?.stringValue,
                    let path = exchange["request"]?["target"]?.stringValue, let answer = exchange["answer"],
                    let status = answer["status"]?.integerValue, status != 304, method != "HEAD",
                    let body = answer["body"]?.stringValue?.replacing("[<text>]", with: "[]")
                else { continue }
                let operation = PromisedAnswer.of(method, path).operation
                guard !operation.hasSuffix(" *") || status >= 400 else { continue }
                let fields = (answer["fields"]?.arrayValue ?? []).map { field in
                    (name: field[0]?.stringValue?.lowercased(), value: field[1]?.stringValue)
                }
                let read = ServerAnswer(status: Int(status), body: Array(body.utf8)) { name in
                    fields.first { $0.name == name }?.value
                }
                let difference = read.difference(from: method, path)
                #expect(difference == nil, "\(method) \(path): \(difference ?? "") \(read.text)")
                asked.insert(operation)
            }
        }
        #expect(asked.count > 20, "\(asked.sorted())")
    }
}

/// Writes schemas of the contract as shapes (`AnswerShape`), and keeps those that have a name.
private final class ShapeWriter {
    private(set) var named: [String: String] = [:]

    func text(_ schema: Schema) -> String {
        switch schema {
        case .component(let name, let inner):
            if named[name] == nil { named[name] = text(inner) }
            return "\"\(name)\""
        case .text, .words: return #""string""#
        case .integer: return #""integer""#
        case .number: return #""number""#
        case .flag, .yes: return #""boolean""#
        case .anything: return #""any""#
        case .list(let element, _): return "[\(text(element))]"
        case .map(let element, _, _): return "{\"*\":\(text(element))}"
        case .nullable(let inner): return union([inner], #""null""#)
        case .either(let shapes): return union(shapes, nil)
        case .object(let members, let required, _):
            let parts = members.sorted { $0.key < $1.key }.map { name, schema in
                "\"\(name)\(required.contains(name) ? "" : "?")\":\(text(schema))"
            }
            return "{\(parts.joined(separator: ","))}"
        }
    }

    /// One of several shapes.
    ///
    /// Several objects are variants of one, of which a newer server may have more.
    private func union(_ shapes: [Schema], _ first: String?) -> String {
        var parts = first.map { [$0] } ?? []
        var members: [String: [Schema]] = [:]
        var required: Set<String>?
        let areVariants = shapes.count { !$0.members.isEmpty } > 1
        func add(_ schema: Schema) {
            switch schema {
            case .either(let inner): inner.forEach(add)
            case .component(_, let inner) where areVariants: add(inner)
            case .nullable(let inner):
                parts.append(#""null""#)
                add(inner)
            case .object(let own, let ownRequired, _):
                for (name, schema) in own { members[name, default: []].append(schema) }
                required = required?.intersection(ownRequired) ?? Set(ownRequired)
            default: parts.append(text(schema))
            }
        }
        shapes.forEach(add)
        if let required {
            let merged = members.mapValues { $0.count == 1 ? $0[0] : Schema.either($0) }
            parts.append(text(.object(merged, required: required.sorted())))
        }
        var distinct: [String] = []
        for part in parts where !distinct.contains(part) { distinct.append(part) }
        return distinct.count == 1 ? distinct[0] : "[\(distinct.joined(separator: ","))]"
    }
}
