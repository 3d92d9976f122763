/// Brings the reason codes and messages of all targets into the form of findings.
package enum FindingText {
    /// A reason word with hyphens: `tailPosition` becomes `tail-position`; a word without capitals is not changed.
    package static func reason(_ code: String) -> String {
        var word = ""
        for scalar in code.unicodeScalars {
            let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
            if isUpper, !word.isEmpty { word += "-" }
            word.unicodeScalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return word
    }

    /// The text with a capital first letter and a full stop.
    package static func sentence(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return text }
        let begun = first.isASCII ? String(text.prefix(1)).uppercased() + text.dropFirst() : text
        let isClosed = [".", "!", "?", "\u{2026}"].contains(last) && text.last?.isWhitespace != true
        return isClosed ? begun : begun + "."
    }
}
