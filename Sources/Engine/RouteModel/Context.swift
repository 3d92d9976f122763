/// The values of a client that conditions compare.
///
/// A value that is nil satisfies no condition on it.
public struct Context: Sendable, Hashable {
    /// The platform, such as `ios`, `android` or `harmony`; compared byte for byte.
    public var platform: String?
    /// The region, such as `CN`; compared byte for byte.
    public var region: String?
    /// The kind of build: `debug`, `internal` or `store`.
    public var build: String?
    /// The source of the address: `universalLink`, `customScheme`, `push`, `webView` or `internal`.
    public var source: String?
    /// The app's version: up to four dotted numbers.
    public var appVersion: String?
    /// The system's version: up to four dotted numbers.
    public var osVersion: String?
    /// The identifier of the device, for rollouts; this library does not send it.
    public var deviceID: String?
    /// The locale as a BCP 47 tag; `_` is read as `-`.
    public var locale: String?
    /// Whether a user is signed in.
    public var signedIn: Bool?
    /// Further values that rules compare, by name; names and values are compared byte for byte.
    public var attributes: [String: String]

    /// Makes a context; values that are left out are unknown.
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
    /// Compares all texts by their bytes, as conditions do.
    public static func == (left: Context, right: Context) -> Bool {
        ContextKey.all.allSatisfy { ExactText.isSame(left[$0], right[$0]) }
            && left.attributes.count == right.attributes.count
            && left.attributes.allSatisfy { ExactText.isSame(right.attribute($0.key), $0.value) }
    }

    /// The value of the attribute whose name has the same bytes; nil if there is none.
    package func attribute(_ name: String) -> String? {
        ExactText.value(of: name, in: attributes)
    }
}
