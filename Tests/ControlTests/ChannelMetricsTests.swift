import ServerMetrics
import StoreRecords
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Metrics of channels", .scheduled)
struct ChannelMetricsTests {
    @Test("of more channels than the limit, those that moved last have series, and the others are counted")
    func limit() throws {
        let desk = try Desk()
        desk.makeShop()
        for channel in ["a", "b", "c"] {
            desk.now += 1000
            let order = #"{"message":"m","channel":"\#(channel)","createChannel":true,"public":true}"#
            #expect(desk.send("POST", "/v1/apps/shop/releases", order).status == 201)
        }
        for (limit, shown, leftOut) in [(2, ["b", "c"], 2), (4, ["a", "b", "c", "production"], 0)] {
            var text = MetricsText()
            desk.components.snapshots.snapshot.write(into: &text, to: .all, channelsMax: limit)
            let series = text.text.split(separator: "\n").filter { $0.hasPrefix("waymark_channel_version{") }
            #expect(series.map { $0.split(separator: "channel=\"")[1].prefix { $0 != "\"" } } == shown.map { $0[...] })
            #expect(text.text.contains("\nwaymark_channels_left_out \(leftOut)\n"))
        }
    }
}
