import Foundation
import GzipCoding
package import SystemIO

/// The server under test: its resources and the values of the cases' variables.
package struct ConformanceSite: Sendable {
    /// Why a server cannot be tested.
    package enum Failure: Error {
        /// A plain GET was not answered with 200.
        case noPage(String)
    }

    /// Its address.
    package let address: SocketAddress
    /// The `needs` of cases that it meets.
    package let offers: Set<String>
    /// A part of the body with which the resource refuses content; nil if it accepts any content.
    package let contentProblem: String?
    private let values: [String: String]
    private let plainBody: [UInt8]

    /// Gets the validators and the content of `get` with a plain GET.
    ///
    /// - Parameters:
    ///   - address: the server's address.
    ///   - get: a path that answers GET with 200.
    ///   - post: a path that accepts content.
    ///   - missing: a path that answers 404.
    ///   - contentProblem: a part of the body with which `post` refuses content; nil if it accepts any.
    /// - Throws: `noPage`.
    package init(
        _ address: SocketAddress, get: String, post: String, missing: String, contentProblem: String? = nil
    ) throws {
        self.address = address
        self.contentProblem = contentProblem
        let client = LoopbackClient(address)
        client.send("GET \(get) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
        client.wait()
        let scan = AnswerScan(client.received, isClosed: client.isClosed, methods: [])
        guard let page = scan.answers.first, page.status == 200 else { throw Failure.noPage(client.text) }
        plainBody = page.body
        var values = [
            "host": "\(address)", "get": get, "post": post, "missing": missing, "get_length": "\(page.body.count)",
        ]
        var offers: Set = ["get-only", "body-limit", "timeouts", "body-timeout", "idle-timeout"]
        if let tag = page.fields["etag"]?.first {
            offers.insert("etag")
            let opaque = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
            (values["etag"], values["etag_opaque"]) = (tag, opaque)
            values["etag_inner"] = String(opaque.dropFirst().dropLast())
        }
        if let letter = get.firstIndex(where: { $0.isASCII && $0.isLetter }) {
            let code = String(get[letter].asciiValue ?? 0, radix: 16, uppercase: true)
            values["get_pct"] = "\(get[..<letter])%\(code)\(get[get.index(after: letter)...])"
        }
        self.values = values
        self.offers = offers
    }

    /// A request that does not belong to the case.
    var plainRequest: String { "GET \(values["get"] ?? "/") HTTP/1.1\r\nHost: \(address)\r\n\r\n" }
    /// The maximum number of bytes of its answer.
    var plainAnswerBytesMax: Int { plainBody.count + 1024 }

    /// The octets of a text, one for each character; variables in braces are replaced by their values.
    func octets(_ text: String) -> [UInt8] {
        var filled = text
        for (name, value) in values { filled = filled.replacingOccurrences(of: "{\(name)}", with: value) }
        return filled.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Whether a text contains a variable without a value.
    func lacksValue(in text: String) -> Bool {
        [
            "get_pct", "etag", "etag_opaque", "etag_inner", "last_modified", "last_modified_rfc850",
            "last_modified_asctime",
        ]
        .contains { values[$0] == nil && text.contains("{\($0)}") }
    }

    /// Whether an answer is the resource's refusal of content that was read completely; refusals by the server itself
    /// close the connection.
    func isAboutContent(_ answer: ScannedAnswer) -> Bool {
        guard let contentProblem, (400..<500).contains(answer.status), answer.fields["connection"] == nil else {
            return false
        }
        return String(decoding: answer.body, as: UTF8.self).contains(contentProblem)
    }

    /// Whether the decoded content equals that of a plain GET.
    func isPlainBody(_ answer: ScannedAnswer) -> Bool {
        switch answer.fields["content-encoding"] {
        case nil: answer.body == plainBody
        case ["gzip"]: (try? Gzip.decompress(answer.body, limit: plainBody.count)) == plainBody
        default: false
        }
    }
}
