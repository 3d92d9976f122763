/// What event loops answer by themselves.
enum LoopRoute: Int, Sendable, CaseIterable {
    case currentRules, head, body, releaseRules, events

    /// The endpoint it is one with.
    var endpoint: EndpointID {
        switch self {
        case .currentRules: .currentRules
        case .head: .head
        case .body: .body
        case .releaseRules: .releaseRules
        case .events: .events
        }
    }
}

/// Where a loop's row holds what is no answer's own: requests of the turn at hand, and how long turns took.
enum LoopCells {
    /// Bounds of a turn's time in nanoseconds, the same as ``Histogram/answerSeconds``.
    ///
    /// Literals, so that reading them needs no check whether they were made.
    static let nanoseconds: [Int64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 100_000_000,
        250_000_000, 1_000_000_000, 5_000_000_000,
    ]

    /// How many loop routes there are.
    static let routeCount = 5
    private static let placeCount = 14
    private static let blockStart = routeCount + routeCount * (placeCount + 1)

    /// Requests of this turn that were answered at a route, by its number.
    @inline(__always)
    static func turn(_ route: Int) -> Int { route }

    /// Answers of a route in a place between the bounds.
    @inline(__always)
    static func times(_ route: Int, _ place: Int) -> Int { routeCount &+ route &* (placeCount &+ 1) &+ place }

    /// The sum of a route's times, in nanoseconds.
    @inline(__always)
    static func timeSum(_ route: Int) -> Int { times(route, placeCount) }

    /// Where a block of four begins.
    static func block(_ index: Int) -> Int { (blockStart + 3) / 4 * 4 + 4 * index }

    /// The place between the bounds of so many nanoseconds.
    @inline(__always)
    static func place(of time: Int64) -> Int {
        var place = 0
        while place < nanoseconds.count, time > nanoseconds[place] { place &+= 1 }
        return place
    }

    /// How many blocks there are.
    static let blockCount = (LoopTallies.cellCount - block(0)) / 4
}
