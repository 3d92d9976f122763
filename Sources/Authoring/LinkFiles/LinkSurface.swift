/// What a host gives to apps, from which the three files are written.
package struct LinkSurface: Sendable, Equatable {
    /// An app of Android.
    package struct AndroidApp: Sendable, Equatable {
        /// The application ID.
        package var package: String
        /// The SHA-256 fingerprints of its certificates, in capital hexadecimal digits with `:` between.
        package var fingerprints: [String]

        /// Makes an app.
        package init(package: String, fingerprints: [String]) {
            self.package = package
            self.fingerprints = fingerprints
        }
    }

    /// Apple's application identifiers, in order of preference.
    package var apple: [String]
    /// Apps of Android, in order of preference.
    package var android: [AndroidApp]
    /// HarmonyOS's app identifiers, in order of preference.
    package var harmony: [String]
    /// Patterns of the decoded path that apps open, in order; without any, no app opens an address.
    package var claims: [String]
    /// Patterns of the decoded path that apps never open, in order; they are written before the claims.
    package var excludes: [String]

    /// Makes a surface.
    package init(
        apple: [String] = [], android: [AndroidApp] = [], harmony: [String] = [], claims: [String] = [],
        excludes: [String] = []
    ) {
        self.apple = apple
        self.android = android
        self.harmony = harmony
        self.claims = claims
        self.excludes = excludes
    }
}
