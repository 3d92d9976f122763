import Dispatch
import RouteModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The trial of the release in use (client.md C1.5): writes that a process runs it in the foreground, and that it passed.
///
/// The record is a file of 512 bytes, written by one call and not flushed: it is to survive the end of the process, not a
/// power failure. A record that cannot be written is no failure; the release is used without a trial.
final class ReleaseTrial: Sendable {
    private struct State {
        var record: TrialRecord
        /// The record as it was read or written last.
        var stored: TrialRecord
        /// Whether the end of this process counts now.
        var isCounting: Bool
        /// Whether a scene has come to the foreground, and the app has not gone to the background since.
        var isInFront = false
        /// The release in use.
        var inUse: String?
        /// Whether the app has shown a screen since that release is in use.
        var hasScreen = false
        /// The latest head that this launch did not use because its release was set aside.
        var refused: (head: Head, isOwn: Bool)?
        /// Whether this launch has set a release aside.
        var hasSetAside = false
        /// The removal of earlier files after a trial; a new one for each trial that is passed.
        var work = DiskWork()
        /// The number of the latest trial: the end of an older one's time means nothing.
        var number = 0
    }

    private let path: String
    /// Whether this is a process of the app; the others only read the record.
    private let isApp: Bool
    /// Whether scenes say when the app is in the foreground: starting and stopping updates say nothing then.
    private let followsScenes: Bool
    private let milliseconds: Int64
    private let state: Lock<State>
    /// Whether the app is in the foreground, by the system; nil where the system does not say it.
    private let isActive: (@MainActor @Sendable () -> Bool)?
    /// Writes the record, one write after the other.
    let queue = DispatchQueue(label: "waymark.trial", qos: .utility)
    private let cache: ReleaseCache

    /// Reads the record, and counts the process that it names if that one has ended.
    init(
        _ cache: ReleaseCache, role: ProcessRole, appVersion: String?, milliseconds: Int64 = Limits.trialMilliseconds,
        hasScenes: Bool = ReleaseTrial.hasScenes, isActive: (@MainActor @Sendable () -> Bool)? = nil
    ) {
        self.isActive = isActive
        path = cache.trialPath
        let role = role == .automatic && !hasScenes ? .other : role
        isApp = role != .other
        followsScenes = role == .automatic
        self.milliseconds = milliseconds
        self.cache = cache
        let stored = TrialRecord.read(path) ?? TrialRecord()
        var record = stored
        if isApp {
            if record.process != 0 && !Self.isRunning(record.process) {
                record.deaths = min(record.deaths + 1, Limits.trialDeathsMax)
                record.process = 0
            }
            // Another version of the app may do well with the release.
            if let appVersion = appVersion.map(TrialRecord.short), appVersion != record.appVersion {
                record.deaths = 0
                record.readmitAll()
                record.appVersion = appVersion
            }
        }
        state = Lock(
            State(
                record: record, stored: stored, isCounting: role == .automatic || role == .foregroundApp))
    }

    /// Whether a head's release may be opened; false if it was set aside, now or by an earlier launch.
    ///
    /// `isOwn` says whether the head is one of this server and channel, so that its position is valid.
    func admits(_ head: Head, isOwn: Bool = true) -> Bool {
        let position = isOwn ? head.position : nil
        return state.withLock { [isApp] state in
            let record = state.record
            if isApp, head.digest == record.digest, !record.isPassed, record.deaths >= Limits.trialDeathsMax {
                state.record.setAside(.init(digest: head.digest, version: head.version, position: position))
                state.record.digest = ""
                state.record.deaths = 0
                state.hasSetAside = true
            }
            guard state.record.isSetAside(head.digest, at: position) else { return true }
            if state.refused.map({ $0.isOwn ? isOwn && $0.head.position < head.position : isOwn }) ?? true {
                state.refused = (head, isOwn)
            }
            return false
        }
    }

    /// Whether the release of a head stays set aside.
    func refuses(_ head: Head) -> Bool {
        state.withLock { $0.record.isSetAside(head.digest, at: head.position) }
    }

    /// Whether a release without a valid position stays set aside.
    func refuses(digest: String) -> Bool { state.withLock { $0.record.isSetAside(digest, at: nil) } }

    /// The head that this launch did not use, whether it is of this server and channel, and whether this launch has set its
    /// release aside.
    var refused: (head: Head, isOwn: Bool, isNew: Bool)? {
        state.withLock { state in state.refused.map { ($0.head, $0.isOwn, state.hasSetAside) } }
    }

    /// Notes that a release is used from now on; writes the record before it returns if the end of this process counts.
    /// - Parameters:
    ///   - digest: the release.
    ///   - isProven: whether it passed its trial before another one was stored.
    func begins(_ digest: String, isProven: Bool = false) {
        guard isApp else { return }
        let (isWritten, number) = state.withLock { state -> (Bool, Int) in
            if state.inUse != digest { state.hasScreen = false }
            state.inUse = digest
            let before = state.record
            if state.record.digest != digest {
                state.record.digest = digest
                state.record.isPassed = isProven
                state.record.deaths = 0
            }
            let isTried = state.isCounting && !state.record.isPassed
            state.record.process = isTried ? getpid() : 0
            if state.record != before { state.number += 1 }
            let isWritten = state.record != state.stored && (isTried || state.hasSetAside)
            return (isWritten, isTried ? state.number : 0)
        }
        if isWritten { queue.sync { write() } }
        if number > 0 { endLater(number, milliseconds) }
    }

    /// The client is made: until a scene is in the foreground, the end of a process without a known role does not count.
    ///
    /// A scene may have come already, while a release was compiled. The app may also have been in the foreground before the
    /// client was made, and then the system says so.
    func launched() {
        if state.withLock({ $0.hasSetAside && $0.record != $0.stored }) { queue.sync { write() } }
        guard followsScenes else { return }
        pauses(inFront: false)
        guard let isActive else { return }
        // The system also reports the background on the main thread, so nothing comes in between.
        Task { @MainActor [weak self] in
            if isActive() { self?.resumes() }
        }
    }

    /// The app begins to update.
    ///
    /// Where scenes say whether it is in the foreground, this does not: it also updates when it was launched in the background.
    func updatingBegins() { if !followsScenes { resumes() } }

    /// The app ends updating, and with it the removal of earlier files.
    func updatingEnds() {
        state.withLock { $0.work }.end()
        if !followsScenes { pauses() }
    }

    /// The app is in the foreground: the end of this process counts if the release in use has not passed.
    /// - Parameter showing: whether it has shown a screen there. The trial then ends soon, if the app is still in front and lives;
    ///   not at once, because the router has changed what is shown, and the system draws it after that.
    func resumes(showing: Bool = false) {
        guard isApp else { return }
        let (number, milliseconds) = state.withLock { [milliseconds] state -> (Int, Int64) in
            if showing {
                guard !state.hasScreen else { return (0, 0) }
                state.hasScreen = true
                guard state.isCounting else { return (0, 0) }
            } else {
                state.isInFront = true
                guard !state.isCounting else { return (0, 0) }
                state.isCounting = true
            }
            guard state.inUse != nil, !state.record.isPassed else { return (0, 0) }
            state.record.process = getpid()
            state.number += 1
            return (state.number, state.hasScreen ? min(Limits.shownMilliseconds, milliseconds) : milliseconds)
        }
        guard number > 0 else { return }
        // Before anything else runs: a release that ends the app at its first address must count.
        queue.sync { write() }
        endLater(number, milliseconds)
    }

    /// The app is in the background, or the client ends: the end of this process no longer counts.
    /// - Parameter inFront: whether this also applies if a scene is in the foreground.
    func pauses(inFront: Bool = true) {
        guard isApp else { return }
        let isWritten = state.withLock { state -> Bool in
            guard inFront || !state.isInFront else { return false }
            state.isCounting = false
            state.isInFront = false
            state.number += 1
            defer { state.record.process = 0 }
            return state.record.process != 0
        }
        // Not later: a person who swipes the app away ends it within a moment.
        if isWritten { queue.sync { write() } }
    }

    /// The release in use has passed its trial, if the trial of that number goes on.
    func passes(_ number: Int) {
        let passed = state.withLock { state -> (String, DiskWork)? in
            guard let digest = state.inUse, digest == state.record.digest, !state.record.isPassed,
                number == state.number
            else { return nil }
            state.record.isPassed = true
            state.record.deaths = 0
            state.record.process = 0
            state.work = DiskWork()
            return (digest, state.work)
        }
        guard let (digest, work) = passed else { return }
        // It locks the folder and removes files, so the system must not suspend the app meanwhile.
        Task { [cache] in
            await cache.activity.perform(work) {
                self.queue.sync {
                    self.write()
                    cache.forgetPrevious(to: digest, work)
                }
            }
        }
    }

    private func endLater(_ number: Int, _ milliseconds: Int64) {
        Task { [weak self] in
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
            self?.passes(number)
        }
    }

    private func write() {
        let record = state.withLock { $0.record }
        do throws(RouteClientError) {
            try CacheFiles.overwrite(path, with: record.bytes)
            state.withLock { $0.stored = record }
        } catch {}
    }

    /// Whether a process of the app runs: this one, or one that this one may signal.
    private static func isRunning(_ process: Int32) -> Bool { process == getpid() || kill(process, 0) == 0 }

    /// Whether this process is an app of a system with scenes.
    static var hasScenes: Bool {
        #if os(iOS) || os(tvOS) || os(visionOS)
        !isExtension
        #else
        false
        #endif
    }
}
