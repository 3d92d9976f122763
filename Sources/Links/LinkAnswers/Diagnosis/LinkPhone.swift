/// A phone for which a link is explained.
package struct LinkPhone: Sendable, Equatable {
    /// The system: iOS, Android or HarmonyOS; for others no app opens links.
    package var os: OperatingSystem
    /// The system's version, such as `17.1`; nil if it is not known.
    var osVersion: String?
    /// The version of the app's build; nil if the app is not installed.
    package var appVersion: String?
    /// The app in whose web view the link is tapped; nil for the system's own browser, mail and notes.
    var inApp: InAppBrowser?

    /// Describes a phone.
    package init(
        os: OperatingSystem, osVersion: String? = nil, appVersion: String? = nil, inApp: InAppBrowser? = nil
    ) {
        self.os = os
        self.osVersion = osVersion
        self.appVersion = appVersion
        self.inApp = inApp
    }

    /// The name of its platform in the contexts of apps.
    var platform: String { os.rawValue }

    /// The number before the first dot of the system's version.
    var majorVersion: Int? { osVersion?.split(separator: ".").first.flatMap { Int($0) } }
}
