import Digests
import RouteIndex
import RouteModel

/// A body whose digest was verified, compiled to an index.
struct CompiledRelease: Sendable {
    /// The index as it is written to a file.
    let bytes: [UInt8]
    /// The same index, opened.
    let index: CompiledIndex

    /// Verifies, decodes and compiles a body.
    /// - Throws: `wrongDigest`, `invalidBody` or `unsupportedFormat`.
    init(_ body: [UInt8], digest: String) throws(RouteClientError) {
        let hash = SHA256.hash(body)
        guard hex(hash) == digest else {
            throw RouteClientError(
                .wrongDigest, "a body of \(body.count) bytes has the digest \(hex(hash)), not \(digest)",
                hint: "it was truncated or changed on the way; the last good release stays in use")
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

    /// Verifies, decodes and compiles the body of a head, and checks that both have the same app and version (client.md
    /// C3.1).
    /// - Throws: `wrongDigest`, `invalidBody` or `unsupportedFormat`.
    init(_ body: [UInt8], of head: Head) throws(RouteClientError) {
        try self.init(body, digest: head.digest)
        guard index.app == head.app, index.version == head.version else {
            throw RouteClientError(
                .invalidBody,
                "body \(head.digest) is release \(index.version) of \(index.app), but its head names \(head.version) of \(head.app)"
            )
        }
    }
}

extension CompiledIndex {
    /// The digest of its body in hexadecimal, as in heads and file names.
    var hexDigest: String { hex(digest) }
}
