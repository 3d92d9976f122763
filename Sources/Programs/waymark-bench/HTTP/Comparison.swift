/// One kind of load on several servers, measured in turn, once per round.
struct Comparison {
    /// The title of the table.
    let title: String
    /// The servers, in the order of the table.
    var entries: [Entry] = []

    /// One server.
    struct Entry {
        /// The name in the table.
        let name: String
        /// The load.
        let plan: LoadPlan
        /// The client that sends it.
        var client = Client.own
        /// Publishes during the measurement; nil for none.
        var publisher: Publisher?
        /// The outcome of each round.
        var outcomes: [LoadOutcome] = []

        fileprivate func measure() throws -> LoadOutcome {
            switch client {
            case .own: try LoadClient.run(plan)
            case .wrk(let url, let fields): try WrkClient.run(plan, url, fields)
            }
        }
    }

    /// The client that sends the load.
    enum Client {
        /// This program's own client, ``LoadClient``.
        case own
        /// Debian's wrk, for comparison; against a fast server wrk itself is the limit.
        case wrk(url: String, fields: [String])
    }

    /// Adds a server.
    mutating func add(_ name: String, _ plan: LoadPlan, client: Client = .own, beside publisher: Publisher? = nil) {
        entries.append(Entry(name: name, plan: plan, client: client, publisher: publisher))
    }

    /// Measures every server once.
    mutating func round() throws {
        for index in entries.indices {
            let entry = entries[index]
            do {
                let publishing = try entry.publisher?.start()
                let outcome = Result { try entry.measure() }
                if let publishing { try entry.publisher?.stop(publishing) }
                entries[index].outcomes.append(try outcome.get())
            } catch { throw BenchError("\(title), \(entry.name): \(error)") }
        }
    }

    /// The median, over all rounds, of the ratio of one server's figure to the best figure of others.
    ///
    /// The servers are measured within a few seconds, so that other load of the machine affects all of them.
    ///
    /// - Parameters:
    ///   - ours: the name of the server whose figure is the dividend.
    ///   - others: the names of the servers whose best figure is the divisor.
    ///   - isLessBetter: whether the best figure is the least one.
    ///   - figure: the figure of an outcome.
    /// - Returns: nil if `ours` or all `others` were not measured.
    func ratio(
        _ ours: String, _ others: [String], isLessBetter: Bool = false, _ figure: (LoadOutcome) -> Double
    ) -> Double? {
        let others = entries.filter { others.contains($0.name) }.map { $0.outcomes.map(figure) }
        guard let ours = entries.first(where: { $0.name == ours })?.outcomes.map(figure), !others.isEmpty else {
            return nil
        }
        let ratios = ours.indices.compactMap { round -> Double? in
            let figures = others.compactMap { round < $0.count ? $0[round] : nil }
            guard let best = isLessBetter ? figures.min() : figures.max(), best > 0 else { return nil }
            return ours[round] / best
        }
        return ratios.isEmpty ? nil : Sample(ratios).median
    }
}

/// The medians of several outcomes.
struct Medians {
    /// Requests per second.
    let rate: Double
    /// The lowest and the highest rate.
    let rates: ClosedRange<Double>
    /// The server's CPU time per request, in microseconds.
    let microseconds: Double
    /// The part of it in user space.
    let userMicroseconds: Double
    /// The server's CPU time as a fraction of the elapsed time.
    let serverBusy: Double
    /// The client's CPU time as a fraction of the elapsed time.
    let clientBusy: Double
    /// The 50th percentile of the response time, in microseconds.
    let p50: Double
    /// The 99th percentile, in microseconds.
    let p99: Double

    init(_ outcomes: [LoadOutcome]) {
        rate = Sample(outcomes.map(\.rate)).median
        rates = (outcomes.map(\.rate).min() ?? 0)...(outcomes.map(\.rate).max() ?? 0)
        microseconds = Sample(outcomes.map(\.serverMicroseconds)).median
        userMicroseconds = Sample(outcomes.map(\.userMicroseconds)).median
        serverBusy = Sample(outcomes.map(\.serverBusy)).median
        clientBusy = Sample(outcomes.map(\.clientBusy)).median
        p50 = Sample(outcomes.map { Double($0.latency(percent: 50)) }).median
        p99 = Sample(outcomes.map { Double($0.latency(percent: 99)) }).median
    }
}
