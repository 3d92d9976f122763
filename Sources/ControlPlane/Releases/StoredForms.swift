import Digests
import GzipCoding
import HTTPExchange
import RouteAnalysis
import RouteDocuments
import RouteModel
import StoreRecords

/// What is stored of a release besides its rules and facts: bytes, digests and compressed forms.
///
/// It depends on the frozen release alone, so that it is made beside the checks: for 10,000 rules it takes a third as long
/// as they do.
struct StoredForms: Sendable {
    /// The body's canonical bytes.
    let body: [UInt8]
    /// Their digest in hexadecimal.
    let digest: String
    /// The body in gzip.
    let gzip: [UInt8]
    /// The digest of the content, which is the same for equal rules with another number or time.
    let contentDigest: String
    /// The compiled index; nil if this engine cannot compile the body.
    let index: ReleaseIndex?

    /// Makes the forms of a release that a check has compiled.
    ///
    /// - Throws: A fault if zlib has no memory.
    init(_ release: CheckedRelease) throws(Problem) {
        body = release.bytes
        digest = hex(release.digest)
        do throws(GzipError) {
            gzip = try Gzip.compress(release.bytes)
            index = try ReleaseIndex(release.indexBytes, ofBody: digest)
        } catch {
            throw Self.fault(error)
        }
        contentDigest = SHA256.hexDigest(of: release.body.contentBytes(beside: release.surfaces))
    }

    /// Makes the forms of a body that no check has compiled.
    ///
    /// - Throws: A fault if zlib has no memory.
    init(_ body: ReleaseBody, _ surfaces: ReleaseSurfaces) throws(Problem) {
        self.body = body.canonicalBytes
        digest = SHA256.hexDigest(of: self.body)
        do throws(GzipError) { gzip = try Gzip.compress(self.body) } catch { throw Self.fault(error) }
        index = ReleaseIndex(compiling: self.body)
        contentDigest = SHA256.hexDigest(of: body.contentBytes(beside: surfaces))
    }

    private static func fault(_ error: GzipError) -> Problem {
        .fault("the release cannot be compressed: \(error.detail)")
    }
}
