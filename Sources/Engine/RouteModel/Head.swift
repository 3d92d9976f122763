import CanonicalJSON

/// The small document that names the current release of a channel.
public struct Head: Sendable, Hashable {
    /// How often clients fetch the head, in seconds.
    public struct Poll: Sendable, Hashable {
        /// The interval in seconds.
        public var interval: Int
        /// The greatest random delay in seconds that a client adds to the interval.
        public var jitter: Int

        /// Makes a poll plan.
        public init(interval: Int, jitter: Int) {
            self.interval = interval
            self.jitter = jitter
        }
    }

    /// The position of a head: every start of the server increases the epoch, every move of the channel the sequence.
    public struct Position: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// Increased when the server opens its store, also one that was put back: as a rule, seconds since 1970.
        public var epoch: Int64
        /// Increased by every move of the channel to a later or an earlier release.
        public var sequence: Int64

        /// Makes a position.
        public init(epoch: Int64, sequence: Int64) {
            self.epoch = epoch
            self.sequence = sequence
        }

        /// `<epoch>-<sequence>`, the id of an event in event streams.
        public var description: String { "\(epoch)-\(sequence)" }

        /// Orders positions by epoch, then by sequence.
        public static func < (a: Position, b: Position) -> Bool { (a.epoch, a.sequence) < (b.epoch, b.sequence) }
    }

    /// A compiled index of the body: a file that a client with the same engine opens instead of compiling.
    public struct Index: Sendable, Hashable {
        /// The number of its file format; a client that does not know it takes the body.
        public var format: Int
        /// SHA-256 of the file, 64 lower-case hexadecimal digits; ``Head/indexPath(app:digest:)`` has it.
        public var digest: String

        /// Makes the name of an index.
        public init(format: Int, digest: String) {
            self.format = format
            self.digest = digest
        }
    }

    /// The app.
    public var app: String
    /// The channel.
    public var channel: String
    /// Increased when a store is restored from a backup.
    public var epoch: Int64
    /// Increased by every move of the channel.
    public var sequence: Int64
    /// The release's number.
    public var version: ReleaseVersion
    /// SHA-256 of the body, 64 lower-case hexadecimal digits.
    public var digest: String
    /// The path of the body on the server.
    public var body: String
    /// How often to fetch the head.
    public var poll: Poll
    /// The compiled indexes of the body that the server has, by format; empty if it has none.
    public var indexes: [Index]

    /// Makes a head.
    public init(
        app: String, channel: String, epoch: Int64, sequence: Int64, version: ReleaseVersion, digest: String,
        body: String,
        poll: Poll
    ) {
        self.app = app
        self.channel = channel
        self.epoch = epoch
        self.sequence = sequence
        self.version = version
        self.digest = digest
        self.body = body
        self.poll = poll
        indexes = []
    }

    /// The position, by which heads are ordered in time.
    public var position: Position { Position(epoch: epoch, sequence: sequence) }

    /// The path of a body on a server.
    public static func bodyPath(app: String, digest: String) -> String { "/v1/apps/\(app)/bodies/\(digest)" }

    /// The path of a compiled index on a server.
    public static func indexPath(app: String, digest: String) -> String { "/v1/apps/\(app)/indexes/\(digest)" }
}

extension Head {
    /// Reads a head; unknown members are ignored, and so is an `index` that names no index as it should.
    ///
    /// The member `index` is an object, or a list of objects if the server has several formats.
    ///
    /// - Throws: ``ModelError`` of code `invalidHead`.
    public init(decoding bytes: [UInt8]) throws(ModelError) {
        let limits = JSONLimits(bytesMax: Self.decodedBytesMax, depthMax: 8)
        let root: JSONNode
        do {
            root = try JSONDocument(parsing: bytes, limits: limits).root
        } catch {
            throw ModelError(code: .invalidHead, offset: error.offset, detail: error.detail, hint: error.hint)
        }
        app = try Self.text(root, "app", NameGrammar.isAppName)
        channel = try Self.text(root, "channel", NameGrammar.isChannelName)
        epoch = try Self.number(root, "epoch")
        sequence = try Self.number(root, "sequence")
        version = try Self.count(root, "version")
        digest = try Self.text(root, "digest", Self.isDigest)
        body = try Self.text(root, "body") { $0.hasPrefix("/") && !$0.hasPrefix("//") }
        poll = Poll(
            interval: try Self.count(root["poll"], "interval"),
            jitter: try Self.count(root["poll"], "jitter"))
        indexes = root["index"].map { ([$0] + $0.elements).compactMap(Index.init) } ?? []
    }

    /// Bytes of a head that is read; larger than ``ModelLimits/headBytesMax``, because later servers may add members.
    private static let decodedBytesMax = 16 * 1024

    fileprivate static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
    }

    private static func text(_ node: JSONNode, _ name: String, _ isValid: (String) -> Bool) throws(ModelError) -> String
    {
        guard let text = node[name]?.stringValue, isValid(text) else { throw invalid(name) }
        return text
    }

    private static func number(_ node: JSONNode?, _ name: String) throws(ModelError) -> Int64 {
        guard let number = node?[name]?.integerValue, number >= 0 else { throw invalid(name) }
        return number
    }

    /// A number that also fits where an `Int` has 32 bits.
    private static func count<Count: FixedWidthInteger>(_ node: JSONNode?, _ name: String) throws(ModelError) -> Count {
        guard let count = Count(exactly: try number(node, name)) else { throw invalid(name) }
        return count
    }

    private static func invalid(_ name: String) -> ModelError {
        ModelError(
            code: .invalidHead, detail: "The head's \"\(name)\" is missing or not valid.",
            hint: "Is this the address of a Waymark server?")
    }
}

extension Head.Index {
    /// Reads the name of an index; nil if it is not one.
    fileprivate init?(_ node: JSONNode) {
        guard let format = node["format"]?.integerValue.flatMap({ Int(exactly: $0) }), format > 0,
            let digest = node["digest"]?.stringValue, Head.isDigest(digest)
        else { return nil }
        self.init(format: format, digest: digest)
    }
}
