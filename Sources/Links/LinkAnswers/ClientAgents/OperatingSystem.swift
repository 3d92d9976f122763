/// The systems that rules and pages tell apart; raw values are stable.
package enum OperatingSystem: String, Sendable, CaseIterable {
    /// iOS and iPadOS.
    case ios
    /// Android, and systems made of it.
    case android
    /// HarmonyOS; versions 2 to 4 run Android's apps, too.
    case harmony
    /// Windows on PCs.
    case windows
    /// macOS.
    case macos
    /// Linux on PCs.
    case linux

    /// The system that a User-Agent names; nil for another system, or none.
    init?(of text: AgentText) {
        // Phones of Windows name Android and iPhone, too.
        if text.containsAny(["windows phone", "windows mobile", "; wds ", "playstation", "nintendo"]) { return nil }
        if text.containsAny(["harmony", "arkweb"]) {
            self = .harmony
        } else if text.containsAny(["watchos", "apple tv", "tvos"]) {
            return nil
        } else if text.containsAny(["iphone", "ipad", "ipod", "iph os"]) {
            self = .ios
        } else if Self.isAndroid(text) {
            self = .android
        } else if text.containsWord("ios") || text.contains("crios/") {
            self = .ios
        } else if text.containsAny(["windows", "win95", "win98", "win nt", "win 9x", "win16"]) {
            self = .windows
        } else if text.contains("cfnetwork/") {
            self = Self.isMac(text) ? .macos : .ios
        } else if text.containsAny(["macintosh", "mac os x", "macos", "darwin"]) {
            self = .macos
        } else if text.containsAny(["tizen", "web0s", "webos", "hpwos", "sailfish", "kindle/", "googletv"]) {
            return nil
        } else if text.containsAny(["linux", "x11;", "ubuntu", "cros "]) {
            self = .linux
        } else {
            return nil
        }
    }

    private static func isAndroid(_ text: AgentText) -> Bool {
        // UCBrowser writes `Adr` or only the version, and Amazon's Silk leaves the system out.
        text.containsAny(["android", "silk/", "silk-", "; adr ", "juc (linux", "juc(linux", "oculusbrowser"])
    }

    /// Whether a program that uses CFNetwork runs on a Mac: only there it adds the processor or the model.
    private static func isMac(_ text: AgentText) -> Bool {
        text.containsAny(["(x86_64)", "(i386)", "(macbook", "(macmini", "(imac", "(macpro", "macos"])
    }

    /// The version of this system that a User-Agent states; nil if there is none.
    func version(in text: AgentText) -> String? {
        if self == .windows { return WindowsName(text)?.name }
        if let version = statedVersion(in: text) { return version }
        // Programs that use CFNetwork state the kernel, which tells the major version.
        guard text.contains("cfnetwork/"), let kernel = text.version(after: "darwin") else { return nil }
        return kernel.split(separator: ".").first.flatMap { Int($0) }.flatMap { systemVersion(ofKernel: $0) }
    }

    private func statedVersion(in text: AgentText) -> String? {
        let marks: [String] =
            switch self {
            case .ios: ["iphone os", "ipad os", "iph os", "cpu os", "cpu iphone", "ios", "(iphone/"]
            case .android: ["android mobile", "android", "adr", "linux;u;", "linux; u;"]
            case .harmony: ["openharmony", "harmonyos"]
            case .macos: ["mac os x version", "mac os x", "macos x", "os x", "os/macos"]
            case .linux: ["linux mint", "ubuntu", "linux"]
            case .windows: []
            }
        guard let version = marks.lazy.compactMap({ text.version(after: $0) }).first else { return nil }
        // A fourth part of a kernel's version is the maker's.
        return self == .linux ? version.split(separator: ".").prefix(3).joined(separator: ".") : version
    }

    /// The major version of Apple's system with a version of Darwin (<https://en.wikipedia.org/wiki/Darwin_(operating_system)>);
    /// nil for those before iOS 9, of which one kernel has several, and for other systems.
    private func systemVersion(ofKernel kernel: Int) -> String? {
        switch (self, kernel) {
        // From 2025 on the systems have the number of the next year.
        case (.ios, 25...), (.macos, 25...): String(kernel + 1)
        case (.ios, 15...): String(kernel - 6)
        case (.macos, 20...): String(kernel - 9)
        case (.macos, 8...): "10.\(kernel - 4)"
        default: nil
        }
    }
}
