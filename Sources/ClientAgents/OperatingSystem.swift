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
    ///
    /// Windows for ARM of that time was Windows RT, whose versions are others.
    func version(in text: AgentText) -> String? {
        let marks: [String] =
            switch self {
            case .ios: ["iphone os", "ipad os", "iph os", "cpu os", "cpu iphone", "ios", "(iphone/"]
            case .android: ["android mobile", "android", "adr", "linux;u;", "linux; u;"]
            case .harmony: ["openharmony", "harmonyos"]
            case .macos: ["mac os x version", "mac os x", "macos x", "os x", "os/macos"]
            case .windows: ["windows nt"]
            case .linux: []
            }
        if self == .windows, text.contains("; arm") { return nil }
        let version = marks.lazy.compactMap { text.version(after: $0) }.first
        return self == .windows ? version.flatMap(Self.nameOfWindows) : version
    }

    /// The name that people use for a version of Windows' kernel from 7 on.
    private static func nameOfWindows(_ kernel: String) -> String? {
        switch kernel {
        case "6.1": "7"
        case "6.2": "8"
        case "6.3": "8.1"
        case "6.4", "10.0": "10"
        default: nil
        }
    }
}
