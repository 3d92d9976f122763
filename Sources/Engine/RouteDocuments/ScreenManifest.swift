package import CanonicalJSON

/// The screens that one build of an app has, the parameters they need, and the hosts whose links it declares.
package struct ScreenManifest: Sendable, Equatable {
    /// The platform of the build.
    package var platform: String
    /// The version of the build, as it was given.
    package var version: String
    /// The names of the parameters that each screen needs.
    package var screens: [String: [String]]
    /// The hosts of the associated domains (iOS) or of the intent filters (Android), with their path patterns.
    ///
    /// An empty list stands for all paths. Nil where it is not known.
    package var hosts: [String: [String]]?

    /// Makes a manifest.
    package init(
        platform: String, version: String, screens: [String: [String]], hosts: [String: [String]]? = nil
    ) {
        self.platform = platform
        self.version = version
        self.screens = screens
        self.hosts = hosts
    }
}

extension ScreenManifest {
    /// The manifest as JSON: `{"screens": {NAME: [PARAMETER, …]}}`, with `hosts` if they are known.
    package var json: JSONValue {
        let screens = JSONValue.object(self.screens.mapValues(JSONValue.texts))
        guard let hosts else { return ["screens": screens] }
        return ["hosts": .object(hosts.mapValues(JSONValue.texts)), "screens": screens]
    }
}
