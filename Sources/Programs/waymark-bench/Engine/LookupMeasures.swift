import RouteIndex
import RouteModel
import WebAddress

/// The rows of one look-up: the work of a client for each address.
struct LookupMeasures {
    let subject: EngineSubject
    let stopwatch: Stopwatch

    static let hit = "resolve a hit: text → answer"
    static let captureHit = "resolve a hit with one capture: text → screen"
    static let miss = "resolve a miss: text → unmatched"
    static let match = "match only, hits"
    static let matchMiss = "match only, misses"
    static let parse = "parse the address"

    /// All rows, at the subject's size.
    func all() throws -> [Measure] {
        let mix = subject.mix
        let hits = try mix.hits.map { try Address($0) }
        let misses = try mix.misses.map { try Address($0) }
        var measures = [
            each(Self.hit, mix.hits) { subject.resolve($0).hopCount },
            each(Self.miss, mix.misses) { subject.resolve($0).hopCount },
            each(Self.match, hits) { match($0) },
            each(Self.matchMiss, misses) { match($0) },
            each(Self.parse, mix.hits) { try Address($0).href.utf8.count },
        ]
        if !mix.captureHits.isEmpty {
            measures.insert(each(Self.captureHit, mix.captureHits) { subject.resolve($0).hopCount }, at: 1)
        }
        return measures
    }

    private func match(_ address: Address) -> Int {
        subject.index.firstMatch(address, context: EngineSubject.context, at: EngineSubject.now)?.alternative ?? -1
    }

    private func each<Element>(
        _ title: String, _ elements: [Element], _ body: @escaping (Element) throws -> Int
    ) -> Measure {
        Measure(title, subject.mix.size, .nanoseconds) { try stopwatch.nanosecondsEach(elements, body) }
    }
}
