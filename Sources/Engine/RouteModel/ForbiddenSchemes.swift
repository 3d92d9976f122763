/// Schemes that no rule may lead to: their addresses run code, or read what is on the device.
package enum ForbiddenSchemes {
    /// The schemes, in lower case.
    private static let all: Set<String> = ["javascript", "data", "file"]

    /// Whether a scheme, in any letter case and with or without a colon, is one of them.
    package static func contains(_ scheme: some StringProtocol) -> Bool {
        all.contains(scheme.lowercased().filter { $0 != ":" })
    }

    /// The scheme of an entry of `destinations` or `origins`, if it is one of them.
    package static func scheme(of entry: String) -> String? {
        let scheme = entry.prefix { $0 != ":" }
        return contains(scheme) ? scheme.lowercased() : nil
    }

    /// The sentence that refuses a scheme.
    package static func refusal(of scheme: String) -> String { "\(scheme): is never allowed." }

    /// What to write instead.
    package static let hint = "Lead to a screen, or to an https: address."
}
