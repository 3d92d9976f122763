#if DEBUG
import HTTPServing
import LoopSimulation
import WireConformance

extension LoopDriver {
    /// The fixture's handler on one loop, with limits that a test changes.
    static func make(
        hasAdminListener: Bool = false, handler: FixtureHandler = FixtureHandler(),
        _ change: (inout ServingLimits) -> Void = { _ in }
    ) throws -> LoopDriver {
        var limits = ServingLimits()
        change(&limits)
        return try LoopDriver(handler, limits: limits, hasAdminListener: hasAdminListener)
    }

    /// Everything that was sent to a peer, as text.
    func text(_ peer: Int32) -> String { String(decoding: sent(peer), as: UTF8.self) }
}
#endif
