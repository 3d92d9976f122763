import Synchronization

/// What a server has acknowledged, what it was asked without an answer, and what was seen of it after each kill.
final class KillLedger: Sendable {
    /// What one rule, or any other thing that is replaced, may hold: the last acknowledged value, or one in flight.
    struct Cell: Sendable {
        /// The value that was acknowledged last; nil for "not there".
        var known: String?
        /// Values whose writes were not answered.
        var pending: [String?] = []

        /// Whether a reading is explained.
        func allows(_ value: String?) -> Bool { value == known || pending.contains(value) }
    }

    /// A publish that was not answered.
    struct OpenPublish: Sendable {
        var message: String
        /// The key under which it is asked again; nil if it was an edit, which is not repeated.
        var key: String?
        /// The rule and its value that stand or fall with it.
        var edit: (rule: String, value: String)?
    }

    struct State: Sendable {
        var cells: [String: Cell] = [:]
        /// Digest by version: acknowledged, or seen once.
        var digests: [Int: String] = [:]
        var messages: [Int: String] = [:]
        var open: [OpenPublish] = []
        /// Messages of published edits that were acknowledged; their answers do not tell the version.
        var acknowledgedMessages: Set<String> = []
        /// The highest sequence of each channel that was acknowledged.
        var sequences: [String: Int] = [:]
        var revision = 0
        var secrets: [String] = []
        /// Writes answered with 2xx, by kind.
        var acknowledged: [String: Int] = [:]
        /// Writes that had no answer when the server died.
        var unanswered = 0
        /// Anything that must not be.
        var wrong: [String] = []
    }

    private let state = Mutex(State())

    func with<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    func acknowledge(_ kind: String) { with { $0.acknowledged[kind, default: 0] += 1 } }

    func complain(_ text: String) { with { $0.wrong.append(text) } }

    /// Notes a release that was acknowledged or seen; a version never means two things.
    func note(version: Int, digest: String, message: String) {
        with { state in
            if let known = state.digests[version], known != digest {
                state.wrong.append("version \(version) was used twice: \(known) and \(digest)")
            }
            if let known = state.messages[version], known != message {
                state.wrong.append("version \(version) was given to “\(known)” and to “\(message)”")
            }
            state.digests[version] = digest
            state.messages[version] = message
        }
    }
}
