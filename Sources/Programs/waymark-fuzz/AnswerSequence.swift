#if DEBUG
/// Parses all bytes sent on a connection, strictly; traps if they are not a sequence of valid answers.
struct AnswerSequence {
    private var numbers: [Int] = []
    private var isRefused = false
    private var isEnded = false
    private var isCut = false

    /// Parses the bytes.
    ///
    /// - Parameters:
    ///   - bytes: all bytes sent on the connection.
    ///   - accepted: the requests that were accepted, in order; an answer to HEAD has no body.
    init(_ bytes: [UInt8], to accepted: [ConnectionHandler.Accepted]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            precondition(!isEnded, "bytes follow the last answer")
            guard let end = Self.headEnd(rest) else {
                isCut = true
                return
            }
            let lines = Self.lines(rest[..<end])
            rest = rest[(end + 4)...]
            read(lines, &rest, accepted)
        }
    }

    private mutating func read(
        _ lines: [String], _ rest: inout ArraySlice<UInt8>, _ accepted: [ConnectionHandler.Accepted]
    ) {
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            preconditionFailure("not a status line: \(lines[0])")
        }
        guard status != 100 else { return precondition(lines.count == 1, "an interim answer has header fields") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            precondition(parts.count == 2 && parts[1].hasPrefix(" "), "not a header field: \(line)")
            precondition(fields[String(parts[0])] == nil, "a field occurs twice: \(line)")
            fields[String(parts[0])] = String(parts[1].dropFirst())
        }
        precondition(fields["Date"] != nil && fields["Server"] != nil, "an answer without Date or Server")
        precondition(!isRefused || fields["X-Refused"] == nil, "two refusals on one connection")
        isEnded = fields["Connection"] == "close"
        let number = fields["X-Number"].flatMap { Int($0) }
        if let number { numbers.append(number) } else { isRefused = true }
        let request = number.flatMap { $0 <= accepted.count ? accepted[$0 - 1] : nil }
        if request?.isStream == true {
            // It ends with the connection, also if the request's content ended it at once.
            precondition(isEnded && fields["Content-Length"] == nil, "a stream has a length")
            if let framing = fields["Transfer-Encoding"] {
                precondition(framing == "chunked", "an unknown framing")
                Self.readChunks(rest)
            }
            rest = []
        } else if request?.isHead == true || status == 304 || (isRefused && rest.isEmpty) {
            precondition(status != 304 || fields["Content-Length"] == nil, "304 has a length")
        } else {
            skipBody(fields["Content-Length"], &rest)
        }
    }

    /// Reads the chunks of a stream to their end, or to the end of the bytes (RFC 9112 section 7.1).
    private static func readChunks(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let end = rest.firstIndex(of: 10) {
            let line = rest[..<end]
            guard line.last == 13, let size = Int(String(decoding: line.dropLast(), as: UTF8.self), radix: 16) else {
                preconditionFailure("not the size of a chunk: \(Array(line))")
            }
            rest = rest[(end + 1)...]
            let ending = rest.dropFirst(size).prefix(2)
            precondition(ending.elementsEqual([13, 10].prefix(ending.count)), "a chunk is longer than its size")
            rest = rest.dropFirst(size + 2)
            precondition(size > 0 || rest.isEmpty, "bytes follow the last chunk")
        }
    }

    private mutating func skipBody(_ length: String?, _ rest: inout ArraySlice<UInt8>) {
        guard let count = length.flatMap({ Int($0) }) else { preconditionFailure("an answer without a length") }
        if count > rest.count { isCut = true }
        rest = rest.dropFirst(count)
    }

    /// Checks that every accepted request was answered once.
    ///
    /// - Parameters:
    ///   - accepted: the number of accepted requests.
    ///   - isMidway: whether the peer's bytes ended inside a request.
    ///   - isCut: whether the peer or a timeout may have cut off answers.
    func check(accepted: Int, isMidway: Bool, isCut: Bool) {
        precondition(
            numbers == Array(1..<(numbers.count + 1)), "answers are lost, repeated or out of order: \(numbers)")
        precondition(numbers.count <= accepted, "more answers than requests")
        guard !isCut else { return }
        precondition(!self.isCut, "an answer was cut off")
        let missing = accepted - numbers.count
        precondition(missing == 0 || missing == 1 && (isRefused || isMidway), "\(missing) requests were not answered")
    }

    private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 {
                return index
            }
            index += 1
        }
        return nil
    }

    /// The lines of a head; traps for a control character inside a line.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: 13, omittingEmptySubsequences: false).enumerated().map { index, line in
            precondition(index == 0 || line.first == 10, "a line does not end with CR LF")
            let text = index == 0 ? line : line.dropFirst()
            precondition(text.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a head has a control character")
            return String(decoding: text, as: UTF8.self)
        }
    }
}
#endif
