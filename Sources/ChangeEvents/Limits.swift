/// Limits of the stream of changes, each with its reason.
package enum ChangeLimits {
    /// Most changes in memory, for clients that connect again: about 1 MB.
    package static let eventsMax = 1024

    /// The texts before and after of a row, in bytes, up to which it is kept as it is and written as an event when a stream
    /// needs it.
    static let rowBytesMax = 1024

    /// Room for the members of a usual event in bytes, so that they are allocated once.
    static let usualEventBytes = 256

    /// Most sets of apps with a topic of their own; tokens with the same apps share one.
    package static let scopesMax = 1024

    /// Most bytes of changes that are sent at once; more become one `reload`.
    ///
    /// Less than a stream may have unsent (`watcherBacklogBytesMax`).
    package static let burstBytesMax = 48 << 10

    /// Most pages of the audit that one call reads; a call a second is far ahead of all writes.
    static let pagesMax = 8
}
