/// The status line and the fields of an answer, and the framing of its content.
struct ReceivedHead: Sendable, Hashable {
    /// The rule for the end of the content.
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
        case untilClose
    }

    let status: Int
    private let isHTTP11: Bool
    private(set) var fields: [HeaderField] = []

    /// RFC 9112 section 4: `HTTP-version SP status-code SP [ reason-phrase ]`.
    ///
    /// DEVIATION: the second space may be missing together with the reason, as many servers write it.
    init(statusLine line: ArraySlice<UInt8>) throws(ResponseRefusal) {
        let version = String(decoding: line.prefix(Self.version11.utf8.count), as: UTF8.self)
        guard version == Self.version11 || version == Self.version10 else { throw Self.notHTTP }
        isHTTP11 = version == Self.version11
        let rest = line.dropFirst(version.utf8.count)
        let digits = rest.dropFirst().prefix(3)
        // RFC 9110 section 15: values outside of 100 to 599 are invalid.
        guard rest.first == 0x20, digits.count == 3, digits.allSatisfy(Characters.isDigit),
            let status = Int(String(decoding: digits, as: UTF8.self)), (100...599).contains(status)
        else { throw .malformed("the status is not three digits from 100 to 599") }
        let reason = rest.dropFirst(4)
        guard reason.isEmpty || reason.first == 0x20, reason.allSatisfy(Characters.isValue) else {
            throw .malformed("the status line is malformed")
        }
        self.status = status
    }

    /// Whether bytes may be the beginning of a status line.
    static func mayBegin(with bytes: [UInt8]) -> Bool {
        zip(bytes, version11.utf8.dropLast()).allSatisfy { $0 == $1 }
    }

    static var notHTTP: ResponseRefusal {
        ResponseRefusal(
            .malformed, "the answer does not begin with HTTP/1.1",
            hint: "is this a plain HTTP port? HTTPS and HTTP do not mix")
    }

    /// Adds a field line (RFC 9112 section 5: `field-name ":" OWS field-value OWS`).
    mutating func add(_ line: ArraySlice<UInt8>) throws(ResponseRefusal) {
        // Section 5.1: no space before the colon. DEVIATION: section 5.2 lets a user agent join folded lines; they are
        // refused, because they are used for attacks and no current server sends them.
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
            line[..<colon].allSatisfy(Characters.isToken), line[(colon + 1)...].allSatisfy(Characters.isValue)
        else { throw .malformed("a field line is malformed") }
        let value = Self.trimmed(line[(colon + 1)...])
        fields.append(
            HeaderField(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }

    /// Whether the server keeps the connection open (RFC 9112 section 9.3).
    var keepsAlive: Bool {
        let options = list("connection")
        guard !options.contains("close") else { return false }
        return isHTTP11 || options.contains("keep-alive")
    }

    /// The rule for the end of the content; the numbers of the steps are those of RFC 9112 section 6.3.
    ///
    /// Two framings, or one that contradicts the status, are refused: another reader could take the content for the next
    /// answer.
    func framing(toHead isHead: Bool) throws(ResponseRefusal) -> Framing {
        let codings = list("transfer-encoding")
        let lengths = list("content-length")
        guard codings.isEmpty || lengths.isEmpty else { throw .malformed("the answer has two framings") }
        // Section 6.1: with HTTP/1.0 the framing is faulty. No other coding is ever requested.
        guard codings.isEmpty || (codings == ["chunked"] && isHTTP11) else {
            throw .malformed("the answer has a transfer coding that was not requested")
        }
        let length = try Self.length(lengths)
        if status < 200 || status == 204 {
            // RFC 9110 section 8.6 and RFC 9112 section 6.1: neither field may be sent; a length of zero is harmless.
            guard codings.isEmpty, length ?? 0 == 0 else {
                throw .malformed("an answer with the status \(status) has content")
            }
        }
        // 1: the fields describe the content that an answer to GET would have.
        if isHead || status < 200 || status == 204 || status == 304 { return .none }
        // 4, 6 and 8.
        if !codings.isEmpty { return .chunked }
        return length.map { $0 == 0 ? .none : .length($0) } ?? .untilClose
    }

    /// RFC 9112 section 6.3, number 5: one number, or the same one several times.
    private static func length(_ texts: [String]) throws(ResponseRefusal) -> Int? {
        guard let text = texts.first else { return nil }
        guard texts.allSatisfy({ $0 == text }), !text.isEmpty, text.utf8.allSatisfy(Characters.isDigit),
            let length = Int(text)
        else { throw .malformed("Content-Length is not one number") }
        return length
    }

    /// Every member of a field's values, in lower case; empty ones, too.
    private func list(_ name: String) -> [String] {
        fields.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }.flatMap { field in
            field.value.utf8.split(separator: 0x2C, omittingEmptySubsequences: false).map {
                String(decoding: Self.trimmed(Array($0)[...]), as: UTF8.self).lowercased()
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: Characters.isBlank)
        while let last = bytes.last, Characters.isBlank(last) { bytes.removeLast() }
        return bytes
    }

    private static let version11 = "HTTP/1.1"
    private static let version10 = "HTTP/1.0"
}
