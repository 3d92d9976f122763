import HTTPExchange
import RouteIndex

/// Limits of the data plane, each with its reason.
package enum DataLimits {
    /// Compiled indexes of older releases kept for `resolve`.
    ///
    /// Without this limit, a server that publishes a small app for months would keep thousands of indexes.
    /// The setting `indexMegabytes` limits the bytes: 128 MB hold a hundred indexes of 10,000 rules, or eight of 100,000.
    static let indexesMax = 32

    /// Compiled indexes of releases that channels point at: as many channels as a large company has.
    static let pinnedIndexesMax = 4096

    /// How often the server looks which bodies clients have asked for.
    static let idleLookMilliseconds: Int64 = 60_000

    /// Looks in a row without a request for a body, after which it may leave memory: ten minutes, in which most clients
    /// that have an older release have polled.
    static let idleLooksMax = 10

    /// Apps that one change of the snapshot takes bodies from, or gives another epoch: a publish waits for one such change,
    /// about 20 ms.
    static let appsAtOnce = 256

    /// The most parts of each table of apps and paths, a power of two: a change copies one reference for each part, and the
    /// entries of one part, which are ten with 10,000 apps.
    static let tablePartsMax = 1024
    /// Keys of a part on average before such a table gets twice as many parts.
    static let partKeys = 4

    /// Hexadecimal digits of the hash in the path of a file of the engine: 64 bits, so that two builds never share one.
    static let engineHashDigits = 16

    /// Longest last segment of such a path, in bytes: a name, the hash, and room for longer names.
    static let engineSegmentBytesMax = 128

    /// Longest address that is resolved, in bytes: the rule language matches none that is longer.
    package static let addressBytesMax = RouteIndex.Limits.addressBytesMax

    /// Largest body of a POST to `resolve`, in bytes: the longest address, each byte escaped, and a context.
    package static let resolveBodyBytesMax = 64 << 10
}
