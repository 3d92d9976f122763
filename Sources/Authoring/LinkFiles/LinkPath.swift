package import WebAddress

/// Paths as the systems compare them with link files, and patterns as people write them.
package enum LinkPath {
    /// The path of an address as systems compare it: percent-decoded.
    ///
    /// Bytes that are not UTF-8 are U+FFFD: Android's `Uri.decode` does that, and Apple does not say what it does.
    package static func text(of address: Address) -> String { decoded(address.path) }

    /// The text percent-decoded, with U+FFFD for what is not UTF-8.
    static func decoded(_ text: String) -> String {
        PercentEncoding.decodeText(text) ?? String(decoding: PercentEncoding.decodeBytes(text), as: UTF8.self)
    }

    /// The pattern of the settings as link files say it: read as the path of an address, and decoded.
    ///
    /// Every spelling of a path becomes one: `/%6Cogin`, `/a/../login` and `/a\..\login` are `/login`. `*` and `?` keep their
    /// meaning. Files cannot say these signs themselves, so that an escaped one (`%2A`), as the beginning of a variable
    /// (`%24(`), is any character.
    package static func pattern(_ written: String) -> String {
        var text = written
        for sign in ["%2A", "%2a", "%24(", "%24%28", "$%28"] {
            text = text.replacing(sign, with: sign.utf8.count > 3 ? "%3F(" : "%3F")
        }
        // Without this, the parser would end the path there.
        text = text.replacing("?", with: "%3F")
        let isRooted = text.hasPrefix("/")
        guard let address = try? Address("https://h\(isRooted ? "" : "/")\(text)") else { return written }
        return isRooted ? self.text(of: address) : String(self.text(of: address).dropFirst())
    }

    /// The pattern of a file as settings write it, which ``pattern(_:)`` reads as the same one.
    package static func written(_ pattern: String) -> String {
        pattern.replacing("%", with: "%25").replacing("\\", with: "%5C").replacing("#", with: "%23")
    }
}
