import CanonicalJSON
import Foundation

/// The answer to one request by curl.
struct Exchange {
    let status: Int
    /// Names in lower case; a repeated field's values are joined by ", ".
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; null if it is not JSON.
    var json: JSONValue { (try? JSONDocument(parsing: body))?.root.value ?? .null }
}

extension RunningServer {
    /// Sends a request by curl; `headers` are whole lines.
    func send(
        _ method: String, _ path: String, headers: [String] = [], json: String? = nil, token: String? = nil
    ) throws -> Exchange {
        let received = try TemporaryText()
        var arguments = ["--dump-header", "-", "--output", received.path, "--request", method, url + path]
        if method == "HEAD" { arguments.append("--head") }
        if let token { arguments += ["--header", "Authorization: Bearer \(token)"] }
        if let json { arguments += ["--header", "Content-Type: application/json", "--data-binary", json] }
        arguments += headers.flatMap { ["--header", $0] }
        let result = try Program.curl(arguments)
        guard result.status == 0 else { throw Failure.didNotStart("curl \(arguments): \(result.errors)") }
        let lines = result.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        let status = lines.last { $0.hasPrefix("HTTP/") }?.split(separator: " ").dropFirst().first
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("HTTP/") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        return Exchange(status: status.flatMap { Int($0) } ?? 0, headers: fields, body: received.bytes)
    }

    /// The same with the admin's token and `If-Match: *` unless other headers are given.
    func admin(_ method: String, _ path: String, _ json: String? = nil, headers: [String] = ["If-Match: *"]) throws
        -> Exchange
    {
        try send(method, path, headers: headers, json: json, token: token)
    }
}
