/// A small repeatable random source: a failing property test prints its seed, which repeats the failure.
///
/// SplitMix64 (Steele, Lea, Flood 2014): every seed is good, also 0 and 1.
package struct SeededGenerator: RandomNumberGenerator {
    /// The initial seed, to print on failure.
    package let seed: UInt64
    private var state: UInt64

    /// Makes a generator with a seed; only ``fromEnvironment(default:)`` reads `WAYMARK_SEED`.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
