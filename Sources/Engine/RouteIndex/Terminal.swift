/// The end of an alternative at a node: the kind of its ending and its order position, in one word.
///
/// A node's terminals are sorted by position, so the walk stops at the first one that is not below its best position.
struct Terminal {
    /// How a pattern's path ends; the strict kinds count a final empty segment.
    enum Ending: UInt32, CaseIterable {
        case end, strictEnd
        case zeroOrMore, strictZeroOrMore
        case oneOrMore, strictOneOrMore
        /// The pattern has no path and matches every path.
        case anyPath
    }

    let word: UInt32

    /// Bits of the ending; they are the low ones, so that words sort by position.
    static let endingBits: UInt32 = 3
    /// The first position that does not fit a word.
    static let positionsMax = 1 << (32 - Int(endingBits))

    init(word: UInt32) { self.word = word }

    init(position: Int, ending: Ending) {
        word = UInt32(position) << Self.endingBits | ending.rawValue
    }

    @inline(__always)
    var position: UInt32 { word &>> Self.endingBits }

    @inline(__always)
    var ending: Ending? { Ending(rawValue: word & ((1 << Self.endingBits) - 1)) }
}
