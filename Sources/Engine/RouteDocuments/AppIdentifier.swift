/// The forms of the names by which operating systems know apps.
enum AppIdentifier {
    private static let prefixCount = 10
    private static let fingerprintCount = 95

    /// Whether the text is Apple's application identifier: a prefix of ten letters and digits, and a bundle identifier.
    ///
    /// Source: <https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleidentifier>.
    static func isApple(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > prefixCount + 1, bytes[prefixCount] == UInt8(ascii: ".") else { return false }
        return bytes[..<prefixCount].allSatisfy { isUpper($0) || isDigit($0) }
            && bytes[(prefixCount + 1)...].allSatisfy {
                isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
    }

    /// Whether the text is an application ID of Android: at least two words of letters, digits and `_` that begin with a
    /// letter.
    ///
    /// Source: <https://developer.android.com/build/configure-app-module#set-application-id>.
    static func isAndroid(_ text: String) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return words.count >= 2
            && words.allSatisfy { word in
                word.first.map(isLetter) == true
                    && word.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether the text is a SHA-256 as 32 pairs of capital hexadecimal digits with `:` between.
    static func isFingerprint(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == fingerprintCount
            && bytes.indices.allSatisfy { index in
                index % 3 == 2
                    ? bytes[index] == UInt8(ascii: ":")
                    : isDigit(bytes[index]) || (0x41...0x46).contains(bytes[index])
            }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { isUpper(byte) || (0x61...0x7A).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
