/// The same plain work in every run: it tells a slow engine from a slow hour of a shared machine.
enum Yardstick {
    static let title = "yardstick: FNV-1a over 1 MiB"

    private static let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// Measured beside every size.
    static func measure(_ size: Int, _ stopwatch: Stopwatch) -> Measure {
        Measure(title, size, .milliseconds) {
            stopwatch.milliseconds {
                var hash: UInt32 = 0x811C_9DC5
                for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
                return Int(hash)
            }
        }
    }
}
