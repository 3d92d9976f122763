/// Parses one HTTP/1.1 answer incrementally; has no socket and no clock.
///
/// Stages: head (a status line and fields, line by line; interim answers are skipped), content framed by its length, by
/// chunks or by the end of the connection (RFC 9112 section 6.3), end. An answer that is ambiguous or exceeds a limit
/// is refused.
package struct ResponseParser: Sendable {
    /// A part of the answer.
    package enum Piece: Sendable, Hashable {
        /// Status and fields of the final answer.
        case head(status: Int, fields: [HeaderField])
        /// Some of the content, with the transfer coding decoded.
        case content([UInt8])
        /// The answer is complete; whether the connection can be used for another request.
        case end(isReusable: Bool)
    }

    private enum Stage: Sendable {
        case head
        case length(Int)
        case chunks(ChunkedDecoder)
        case untilClose
        case done
    }

    private let isHead: Bool
    private let limits: ResponseLimits
    private var stage = Stage.head
    private var head: ReceivedHead?
    /// The beginning of a line of the head.
    private var line: [UInt8] = []
    private var headBytes = 0
    private var interimCount = 0
    private var keepsAlive = false

    /// Makes a parser for one answer.
    ///
    /// - Parameters:
    ///   - isHead: whether the request was HEAD, whose answers have no content.
    ///   - limits: limits of the head and the framing.
    package init(toHead isHead: Bool, limits: ResponseLimits = .standard) {
        self.isHead = isHead
        self.limits = limits
    }

    /// Whether nothing of the answer has arrived yet.
    package private(set) var isUntouched = true

    /// Parses bytes and returns the parts that they complete; bytes after the answer make its connection unusable.
    package mutating func feed(_ bytes: [UInt8]) throws(ResponseRefusal) -> [Piece] {
        var pieces: [Piece] = []
        var index = 0
        isUntouched = isUntouched && bytes.isEmpty
        while index < bytes.count {
            switch stage {
            case .head: index = try readHead(bytes, from: index, &pieces)
            case .length(let left):
                let end = min(bytes.count, index + left)
                pieces.append(.content(Array(bytes[index..<end])))
                stage = end - index == left ? .done : .length(left - (end - index))
                index = end
            case .chunks(let decoder): index = try readChunks(decoder, bytes, from: index, &pieces)
            case .untilClose:
                pieces.append(.content(Array(bytes[index...])))
                index = bytes.count
            case .done:
                keepsAlive = false
                index = bytes.count
            }
        }
        if case .done = stage, !hasEnded { end(&pieces) }
        return pieces
    }

    /// Ends the answer with the connection (RFC 9112 section 8: if its framing says that it is longer, it is incomplete).
    package mutating func finish() throws(ResponseRefusal) -> [Piece] {
        var pieces: [Piece] = []
        switch stage {
        case .done: break
        case .untilClose:
            stage = .done
            end(&pieces)
        case .head, .length, .chunks:
            throw ResponseRefusal(.truncated, "the connection ended before the answer did")
        }
        return pieces
    }

    private var hasEnded = false

    private mutating func end(_ pieces: inout [Piece]) {
        hasEnded = true
        pieces.append(.end(isReusable: keepsAlive))
    }

    // MARK: Heads

    /// Reads the bytes of at most one line; returns the end of the line (RFC 9112 sections 2.1 and 2.2; RFC 9110
    /// section 5.4 leaves limits to the recipient).
    private mutating func readHead(
        _ bytes: [UInt8], from start: Int, _ pieces: inout [Piece]
    ) throws(ResponseRefusal) -> Int {
        let lineFeed = bytes[start...].firstIndex(of: 0x0A)
        let end = lineFeed.map { $0 + 1 } ?? bytes.count
        headBytes += end - start
        guard headBytes <= limits.headBytesMax else {
            throw ResponseRefusal(.tooLarge, "the answer head is too long")
        }
        line += bytes[start..<end]
        if head == nil, !ReceivedHead.mayBegin(with: line) { throw ReceivedHead.notHTTP }
        guard lineFeed != nil else { return end }
        // DEVIATION: RFC 9112 section 2.2 lets a recipient accept a line feed alone as the end of a line; it is refused.
        guard line.dropLast().last == 0x0D else { throw .malformed("a line of the head does not end with CR LF") }
        let whole = line.dropLast(2)
        line = []
        try take(whole, &pieces)
        return end
    }

    /// The status line, a field line, or the empty line after them (RFC 9112 section 2.1; limits: RFC 9110 section 5.4).
    private mutating func take(_ line: ArraySlice<UInt8>, _ pieces: inout [Piece]) throws(ResponseRefusal) {
        guard var head else {
            head = try ReceivedHead(statusLine: line)
            return
        }
        guard line.isEmpty else {
            guard head.fields.count < limits.fieldsMax else {
                throw ResponseRefusal(.tooLarge, "the answer head has too many fields")
            }
            try head.add(line)
            self.head = head
            return
        }
        self.head = nil
        headBytes = 0
        try begin(head, &pieces)
    }

    private mutating func begin(_ head: ReceivedHead, _ pieces: inout [Piece]) throws(ResponseRefusal) {
        let framing = try head.framing(toHead: isHead)
        guard head.status >= 200 else {
            // RFC 9110 section 15.2: any number of interim answers may come first; their number is limited.
            interimCount += 1
            guard interimCount <= limits.interimMax else {
                throw ResponseRefusal(.tooLarge, "there are too many interim answers")
            }
            // RFC 9110 section 15.2.2: only as an answer to Upgrade, which is never sent.
            guard head.status != 101 else { throw .malformed("the server switched protocols without a request") }
            return
        }
        pieces.append(.head(status: head.status, fields: head.fields))
        keepsAlive = head.keepsAlive
        switch framing {
        case .none: stage = .done
        case .length(let count): stage = .length(count)
        case .chunked: stage = .chunks(ChunkedDecoder(bytesMax: .max, limits: limits.chunks))
        case .untilClose:
            keepsAlive = false
            stage = .untilClose
        }
    }

    // MARK: Chunks

    /// RFC 9112 section 7.1, with the decoder that requests use as well.
    private mutating func readChunks(
        _ decoder: ChunkedDecoder, _ bytes: [UInt8], from start: Int, _ pieces: inout [Piece]
    ) throws(ResponseRefusal) -> Int {
        var decoder = decoder
        var content: [UInt8] = []
        let end: Int
        do throws(RequestRefusal) {
            end = try bytes.withRegion { region throws(RequestRefusal) in
                try decoder.feed(region, from: start) { region, range in region.append(range, to: &content) }
            }
        } catch {
            // 400 is a malformed coding; the others name a limit.
            throw ResponseRefusal(error.status == 400 ? .malformed : .tooLarge, error.detail)
        }
        if !content.isEmpty { pieces.append(.content(content)) }
        stage = decoder.isComplete ? .done : .chunks(decoder)
        return end
    }
}
