import Digests
package import GzipCoding
import RouteIndex
import RouteModel

/// What is stored about a compiled index besides its bytes.
package struct IndexRecord: Sendable, Hashable {
    /// The number of the index's file format.
    package var format: Int
    /// SHA-256 of the file, 64 hexadecimal digits.
    package var digest: String
    /// Length of the file in bytes.
    package var byteCount: Int
    /// Length of the file in gzip, in bytes.
    package var gzipByteCount: Int

    /// Makes a record from its columns.
    package init(format: Int, digest: String, byteCount: Int, gzipByteCount: Int) {
        self.format = format
        self.digest = digest
        self.byteCount = byteCount
        self.gzipByteCount = gzipByteCount
    }
}

/// The compiled index of a release's body in one format: a file that `resolve` and clients open.
///
/// It is made once, when a release is published or when an older one gets a channel, and stored. So servers of two
/// versions give the same file under the same digest.
package struct ReleaseIndex: Sendable, Hashable {
    /// Its format, its digest and its lengths.
    package let record: IndexRecord
    /// SHA-256 of the body that was compiled, 64 hexadecimal digits; the file has it, too.
    package let bodyDigest: String
    /// The file.
    package let bytes: [UInt8]
    /// The file in gzip, which is the form that is stored.
    package let gzip: [UInt8]

    /// Takes a file that this engine has made from the body with a digest.
    ///
    /// - Throws: ``GzipError`` if zlib has no memory.
    package init(_ bytes: [UInt8], ofBody bodyDigest: String) throws(GzipError) {
        gzip = try Gzip.compress(bytes, level: StoreLimits.indexPackingLevel)
        self.bodyDigest = bodyDigest
        self.bytes = bytes
        record = IndexRecord(
            format: CompiledIndex.format, digest: SHA256.hexDigest(of: bytes), byteCount: bytes.count,
            gzipByteCount: gzip.count)
    }

    /// Compiles a body; nil if this engine cannot compile it: clients then get no index for it.
    package init?(compiling body: [UInt8]) {
        let digest = SHA256.hash(body)
        do {
            let release = try ReleaseBody.decode(body)
            try self.init(CompiledIndex.compile(release, digest: digest), ofBody: hex(digest))
        } catch { return nil }
    }

    /// Takes the stored form; nil if the bytes are not those of the record.
    package init?(unpacking gzip: [UInt8], ofBody bodyDigest: String, _ record: IndexRecord) {
        do { bytes = try Gzip.decompress(gzip, limit: record.byteCount) } catch { return nil }
        guard SHA256.hexDigest(of: bytes) == record.digest else { return nil }
        self.gzip = gzip
        self.bodyDigest = bodyDigest
        self.record = record
    }
}
