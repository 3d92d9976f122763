package import RouteModel

/// The test addresses of an app, as one document with a revision of its own.
package struct ExpectationsRecord: Sendable, Hashable {
    /// Raised by every replacement; 0 before the first.
    package var revision: Int
    /// JSON list of expectations; `[]` before the first.
    package var json: [UInt8]
}

/// The screens one build of an app has.
package struct ScreensRecord: Sendable, Hashable {
    /// The platform such as `ios`.
    package var platform: String
    /// The app version, as given.
    package var version: String
    /// JSON of the manifest.
    package var json: [UInt8]
    /// When it was last replaced.
    package var changedAt: Instant
}
