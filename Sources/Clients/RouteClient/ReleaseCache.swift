import Digests
import RouteIndex
import RouteModel

/// The folder that stores the last good release of one channel.
///
/// - `head.json`: the head as the server sent it. It is the commit point: the release that it names is active.
/// - `body-<digest>.json`: the exact bytes of the body; the digest is verified each time it is read.
/// - `index-<digest>.wmi`: the same body compiled, mapped at launch.
/// - `previous.json`: the head of the release before, with its files, while the one of `head.json` is on trial.
/// - `trial`: what the app of this device remembers about its trials (``TrialRecord``).
/// - `lock`: locked while files are renamed and removed, never while bytes are written or flushed: the system ends an app that
///   is suspended with a lock in a folder of its group.
/// - `origin`: only in a bundle: the server, app and channel that the release is of.
///
/// An update writes body, index and head to temporary files that are synchronised (fsync), and then renames them in this
/// order. A process killed between any two steps leaves the old head with its files, or the new head with its files.
struct ReleaseCache: Sendable {
    /// The folder of one endpoint.
    let folder: String
    /// The file `head.json`, whose path is not composed again for each look.
    let headPath: String
    /// Called after each change of an update on the disk; tests kill the process there.
    var afterStep: @Sendable (UpdateStep) throws(RouteClientError) -> Void = { _ in }
    /// Makes the ending of a temporary file's name, different each time.
    var temporarySuffix: @Sendable () -> String = TemporaryName.make
    /// Gives a file a second name; some folders cannot.
    var link: @Sendable (_ path: String, _ other: String) throws(RouteClientError) -> Void = CacheFiles.link
    /// Gives the time in which the folder is written.
    var activity = ExpiringActivity.system
    /// The longest index that the thread that makes a client proves.
    var provenAtLaunchBytesMax = Limits.provenAtLaunchBytesMax
    /// How long an update waits for the renames of another process.
    var lockMillisecondsMax = Limits.lockMillisecondsMax

    /// A change of an update on the disk.
    enum UpdateStep: Sendable, Hashable, CustomStringConvertible {
        case folder
        case lock
        case file(Part, CacheFiles.WriteStep)
        case synchronised
        case removed(String)

        var description: String {
            switch self {
            case .folder: "folder made"
            case .lock: "folder locked"
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

    /// A release that was read from the folder and verified.
    struct Opened: Sendable {
        var index: CompiledIndex
        /// Nil if the head is not known, or is another server's.
        var head: Head?
        var source: LaunchReport.Source
        /// Whether it is the release before the one of the head, which was set aside.
        var isPrevious = false
    }

    /// A release to be stored: verified and compiled.
    final class Update: Sendable {
        let head: Head
        let headBytes: [UInt8]
        let body: [UInt8]
        let index: [UInt8]

        init(head: Head, headBytes: [UInt8], body: [UInt8], index: [UInt8]) {
            self.head = head
            self.headBytes = headBytes
            self.body = body
            self.index = index
        }
    }

    init(folder: String) {
        self.folder = folder
        headPath = folder + "/head.json"
    }

    init(directory: String, endpoint: Endpoint) {
        var directory = directory
        while directory.count > 1 && directory.hasSuffix("/") { directory.removeLast() }
        self.init(folder: directory + "/" + endpoint.folderName)
    }

    var previousPath: String { folder + "/previous.json" }
    var trialPath: String { folder + "/trial" }
    var lockPath: String { folder + "/lock" }
    var originPath: String { folder + "/origin" }
    func bodyPath(_ digest: String) -> String { "\(folder)/body-\(digest).json" }
    func indexPath(_ digest: String) -> String { "\(folder)/index-\(digest).wmi" }

    /// The stored head; nil also if it is damaged, because the update replaces it.
    func storedHead() -> Head? {
        do throws(RouteClientError) { return try readHead() } catch { return nil }
    }

    /// Whether a release's head and body are stored; the system may have purged the folder.
    func holds(_ digest: String) -> Bool { CacheFiles.exists(headPath) && CacheFiles.exists(bodyPath(digest)) }

    /// The stored head; nil if there is none.
    func readHead() throws(RouteClientError) -> Head? { try readHead(headPath) }

    func readHead(_ path: String) throws(RouteClientError) -> Head? {
        guard let bytes = try CacheFiles.read(path, bytesMax: Limits.headBytesMax) else { return nil }
        do {
            return try Head(decoding: bytes)
        } catch {
            throw RouteClientError(.cacheUnreadable, "\(path) is damaged: \(error)")
        }
    }
}
