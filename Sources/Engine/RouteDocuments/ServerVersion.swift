/// The version of the server and of `waymark`.
///
/// `waymark --version` prints it, and the metric `waymark_build_info` has it as a label. It is here and not in RouteServer,
/// because `waymark` on macOS has a version, too, and no server.
/// Server and programs of one package have the same version.
package enum ServerVersion {
    /// The version as MAJOR.MINOR.PATCH (Semantic Versioning 2.0.0).
    ///
    /// It is changed together with the changelog for each release of the software, and with nothing else:
    ///
    /// - The versions of the formats, of a body or of an index, are counted separately, and change only with the format.
    /// - The version of the HTTP API is the first segment of its paths.
    /// - Releases of rules have numbers of their own.
    package static let current = "0.3.0"
}
