import GzipCoding

/// One answer, with any status.
package struct FetchResponse: Sendable, Hashable {
    /// The status.
    package var status: Int
    /// The fields, in order.
    package var fields: [FetchRequest.Field]
    /// The content, without transfer coding and gzip.
    package var content: [UInt8]

    /// Makes an answer.
    package init(status: Int, fields: [FetchRequest.Field], content: [UInt8]) {
        self.status = status
        self.fields = fields
        self.content = content
    }

    /// The first value of a field; letter case does not matter.
    package subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }
}

extension FetchResponse {
    /// Decodes the content coding (RFC 9110 section 8.4).
    /// - Parameter bytesMax: the largest length of the decoded content.
    /// - Throws: `invalidResponse` for a coding other than gzip or damaged bytes, `tooLarge` beyond the limit.
    mutating func decompress(bytesMax: Int) throws(FetchError) {
        guard let coding = self["Content-Encoding"]?.lowercased(), coding != "identity", !content.isEmpty else {
            return
        }
        // RFC 9110 section 8.4.1.3: x-gzip is equivalent.
        guard coding == "gzip" || coding == "x-gzip" else {
            throw FetchError(.invalidResponse, "the content coding \(coding) was not requested")
        }
        do throws(GzipError) { content = try Gzip.decompress(content, limit: bytesMax) } catch {
            switch error.code {
            case .tooLarge: throw FetchError(.tooLarge, "the content unpacks to more than \(bytesMax) bytes")
            case .corrupt, .truncated, .unavailable:
                throw FetchError(.invalidResponse, "the content is not a complete gzip stream: \(error.detail)")
            }
        }
    }
}
