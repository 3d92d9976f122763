/// The same job for several servers, measured in turn, several times over.
struct Contest {
    /// What the job is.
    let title: String
    /// Who takes part, in the order of the table.
    var entries: [Entry] = []

    /// One server's part.
    struct Entry {
        /// What the table calls it.
        let name: String
        /// What is done to it; nil where it is left out.
        let plan: LoadPlan
        /// Who asks: our own client, or wrk.
        var client = Client.own
        /// Who publishes meanwhile.
        var publisher: Publisher?
        /// What came of it, round by round.
        var outcomes: [LoadOutcome] = []

        fileprivate func measure() throws -> LoadOutcome {
            switch client {
            case .own: try LoadClient.run(plan)
            case .wrk(let url, let fields): try WrkClient.run(plan, url, fields)
            }
        }
    }

    /// Who asks.
    enum Client {
        /// The lean client of this program.
        case own
        /// Debian's wrk, for comparison: it is the slower side against a fast server.
        case wrk(url: String, fields: [String])
    }

    /// Adds a server.
    mutating func add(_ name: String, _ plan: LoadPlan, client: Client = .own, beside publisher: Publisher? = nil) {
        entries.append(Entry(name: name, plan: plan, client: client, publisher: publisher))
    }

    /// Measures everybody once.
    mutating func round() throws {
        for index in entries.indices {
            let entry = entries[index]
            do {
                let publishing = try entry.publisher?.start()
                let outcome = Result { try entry.measure() }
                if let publishing { try entry.publisher?.stop(publishing) }
                entries[index].outcomes.append(try outcome.get())
            } catch { throw LoadError(description: "\(title), \(entry.name): \(error)") }
        }
    }

    /// The middle of the ratios between two servers' figures, round by round.
    ///
    /// Both were measured within a few seconds of each other, so that what else the machine did weighs on both.
    /// - Parameters:
    ///   - ours: the server whose figure is divided.
    ///   - rivals: those whose best figure it is divided by.
    ///   - isLessBetter: which figure of several is the best.
    ///   - figure: which figure.
    /// - Returns: nil where one of them took no part.
    func ratio(
        _ ours: String, _ rivals: [String], isLessBetter: Bool = false, _ figure: (LoadOutcome) -> Double
    ) -> Double? {
        let rivals = entries.filter { rivals.contains($0.name) }.map { $0.outcomes.map(figure) }
        guard let ours = entries.first(where: { $0.name == ours })?.outcomes.map(figure), !rivals.isEmpty else {
            return nil
        }
        let ratios = ours.indices.compactMap { round -> Double? in
            let figures = rivals.compactMap { round < $0.count ? $0[round] : nil }
            guard let best = isLessBetter ? figures.min() : figures.max(), best > 0 else { return nil }
            return ours[round] / best
        }
        return ratios.isEmpty ? nil : Medians.median(ratios)
    }
}

/// The middle of several outcomes, figure by figure.
struct Medians {
    /// Requests a second.
    let rate: Double
    /// The lowest and the highest of them.
    let rates: ClosedRange<Double>
    /// The server's CPU time a request, in microseconds.
    let microseconds: Double
    /// The part in user space.
    let userMicroseconds: Double
    /// How much of its core the server had.
    let serverBusy: Double
    /// How much of its core the client had.
    let clientBusy: Double
    /// Half of the answers came within so many microseconds.
    let p50: Double
    /// And 99 of a hundred.
    let p99: Double

    init(_ outcomes: [LoadOutcome]) {
        rate = Self.median(outcomes.map(\.rate))
        rates = (outcomes.map(\.rate).min() ?? 0)...(outcomes.map(\.rate).max() ?? 0)
        microseconds = Self.median(outcomes.map(\.serverMicroseconds))
        userMicroseconds = Self.median(outcomes.map(\.userMicroseconds))
        serverBusy = Self.median(outcomes.map(\.serverBusy))
        clientBusy = Self.median(outcomes.map(\.clientBusy))
        p50 = Self.median(outcomes.map { Double($0.latency(percent: 50)) })
        p99 = Self.median(outcomes.map { Double($0.latency(percent: 99)) })
    }

    /// The middle value; 0 of none.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
