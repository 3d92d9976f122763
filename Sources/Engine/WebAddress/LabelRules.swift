/// Checks whether the labels of a domain are valid.
enum LabelRules {
    /// Why a label is invalid, in a few words; nil if it is valid.
    ///
    /// Spec: <https://www.unicode.org/reports/tr46/#Validity_Criteria>
    /// with CheckHyphens false, CheckJoiners and CheckBidi true.
    static func fault(in label: [UInt32], isBidiDomain: Bool) -> String? {
        guard let first = label.first else { return nil }
        if Normalization.nfc(label) != label { return "a label is not in normalization form C" }
        if label.starts(with: "xn--".unicodeScalars.map({ $0.value })) { return "a label is encoded twice" }
        if label.contains(0x2E) { return "a label contains a dot" }
        if ScalarProperties(of: first).isMark { return "a label begins with a combining mark" }
        // Deviation characters are valid: the mapping table does not change them.
        if let bad = label.first(where: { UnicodeTables.shared.mapping[$0] != 0 }) {
            return "U+\(String(bad, radix: 16, uppercase: true)) is forbidden in a domain"
        }
        if !hasProperJoiners(label) { return "a zero-width joiner is between characters that do not join" }
        if isBidiDomain && !obeysBidiRule(label) { return "a label mixes writing directions" }
        return nil
    }

    /// Whether a scalar makes its domain a bidi domain (RFC 5893 section 1.4).
    static func isRightToLeft(_ scalar: UInt32) -> Bool {
        // Hebrew, at U+0590, is the first block with right-to-left letters.
        guard scalar >= 0x590 else { return false }
        switch ScalarProperties(of: scalar).bidiClass {
        case .rightToLeft, .arabicLetter, .arabicNumber: return true
        default: return false
        }
    }

    // Spec: https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and A.2
    private static func hasProperJoiners(_ label: [UInt32]) -> Bool {
        for (index, scalar) in label.enumerated() where scalar == 0x200C || scalar == 0x200D {
            if index > 0 && ScalarProperties(of: label[index - 1]).isVirama { continue }
            if scalar == 0x200D { return false }
            let before = label[..<index].reversed().lazy.map(joiningType).first { $0 != .transparent }
            let after = label[(index + 1)...].lazy.map(joiningType).first { $0 != .transparent }
            guard before == .leftJoining || before == .dualJoining, after == .rightJoining || after == .dualJoining
            else { return false }
        }
        return true
    }

    private static func joiningType(_ scalar: UInt32) -> ScalarProperties.JoiningType {
        ScalarProperties(of: scalar).joiningType
    }

    // Spec: https://www.rfc-editor.org/rfc/rfc5893#section-2
    private static func obeysBidiRule(_ label: [UInt32]) -> Bool {
        let classes = label.map { ScalarProperties(of: $0).bidiClass }
        let last = classes.last { $0 != .nonspacingMark }
        switch classes.first {
        case .rightToLeft, .arabicLetter:
            let allowed = classes.allSatisfy { $0 != .leftToRight && $0 != .other }
            let endsWell =
                last == .rightToLeft || last == .arabicLetter || last == .europeanNumber || last == .arabicNumber
            return allowed && endsWell && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
        case .leftToRight:
            let allowed = classes.allSatisfy {
                $0 != .rightToLeft && $0 != .arabicLetter && $0 != .arabicNumber && $0 != .other
            }
            return allowed && (last == .leftToRight || last == .europeanNumber)
        default:
            return false
        }
    }
}
