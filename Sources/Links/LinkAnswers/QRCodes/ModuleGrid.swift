/// The modules of a code while it is drawn, row by row.
struct ModuleGrid {
    let version: Int
    let size: Int
    private(set) var dark: [Bool]
    /// Modules of patterns, format and version, which masks leave as they are.
    private var isFixed: [Bool]

    /// Modules on one side.
    static func size(ofVersion version: Int) -> Int { 17 + 4 * version }

    /// Codewords of a version: the modules that no pattern takes, in whole bytes (ISO/IEC 18004, table 1).
    static func codewords(ofVersion version: Int) -> Int {
        let size = size(ofVersion: version)
        let axis = centres(version).count
        // Finders with separators and format, timing, alignment (of which some cross the timing), version.
        let alignment = axis == 0 ? 0 : 25 * (axis * axis - 3) - 10 * (axis - 2)
        let fixed = 3 * 64 + 31 + 2 * (size - 16) + alignment + (version >= 7 ? 36 : 0)
        return (size * size - fixed) / 8
    }

    /// Centres of the alignment patterns on one axis (annex E).
    static func centres(_ version: Int) -> [Int] {
        if version == 1 { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (4 * version + 4 + 2 * count - 3) / (2 * count - 2) * 2
        return [6] + (0..<count - 1).map { size(ofVersion: version) - 7 - step * (count - 2 - $0) }
    }

    /// Draws the patterns of a version; the modules of the content are light.
    init(version: Int) {
        self.version = version
        size = Self.size(ofVersion: version)
        dark = [Bool](repeating: false, count: size * size)
        isFixed = dark
        drawPatterns()
    }

    func isDark(_ column: Int, _ row: Int) -> Bool { dark[row * size + column] }

    private mutating func fix(_ column: Int, _ row: Int, _ isDark: Bool) {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return }
        dark[row * size + column] = isDark
        isFixed[row * size + column] = true
    }

    private mutating func square(_ column: Int, _ row: Int, radius: Int, light: Set<Int>) {
        for y in -radius...radius {
            for x in -radius...radius { fix(column + x, row + y, !light.contains(max(abs(x), abs(y)))) }
        }
    }

    private mutating func drawPatterns() {
        let end = size - 1
        for place in 0..<size {
            fix(6, place, place % 2 == 0)
            fix(place, 6, place % 2 == 0)
        }
        for (column, row) in [(3, 3), (end - 3, 3), (3, end - 3)] { square(column, row, radius: 4, light: [2, 4]) }
        let centres = Self.centres(version)
        for column in centres {
            for row in centres where !isFinder(column, row) { square(column, row, radius: 2, light: [1]) }
        }
        drawFormat(0)
        if version >= 7 { drawVersion() }
    }

    private func isFinder(_ column: Int, _ row: Int) -> Bool {
        (column == 6 && (row == 6 || row == size - 7)) || (column == size - 7 && row == 6)
    }

    /// The level (M is 00) and the mask with their correction, twice (section 7.9).
    private mutating func drawFormat(_ mask: Int) {
        let bits = (mask << 10 | Self.remainder(mask << 10, 0x537)) ^ 0x5412
        let end = size - 1
        for place in 0..<15 {
            let isSet = bits >> place & 1 == 1
            fix(8, place < 6 ? place : place < 8 ? place + 1 : end - 14 + place, isSet)
            fix(place < 8 ? end - place : place == 8 ? 7 : 14 - place, 8, isSet)
        }
        fix(8, end - 7, true)
    }

    /// The version with its correction, twice (section 7.10).
    private mutating func drawVersion() {
        let bits = version << 12 | Self.remainder(version << 12, 0x1F25)
        for place in 0..<18 {
            let isSet = bits >> place & 1 == 1
            let (near, far) = (place / 3, size - 11 + place % 3)
            fix(near, far, isSet)
            fix(far, near, isSet)
        }
    }

    /// The remainder of polynomials with coefficients 0 and 1.
    private static func remainder(_ value: Int, _ divisor: Int) -> Int {
        let degree = Int.bitWidth - 1 - divisor.leadingZeroBitCount
        var rest = value
        while rest >> degree != 0 {
            rest ^= divisor << (Int.bitWidth - 1 - rest.leadingZeroBitCount - degree)
        }
        return rest
    }

    /// Writes bits in pairs of columns from the right, up and down in turn (section 7.7.3).
    mutating func write(_ bytes: [UInt8]) {
        var bit = 0
        var right = size - 1
        var isUp = true
        while right >= 1 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let row = isUp ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * size + column] {
                    dark[row * size + column] = bit >> 3 < bytes.count && bytes[bit >> 3] >> (7 - bit & 7) & 1 == 1
                    bit += 1
                }
            }
            right -= 2
            isUp.toggle()
        }
    }

    /// Inverts the modules of the content that a mask chooses, and writes the mask into the format.
    mutating func apply(_ mask: Mask) {
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] && mask.inverts(column: column, row: row) {
                dark[row * size + column].toggle()
            }
        }
        drawFormat(mask.rawValue)
    }
}
