/// Four cells in every loop's row that count the answers of one prepared body, head or older digest.
///
/// The block belongs to the object that loops answer from. When that object is freed, ``RequestMetrics`` adds up the
/// counts and reuses the cells.
package final class CounterBlock: Sendable {
    /// The first cell.
    package let first: Int
    private let number: Int
    private let metrics: RequestMetrics

    init(number: Int, metrics: RequestMetrics) {
        self.number = number
        self.metrics = metrics
        first = LoopCells.block(number)
    }

    deinit { metrics.release(number) }

    /// How many cells it has.
    static let cellCount = 4

    /// What the cells count.
    package enum Meaning: Sendable {
        /// A body: 200 and 304 without a coding, then 200 and 304 in gzip, with so many bytes each.
        case body(LoopRoute, identityBytes: Int, gzipBytes: Int)
        /// The same of a compiled index.
        case index(LoopRoute, identityBytes: Int, gzipBytes: Int)
        /// A head at one route, then the beginning of a stream at another.
        case head(LoopRoute, stream: LoopRoute, bytes: Int)
        /// Answers without a body, or of unknown size: 200 and 304 in the places of `body`.
        case bodiless(LoopRoute)
        /// Bodies for clients that had this release before.
        case update

        /// The answer that a cell counts; nil for an unused cell.
        func answer(_ cell: Int) -> (route: String, status: Int, bytes: Int, kind: ReleaseLabels.Kind?)? {
            switch (self, cell) {
            case (.body(let route, let bytes, _), 0): (route.name, 200, bytes, .body)
            case (.body(let route, _, let bytes), 2): (route.name, 200, bytes, .body)
            case (.index(let route, let bytes, _), 0): (route.name, 200, bytes, .index)
            case (.index(let route, _, let bytes), 2): (route.name, 200, bytes, .index)
            case (.body(let route, _, _), _), (.index(let route, _, _), _): (route.name, 304, 0, .unchanged)
            case (.head(let route, _, let bytes), 0): (route.name, 200, bytes, .head)
            case (.head(_, let stream, _), 1): (stream.name, 200, 0, .stream)
            case (.bodiless(let route), 0), (.bodiless(let route), 2): (route.name, 200, 0, nil)
            case (.bodiless(let route), _): (route.name, 304, 0, nil)
            case (.head, _), (.update, _): nil
            }
        }
    }
}
