/// The status line and the fields of an answer.
struct AnswerHead {
    /// How the content ends.
    enum Framing: Equatable {
        case length(Int)
        case chunked
        case untilClose
    }

    let status: Int
    let fields: [FetchRequest.Field]
    private let isHTTP11: Bool

    /// Reads lines without their ends, the first of them the status line (RFC 9112 §4, §5).
    init(lines: [[UInt8]]) throws(FetchError) {
        guard let first = lines.first else { throw AnswerReader.invalid("an answer without a status line") }
        let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        let version = String(decoding: words[0], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw FetchError(
                .invalidResponse, "the answer does not begin with HTTP/1.1",
                hint: "is this a plain HTTP port? HTTPS and HTTP do not mix")
        }
        isHTTP11 = version == "HTTP/1.1"
        guard words.count >= 2, words[1].count == 3, let status = Int(String(decoding: words[1], as: UTF8.self)),
            (100...999).contains(status)
        else { throw AnswerReader.invalid("the status is not three digits") }
        self.status = status
        fields = try lines.dropFirst().map(Self.field)
    }

    private static func field(_ line: [UInt8]) throws(FetchError) -> FetchRequest.Field {
        // RFC 9112 §5.2: folded lines are refused; §5.1: no space before the colon.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[0] != 0x20, line[0] != 0x09,
            !line[..<colon].contains(where: { $0 <= 0x20 }), !line.contains(0)
        else { throw AnswerReader.invalid("a field line is not one") }
        var value = line[(colon + 1)...]
        while let byte = value.first, byte == 0x20 || byte == 0x09 { value = value.dropFirst() }
        while let byte = value.last, byte == 0x20 || byte == 0x09 || byte == 0x0D { value = value.dropLast() }
        return FetchRequest.Field(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// Every value of a field, split at commas.
    private func list(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }
            .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: true) }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }

    /// Whether the server keeps the connection (RFC 9112 §9.3).
    var keepsAlive: Bool {
        let options = list("connection")
        return isHTTP11 ? !options.contains("close") : options.contains("keep-alive")
    }

    /// How the content ends (RFC 9112 §6.3); both framings at once are refused.
    func framing() throws(FetchError) -> Framing {
        let codings = list("transfer-encoding")
        let lengths = Set(list("content-length"))
        guard codings.isEmpty || lengths.isEmpty else { throw AnswerReader.invalid("two framings at once") }
        if !codings.isEmpty {
            guard codings == ["chunked"] else { throw AnswerReader.invalid("a transfer coding nobody asked for") }
            return .chunked
        }
        guard let text = lengths.first else { return .untilClose }
        guard lengths.count == 1, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let length = Int(text) else {
            throw AnswerReader.invalid("Content-Length is not a number")
        }
        return .length(length)
    }
}
