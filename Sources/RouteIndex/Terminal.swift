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

    static let positionBits: UInt32 = 29

    init(word: UInt32) { self.word = word }

    init(position: Int, ending: Ending) {
        word = UInt32(position) | ending.rawValue << Self.positionBits
    }

    @inline(__always)
    var position: UInt32 { word & ((1 << Self.positionBits) - 1) }

    @inline(__always)
    var ending: Ending? { Ending(rawValue: word >> Self.positionBits) }
}
