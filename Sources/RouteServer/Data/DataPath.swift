/// What a data-plane path asks for, as ranges into its bytes.
enum DataPath: Equatable {
    /// `/v1/apps/{app}/rules`
    case rules(app: Range<Int>)
    /// `/v1/apps/{app}/head`
    case head(app: Range<Int>)
    /// `/v1/apps/{app}/events`
    case events(app: Range<Int>)
    /// `/v1/apps/{app}/bodies/{digest}`
    case body(app: Range<Int>, digest: Range<Int>)
    /// `/v1/apps/{app}/releases/{version}/rules`
    case releaseRules(app: Range<Int>, version: Range<Int>)
    /// Anything else, which a worker looks at.
    case other

    /// Reads a path as it was sent; names in it are never percent-encoded, so that an encoded one is `other`.
    init(_ path: borrowing some ByteRegion & ~Escapable) {
        self = .other
        guard path.has("/v1/apps/", at: 0) else { return }
        let slash = path.next(UInt8(ascii: "/"), from: Self.appStart)
        let app = Self.appStart..<slash
        let rest = slash + 1
        guard !app.isEmpty, rest < path.byteCount else { return }
        // Told apart by length first: one comparison each.
        switch path.byteCount - rest {
        case 4 where path.has("head", at: rest): self = .head(app: app)
        case 5 where path.has("rules", at: rest): self = .rules(app: app)
        case 6 where path.has("events", at: rest): self = .events(app: app)
        case 7 + Self.digestCount where path.has("bodies/", at: rest):
            self = .body(app: app, digest: (rest + 7)..<path.byteCount)
        default:
            guard path.has("releases/", at: rest) else { return }
            let version = (rest + 9)..<path.next(UInt8(ascii: "/"), from: rest + 9)
            guard path.byteCount == version.upperBound + 6, path.has("/rules", at: version.upperBound) else {
                return
            }
            self = .releaseRules(app: app, version: version)
        }
    }

    /// The app that it names.
    var app: Range<Int>? {
        switch self {
        case .rules(let app), .head(let app), .events(let app), .body(let app, _), .releaseRules(let app, _): app
        case .other: nil
        }
    }

    private static let appStart = 9
    /// Letters of a digest.
    static let digestCount = 64
}
