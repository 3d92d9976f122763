import RouteModel

/// The bounds of this room, each with its reason.
package enum Limits {
    /// Redirects followed in one resolution (language.md section 7): the sixth fails.
    package static let redirectsMax = ModelLimits.redirectsMax
    /// UTF-8 bytes of an address that takes part in matching (language.md section 3).
    package static let addressBytesMax = 8192
    /// Path segments of an address that takes part in matching (language.md section 3).
    package static let segmentsMax = 64
    /// Bytes of an index file: its offsets are 32 bits wide.
    package static let indexBytesMax = Int(UInt32.max)
    /// Candidates listed per hop of an explanation; a person reads no more, and a hostile body could give thousands.
    package static let candidatesMax = 64
}
