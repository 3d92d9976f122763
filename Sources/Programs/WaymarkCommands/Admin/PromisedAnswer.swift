import CanonicalJSON

/// What the contract promises of an operation's successful answer.
///
/// `ServerConnection` refuses any other answer. The table is made from the server's contract, which commands do not
/// contain.
struct PromisedAnswer: Sendable {
    /// The method, and the path with `*` for each name in it.
    let operation: String
    /// The media type of the content.
    let mediaType: String
    /// The letter before the number in `ETag`, such as `r` in `"r12"`; nil if the field is not read.
    let tag: String?
    /// The shape of JSON, or of each line of JSON lines; of other content it is `any`.
    let shape: AnswerShape

    /// A refusal (RFC 9457); its type begins with `problemType`.
    static let problem = PromisedAnswer(#"* * application/problem+json "Problem""#)
    /// The beginning of the type of every refusal.
    static let problemType = "urn:waymark:problem:"

    /// The promise for a request; an operation that is not listed promises some JSON object.
    static func of(_ method: String, _ path: String) -> PromisedAnswer {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        let line = lines.first { line in
            let words = line.split(separator: " ", maxSplits: 2)
            let template = words[1].split(separator: "/")
            return words[0] == method && words.count > 2 && template.count == segments.count
                && zip(template, segments).allSatisfy { $0 == "*" || $0 == $1 }
        }
        return PromisedAnswer(line.map { String($0) } ?? "\(method) * {}")
    }

    /// The lines of the table: a shape has two words, an operation more.
    static let lines = table.split(separator: "\n")

    private init(_ line: String) {
        let words = line.split(separator: " ").map { String($0) }
        operation = words.prefix(2).joined(separator: " ")
        mediaType = words.dropFirst(2).first { $0.contains("/") } ?? "application/json"
        tag = words.first { $0.hasPrefix("ETag:") }.map { String($0.dropFirst("ETag:".count)) }
        shape = AnswerShape(words[words.count - 1])
    }
}

extension ServerAnswer {
    /// What an answer has in place of what Waymark answers to a request; nil if it is Waymark's.
    func difference(from method: String, _ path: String) -> String? {
        if method == "DELETE", isSuccess {
            guard status == 204 else { return "\(status), not 204" }
            return isMarked ? nil : "204 without Waymark's field X-Request-Id"
        }
        if method == "GET", isSuccess, status != 200 { return "\(status), not 200" }
        let found = contentType?.prefix { $0 != ";" && $0 != " " }.lowercased()
        // A server that is not ready says why, with 503.
        let isUnready = path == "/readyz" && status == 503 && found != PromisedAnswer.problem.mediaType
        let promise = isSuccess || isUnready ? PromisedAnswer.of(method, path) : .problem
        guard found == promise.mediaType else { return "\(status) and \(found ?? "no content type")" }
        if promise.mediaType == "application/jsonl" { return lineDifference(from: promise.shape) }
        guard promise.mediaType.hasSuffix("json") else { return nil }
        if let wrong = wrongTag(promise.tag) { return "\(status) and \(wrong)" }
        if json == .null { return "\(status) and content that is not JSON" }
        if let wrong = promise.shape.difference(of: json) { return "\(status) and JSON \(wrong)" }
        guard promise.operation == PromisedAnswer.problem.operation, problemCode == nil else { return nil }
        return "\(status) and a problem of another service: \(json.word("type"))"
    }

    /// Why `ETag` is not that of a number of this kind; nil if it is, or if none is promised.
    private func wrongTag(_ letter: String?) -> String? {
        guard let letter else { return nil }
        guard let etag else { return "no ETag" }
        // A proxy that compresses makes a tag weak.
        let number = etag.hasPrefix("W/") ? etag.dropFirst(2) : etag[...]
        let isNumbered = number.hasPrefix("\"\(letter)") && number.hasSuffix("\"") && number.count > 3
        return isNumbered && number.dropFirst(2).dropLast().allSatisfy(\.isWholeNumber) ? nil : "the ETag \(etag)"
    }

    /// The first line that is not whole, or has another shape.
    private func lineDifference(from shape: AnswerShape) -> String? {
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.dropLast().enumerated() {
            guard let value = try? JSONValue(parsing: Array(line)) else {
                return "\(status) and a line \(index + 1) that is not JSON"
            }
            if let wrong = shape.difference(of: value) { return "\(status) and a line \(index + 1) \(wrong)" }
        }
        return lines.last?.isEmpty == true ? nil : "\(status) and a line \(lines.count) that is cut off"
    }
}
