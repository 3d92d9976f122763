/// An answer whose body is sent in chunks (RFC 9112 section 7.1), as far as it has come.
package struct ChunkedText {
    /// Status line and fields, with the empty line.
    package let head: String
    /// The content of all chunks that are whole.
    package private(set) var content = ""
    /// Whether the last chunk has come, and nothing after it.
    package private(set) var isEnded = false
    /// Whether the framing is right so far: sizes in lower-case hexadecimal digits, CR LF after each, no extension.
    package private(set) var isRight = true

    /// Reads an answer; nil if its head does not say that it is sent in chunks.
    package init?(_ text: String) {
        guard let end = text.utf8.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        head = String(decoding: text.utf8[..<end.upperBound], as: UTF8.self)
        guard head.contains("\r\nTransfer-Encoding: chunked\r\n") else { return nil }
        var rest = text.utf8[end.upperBound...]
        while !isEnded, let line = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16), String(size, radix: 16) == digits else {
                isRight = false
                return
            }
            let (chunk, after) = (rest[line.upperBound...].prefix(size), rest[line.upperBound...].dropFirst(size))
            guard after.count >= 2 else { return }
            content += String(decoding: chunk, as: UTF8.self)
            isEnded = size == 0
            isRight = after.starts(with: Array("\r\n".utf8)) && (!isEnded || after.count == 2)
            guard isRight else { return }
            rest = after.dropFirst(2)
        }
    }

    /// The answer as its client reads it: a text that is not chunked, or wrongly so, as it is.
    package static func joined(_ text: String) -> String {
        guard let chunked = ChunkedText(text), chunked.isRight else { return text }
        return chunked.head + chunked.content
    }
}
