import CanonicalJSON
import Foundation

/// A header field of a request or an answer.
struct RecordedField: Sendable, Hashable {
    var name: String
    var value: String
}

/// A request of a recording.
///
/// `{name}` in target, fields and body is replaced by a value from an earlier answer of the same session.
struct RecordedRequest: Sendable, Hashable {
    var method: String
    var target: String
    var fields: [RecordedField] = []
    var body = ""

    /// The same request with each `{name}` replaced by its value.
    func filled(with values: [String: String]) -> RecordedRequest {
        func fill(_ text: String) -> String {
            values.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
        var filled = self
        filled.target = fill(target)
        filled.fields = fields.map { RecordedField(name: $0.name, value: fill($0.value)) }
        filled.body = fill(body)
        return filled
    }

    /// The request as HTTP/1.1 text.
    var wireText: String {
        var lines = ["\(method) \(target) HTTP/1.1"]
        if !fields.contains(where: { $0.name == "Host" }) { lines.append("Host: waymark.example") }
        lines += fields.map { "\($0.name): \($0.value)" }
        if !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method) {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

/// An answer as it was received.
struct RecordedAnswer: Sendable, Hashable {
    var status: Int
    var fields: [RecordedField]
    var body: [UInt8]

    /// The first value of a field, by its name without case.
    func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as JSON; null if it is not JSON.
    var json: JSONValue { (try? JSONDocument(parsing: body))?.root.value ?? .null }

    /// The answer as HTTP/1.1 bytes.
    var wireBytes: [UInt8] {
        let lines = ["HTTP/1.1 \(status) Recorded"] + fields.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

/// A request and its answer.
struct RecordedExchange: Sendable, Hashable {
    var name: String
    var request: RecordedRequest
    /// Values of this answer that later requests use: a name for each and the path of a JSON member, such as
    /// `release/digest`.
    var captures: [String: String] = [:]
    var answer = RecordedAnswer(status: 0, fields: [], body: [])

    /// The values of this answer that later requests use.
    func captured() -> [String: String] {
        captures.mapValues { path in
            path.split(separator: "/").reduce(answer.json) { $0[String($1)] ?? .null }.stringValue ?? ""
        }
    }
}

extension RecordedExchange {
    /// Reads a line of a recording.
    init(_ json: JSONValue) {
        func fields(_ value: JSONValue?) -> [RecordedField] {
            (value?.arrayValue ?? []).map {
                RecordedField(name: $0[0]?.stringValue ?? "", value: $0[1]?.stringValue ?? "")
            }
        }
        let request = json["request"]
        let answer = json["answer"]
        let base64 = answer?["base64"]?.stringValue.flatMap { Data(base64Encoded: $0) }
        self.init(
            name: json["name"]?.stringValue ?? "",
            request: RecordedRequest(
                method: request?["method"]?.stringValue ?? "", target: request?["target"]?.stringValue ?? "",
                fields: fields(request?["fields"]), body: request?["body"]?.stringValue ?? ""),
            captures: (json["captures"]?.objectValue ?? [:]).compactMapValues(\.stringValue),
            answer: RecordedAnswer(
                status: Int(answer?["status"]?.integerValue ?? 0), fields: fields(answer?["fields"]),
                body: base64.map { [UInt8]($0) } ?? Array((answer?["body"]?.stringValue ?? "").utf8)))
    }
}

extension [RecordedExchange] {
    /// Reads a recording: a JSON array with one exchange per line.
    init(text: String) throws {
        self =
            try JSONDocument(parsing: [UInt8](text.utf8)).root.value.arrayValue.map { $0.map(RecordedExchange.init) }
            ?? []
    }
}
