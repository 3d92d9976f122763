import CanonicalJSON
import RouteModel

/// One answer as a line of the access log.
///
/// Text of clients cannot end a line or a field: bytes that are not plain are escaped as in nginx and Apache, after
/// tokens and secrets in addresses were removed.
struct AccessLine {
    /// When it was answered.
    var at: Instant
    /// The client's address, behind trusted proxies.
    var client: String
    /// The name of the token in the request.
    var principal: String?
    var method: ArraySlice<UInt8>
    /// Path and query.
    var target: ArraySlice<UInt8>
    var isVersion10: Bool
    /// The received bytes if they were not a request, else empty.
    var received: ArraySlice<UInt8>
    var status: Int
    /// The body's size in bytes, as sent.
    var bodyBytes: Int
    var microseconds: Int64
    var referer: ArraySlice<UInt8>?
    var userAgent: ArraySlice<UInt8>?
    /// The request id, if it was sent to the client or came from a proxy.
    var id: String?
    var trace: TraceParent?
    /// The app in the path.
    var app: ArraySlice<UInt8>?
    /// The number of the release in the answer.
    var release: Int?

    /// Writes the `combined` format of Apache and nginx, then seconds, request id, trace, app and release; `-` for a
    /// missing value.
    func appendCombined(to line: inout [UInt8], date: String) {
        line += client.utf8
        line += " - ".utf8
        LoggedText.appendWord(principal.map { Array($0.utf8)[...] }, to: &line)
        line += " [".utf8
        line += date.utf8
        line += "] ".utf8
        line.append(Self.quote)
        if method.isEmpty {
            LoggedText.append(received.isEmpty ? [UInt8(ascii: "-")] : received, to: &line)
        } else {
            LoggedText.append(method, to: &line)
            line.append(Self.blank)
            LoggedText.append(target, to: &line)
            line += isVersion10 ? " HTTP/1.0".utf8 : " HTTP/1.1".utf8
        }
        line += "\" ".utf8
        line += "\(status) \(bodyBytes) ".utf8
        Self.appendQuoted(referer, to: &line)
        line.append(Self.blank)
        Self.appendQuoted(userAgent, to: &line)
        line += " \(microseconds / 1_000_000).\(Self.digits(microseconds % 1_000_000, 6)) ".utf8
        line += (id ?? "-").utf8
        line.append(Self.blank)
        line += (trace?.traceID ?? "-").utf8
        line.append(Self.blank)
        LoggedText.appendWord(app, to: &line)
        line.append(Self.blank)
        line += (release.map(String.init) ?? "-").utf8
    }

    /// Writes one JSON object; members without a value are left out.
    func appendJSON(to line: inout [UInt8]) {
        line += "{\"at\":\"\(at)\",\"from\":\"\(client)\"".utf8
        Self.appendMember("by", principal.map { Array($0.utf8)[...] }, to: &line)
        if method.isEmpty {
            Self.appendMember("received", received, to: &line)
        } else {
            Self.appendMember("method", method, to: &line)
            Self.appendMember("target", target, to: &line)
            line += isVersion10 ? ",\"version\":\"1.0\"".utf8 : ",\"version\":\"1.1\"".utf8
        }
        let milliseconds = "\(microseconds / 1000).\(Self.digits(microseconds % 1000, 3))"
        line += ",\"status\":\(status),\"bytes\":\(bodyBytes),\"ms\":\(milliseconds)".utf8
        Self.appendMember("referer", referer, to: &line)
        Self.appendMember("agent", userAgent, to: &line)
        Self.appendMember("id", id.map { Array($0.utf8)[...] }, to: &line)
        if let trace { line += ",\"trace\":\"\(trace.traceID)\",\"parent\":\"\(trace.parentID)\"".utf8 }
        Self.appendMember("app", app, to: &line)
        if let release { line += ",\"release\":\(release)".utf8 }
        line.append(UInt8(ascii: "}"))
    }

    private static func appendQuoted(_ text: ArraySlice<UInt8>?, to line: inout [UInt8]) {
        line.append(quote)
        if let text { LoggedText.append(text, to: &line) } else { line += "-".utf8 }
        line.append(quote)
    }

    private static func appendMember(_ name: String, _ text: ArraySlice<UInt8>?, to line: inout [UInt8]) {
        guard let text = text.map(LoggedText.clean) else { return }
        line += ",\"\(name)\":".utf8
        if text.allSatisfy(LoggedText.isPlain) {
            line.append(quote)
            line += text
            line.append(quote)
        } else {
            // Bytes that are not UTF-8 become U+FFFD, so that the line is always valid JSON.
            line += JSONValue.string(String(decoding: text, as: UTF8.self)).text.utf8
        }
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    private static let quote = UInt8(ascii: "\"")
    private static let blank = UInt8(ascii: " ")
}
