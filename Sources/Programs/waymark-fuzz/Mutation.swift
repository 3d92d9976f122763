/// Random changes of an input, for runs without libFuzzer.
struct Mutation: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// An input made of two others by up to eight changes.
    mutating func mutate(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0...Int.random(in: 0..<8, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
            case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: slice(of: other), at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0..<8, using: &self)))
            default: bytes.insert(contentsOf: slice(of: bytes), at: place)
            }
        }
        return Array(bytes.prefix(Self.inputBytesMax))
    }

    /// Longest input in bytes; longer ones take more time and find nothing more.
    private static let inputBytesMax = 4096

    private mutating func slice(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard !bytes.isEmpty else { return [] }
        let start = Int.random(in: 0..<bytes.count, using: &self)
        return bytes[start..<min(bytes.count, start + Int.random(in: 1...16, using: &self))]
    }
}
