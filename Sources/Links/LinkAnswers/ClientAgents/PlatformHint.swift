/// The client hints that tell the platform (<https://wicg.github.io/ua-client-hints/>, sections 3.7 and 3.8).
enum PlatformHint {
    /// The system that `Sec-CH-UA-Platform` names; nil if there is none, or another one.
    static func system(_ field: String?) -> OperatingSystem? {
        switch field.map(unquoted) {
        case "Android": .android
        case "iOS": .ios
        case "macOS": .macos
        case "Windows": .windows
        case "Linux", "Chrome OS", "Chromium OS": .linux
        case "HarmonyOS", "OpenHarmony": .harmony
        default: nil
        }
    }

    /// The version that `Sec-CH-UA-Platform-Version` states; nil if it is empty or no version.
    ///
    /// Windows sends its API contract: from 13 on it is Windows 11, and 1 to 10 are versions of Windows 10
    /// (<https://learn.microsoft.com/microsoft-edge/web-platform/how-to-detect-win11>).
    static func version(_ field: String?, of system: OperatingSystem) -> String? {
        guard let version = field.map(unquoted), (1...ClientAgentLimits.versionBytes).contains(version.utf8.count),
            version.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let major = version.split(separator: ".").first.flatMap({ Int($0) })
        else { return nil }
        if system != .windows { return version }
        return major >= 13 ? "11" : major >= 1 ? "10" : nil
    }

    private static func unquoted(_ field: String) -> String {
        let start = field.utf8.prefix(ClientAgentLimits.fieldBytes)
        let text = String(decoding: start, as: UTF8.self)
        return text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }
}
