import RouteDocuments
import RouteIndex
import RouteModel
import WebAddress

/// The rules that make one look-up as expensive as it can be (language.md section 3): at every segment both a literal
/// and a capture fit, and the last literal never does, so the search cannot skip a node.
struct WorstCase {
    static let time = "worst case: look-up"
    static let timeOfEach = "worst case: look-up, per node of its bound"

    /// The number of segments that branch; there are 2^depth rules.
    let depth: Int
    private let index: CompiledIndex
    private let address: Address

    /// Makes the deepest case with at most this number of rules.
    init(rules: Int) throws {
        var depth = 1
        while 2 << depth <= rules { depth += 1 }
        self.depth = depth
        let texts = (0..<(1 << depth)).map { mask in
            let path = (0..<depth).map { mask >> $0 & 1 == 1 ? "/a" : "/:s\($0)" }.joined()
            return #"{"id":"r\#(mask)","match":["https://h.com\#(path)/end"],"to":{"screen":"S"}}"#
        }
        let decoded = DraftDecoder.draft(Array(#"{"settings":{},"rules":[\#(texts.joined(separator: ","))]}"#.utf8))
        guard let draft = decoded.value else {
            throw BenchError("the worst case is not a valid draft: \(decoded.findings)")
        }
        let body = try ReleaseBody.freeze(draft: draft, app: "bench", version: 1, publishedAt: EngineSubject.now)
        let file = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
        index = try CompiledIndex(IndexBytes(file))
        address = try Address("https://h.com" + String(repeating: "/a", count: depth) + "/none")
    }

    /// The number of nodes that the walk enters: a full binary tree below the host.
    var bound: Int { 2 << depth }

    /// The rows of the worst case.
    func measures(_ size: Int, _ stopwatch: Stopwatch) -> [Measure] {
        [
            Measure(Self.time, size, .nanoseconds) { try nanoseconds(stopwatch) },
            Measure(Self.timeOfEach, size, .nanoseconds) { try nanoseconds(stopwatch) / Double(bound) },
        ]
    }

    private func nanoseconds(_ stopwatch: Stopwatch) throws -> Double {
        try stopwatch.nanosecondsEach([address]) { address in
            guard index.firstMatch(address, context: Context(), at: EngineSubject.now) == nil else {
                throw BenchError("the worst case matches")
            }
            return 1
        }
    }
}
