import Foundation

extension SeededGenerator {
    /// A generator with the seed in `WAYMARK_SEED`, to repeat a failure, or else with the given seed.
    package static func fromEnvironment(default seed: UInt64) -> SeededGenerator {
        let text = ProcessInfo.processInfo.environment["WAYMARK_SEED"] ?? ""
        return SeededGenerator(seed: UInt64(text) ?? seed)
    }
}
