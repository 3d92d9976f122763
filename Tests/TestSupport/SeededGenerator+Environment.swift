import Foundation

extension SeededGenerator {
    /// The seed of `WAYMARK_SEED` where it is set, to repeat a failure; else the given one.
    package static func fromEnvironment(default seed: UInt64) -> SeededGenerator {
        let text = ProcessInfo.processInfo.environment["WAYMARK_SEED"] ?? ""
        return SeededGenerator(seed: UInt64(text) ?? seed)
    }
}
