import RoutePattern

/// A text of literals and numbered unknowns.
///
/// In an address an unknown is a token of letters and digits, which no encoding changes. So templates are expanded and
/// addresses parsed by the same code as real texts.
struct SymbolicText: Hashable {
    /// A piece of a text.
    enum Piece: Hashable {
        case literal(String)
        case unknown(Int)
        /// An unknown number of segments; joined if the list is inside a segment.
        case list(Int)
    }

    var pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces }

    /// The pieces of a text with tokens.
    init(reading text: String) {
        pieces = []
        let bytes = Array(text.utf8)
        var literal = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Token.first, let token = Token.read(bytes[index...]) else {
                index += 1
                continue
            }
            if literal < index { pieces.append(.literal(String(decoding: bytes[literal..<index], as: UTF8.self))) }
            pieces.append(token.isList ? .list(token.number) : .unknown(token.number))
            index = token.end
            literal = index
        }
        if literal < bytes.count || pieces.isEmpty {
            pieces.append(.literal(String(decoding: bytes[literal...], as: UTF8.self)))
        }
    }

    /// The text with tokens.
    var tokens: String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .unknown(let number): Token.text(number, isList: false)
            case .list(let number): Token.text(number, isList: true)
            }
        }.joined()
    }

    /// The text; nil if a part is unknown.
    var known: String? {
        var text = ""
        for piece in pieces {
            guard case .literal(let literal) = piece else { return nil }
            text += literal
        }
        return text
    }

    /// The number of the list if the text is one list and nothing else.
    var wholeList: Int? {
        if pieces.count == 1, case .list(let number) = pieces[0] { return number }
        return nil
    }

    /// The unknown of a text with one, and what stands beside it; nil for other texts.
    var onlyUnknown: (number: Int, ends: Ends)? {
        var ends = Ends()
        var unknown: Int?
        for piece in pieces {
            switch piece {
            case .literal(let text): ends.add(text, isBefore: unknown == nil)
            case .unknown(let number) where unknown == nil: unknown = number
            default: return nil
            }
        }
        return unknown.map { ($0, ends) }
    }

    /// The first list inside the text.
    var list: Int? {
        for case .list(let number) in pieces { return number }
        return nil
    }
}

/// An unknown in an address: `qzv7vzq`, or `qzl7lzq` for a list.
private enum Token {
    static let first = UInt8(ascii: "q")

    static func text(_ number: Int, isList: Bool) -> String { isList ? "qzl\(number)lzq" : "qzv\(number)vzq" }

    static func read(_ bytes: ArraySlice<UInt8>) -> (number: Int, isList: Bool, end: Int)? {
        for isList in [false, true] {
            let (head, tail) = isList ? ("qzl", "lzq") : ("qzv", "vzq")
            guard bytes.starts(with: head.utf8) else { continue }
            let digits = bytes.dropFirst(3).prefix { $0 &- 0x30 < 10 }
            guard let number = Int(String(decoding: digits, as: UTF8.self)),
                bytes[digits.endIndex...].starts(with: tail.utf8)
            else { continue }
            return (number, isList, digits.endIndex + 3)
        }
        return nil
    }
}
