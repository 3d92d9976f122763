import CServerFiles
import Digests
import GzipCoding
import HTTPExchange
import HTTPWire
import Synchronization

/// The engine for browsers and Node that this program was built with: two WebAssembly modules and their loader.
///
/// They are copied, hashed and compressed at the first request, because most servers are never asked for them.
package final class EngineFiles: Sendable {
    /// A file as it was built: its name, whose end says what it is, and its bytes.
    package typealias Source = (name: String, bytes: [UInt8])

    /// A file as it is served.
    struct File: Sendable {
        /// The name without the hash.
        let name: String
        /// SHA-256 of the bytes, lengths and media type.
        let facts: ReleasePart.Facts
        /// The bytes in both codings.
        let bytes: CodedBytes

        /// The last segment of its path, with the beginning of its hash: a path never has another content.
        var segment: String {
            let digits = facts.digest.prefix(DataLimits.engineHashDigits)
            guard let dot = name.lastIndex(of: ".") else { return "\(name).\(digits)" }
            return "\(name[..<dot]).\(digits)\(name[dot...])"
        }
    }

    private let sources: @Sendable () -> [Source]
    private let prepared = Mutex<[File]?>(nil)

    /// Serves files.
    ///
    /// - Parameter sources: Gives the files, in the order of the list; called at the first request.
    package init(_ sources: @escaping @Sendable () -> [Source] = { EngineFiles.built }) { self.sources = sources }

    /// The files in this program; empty if it was compiled before they were made.
    package static var built: [Source] {
        (0..<engine_file_count()).map { number in
            let file = unsafe engine_file(number)
            // Constants of the program, so that they live as long as it runs, with the count beside them.
            return unsafe (
                String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.count)))
            )
        }
    }

    /// The files as they are served.
    ///
    /// - Throws: A fault if a file cannot be compressed.
    func files() throws(Problem) -> [File] {
        let made = prepared.withLock { prepared in
            if let prepared { return Result<[File], GzipError>.success(prepared) }
            let made = Result { () throws(GzipError) in
                try sources().map { source throws(GzipError) in try Self.file(source) }
            }
            prepared = try? made.get()
            return made
        }
        do { return try made.get() } catch { throw .fault("the engine's files cannot be compressed: \(error.detail)") }
    }

    private static func file(_ source: Source) throws(GzipError) -> File {
        let coded = CodedBytes(source.bytes, gzip: try Gzip.compress(source.bytes, level: 9))
        return File(
            name: source.name,
            facts: ReleasePart.Facts(
                digest: SHA256.hexDigest(of: source.bytes), byteCount: coded.identity.count,
                gzipByteCount: coded.gzip.count,
                mediaType: source.name.hasSuffix(".wasm") ? "application/wasm" : "text/javascript"),
            bytes: coded)
    }
}
