package import CanonicalJSON

/// The screens that one build of an app has, and the parameters they need.
package struct ScreenManifest: Sendable, Equatable {
    /// The platform of the build.
    package var platform: String
    /// The version of the build, as it was given.
    package var version: String
    /// The names of the parameters that each screen needs.
    package var screens: [String: [String]]

    /// Makes a manifest.
    package init(platform: String, version: String, screens: [String: [String]]) {
        self.platform = platform
        self.version = version
        self.screens = screens
    }
}

extension ScreenManifest {
    /// The manifest's screens as JSON: `{"screens": {NAME: [PARAMETER, …]}}`.
    package var json: JSONValue {
        ["screens": .object(screens.mapValues(JSONValue.texts))]
    }
}
