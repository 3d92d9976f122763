import Synchronization

/// The acknowledged writes, the unanswered writes, and the state of the server after each kill.
final class KillLedger: Sendable {
    /// The values that a rule, or the list of expectations, may have: the last acknowledged one, or an unanswered one.
    struct Cell: Sendable {
        /// The value that was acknowledged last; nil if it does not exist.
        var known: String?
        /// Values whose writes were not answered.
        var pending: [String?] = []

        /// Whether a value is one of these.
        func allows(_ value: String?) -> Bool { value == known || pending.contains(value) }
    }

    /// A publish that was not answered.
    struct OpenPublish: Sendable {
        var message: String
        /// The idempotency key for repeating it; nil for an edit that publishes, which is not repeated.
        var key: String?
        /// The rule and its value that are edited in the same transaction.
        var edit: (rule: String, value: String)?
    }

    struct State: Sendable {
        var cells: [String: Cell] = [:]
        /// Digest by version, of each release that was acknowledged or seen.
        var digests: [Int: String] = [:]
        var messages: [Int: String] = [:]
        var open: [OpenPublish] = []
        /// Messages of acknowledged edits that publish; their answers do not contain the version.
        var acknowledgedMessages: Set<String> = []
        /// The highest acknowledged sequence of each channel.
        var sequences: [String: Int] = [:]
        var revision = 0
        var secrets: [String] = []
        /// Writes answered with 2xx, by kind.
        var acknowledged: [String: Int] = [:]
        /// Number of writes that had no answer when the server was killed.
        var unanswered = 0
        /// Descriptions of errors.
        var wrong: [String] = []
    }

    private let state = Mutex(State())

    func with<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    func acknowledge(_ kind: String) { with { $0.acknowledged[kind, default: 0] += 1 } }

    func complain(_ text: String) { with { $0.wrong.append(text) } }

    /// Records a release that was acknowledged or seen; reports a version with two digests or messages.
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
