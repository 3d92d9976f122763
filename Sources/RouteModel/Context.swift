/// What a client knows about itself; what conditions are asked of.
///
/// Whatever is nil does not satisfy any condition on it.
public struct Context: Sendable, Hashable {
    /// The platform, such as `ios`, `android` or `harmony`; compared exactly.
    public var platform: String?
    /// The region, such as `CN`; compared exactly.
    public var region: String?
    /// The kind of build: `debug`, `internal` or `store`.
    public var build: String?
    /// The way the address came in: `universalLink`, `customScheme`, `push`, `webView` or `internal`.
    public var source: String?
    /// The app's version: up to four dotted numbers.
    public var appVersion: String?
    /// The system's version: up to four dotted numbers.
    public var osVersion: String?
    /// What identifies the device in rollouts; never sent anywhere by this library.
    public var deviceID: String?
    /// The locale as a BCP 47 tag; `_` counts as `-`.
    public var locale: String?
    /// Whether somebody is signed in.
    public var signedIn: Bool?
    /// Whatever else rules ask for, by name.
    public var attributes: [String: String]

    /// Makes a context; what is left out is unknown.
    public init(
        platform: String? = nil, region: String? = nil, build: String? = nil, source: String? = nil,
        appVersion: String? = nil, osVersion: String? = nil, deviceID: String? = nil, locale: String? = nil,
        signedIn: Bool? = nil, attributes: [String: String] = [:]
    ) {
        self.platform = platform
        self.region = region
        self.build = build
        self.source = source
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.deviceID = deviceID
        self.locale = locale
        self.signedIn = signedIn
        self.attributes = attributes
    }
}

extension Context {
    /// The attribute of exactly that name, byte for byte.
    package func attribute(_ name: String) -> String? {
        ExactText.value(of: name, in: attributes)
    }
}
