extension EngineBench {
    /// Ratios of figures of one run.
    static func ratios(_ table: FigureTable) -> [FigureRatio] {
        [
            FigureRatio("scan with Foundation / resolve", table, FoundationPeers.scan, per: LookupMeasures.hit),
            FigureRatio("Foundation URL / our address", table, FoundationPeers.url, per: LookupMeasures.parse),
            FigureRatio("JSONDecoder / our body", table, FoundationPeers.decoder, per: ReleaseMeasures.decodeBody),
            FigureRatio("JSONDecoder / open an index", table, FoundationPeers.decoder, per: ReleaseMeasures.open),
            FigureRatio(
                "JSONSerialization / our read", table, FoundationPeers.serialization, per: ReleaseMeasures.read),
            FigureRatio("JSONEncoder / our write", table, FoundationPeers.encoder, per: ReleaseMeasures.write),
        ]
    }

    /// The figures that the engine must reach (the design's table of speed and memory).
    static func goals(_ table: FigureTable) -> [FigureGoal] {
        let growth = { (title: String) -> Double? in
            guard let large = table.median(title, 100_000), let small = table.median(title, 10) else { return nil }
            return large / small
        }
        let at = { (title: String, size: Int) in table.median(title, size) }
        let look = { (size: Int) -> Double? in
            guard let looking = at(ClientLaunch.look, size), let plain = at(ClientLaunch.resolve, size) else {
                return nil
            }
            return looking - plain
        }
        return [
            .atMost(250, .nanoseconds, "match only, 10,000 rules", at(LookupMeasures.match, 10_000)),
            .atMost(
                700, .nanoseconds, "text → screen with one capture, 10,000", at(LookupMeasures.captureHit, 10_000)),
            .atMost(2, .times, "resolve at 100,000 against 10", growth(LookupMeasures.hit)),
            .atMost(2, .times, "match only at 100,000 against 10", growth(LookupMeasures.match)),
            .atMost(15, .milliseconds, "compile 10,000", at(ReleaseMeasures.compile, 10_000)),
            .atMost(250, .milliseconds, "compile 100,000", at(ReleaseMeasures.compile, 100_000)),
            .atMost(0.8, .milliseconds, "index file → first answer, 10,000", at(ReleaseMeasures.open, 10_000)),
            .atMost(
                0.8, .milliseconds, "index file in a new process → first answer, 10,000", at(ColdLaunch.open, 10_000)),
            .atMost(0.8, .milliseconds, "RouteClient made → first answer, 10,000", at(ClientLaunch.open, 10_000)),
            .atMost(
                0.8, .milliseconds, "RouteClient in a new process → first answer, 10,000", at(ClientLaunch.cold, 10_000)
            ),
            .atMost(1, .milliseconds, "RouteClient made → first answer, 100,000", at(ClientLaunch.open, 100_000)),
            .atMost(
                1, .milliseconds, "RouteClient made with the release on trial → first answer, 100,000",
                at(ClientLaunch.trial, 100_000)),
            .atMost(2000, .nanoseconds, "a look into the folder, beside the resolution, 100,000", look(100_000)),
            .atMost(1.1, .times, "anonymous memory at launch, 100,000 against 10", growth(ClientLaunch.memory)),
            .atMost(0.5, .times, "index size / size of the JSON, 10,000", at(bytesPerJSON, 10_000)),
            .atMost(200, .milliseconds, "check 10,000 with witnesses", at(ReleaseMeasures.check, 10_000)),
            .atMost(15, .milliseconds, "read JSON of 10,000", at(ReleaseMeasures.read, 10_000)),
            .atMost(15, .milliseconds, "write JSON of 10,000", at(ReleaseMeasures.write, 10_000)),
        ]
    }
}
