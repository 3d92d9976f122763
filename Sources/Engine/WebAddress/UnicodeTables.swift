/// Unicode data as sorted arrays, unpacked at first use; a domain in ASCII does not use them.
///
/// The standard library's data is not used: its version depends on the system, and server and clients need the same.
struct UnicodeTables: Sendable {
    static let shared = UnicodeTables()

    let mapping = RunTable(starts: mappingStarts, values: mappingValues)
    let mappedScalars = PackedNumbers.unpack(mappingPool)
    let properties = RunTable(starts: propertyStarts, values: propertyValues)
    let decompositions = Decompositions()
    let compositions = Compositions()
}

/// A value for each run of scalars.
struct RunTable: Sendable {
    private let starts: [UInt32]
    private let values: [UInt32]

    init(starts: String, values: String) {
        self.starts = PackedNumbers.running(PackedNumbers.unpack(starts))
        self.values = PackedNumbers.unpack(values)
        precondition(
            self.starts.count == self.values.count && self.starts.first == 0,
            "generated tables have equal lengths and begin at 0")
    }

    /// The value of a scalar.
    ///
    /// - Complexity: O(log *n*) in the number of runs.
    subscript(scalar: UInt32) -> UInt32 {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= scalar { low = middle } else { high = middle }
        }
        return values[low]
    }
}

/// Full canonical decompositions, without Hangul.
struct Decompositions: Sendable {
    private let ranges: [UInt32: Range<Int>]
    private let pool = PackedNumbers.unpack(UnicodeTables.decompositionPool)

    init() {
        let scalars = PackedNumbers.running(PackedNumbers.unpack(UnicodeTables.decompositionScalars))
        var ranges: [UInt32: Range<Int>] = [:]
        ranges.reserveCapacity(scalars.count)
        var offset = 0
        for (scalar, length) in zip(scalars, PackedNumbers.unpack(UnicodeTables.decompositionLengths)) {
            ranges[scalar] = offset..<offset + Int(length)
            offset += Int(length)
        }
        self.ranges = ranges
    }

    subscript(scalar: UInt32) -> ArraySlice<UInt32>? { ranges[scalar].map { pool[$0] } }
}

/// Primary composites, without Hangul.
struct Compositions: Sendable {
    private let results: [UInt64: UInt32]

    init() {
        let firsts = PackedNumbers.running(PackedNumbers.unpack(UnicodeTables.compositionFirsts))
        let seconds = PackedNumbers.unpack(UnicodeTables.compositionSeconds)
        let pairs = zip(zip(firsts, seconds), PackedNumbers.unpack(UnicodeTables.compositionResults))
        results = pairs.reduce(into: [:]) { $0[Self.key($1.0.0, $1.0.1)] = $1.1 }
    }

    subscript(first: UInt32, second: UInt32) -> UInt32? { results[Self.key(first, second)] }

    private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }
}

/// Numbers as text: five bits for each character, least significant first; a value of 32 or more means that the number
/// continues with the next character.
///
/// The compiler needs seconds for an array literal of this length, and no time for a string literal.
enum PackedNumbers {
    static func unpack(_ text: String) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(text.utf8.count)
        var number: UInt32 = 0
        var shift: UInt32 = 0
        for byte in text.utf8 {
            let digit = value(of: byte)
            number |= (digit & 31) << shift
            shift += 5
            if digit < 32 {
                numbers.append(number)
                number = 0
                shift = 0
            }
        }
        precondition(shift == 0, "a generated table ends with a complete number")
        return numbers
    }

    /// Converts distances to absolute numbers.
    static func running(_ distances: [UInt32]) -> [UInt32] {
        var sum: UInt32 = 0
        return distances.map {
            sum += $0
            return sum
        }
    }

    /// The index of a character in the base64 alphabet.
    private static func value(of byte: UInt8) -> UInt32 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        default: 63
        }
    }
}
