/// Four cells of every loop's row that belong to one prepared thing: a body in its forms, a head, an older digest.
///
/// Held by whatever a loop answers from; when nobody can answer from that any more, the ledger adds up what was counted
/// and gives the cells to somebody else.
final class TallyBlock: Sendable {
    /// The first cell.
    let first: Int
    private let number: Int
    private let ledger: TrafficLedger

    init(number: Int, ledger: TrafficLedger) {
        self.number = number
        self.ledger = ledger
        first = LoopCells.block(number)
    }

    deinit { ledger.giveBack(number) }

    /// How many cells it has.
    static let cellCount = 4

    /// What the cells count.
    enum Meaning: Sendable {
        /// A body: 200 and 304 as it is, then 200 and 304 in gzip, with so many bytes each.
        case body(LoopRoute, identityBytes: Int, gzipBytes: Int)
        /// A head, then the beginning of a stream.
        case head(bytes: Int)
        /// Answers without a body, or with one of unknown size: 200 and 304 in the places of `body`.
        case bodiless(LoopRoute)
        /// Bodies for clients that had this release before.
        case update

        /// The answer that a cell counts; nil where it counts none.
        func answer(_ cell: Int) -> (route: EndpointID, status: Int, bytes: Int, kind: ReleaseMark.Kind?)? {
            switch (self, cell) {
            case (.body(let route, let bytes, _), 0): (route.endpoint, 200, bytes, .body)
            case (.body(let route, _, let bytes), 2): (route.endpoint, 200, bytes, .body)
            case (.body(let route, _, _), _): (route.endpoint, 304, 0, .unchanged)
            case (.head(let bytes), 0): (.head, 200, bytes, .head)
            case (.head, 1): (.events, 200, 0, .stream)
            case (.bodiless(let route), 0), (.bodiless(let route), 2): (route.endpoint, 200, 0, nil)
            case (.bodiless(let route), _): (route.endpoint, 304, 0, nil)
            case (.head, _), (.update, _): nil
            }
        }
    }
}
