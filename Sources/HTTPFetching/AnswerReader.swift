/// Reads one HTTP/1.1 answer from bytes as they arrive: no socket, no clock.
///
/// Stages: head (status line and fields, interim answers skipped), then content framed by its length, by chunks or by
/// the end of the connection (RFC 9112 §6.3), then the end. What is ambiguous is refused.
struct AnswerReader {
    /// What arrived.
    enum Piece: Equatable {
        case head(status: Int, fields: [FetchRequest.Field])
        case content([UInt8])
        /// The answer is whole; whether the connection may carry another.
        case end(reusable: Bool)
    }

    private enum Stage: Equatable {
        case head
        case length(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailers
        case untilClose
        case done
    }

    private let isHead: Bool
    private let headBytesMax: Int
    private var stage = Stage.head
    private var buffer: [UInt8] = []
    private var trailerBytes = 0
    private var keepsAlive = false

    init(toHead isHead: Bool, headBytesMax: Int) {
        self.isHead = isHead
        self.headBytesMax = headBytesMax
    }

    /// Whether nothing of the answer has arrived yet.
    var isUntouched: Bool { stage == .head && buffer.isEmpty }

    /// Takes bytes and gives what they complete.
    mutating func feed(_ bytes: [UInt8]) throws(FetchError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = bytes[...]
        while stage != .done, try step(&rest, &pieces) {}
        if stage == .done && !rest.isEmpty { keepsAlive = false }
        if case .end? = pieces.last { pieces[pieces.count - 1] = .end(reusable: keepsAlive) }
        return pieces
    }

    /// Takes the end of the connection.
    mutating func finish() throws(FetchError) -> [Piece] {
        if stage == .done { return [] }
        guard stage == .untilClose else {
            throw FetchError(.connectionLost, "the connection ended before the answer did")
        }
        stage = .done
        return [.end(reusable: false)]
    }

    /// One step; false when more bytes are needed.
    private mutating func step(_ rest: inout ArraySlice<UInt8>, _ pieces: inout [Piece]) throws(FetchError) -> Bool {
        switch stage {
        case .head:
            guard let head = try takeHead(&rest) else { return false }
            try begin(head, &pieces)
        case .length(let left), .chunk(let left):
            guard !rest.isEmpty else { return false }
            let part = rest.prefix(left)
            rest = rest.dropFirst(part.count)
            pieces.append(.content(Array(part)))
            advance(past: part.count, of: left, &pieces)
        case .chunkSize:
            guard let line = try takeLine(&rest) else { return false }
            let size = try Self.chunkSize(line)
            stage = size == 0 ? .trailers : .chunk(size)
        case .chunkEnd:
            guard let line = try takeLine(&rest) else { return false }
            guard line.isEmpty else { throw Self.invalid("a chunk is longer than it says") }
            stage = .chunkSize
        case .trailers:
            guard let line = try takeLine(&rest) else { return false }
            if line.isEmpty { end(&pieces) }
            trailerBytes += line.count + 1
            guard trailerBytes <= headBytesMax else { throw FetchError(.tooLarge, "the answer's trailers") }
        case .untilClose:
            guard !rest.isEmpty else { return false }
            pieces.append(.content(Array(rest)))
            rest = []
        case .done: return false
        }
        return true
    }

    private mutating func advance(past count: Int, of left: Int, _ pieces: inout [Piece]) {
        switch stage {
        case .length: count == left ? end(&pieces) : (stage = .length(left - count))
        default: stage = count == left ? .chunkEnd : .chunk(left - count)
        }
    }

    private mutating func end(_ pieces: inout [Piece]) {
        stage = .done
        pieces.append(.end(reusable: keepsAlive))
    }

    /// Decides the framing of the content (RFC 9112 §6.3).
    private mutating func begin(_ head: AnswerHead, _ pieces: inout [Piece]) throws(FetchError) {
        // RFC 9110 §15.2: any number of interim answers may come first. Upgrades are never asked for.
        if head.status < 200 {
            guard head.status != 101 else { throw Self.invalid("the server switched protocols unasked") }
            return
        }
        keepsAlive = head.keepsAlive
        pieces.append(.head(status: head.status, fields: head.fields))
        if isHead || head.status == 204 || head.status == 304 { return end(&pieces) }
        switch try head.framing() {
        case .chunked: stage = .chunkSize
        case .length(0): end(&pieces)
        case .length(let count): stage = .length(count)
        case .untilClose: stage = .untilClose
        }
    }

    /// The bytes of a head without its empty line; nil while it is not whole.
    private mutating func takeHead(_ rest: inout ArraySlice<UInt8>) throws(FetchError) -> AnswerHead? {
        var lines: [[UInt8]] = []
        // The buffer holds whole lines from before, each with its line feed.
        while let end = rest.firstIndex(of: 0x0A) {
            buffer += rest[...end]
            rest = rest[(end + 1)...]
            guard buffer.count <= headBytesMax else { throw FetchError(.tooLarge, "the answer's head") }
            guard buffer.suffix(2) == [0x0A, 0x0A] || buffer.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] else { continue }
            lines = buffer.split(separator: 0x0A, omittingEmptySubsequences: true).map {
                Array($0.last == 0x0D ? $0.dropLast() : $0)
            }
            buffer = []
            return try AnswerHead(lines: lines.filter { !$0.isEmpty })
        }
        buffer += rest
        rest = []
        guard buffer.count <= headBytesMax else { throw FetchError(.tooLarge, "the answer's head") }
        return nil
    }

    /// A line of the chunked coding without its end; nil while it is not whole.
    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(FetchError) -> [UInt8]? {
        let end = rest.firstIndex(of: 0x0A)
        buffer += rest[..<(end ?? rest.endIndex)]
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        guard buffer.count <= headBytesMax else { throw FetchError(.tooLarge, "a line of the chunked coding") }
        guard end != nil else { return nil }
        defer { buffer = [] }
        return buffer.last == 0x0D ? Array(buffer.dropLast()) : buffer
    }

    /// chunk-size with extensions left out (RFC 9112 §7.1).
    private static func chunkSize(_ line: [UInt8]) throws(FetchError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        let text = String(decoding: digits, as: UTF8.self)
        guard text.utf8.count <= 15, text.allSatisfy(\.isHexDigit), let size = Int(text, radix: 16) else {
            throw invalid("a chunk's size is not one")
        }
        return size
    }

    static func invalid(_ detail: String) -> FetchError { FetchError(.invalidResponse, detail) }
}
