import RouteModel

/// The limits of this target, each with its reason.
package enum Limits {
    /// Redirects followed in one resolution; the next one fails (language.md section 7).
    static let redirectsMax = ModelLimits.redirectsMax
    /// UTF-8 bytes of an address that is matched (language.md section 3).
    package static let addressBytesMax = 8192
    /// Path segments of an address that is matched (language.md section 3).
    static let segmentsMax = 64
    /// Bytes of an index file: its offsets are 32 bits wide.
    static let indexBytesMax = Int(clamping: UInt32.max)
    /// Candidates listed per hop of an explanation; a hostile body could otherwise list thousands.
    static let candidatesMax = 64
}
