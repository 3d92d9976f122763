/// One end of an alternative on a node: how it ends and its order position, in one word.
///
/// A node's terminals stand in the order of their positions, so the walk stops at the first that is not better than its
/// best.
struct Terminal {
    /// How a pattern's path ends, and whether a final empty segment counts.
    enum Ending: UInt32, CaseIterable {
        case end, strictEnd
        case zeroOrMore, strictZeroOrMore
        case oneOrMore, strictOneOrMore
        /// No path in the pattern: every path.
        case anyPath
    }

    let word: UInt32

    /// Bits of the ending, below the position, so that words sort by position and stay small.
    static let endingBits: UInt32 = 3
    /// More alternatives than this cannot be numbered.
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
