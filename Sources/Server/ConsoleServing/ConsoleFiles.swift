import CServerFiles
import Digests
import GzipCoding
import HTTPExchange
import HTTPWire
import Synchronization
import SystemIO

/// The console's files: those that are in the program, or those of a folder, which are read at each request.
///
/// Files of the program are compressed and hashed once, at the first request.
package final class ConsoleFiles: Sendable {
    /// A file: its name without a folder, and its bytes.
    package typealias Source = (name: String, bytes: [UInt8])

    /// A file as it is served.
    struct File: Sendable {
        /// The bytes without a content coding.
        let identity: SharedBytes
        /// The same in gzip; nil for a file of a folder.
        let gzip: SharedBytes?
        /// SHA-256 of the bytes, hexadecimal.
        let digest: String
        /// The media type.
        let mediaType: String
    }

    /// All files of the program, prepared together.
    struct Set: Sendable {
        /// Names this version of the files in addresses.
        let hash: String
        /// The files by name; `index.html` has the addresses of this version.
        let files: [String: File]
    }

    /// Where the files are.
    private enum Place: Sendable {
        case program(@Sendable () -> [Source])
        case folder(String)
    }

    private let place: Place
    private let prepared = Mutex<Set?>(nil)

    /// Serves the files of a folder, or of the program.
    ///
    /// - Parameters:
    ///   - folder: The folder; nil for the files of the program.
    ///   - sources: Gives the files of the program; called once.
    package init(folder: String?, sources: @escaping @Sendable () -> [Source] = { ConsoleFiles.built }) {
        place = folder.map { .folder($0) } ?? .program(sources)
    }

    /// The files in this program; empty if its compiler had no `#embed`.
    package static var built: [Source] {
        var count = 0
        // Constants of the program, so that they live as long as it runs, with the count beside them.
        let all = unsafe Array(UnsafeBufferPointer(start: console_files(&count), count: count))
        // A name, its text, and so on; behind the last zero byte is nothing.
        let parts = all.split(separator: 0, omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count - 1, by: 2).map { number in
            (String(decoding: parts[number], as: UTF8.self), Array(parts[number + 1]))
        }
    }

    /// The name of the page in which all views are shown.
    static let page = "index.html"
    /// In place of the hash where files come from a folder, and in `index.html` as it is written.
    static let live = "live"
    /// Where files are, before their hash.
    static let path = "/console/assets/"

    /// Whether files come from a folder, so that they may change between two requests.
    var isLive: Bool {
        if case .folder = place { true } else { false }
    }

    /// A file by its name; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - hash: The version that the address names; nil for the version of now.
    /// - Returns: The file.
    /// - Throws: A fault if the file cannot be compressed or read.
    func file(_ name: String, hash: String?) throws(Problem) -> File? {
        switch place {
        case .program(let sources):
            let set = try prepare(sources)
            return hash == nil || hash == set.hash ? set.files[name] : nil
        case .folder(let folder):
            return hash == nil || hash == Self.live ? try Self.read(name, in: folder) : nil
        }
    }

    private func prepare(_ sources: @Sendable () -> [Source]) throws(Problem) -> Set {
        let made = prepared.withLock { prepared in
            if let prepared { return Result<Set, GzipError>.success(prepared) }
            let made = Result { () throws(GzipError) in try Self.prepare(sources()) }
            prepared = try? made.get()
            return made
        }
        do { return try made.get() } catch { throw .fault("the console's files cannot be compressed: \(error.detail)") }
    }

    private static func prepare(_ sources: [Source]) throws(GzipError) -> Set {
        var all = SHA256()
        for source in sources.sorted(by: { $0.name < $1.name }) {
            all.update(Array("\(source.name) \(source.bytes.count)\n".utf8))
            all.update(source.bytes)
        }
        let hash = String(hex(all.finalize()).prefix(ConsoleLimits.hashDigits))
        var files: [String: File] = [:]
        for source in sources {
            var bytes = source.bytes
            if source.name == page { bytes = addressed(bytes, hash) }
            files[source.name] = File(
                identity: SharedBytes(bytes), gzip: SharedBytes(keeping: try Gzip.compress(bytes, level: 9)),
                digest: SHA256.hexDigest(of: bytes), mediaType: mediaType(of: source.name))
        }
        return Set(hash: hash, files: files)
    }

    /// The page with the addresses of a version in place of the live ones.
    private static func addressed(_ page: [UInt8], _ hash: String) -> [UInt8] {
        let pieces = String(decoding: page, as: UTF8.self).components(around: path + live + "/")
        return Array(pieces.joined(separator: path + hash + "/").utf8)
    }

    private static func read(_ name: String, in folder: String) throws(Problem) -> File? {
        guard isName(name) else { return nil }
        let path = folder + "/" + name
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try Files.read(path, bytesMax: ConsoleLimits.fileBytesMax + 1)
        } catch .noSuchFile {
            return nil
        } catch .isDirectory {
            return nil
        } catch {
            throw .fault("the file \(name) of consoleFolder cannot be read: \(error)")
        }
        guard bytes.count <= ConsoleLimits.fileBytesMax else {
            throw .fault("the file \(name) of consoleFolder has more than \(ConsoleLimits.fileBytesMax) bytes")
        }
        return File(
            identity: SharedBytes(bytes), gzip: nil, digest: SHA256.hexDigest(of: bytes),
            mediaType: mediaType(of: name))
    }

    /// Whether a text may be the name of a file: it never leaves the folder.
    static func isName(_ text: String) -> Bool {
        (1...ConsoleLimits.nameBytesMax).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The media types by the end of a name; other files are bytes.
    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8",
    ]

    /// The media type of a file by the end of its name.
    static func mediaType(of name: String) -> String {
        let end = name.split(separator: ".").last.map(String.init) ?? ""
        return mediaTypes[end] ?? "application/octet-stream"
    }

    /// Whether a name has the end of a file, as no view's address has.
    static func hasFileEnd(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let end = String(name[name.index(after: dot)...])
        return mediaTypes[end] != nil || ["js", "map", "png", "ico", "wasm", "woff2", "php"].contains(end)
    }
}

extension String {
    /// The parts between all places of a text.
    fileprivate func components(around text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let place = rest.firstRange(of: text) {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }
}
