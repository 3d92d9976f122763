extension ByteTable {
    /// Whether the bytes are well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, surrogates or lone bytes.
    ///
    /// - Complexity: O(bytes), eight at a time for ASCII.
    var isUTF8: Bool {
        var at = 0
        while at < count {
            if long(at: at) & 0x8080_8080_8080_8080 == 0, at &+ 8 <= count {
                at &+= 8
                continue
            }
            let length = sequenceLength(at: at)
            guard length > 0, at &+ length <= count else { return false }
            at &+= length
        }
        return true
    }

    /// The length in bytes of the well-formed sequence at an offset; zero if there is none.
    private func sequenceLength(at offset: Int) -> Int {
        let second = self[offset &+ 1]
        switch self[offset] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return isContinuation(second) ? 2 : 0
        case 0xE0: return second >= 0xA0 && second <= 0xBF && areContinuations(offset, 2, 3) ? 3 : 0
        case 0xED: return second >= 0x80 && second <= 0x9F && areContinuations(offset, 2, 3) ? 3 : 0
        case 0xE1...0xEF: return areContinuations(offset, 1, 3) ? 3 : 0
        case 0xF0: return second >= 0x90 && second <= 0xBF && areContinuations(offset, 2, 4) ? 4 : 0
        case 0xF4: return second >= 0x80 && second <= 0x8F && areContinuations(offset, 2, 4) ? 4 : 0
        case 0xF1...0xF3: return areContinuations(offset, 1, 4) ? 4 : 0
        default: return 0
        }
    }

    private func areContinuations(_ offset: Int, _ from: Int, _ to: Int) -> Bool {
        (from..<to).allSatisfy { isContinuation(self[offset &+ $0]) }
    }

    private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
