import HTTPServing
import HTTPWire
import TestSupport
import Testing
import WireConformance

@Suite("HTTP/1.1 conformance", .scheduled, .serialized)
struct ConformanceTests {
    private static let deliveries: [Delivery] = [.whole, .byteByByte, .split(seed: 1), .split(seed: 2), .behindOthers]

    /// A server with deadlines of three seconds, or with deadlines that a busy machine does not reach.
    private func server(isHasty: Bool, idle: Int? = nil) throws -> RunningServer {
        try RunningServer.make { limits in
            let milliseconds = isHasty ? 3000 : TestLimits.waitMilliseconds
            limits.timeouts.head = milliseconds
            limits.timeouts.body = milliseconds
            limits.strangerBodyMilliseconds = milliseconds
            limits.timeouts.idle = idle ?? milliseconds
        }
    }

    private func site(_ running: RunningServer) throws -> ConformanceSite {
        try ConformanceSite(running.address, get: "/", post: "/echo", missing: "/nothing")
    }

    @Test(
        "http1.json holds, however its bytes arrive",
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.http1)), arguments: deliveries)
    func http1(delivery: Delivery) throws {
        let (hasty, patient) = (try server(isHasty: true), try server(isHasty: false))
        let failures = try ConformanceRun.http1("a handler", hasty: site(hasty), patient: site(patient), delivery)
        #expect(failures == [])
    }

    @Test(
        "http1-thirdparty.json holds, however its bytes arrive",
        .enabled(if: ConformanceFolder.isPresent(ConformanceRun.thirdParty)), arguments: deliveries)
    func thirdParty(delivery: Delivery) throws {
        let running = try server(isHasty: true, idle: 120_000)
        #expect(try ConformanceRun.thirdParty("a handler", site(running), delivery) == [])
    }
}
