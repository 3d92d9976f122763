import StoreRecords

/// Limits of what viewers read, each with its reason.
package enum ReadingLimits {
    /// The most days of adoption in one answer: those that the store keeps.
    static let adoptionDaysMax = Int(StoreLimits.adoptionMilliseconds / dayMilliseconds)

    /// A day in milliseconds.
    static let dayMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// Most addresses of one request for resolutions: a screen of a table.
    package static let addressesMax = 256

    /// Most contexts of one request for resolutions.
    package static let contextsMax = 64

    /// Most pairs of an address and a context in one request: about 10 ms of one processor.
    package static let pairsMax = 1024

    /// Most pairs that are explained: an explanation tests every candidate, and lists it.
    package static let explainedPairsMax = 128

    /// Bytes of a version of a system or of an app: four numbers of nine digits.
    package static let versionBytesMax = 39

    /// Bytes of the resolutions in one answer; the first one may be longer.
    package static let resolutionsBytesMax = 4 << 20
}
