/// The limits of one lane, each with its reason.
package struct LaneLimits: Sendable, Hashable {
    /// Bytes of request bodies that are arriving or waiting for a worker: three drafts of the largest size.
    package var bodyMemoryBytesMax = 192 * 1024 * 1024
    /// Bytes of these for the bodies of strangers (callers that are not known): sixty-four of the largest that they may
    /// send.
    package var strangerBodyBytesMax = 64 * 1024 * 1024
    /// Bytes of large answers of workers that wait for their peers.
    ///
    /// The answers of one address may have half of it. More are refused with 503, unless their requests have changed
    /// something. In the test with unread drafts, these answers and the drafts that are being read stay under 64 MB.
    package var answerMemoryBytesMax = 16 * 1024 * 1024
    /// Requests that wait for a worker; more are refused with 503.
    package var workQueueMax = 1024

    /// Makes the standard limits.
    package init() {}
}
