import GzipCoding

extension FetchResponse {
    /// Undoes the content coding that was asked for (RFC 9110 §8.4).
    /// - Parameter bytesMax: how long the content may become.
    /// - Throws: `invalidResponse` for a coding nobody asked for or damaged bytes, `tooLarge` beyond the limit.
    mutating func decompress(bytesMax: Int) throws(FetchError) {
        guard let coding = self["Content-Encoding"]?.lowercased(), coding != "identity", !content.isEmpty else {
            return
        }
        // RFC 9110 §8.4.1.3: x-gzip is the same.
        guard coding == "gzip" || coding == "x-gzip" else {
            throw FetchError(.invalidResponse, "the content coding \(coding) was not asked for")
        }
        do throws(GzipError) { content = try Gzip.decompress(content, limit: bytesMax) } catch {
            switch error.code {
            case .tooLarge: throw FetchError(.tooLarge, "the content unpacks to more than \(bytesMax) bytes")
            case .corrupt, .truncated, .unavailable:
                throw FetchError(.invalidResponse, "the content is no whole gzip stream: \(error.detail)")
            }
        }
    }
}
