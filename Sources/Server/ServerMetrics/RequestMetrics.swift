import Synchronization
package import SystemIO

/// Counts every answer by route and status, and the release that clients received.
///
/// Event loops count in their own rows of cells, workers under a lock. The cells are added up when metrics are read, when a
/// block is released, and before the series of a release are dropped, so that each count is added to the right release.
package final class RequestMetrics: Sendable {
    /// The rows of all loops.
    let counters: LoopCounterRows
    /// The answers to links on the web.
    package let links: LinkCounters
    private let routes: [LoopRoute]
    private let state = Mutex(State())

    /// Makes the counters of some loops, for the routes that they answer; throws if there is no memory.
    package init(loops: Int, routes: [LoopRoute]) throws(Errno) {
        precondition(routes.map(\.index) == Array(routes.indices), "loop routes are numbered from 0 in order")
        counters = try LoopCounterRows(loops: loops)
        links = LinkCounters(loops: loops)
        self.routes = routes
        state.withLock { state in
            // These blocks have no owner and are never released.
            state.records = (0..<LoopRoute.countMax).map { index in
                index < routes.count ? Record(meaning: .bodiless(routes[index]), labels: nil) : nil
            }
            state.records.append(Record(meaning: .update, labels: nil))
            state.collected = [Int](repeating: 0, count: CounterBlock.cellCount * state.records.count)
        }
    }

    /// A view of the rows for event loops; it counts no reference and must not outlive this object.
    package var rows: LoopCounterView { counters.view }

    /// The first cell of a route's HEAD requests, and of its answers if no block is free.
    package static func bodiless(_ route: LoopRoute) -> Int { LoopCells.block(route.index) }

    /// The cell of a route's requests in the current turn.
    package static func turn(_ route: LoopRoute) -> Int { LoopCells.turn(route.index) }

    /// A cell that is not part of any series.
    package static let uncounted = LoopCells.block(LoopRoute.countMax)

    /// Reserves a block for an object that loops answer from; nil if none is free.
    package func block(_ meaning: CounterBlock.Meaning, _ labels: ReleaseLabels?) -> CounterBlock? {
        let number = state.withLock { state -> Int? in
            let number = state.free.popLast() ?? state.records.count
            guard number < LoopCells.blockCount else { return nil }
            let record = Record(meaning: meaning, labels: labels)
            let counted = (0..<CounterBlock.cellCount).map { counters.sum(LoopCells.block(number) + $0) }
            let cells = State.cells(number)
            if number == state.records.count {
                state.records.append(record)
                state.collected += counted
            } else {
                state.records[number] = record
                state.collected.replaceSubrange(cells, with: counted)
            }
            if let labels { state.numbers[labels.app, default: []].insert(number) }
            return number
        }
        return number.map { CounterBlock(number: $0, metrics: self) }
    }

    /// Adds up the cells of a block that is no longer used, and frees it.
    func release(_ number: Int) {
        state.withLock { state in
            state.collect(number, counters)
            if let app = state.records[number]?.labels?.app {
                state.numbers[app]?.remove(number)
                if state.numbers[app]?.isEmpty == true { state.numbers[app] = nil }
            }
            state.records[number] = nil
            state.free.append(number)
        }
    }

    /// Counts an answer that was not counted in a loop's row.
    ///
    /// - Parameters:
    ///   - route: The `id` of the endpoint; nil if the address has none.
    ///   - status: The status.
    ///   - bodyBytes: The size of the answer's body as it is sent.
    ///   - seconds: The time that a worker took; nil for answers of a loop.
    ///   - requestBytes: The size of the request's body; nil for methods without one.
    package func count(
        _ route: String?, _ status: Int, bodyBytes: Int, seconds: Double? = nil, requestBytes: Int? = nil
    ) {
        state.withLock { state in
            state.totals.add(route, status, bodyBytes: bodyBytes, 1)
            if let seconds {
                state.totals.seconds[route, default: Histogram(Histogram.answerSeconds)].add(seconds)
            }
            guard let requestBytes else { return }
            state.totals.requestBytes[route, default: Histogram(Histogram.bodyBytes)].add(Double(requestBytes))
        }
    }

    /// Counts an answer of a worker that contained or named a release.
    package func count(_ labels: ReleaseLabels, _ kind: ReleaseLabels.Kind) {
        state.withLock { $0.adoption.add(labels, kind, 1) }
    }

    /// Counts a body that a worker sent to a client which had another release.
    package func countUpdate(of app: String, from version: Int?) {
        state.withLock { $0.adoption.addUpdate(app, from: version, 1) }
    }

    /// Records the time of a loop's turn for each request that the loop answered in it; called on that loop's thread.
    package func turnEnded(loop: Int, nanoseconds: Int64) {
        let place = LoopCells.place(of: nanoseconds)
        for route in 0..<LoopRoute.countMax {
            let count = counters.take(LoopCells.turn(route), loop: loop)
            guard count > 0 else { continue }
            counters.raise(LoopCells.times(route, place), loop: loop, by: count)
            counters.raise(LoopCells.timeSum(route), loop: loop, by: count &* Int(nanoseconds))
        }
    }

    /// Sets which releases of an app have their own series from now on; nil for a deleted app.
    ///
    /// - Returns: How many blocks were added up before, which are those of the app alone.
    @discardableResult
    package func track(_ versions: Set<Int>?, of app: String) -> Int {
        state.withLock { state in
            let numbers = state.numbers[app] ?? []
            for number in numbers { state.collect(number, counters) }
            state.adoption.track(versions, of: app)
            return numbers.count
        }
    }

    /// Everything counted so far.
    package func totals() -> (requests: RequestTotals, adoption: Adoption) {
        var (totals, adoption) = state.withLock { state in
            for number in state.records.indices { state.collect(number, counters) }
            return (state.totals, state.adoption)
        }
        for route in routes { addTimes(of: route, to: &totals) }
        return (totals, adoption)
    }

    private func addTimes(of route: LoopRoute, to totals: inout RequestTotals) {
        let places = 0...LoopCells.nanoseconds.count
        let counts = places.map { counters.sum(LoopCells.times(route.index, $0)) }
        guard counts.contains(where: { $0 > 0 }) else { return }
        let seconds = Double(counters.sum(LoopCells.timeSum(route.index))) / 1e9
        totals.seconds[route.name, default: Histogram(Histogram.answerSeconds)].add(counts, sum: seconds)
    }

    /// A block in use.
    private struct Record {
        let meaning: CounterBlock.Meaning
        let labels: ReleaseLabels?
    }

    private struct State {
        var records: [Record?] = []
        /// The counts of all cells of blocks that were added up already: most have not changed when they are looked at.
        var collected: [Int] = []
        var free: [Int] = []
        /// The numbers of the blocks in use, by the app that they count.
        var numbers: [String: Set<Int>] = [:]
        var totals = RequestTotals()
        var adoption = Adoption()

        /// Adds up what a block's cells counted since the last time.
        mutating func collect(_ number: Int, _ counters: LoopCounterRows) {
            for (cell, place) in Self.cells(number).enumerated() {
                let sum = counters.sum(LoopCells.block(number) + cell)
                let fresh = sum - collected[place]
                guard fresh > 0, let record = records[number] else { continue }
                collected[place] = sum
                add(fresh, record, cell)
            }
        }

        static func cells(_ number: Int) -> Range<Int> {
            CounterBlock.cellCount * number..<CounterBlock.cellCount * (number + 1)
        }

        private mutating func add(_ count: Int, _ record: Record, _ cell: Int) {
            if case .update = record.meaning, let labels = record.labels {
                adoption.addUpdate(labels.app, from: labels.version, count)
            }
            guard let answer = record.meaning.answer(cell) else { return }
            totals.add(answer.route, answer.status, bodyBytes: answer.bytes, count)
            if let labels = record.labels, let kind = answer.kind { adoption.add(labels, kind, count) }
        }
    }
}
