/// The properties of a scalar that the bidi rule, the joiner rules and normalization need.
struct ScalarProperties: Sendable {
    /// The properties, packed as in `UnicodeTables.propertyValues`.
    let bits: UInt32

    init(of scalar: UInt32) { bits = UnicodeTables.shared.properties[scalar] }

    /// Bidi_Class; the raw values are those of the generated table.
    enum BidiClass: UInt32, Sendable {
        case leftToRight, rightToLeft, arabicLetter, arabicNumber, europeanNumber, europeanSeparator, commonSeparator
        case europeanTerminator, otherNeutral, boundaryNeutral, nonspacingMark
        case other = 15
    }

    /// Joining_Type; the raw values are those of the generated table.
    enum JoiningType: UInt32, Sendable {
        case nonJoining, joinCausing, dualJoining, leftJoining, rightJoining, transparent
    }

    var bidiClass: BidiClass { BidiClass(rawValue: bits & 15) ?? .other }
    var joiningType: JoiningType { JoiningType(rawValue: bits >> 4 & 7) ?? .nonJoining }
    /// Whether the general category is Mn, Mc or Me.
    var isMark: Bool { bits >> 7 & 1 == 1 }
    /// Whether NFC_Quick_Check is not "yes".
    var mayChangeUnderNFC: Bool { bits >> 8 & 1 == 1 }
    /// Canonical_Combining_Class, 0...254.
    var combiningClass: UInt32 { bits >> 9 }
    /// Whether the combining class is Virama (9).
    var isVirama: Bool { combiningClass == 9 }
}
