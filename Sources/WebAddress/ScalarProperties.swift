/// What the bidi rule, the joiner rules and normalisation ask of one scalar.
struct ScalarProperties: Sendable {
    /// As `UnicodeTables.propertyValues` packs it.
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
    /// General category Mn, Mc or Me.
    var isMark: Bool { bits >> 7 & 1 == 1 }
    /// NFC_Quick_Check is not "yes".
    var mayChangeUnderNFC: Bool { bits >> 8 & 1 == 1 }
    /// Canonical_Combining_Class, 0...254.
    var combiningClass: UInt32 { bits >> 9 }
    var isVirama: Bool { combiningClass == 9 }
}
