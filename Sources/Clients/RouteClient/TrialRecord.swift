import RouteModel

/// What a folder keeps about the releases that the app of this device tries (client.md C1.5): a few lines of text.
struct TrialRecord: Sendable, Equatable {
    /// A release that ended the app too often, and the position of the head that named it.
    struct SetAside: Sendable, Equatable {
        var digest: String
        var version: Int
        /// Nil for a bundle whose position is not valid for this server.
        var position: Head.Position?
    }

    /// The digest of the release that the app ran last; empty before the first one.
    var digest = ""
    /// Whether that release has passed its trial.
    var isPassed = false
    /// How many processes in the foreground have ended while it was on trial.
    var deaths = 0
    /// The process that runs it on trial in the foreground; 0 if none does.
    var process: Int32 = 0
    /// The releases that were set aside last, the latest first: one of the cache and one of the bundle.
    private(set) var setAside: [SetAside] = []
    /// The version of the app that wrote the record; empty if the app has not set it.
    var appVersion = ""

    init() {}

    /// The part of an app's version that a record has: one line, and not too long.
    static func short(_ appVersion: String) -> String {
        String(decoding: appVersion.utf8.filter { $0 >= 0x20 }.prefix(Limits.trialVersionBytesMax), as: UTF8.self)
    }

    /// Reads the text of a record; nil if it is not one, such as after a power failure.
    init?(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 7 + Self.setAsideMax, lines.removeFirst() == Self.title else { return nil }
        digest = lines[0]
        guard let passed = Int(lines[1]), let deaths = Int(lines[2]), (0...Limits.trialDeathsMax).contains(deaths),
            let process = Int(lines[3]).flatMap({ Int32(exactly: $0) }), process >= 0
        else { return nil }
        isPassed = passed == 1
        self.deaths = deaths
        self.process = process
        for line in lines[4..<4 + Self.setAsideMax] where !line.isEmpty {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 4, let version = Int(words[1]) else { return nil }
            var position: Head.Position?
            if let epoch = Int64(words[2]), let sequence = Int64(words[3]) {
                position = Head.Position(epoch: epoch, sequence: sequence)
            }
            setAside.append(SetAside(digest: words[0], version: version, position: position))
        }
        appVersion = lines[4 + Self.setAsideMax]
    }

    /// Sets a release aside; if there are too many, the oldest one is tried again.
    mutating func setAside(_ release: SetAside) {
        setAside = Array(([release] + setAside.filter { $0.digest != release.digest }).prefix(Self.setAsideMax))
    }

    /// Tries all releases again.
    mutating func readmitAll() { setAside = [] }

    /// The bytes of the record's file: always the same number, so that one call of write(2) replaces all of them.
    var bytes: [UInt8] {
        let text = Array(text.utf8.prefix(Limits.trialBytes))
        return text + [UInt8](repeating: 0x20, count: Limits.trialBytes - text.count)
    }

    /// The text of the record.
    var text: String {
        var aside = setAside.map {
            "\($0.digest) \($0.version) " + ($0.position.map { "\($0.epoch) \($0.sequence)" } ?? " ")
        }
        while aside.count < Self.setAsideMax { aside.append("") }
        return """
            \(Self.title)
            \(digest)
            \(isPassed ? 1 : 0)
            \(deaths)
            \(process)
            \(aside.joined(separator: "\n"))
            \(appVersion)

            """
    }

    private static let title = "waymark trial 1"
    /// How many releases a record sets aside.
    private static let setAsideMax = 2

    /// Whether the head of a release is the one that was set aside, or an earlier head of the same release.
    func isSetAside(_ digest: String, at position: Head.Position?) -> Bool {
        guard let found = setAside.first(where: { $0.digest == digest }) else { return false }
        guard let seen = found.position, let position else { return true }
        return position <= seen
    }
}

extension TrialRecord {
    /// Reads a folder's record; nil if there is none, or it cannot be read: then every release starts its trial anew.
    static func read(_ path: String) -> TrialRecord? {
        do throws(RouteClientError) {
            let bytes = try CacheFiles.read(path, bytesMax: Limits.trialBytes)
            return bytes.flatMap { TrialRecord(String(decoding: $0, as: UTF8.self)) }
        } catch {
            return nil
        }
    }
}
