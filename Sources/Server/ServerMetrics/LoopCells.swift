/// A route that event loops answer from memory.
package struct LoopRoute: Sendable, Hashable {
    /// Its number, from 0.
    let index: Int
    /// The `id` of its endpoint.
    package let name: String

    /// The maximum number of such routes.
    package static let countMax = 6

    /// Declares a route; a number outside `0..<countMax` is a programmer's error.
    package init(_ index: Int, _ name: String) {
        precondition((0..<Self.countMax).contains(index), "\(name) needs a number below \(Self.countMax)")
        self.index = index
        self.name = name
    }
}

/// The layout of a loop's row of counters.
///
/// First the requests of the current turn by route, then the times of each route, then blocks of four cells.
package enum LoopCells {
    /// Bounds of a turn's time in nanoseconds, the same as `Histogram.answerSeconds`.
    ///
    /// Literals, so that reading them needs no check for lazy initialisation.
    static let nanoseconds: [Int64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 100_000_000,
        250_000_000, 1_000_000_000, 5_000_000_000,
    ]

    private static let placeCount = 14
    private static let blockStart = LoopRoute.countMax + LoopRoute.countMax * (placeCount + 1)

    /// The cell of a route's requests in the current turn.
    @inline(__always)
    static func turn(_ route: Int) -> Int { route }

    /// The cell of a route's answers between two bounds.
    @inline(__always)
    static func times(_ route: Int, _ place: Int) -> Int {
        LoopRoute.countMax &+ route &* (placeCount &+ 1) &+ place
    }

    /// The cell of the sum of a route's times, in nanoseconds.
    @inline(__always)
    static func timeSum(_ route: Int) -> Int { times(route, placeCount) }

    /// The first cell of a block of four.
    static func block(_ index: Int) -> Int { (blockStart + 3) / 4 * 4 + 4 * index }

    /// The place of a time between the bounds.
    @inline(__always)
    static func place(of time: Int64) -> Int {
        var place = 0
        while place < nanoseconds.count, time > nanoseconds[place] { place &+= 1 }
        return place
    }

    /// How many blocks a row has.
    static let blockCount = (LoopCounterRows.cellCount - block(0)) / 4
}
