import CanonicalJSON
import TestSupport

@testable import WaymarkCommands

extension LoopbackServer {
    /// A server whose answers are Waymark's: what a test leaves out and the contract requires is added.
    ///
    /// An `ETag` is `"r1"` with the letter of its kind, a DELETE answers 204, and a refusal is a problem.
    static func waymark(_ answer: @escaping @Sendable (String) -> Reply) throws -> LoopbackServer {
        try LoopbackServer { request in
            let words = request.split(separator: " ", maxSplits: 2).map(String.init)
            let reply = String(decoding: answer(request).pieces.joined(), as: UTF8.self)
            let parts = reply.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            var lines = parts[0].split(separator: "\r\n").map(String.init)
            let status = Int(lines[0].split(separator: " ")[1]) ?? 0
            let isDone = (200..<300).contains(status)
            let promise = isDone ? PromisedAnswer.of(words[0], words[1]) : .problem
            if isDone, words[0] == "DELETE" { return .raw("HTTP/1.1 204 Scripted\r\nX-Request-Id: 1\r\n\r\n") }
            if isDone, let tag = promise.tag, !parts[0].lowercased().contains("etag:") {
                lines.append("ETag: \"\(tag)1\"")
            }
            guard promise.mediaType.hasSuffix("json"), let given = try? JSONValue(parsing: Array(parts[1].utf8)),
                case .object(var members) = AnswerSample.value(promise.shape.json, from: given)
            else { return answer(request) }
            if !isDone, given["type"] == nil {
                (members["type"], members["status"]) = ("urn:waymark:problem:test", .integer(Int64(status)))
            }
            lines.removeAll { $0.hasPrefix("Content-") }
            let content = JSONValue.object(members).canonicalBytes
            lines += ["Content-Type: \(promise.mediaType)", "Content-Length: \(content.count)"]
            return .raw(lines.joined(separator: "\r\n") + "\r\n\r\n" + String(decoding: content, as: UTF8.self))
        }
    }
}
