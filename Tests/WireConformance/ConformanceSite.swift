import Foundation
import GzipCoding
package import SystemIO

/// What a server under test has to offer to the cases, as they name it.
package struct ConformanceSite: Sendable {
    /// Why a server cannot be tested.
    package enum Failure: Error {
        /// A plain GET was answered with something else than 200.
        case noPage(String)
    }

    /// Where it listens.
    package let address: SocketAddress
    /// Which of the `needs` of cases it meets.
    package let offers: Set<String>
    /// What stands in the body where the resource refuses content that it does not understand; nil where it takes any.
    package let contentProblem: String?
    private let values: [String: String]
    private let plainBody: [UInt8]

    /// Learns the validators and the content of `get` by a plain GET.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - get: a path that answers GET with 200.
    ///   - post: a path that takes content.
    ///   - missing: a path that answers 404.
    ///   - contentProblem: what stands in the body where `post` refuses content for what it says.
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

    /// A request that has nothing to do with the case, and the bytes that its answer takes at most.
    var plainRequest: String { "GET \(values["get"] ?? "/") HTTP/1.1\r\nHost: \(address)\r\n\r\n" }
    var plainAnswerBytesMax: Int { plainBody.count + 1024 }

    /// One character is one octet; variables in braces are filled in.
    func octets(_ text: String) -> [UInt8] {
        var filled = text
        for (name, value) in values { filled = filled.replacingOccurrences(of: "{\(name)}", with: value) }
        return filled.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Whether a text names a variable that nothing was learned for.
    func lacksValue(in text: String) -> Bool {
        [
            "get_pct", "etag", "etag_opaque", "etag_inner", "last_modified", "last_modified_rfc850",
            "last_modified_asctime",
        ]
        .contains { values[$0] == nil && text.contains("{\($0)}") }
    }

    /// Whether an answer is the resource's own word about content it does not understand, which it has read whole: what
    /// the layer refuses, it refuses by closing, for it does not know where the next request begins.
    func isAboutContent(_ answer: ScannedAnswer) -> Bool {
        guard let contentProblem, (400..<500).contains(answer.status), answer.fields["connection"] == nil else {
            return false
        }
        return String(decoding: answer.body, as: UTF8.self).contains(contentProblem)
    }

    /// Whether undoing the content coding gives what a plain GET brings.
    func isPlainBody(_ answer: ScannedAnswer) -> Bool {
        switch answer.fields["content-encoding"] {
        case nil: answer.body == plainBody
        case ["gzip"]: (try? Gzip.decompress(answer.body, limit: plainBody.count)) == plainBody
        default: false
        }
    }
}
