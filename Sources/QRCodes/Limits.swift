/// Limits of a code.
package enum QRCodeLimits {
    /// The most bytes of a text: version 40 with level M.
    package static let bytes = 2331
    /// Modules around the code that stay light, so that scanners find it.
    package static let quietZone = 4
}
