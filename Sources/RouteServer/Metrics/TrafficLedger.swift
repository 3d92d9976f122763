import Synchronization
import SystemIO

/// Every answer by route and status, and who took which release: what loops count in their rows and what workers note.
///
/// The loops' cells are added up when somebody asks, when a block is given back, and before a release is no longer told
/// apart, so that what was counted stays with the release it was counted for.
final class TrafficLedger: Sendable {
    /// The loops' rows.
    let tallies: LoopTallies
    private let state = Mutex(State())

    init(loops: Int) throws(Errno) {
        tallies = try LoopTallies(loops: loops)
        state.withLock { state in
            // These mean the same for everybody and are never given back.
            state.records = LoopRoute.allCases.map { Record(meaning: .bodiless($0), mark: nil) }
            state.records.append(Record(meaning: .update, mark: nil))
        }
    }

    /// The cells of a route's requests with HEAD, and of what there were no cells left for.
    static func bodiless(_ route: LoopRoute) -> Int { LoopCells.block(route.rawValue) }

    /// A cell that nobody reads.
    static let uncounted = LoopCells.block(LoopRoute.allCases.count)

    /// Takes cells for something that loops will answer from.
    ///
    /// Nil where there are none left: then the route's own count, so that nothing is missing by route and status.
    func block(_ meaning: TallyBlock.Meaning, _ mark: ReleaseMark?) -> TallyBlock? {
        let number = state.withLock { state -> Int? in
            let number = state.free.popLast() ?? state.records.count
            guard number < LoopCells.blockCount else { return nil }
            var record = Record(meaning: meaning, mark: mark)
            for cell in 0..<TallyBlock.cellCount { record.taken[cell] = tallies.sum(LoopCells.block(number) + cell) }
            if number == state.records.count { state.records.append(record) } else { state.records[number] = record }
            return number
        }
        return number.map { TallyBlock(number: $0, ledger: self) }
    }

    /// Adds up the cells of a block that nobody raises any more.
    func giveBack(_ number: Int) {
        state.withLock { state in
            state.settle(number, tallies)
            state.records[number] = nil
            state.free.append(number)
        }
    }

    /// Notes an answer that a worker made, or that a loop made without cells of its own.
    func note(_ route: EndpointID?, _ status: Int, bodyBytes: Int, seconds: Double? = nil, requestBytes: Int? = nil) {
        state.withLock { state in
            state.totals.add(route, status, bodyBytes: bodyBytes, 1)
            if let seconds {
                state.totals.seconds[route, default: Histogram(Histogram.answerSeconds)].note(seconds)
            }
            guard let requestBytes else { return }
            state.totals.requestBytes[route, default: Histogram(Histogram.bodyBytes)].note(Double(requestBytes))
        }
    }

    /// Notes that a worker told a client of a release.
    func note(_ mark: ReleaseMark, _ kind: ReleaseMark.Kind) {
        state.withLock { $0.adoption.add(mark, kind, 1) }
    }

    /// Notes that a worker gave a body to a client that had another release.
    func noteUpdate(of app: String, from version: Int?) {
        state.withLock { $0.adoption.addUpdate(app, from: version, 1) }
    }

    /// A loop's turn is over: the requests that it answered took that long.
    func turnEnded(loop: Int, nanoseconds: Int64) {
        let place = LoopCells.place(of: nanoseconds)
        for route in 0..<LoopCells.routeCount {
            let count = tallies.take(LoopCells.turn(route), loop: loop)
            guard count > 0 else { continue }
            tallies.raise(LoopCells.times(route, place), loop: loop, by: count)
            tallies.raise(LoopCells.timeSum(route), loop: loop, by: count &* Int(nanoseconds))
        }
    }

    /// Says which releases of an app are told apart from now on; nil for an app that is gone.
    func tellApart(_ versions: Set<Int>?, of app: String) {
        state.withLock { state in
            for number in state.records.indices where state.records[number]?.mark?.app == app {
                state.settle(number, tallies)
            }
            state.adoption.tellApart(versions, of: app)
        }
    }

    /// Everything counted so far.
    func counts() -> (totals: TrafficTotals, adoption: Adoption) {
        var (totals, adoption) = state.withLock { state in
            for number in state.records.indices { state.settle(number, tallies) }
            return (state.totals, state.adoption)
        }
        for route in LoopRoute.allCases { addTimes(of: route, to: &totals) }
        return (totals, adoption)
    }

    private func addTimes(of route: LoopRoute, to totals: inout TrafficTotals) {
        let places = 0...LoopCells.nanoseconds.count
        let counts = places.map { tallies.sum(LoopCells.times(route.rawValue, $0)) }
        guard counts.contains(where: { $0 > 0 }) else { return }
        let seconds = Double(tallies.sum(LoopCells.timeSum(route.rawValue))) / 1e9
        totals.seconds[route.endpoint, default: Histogram(Histogram.answerSeconds)].add(counts, sum: seconds)
    }

    /// A block that is in use, and how much of its cells was added up already.
    private struct Record {
        let meaning: TallyBlock.Meaning
        let mark: ReleaseMark?
        var taken = [0, 0, 0, 0]
    }

    private struct State {
        var records: [Record?] = []
        var free: [Int] = []
        var totals = TrafficTotals()
        var adoption = Adoption()

        /// Adds up what a block's cells counted since the last time.
        mutating func settle(_ number: Int, _ tallies: LoopTallies) {
            guard var record = records[number] else { return }
            for cell in record.taken.indices {
                let sum = tallies.sum(LoopCells.block(number) + cell)
                let fresh = sum - record.taken[cell]
                guard fresh > 0 else { continue }
                record.taken[cell] = sum
                add(fresh, record, cell)
            }
            records[number] = record
        }

        private mutating func add(_ count: Int, _ record: Record, _ cell: Int) {
            if case .update = record.meaning, let mark = record.mark {
                adoption.addUpdate(mark.app, from: mark.version, count)
            }
            guard let answer = record.meaning.answer(cell) else { return }
            totals.add(answer.route, answer.status, bodyBytes: answer.bytes, count)
            if let mark = record.mark, let kind = answer.kind { adoption.add(mark, kind, count) }
        }
    }
}
