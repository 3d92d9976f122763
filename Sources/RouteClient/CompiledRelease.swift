import Digests
import RouteIndex
import RouteModel

/// A body that proved to be what its digest says, and its index.
struct CompiledRelease: Sendable {
    /// The index as it goes into a file.
    let bytes: [UInt8]
    /// The same, ready to answer.
    let index: CompiledIndex

    /// Verifies, decodes and compiles a body.
    init(_ body: [UInt8], digest: String) throws(RouteClientError) {
        let hash = SHA256.hash(body)
        guard hex(hash) == digest else {
            throw RouteClientError(
                .wrongDigest, "a body of \(body.count) bytes has the digest \(hex(hash)), not \(digest)",
                hint: "it was truncated or changed on its way; the last good release stays")
        }
        let release: ReleaseBody
        do throws(ModelError) { release = try ReleaseBody.decode(body) } catch {
            throw RouteClientError(
                error.code == .unsupportedFormat ? .unsupportedFormat : .invalidBody, "body \(digest): \(error)")
        }
        do throws(IndexError) {
            bytes = try CompiledIndex.compile(release, digest: hash)
            index = try CompiledIndex(IndexBytes(bytes))
        } catch {
            throw RouteClientError(.invalidBody, "body \(digest) does not compile: \(error)")
        }
    }

    /// The same for the body of a head, which must be about the same release.
    init(_ body: [UInt8], of head: Head) throws(RouteClientError) {
        try self.init(body, digest: head.digest)
        guard index.app == head.app, index.version == head.version else {
            throw RouteClientError(
                .invalidBody,
                "body \(head.digest) is release \(index.version) of \(index.app), its head says \(head.version) of \(head.app)"
            )
        }
    }
}

extension CompiledIndex {
    /// The digest of its body as heads and file names write it.
    var hexDigest: String { hex(digest) }
}
