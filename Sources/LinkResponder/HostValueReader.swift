import WebAddress

/// Reads the values of a host's settings; what is left out is told.
struct HostValueReader {
    var problems: [String] = []

    /// A text without control characters, cut at ``LinkPageLimits/titleCharacters``.
    func text(_ text: String?, _ name: String) -> String? {
        guard let text else { return nil }
        let clean = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        let cut = String(String(String.UnicodeScalarView(clean)).prefix(LinkPageLimits.titleCharacters))
        return cut.isEmpty ? nil : cut
    }

    /// A colour of the form `#12abEF`.
    mutating func colour(_ text: String?) -> String? {
        guard let text else { return nil }
        let digits = text.utf8.dropFirst()
        let isHexadecimal = digits.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
        }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, isHexadecimal else {
            problems.append("colour is not # and six hexadecimal digits")
            return nil
        }
        return text
    }

    /// An https address, or an http one, of a host and without a user name.
    mutating func address(_ text: String?, _ name: String, needsTLS: Bool) -> Address? {
        guard let text else { return nil }
        let schemes = needsTLS ? ["https"] : ["https", "http"]
        guard let address = try? Address(text), schemes.contains(address.scheme), !address.hasCredentials,
            address.host?.isEmpty == false, address.href.utf8.count <= LinkPageLimits.settingBytes
        else {
            problems.append("\(name) is not an \(schemes.joined(separator: " or ")) address without a user name")
            return nil
        }
        return address
    }

    /// Another host than the own one.
    mutating func host(_ text: String?, other own: String) -> String? {
        guard let text else { return nil }
        let address = try? Address("https://\(text)/")
        guard let host = address?.host, host == text, host != own, address?.port == nil else {
            problems.append("secondHost is not another host in lower case without a port")
            return nil
        }
        return host
    }

    /// Whether a text is an application ID of Android: it stands in `intent:` addresses, and so has no other signs
    /// (<https://developer.android.com/build/configure-app-module#set-application-id>).
    mutating func isPackage(_ text: String) -> Bool {
        let isValid =
            text.utf8.count <= LinkPageLimits.packageBytes && !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
                    || $0 == 0x2E
            }
        if !isValid { problems.append("an application ID of Android has letters, digits, _ and . only") }
        return isValid
    }

    /// The steps of a ladder, each once.
    mutating func steps(_ names: [String]) -> [LinkHost.Step] {
        var steps: [LinkHost.Step] = []
        for name in names {
            guard let step = LinkHost.Step(rawValue: name) else {
                problems.append("fallback has a step that is not one of app, web and store")
                continue
            }
            if !steps.contains(step) { steps.append(step) }
        }
        return steps
    }
}
