/// The words for reasons: one spelling, whichever room gave the code.
enum ReasonWord {
    /// `tailPosition` becomes `tail-position`; a word that is written so already stays.
    static func of(_ code: String) -> String {
        var word = ""
        for scalar in code.unicodeScalars {
            let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
            if isUpper, !word.isEmpty { word += "-" }
            word.unicodeScalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return word
    }
}
