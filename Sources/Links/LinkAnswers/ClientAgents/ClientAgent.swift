/// What the header fields of a request tell about the device: its system, and the app whose web view shows the page.
///
/// Nothing else is derived, and nothing that could tell two people apart. The fields are claims of the client: they
/// choose a page, and never what a caller may do. An iPad that asks for desktop pages says that it is a Mac.
package struct ClientAgent: Sendable, Equatable {
    /// The system; nil if the fields name none of ``OperatingSystem``.
    package var os: OperatingSystem?
    /// The system's version as the fields state it, such as `17.1`; nil if they do not.
    ///
    /// Windows has its name (`XP`, `7`, `10`). Where only the kernel of Apple's systems is stated (`Darwin/23.1.0`), it is the
    /// major version, from iOS 9 on.
    package var osVersion: String?
    /// The app whose web view it is; nil for a browser.
    package var inApp: InAppBrowser?
}

extension ClientAgent {
    /// Reads the fields of a request.
    ///
    /// A platform of the hints counts where it names a system, but for HarmonyOS, whose browsers can say `Android`.
    ///
    /// - Complexity: proportional to ``ClientAgentLimits/fieldBytes``.
    /// - Parameters:
    ///   - userAgent: the value of `User-Agent`, of any length.
    ///   - platform: the value of `Sec-CH-UA-Platform` with its quotes.
    ///   - platformVersion: the value of `Sec-CH-UA-Platform-Version` with its quotes.
    package init(userAgent: String?, platform: String? = nil, platformVersion: String? = nil) {
        let text = AgentText(userAgent ?? "")
        let named = OperatingSystem(of: text)
        inApp = InAppBrowser(of: text)
        guard let hinted = PlatformHint.system(platform), named != .harmony else {
            os = named
            osVersion = named.flatMap { $0.version(in: text) }
            return
        }
        os = hinted
        osVersion = PlatformHint.version(platformVersion, of: hinted)
        if osVersion == nil, hinted == named { osVersion = hinted.version(in: text) }
    }
}
