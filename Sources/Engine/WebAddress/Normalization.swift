/// Unicode normalisation form C: decompose, order the marks, compose.
///
/// Spec: <https://www.unicode.org/reports/tr15/>. Implemented here, because only Foundation has a public interface for
/// it.
enum Normalization {
    static func nfc(_ scalars: [UInt32]) -> [UInt32] {
        isQuicklyNFC(scalars) ? scalars : composed(decomposed(scalars))
    }

    // Spec: https://www.unicode.org/reports/tr15/#Detecting_Normalization_Forms
    private static func isQuicklyNFC(_ scalars: [UInt32]) -> Bool {
        var last: UInt32 = 0
        // Scalars below U+0300 do not change under NFC and do not combine.
        for scalar in scalars {
            guard scalar >= 0x300 else {
                last = 0
                continue
            }
            let properties = ScalarProperties(of: scalar)
            let combiningClass = properties.combiningClass
            if properties.mayChangeUnderNFC || (combiningClass != 0 && last > combiningClass) { return false }
            last = combiningClass
        }
        return true
    }

    static func decomposed(_ scalars: [UInt32]) -> [UInt32] {
        let table = UnicodeTables.shared.decompositions
        var output: [UInt32] = []
        output.reserveCapacity(scalars.count * 2)
        for scalar in scalars {
            if Hangul.isSyllable(scalar) {
                output += Hangul.decomposed(scalar)
            } else if let parts = table[scalar] {
                output += parts
            } else {
                output.append(scalar)
            }
        }
        orderMarks(&output)
        return output
    }

    /// Sorts each run of marks by combining class; the order of marks with equal classes does not change.
    ///
    /// Spec: the Canonical Ordering Algorithm, Unicode section 3.11.
    private static func orderMarks(_ scalars: inout [UInt32]) {
        var start = 0
        while start < scalars.count {
            guard combiningClass(scalars[start]) != 0 else {
                start += 1
                continue
            }
            let end = scalars[start...].firstIndex { combiningClass($0) == 0 } ?? scalars.count
            let marks = scalars[start..<end].enumerated().map { ($0.offset, $0.element, combiningClass($0.element)) }
            let sorted = marks.sorted { ($0.2, $0.0) < ($1.2, $1.0) }
            scalars.replaceSubrange(start..<end, with: sorted.map { $0.1 })
            start = end
        }
    }

    // Spec: the Canonical Composition Algorithm, Unicode section 3.11.
    private static func composed(_ scalars: [UInt32]) -> [UInt32] {
        var output: [UInt32] = []
        output.reserveCapacity(scalars.count)
        var starter: Int?
        // The combining class of the last scalar after the starter; nil if there is none.
        var lastClass: UInt32?
        for scalar in scalars {
            let combiningClass = combiningClass(scalar)
            let isBlocked = lastClass.map { $0 >= combiningClass } ?? false
            if let starter, !isBlocked, let composite = composite(output[starter], scalar) {
                output[starter] = composite
                continue
            }
            if combiningClass == 0 {
                starter = output.count
                lastClass = nil
            } else {
                lastClass = combiningClass
            }
            output.append(scalar)
        }
        return output
    }

    private static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        Hangul.composite(first, second) ?? UnicodeTables.shared.compositions[first, second]
    }

    private static func combiningClass(_ scalar: UInt32) -> UInt32 {
        scalar < 0x300 ? 0 : ScalarProperties(of: scalar).combiningClass
    }
}

/// Hangul syllables, which are composed and decomposed by arithmetic.
///
/// Spec: Unicode section 3.12, Conjoining Jamo Behavior.
private enum Hangul {
    private static let syllables: UInt32 = 0xAC00
    private static let leads: UInt32 = 0x1100
    private static let vowels: UInt32 = 0x1161
    private static let trails: UInt32 = 0x11A7
    private static let vowelCount: UInt32 = 21
    private static let trailCount: UInt32 = 28
    private static let syllableCount: UInt32 = 19 * 21 * 28

    static func isSyllable(_ scalar: UInt32) -> Bool { scalar &- syllables < syllableCount }

    static func decomposed(_ syllable: UInt32) -> [UInt32] {
        let index = syllable - syllables
        let lead = leads + index / (vowelCount * trailCount)
        let vowel = vowels + index % (vowelCount * trailCount) / trailCount
        let trail = index % trailCount
        return trail == 0 ? [lead, vowel] : [lead, vowel, trails + trail]
    }

    static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if first &- leads < 19 && second &- vowels < vowelCount {
            return syllables + ((first - leads) * vowelCount + (second - vowels)) * trailCount
        }
        let isOpen = isSyllable(first) && (first - syllables) % trailCount == 0
        let trail = second &- trails
        return isOpen && trail > 0 && trail < trailCount ? first + trail : nil
    }
}
