/// The name that people use for a version of Windows.
struct WindowsName {
    let name: String

    /// The name of the Windows that a User-Agent states; nil if there is none.
    ///
    /// A name counts before the version of the kernel, which programs in a mode for older ones understate.
    init?(_ text: AgentText) {
        if let name = Self.words.first(where: { text.containsAny($0.words) })?.name {
            self.name = name
        } else if let version = text.version(after: "windows") {
            name = Self.kernel(version) ?? version
        } else if let version = ["windows nt", "win nt"].lazy.compactMap({ text.version(after: $0) }).first,
            let known = Self.kernel(version)
        {
            // Windows RT is Windows 8 for the processors of tablets.
            let tablet = ["8": "RT", "8.1": "RT 8.1"]
            name = text.contains("; arm;") ? tablet[known] ?? known : known
        } else {
            return nil
        }
    }

    /// Names that are no numbers, and those before Windows NT 4.
    private static let words: [(name: String, words: [String])] = [
        ("CE", ["windowsce", "windows ce"]), ("Vista", ["windows vista"]), ("XP", ["windows xp"]),
        ("ME", ["windows me", "win 9x 4.90"]), ("98", ["win98"]), ("95", ["win95"]), ("3.1", ["win16"]),
    ]

    /// The name of a kernel (<https://learn.microsoft.com/windows/win32/sysinfo/operating-system-version>).
    private static func kernel(_ version: String) -> String? {
        switch version.split(separator: ".").prefix(2).joined(separator: ".") {
        case "4.0": "NT"
        case "5.0": "2000"
        case "5.1", "5.2": "XP"
        case "6.0": "Vista"
        case "6.1": "7"
        case "6.2": "8"
        case "6.3": "8.1"
        case "6.4", "10.0": "10"
        default: nil
        }
    }
}
