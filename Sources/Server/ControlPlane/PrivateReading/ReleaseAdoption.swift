import CanonicalJSON
package import DataPlane
package import HTTPExchange
package import ReleaseStore
package import RouteModel
package import StoreRecords

/// `/v1/apps/{app}/adoption`: which releases clients have, by the hour, and how many watch each channel now.
package struct ReleaseAdoption: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let hours: Hours
    private let streams: @Sendable () -> [Int32: Int]

    /// The counts of an app since an hour.
    package typealias Hours = @Sendable (_ app: String, _ since: Instant) throws(StoreError) -> [AdoptionRecord]

    /// Makes the resource.
    ///
    /// - Parameters:
    ///   - store: Has the channels.
    ///   - snapshots: Have the topics of the channels' event streams.
    ///   - hours: The counts of each hour.
    ///   - streams: The event streams of each topic that are open at this server now.
    package init(
        store: any RuleStore, snapshots: SnapshotSource, hours: @escaping Hours,
        streams: @escaping @Sendable () -> [Int32: Int]
    ) {
        self.store = store
        self.snapshots = snapshots
        self.hours = hours
        self.streams = streams
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "readAdoption", .get, "/v1/apps/{app}/adoption", access: .role(.viewer),
                summary:
                    "Answers to clients in each hour, by the release that they were about, and the event streams that are open now.",
                query: [
                    QueryParameter(
                        "days", "how many days back, 14 by default", .integer(1...ReadingLimits.adoptionDaysMax))
                ],
                checkQuery: { query throws(Problem) in _ = try Self.days(query) },
                success: .init(200, .adoption), handler: .answer(read))
        ]
    }

    private static func days(_ query: QueryItems) throws(Problem) -> Int {
        try query.integer("days", in: 1...ReadingLimits.adoptionDaysMax, default: ReadingLimits.adoptionDaysMax)
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let days = Int64(try Self.days(request.query))
        let from = AdoptionRecord.hour(
            of: Instant(milliseconds: request.now.milliseconds - days * ReadingLimits.dayMilliseconds))
        let hours = try hours(request.app, from)
        let channels = try store.channels(request.app)
        let (topics, known) = (streams(), snapshots.snapshot.apps[request.app]?.channels ?? [:])
        let watchers = channels.map { channel -> JSONValue in
            let count = known[channel.name].flatMap { topics[Int32(truncatingIfNeeded: $0.topic)] } ?? 0
            return ["channel": .string(channel.name), "count": .integer(Int64(count))]
        }
        return .json(
            200,
            [
                "from": .string(from.description), "hours": .array(hours.map(\.json)), "watchers": .array(watchers),
            ])
    }
}

extension AdoptionRecord {
    fileprivate var json: JSONValue {
        [
            "hour": .string(hour.description), "channel": key.channel.map(JSONValue.string) ?? .null,
            "version": key.version.map { .integer(Int64($0)) } ?? .null,
            "received": .integer(Int64(counts.received)), "unchanged": .integer(Int64(counts.unchanged)),
            "heads": .integer(Int64(counts.heads)), "streams": .integer(Int64(counts.streams)),
            "replaced": .integer(Int64(counts.replaced)),
        ]
    }
}

extension Schema {
    private static let adoptionHour = Schema.record(
        "AdoptionHour",
        [
            "hour": instant, "channel": .nullable(name), "version": .nullable(version), "received": total,
            "unchanged": total, "heads": total, "streams": total, "replaced": total,
        ])
    fileprivate static let adoption = Schema.record(
        "Adoption",
        [
            "from": instant, "hours": .list(adoptionHour),
            "watchers": .list(.record("Watchers", ["channel": name, "count": count])),
        ])
}
