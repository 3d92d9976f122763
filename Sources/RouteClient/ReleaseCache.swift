import Digests
import RouteIndex
import RouteModel

/// The folder in which one channel's last good release survives the process.
///
/// - `head.json`: the head as the server sent it. It is the one word that counts: what it names is in use.
/// - `body-<digest>.json`: the body's exact bytes; proved by the digest each time it is read.
/// - `index-<digest>.wmi`: the same body compiled, to be mapped at launch.
/// - `lock`: held while files are replaced, so that processes sharing the folder take turns.
///
/// An update writes body, index and head in this order, each to a temporary file that is synchronised and renamed. A
/// process killed between any two steps leaves the old head with its old files, or the new head with its new ones.
struct ReleaseCache: Sendable {
    /// The folder of one endpoint.
    let folder: String
    /// Called after each change that an update makes on the disk; tests kill the process there.
    var afterStep: @Sendable (UpdateStep) throws(RouteClientError) -> Void = { _ in }

    /// How long an update waits for another process's.
    var lockMillisecondsMax = Limits.lockMillisecondsMax

    /// A change that an update makes on the disk.
    enum UpdateStep: Sendable, Hashable, CustomStringConvertible {
        case folder
        case lock
        case file(Part, CacheFiles.WriteStep)
        case synchronised
        case removed(String)

        var description: String {
            switch self {
            case .folder: "folder made"
            case .lock: "lock held"
            case .file(let part, let step): "\(part.rawValue) \(step.rawValue)"
            case .synchronised: "folder synchronised"
            case .removed(let name): "\(name) removed"
            }
        }
    }

    /// The files of a release, in the order in which they are written.
    enum Part: String, Sendable, CaseIterable {
        case body, index, head
    }

    /// A release that was read back and proved.
    struct Opened: Sendable {
        var index: CompiledIndex
        var head: Head?
        var source: LaunchReport.Source
    }

    /// A release on its way into the folder: its digest was verified, its index compiled.
    struct Update: Sendable {
        var head: Head
        var headBytes: [UInt8]
        var body: [UInt8]
        var index: [UInt8]
    }

    init(folder: String) { self.folder = folder }

    init(directory: String, endpoint: Endpoint) {
        var directory = directory
        while directory.count > 1 && directory.hasSuffix("/") { directory.removeLast() }
        folder = directory + "/" + endpoint.folderName
    }

    var headPath: String { folder + "/head.json" }
    var lockPath: String { folder + "/lock" }
    var originPath: String { folder + "/origin" }
    func bodyPath(_ digest: String) -> String { "\(folder)/body-\(digest).json" }
    func indexPath(_ digest: String) -> String { "\(folder)/index-\(digest).wmi" }

    /// Puts a release into the folder.
    /// - Returns: false when another process has meanwhile put a later one there, which then stays.
    func store(_ update: Update) throws(RouteClientError) -> Bool {
        try CacheFiles.makeFolder(folder)
        try afterStep(.folder)
        return try locked { () throws(RouteClientError) in
            try afterStep(.lock)
            if let kept = keptHead(), kept.position > update.head.position { return false }
            try write(.body, bodyPath(update.head.digest), update.body)
            try write(.index, indexPath(update.head.digest), update.index)
            try write(.head, headPath, update.headBytes)
            try CacheFiles.synchronise(folder: folder)
            try afterStep(.synchronised)
            try removeOthers(than: update.head.digest)
            return true
        }
    }

    private func locked(_ work: () throws(RouteClientError) -> Bool) throws(RouteClientError) -> Bool {
        let answer = try CacheFiles.locked(lockPath, millisecondsMax: lockMillisecondsMax, work)
        guard let answer else { throw .busy(folder) }
        return answer
    }

    private func write(_ part: Part, _ path: String, _ bytes: [UInt8]) throws(RouteClientError) {
        try CacheFiles.replace(path, with: bytes) { step throws(RouteClientError) in
            try afterStep(.file(part, step))
        }
    }

    /// Replaces only the head, for files that are there already.
    func storeHead(_ head: Head, _ bytes: [UInt8]) throws(RouteClientError) -> Bool {
        try locked { () throws(RouteClientError) in
            if let kept = keptHead(), kept.position > head.position { return false }
            try write(.head, headPath, bytes)
            try CacheFiles.synchronise(folder: folder)
            return true
        }
    }

    /// The head on disk; a damaged one counts as none, because the update is about to replace it.
    private func keptHead() -> Head? {
        do throws(RouteClientError) { return try readHead() } catch { return nil }
    }

    /// Writes only an index again, unless another process is just writing or has put another release there.
    ///
    /// For a launch, which waits for nobody: what it does not write the next one does.
    func storeIndex(_ bytes: [UInt8], digest: String) throws(RouteClientError) {
        _ = try CacheFiles.locked(lockPath, millisecondsMax: 0) { () throws(RouteClientError) in
            if let kept = keptHead(), kept.digest != digest { return }
            try write(.index, indexPath(digest), bytes)
        }
    }

    /// Whether a release's files are still there; systems purge cache folders.
    func holds(_ digest: String) -> Bool { CacheFiles.exists(headPath) && CacheFiles.exists(bodyPath(digest)) }

    /// The head on disk, if there is one.
    func readHead() throws(RouteClientError) -> Head? {
        guard let bytes = try CacheFiles.read(headPath, bytesMax: Limits.headBytesMax) else { return nil }
        do {
            return try Head(decoding: bytes)
        } catch {
            throw RouteClientError(.cacheUnreadable, "\(headPath) is damaged: \(error)")
        }
    }

    /// Removes what no head names: older releases, and what interrupted updates left.
    ///
    /// Only while holding the lock.
    private func removeOthers(than digest: String) throws(RouteClientError) {
        let kept: Set<String> = ["head.json", "lock", "body-\(digest).json", "index-\(digest).wmi"]
        for name in try CacheFiles.names(in: folder) where !kept.contains(name) {
            guard name.hasPrefix("body-") || name.hasPrefix("index-") || name.hasSuffix(CacheFiles.temporarySuffix)
            else {
                continue
            }
            try CacheFiles.remove("\(folder)/\(name)")
            try afterStep(.removed(name))
        }
    }
}
