import Foundation
import RoutePattern
import TestSupport

/// URLPattern in a real engine: Node as a child process that is asked by `Config/scripts/urlpattern.mjs`.
struct URLPatternEngine: Sendable {
    /// A pattern and the addresses it is to be tried on.
    struct Question: Encodable {
        var pattern: Spelling
        /// What this package stores for the pattern; nil where it refuses it.
        var stored: Spelling?
        var base: String?
        var ignoreCase = false
        var strictSlash = false
        var addresses: [String]
    }

    /// A pattern as the constructor takes it.
    enum Spelling: Encodable {
        case text(String)
        case object([String: String])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .object(let fields): try container.encode(fields)
            }
        }
    }

    /// What the engine says about a question.
    struct Answer: Decodable {
        /// The engine throws on the pattern.
        var refused: Bool?
        /// The script itself stumbled, which is a fault of the test.
        var failed: String?
        var answers: [About]?
    }

    /// What the engine says about one address.
    struct About: Decodable {
        /// What each alternative must answer once the departures that apply have rewritten the question.
        var expected: [[String: Captured]?]?
        /// The departures that change the engine's own answer.
        var departs: [Int]?
        /// The alternatives that capture what the engine itself captures.
        var fits: [Int]?
        /// What the engine itself captures, `*` of a component that is not a path as `hostname.0`; nil for no match.
        var groups: [String: String]?
        var error: String?
    }

    /// A capture: a text, or the list of a tail.
    enum Captured: Decodable, Equatable {
        case text(String)
        case list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .list(try container.decode([String].self))
            }
        }

        init(_ value: CaptureValue) {
            switch value {
            case .text(let text): self = .text(text)
            case .list(let list): self = .list(list)
            }
        }
    }

    private let program: URL

    /// The engine of `WAYMARK_NODE`, of `.build/node`, or of `PATH`: the first that has URLPattern and is recent enough.
    static let found: URLPatternEngine? = {
        let environment = ProcessInfo.processInfo.environment
        var programs = [environment["WAYMARK_NODE"] ?? ""].filter { !$0.isEmpty }
        if programs.isEmpty {
            programs = [PackageRoot.url.appendingPathComponent(".build/node/bin/node").path]
            programs += (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }
        }
        let engines = programs.filter(FileManager.default.isExecutableFile)
            .map { URLPatternEngine(program: URL(fileURLWithPath: $0)) }
        if let engine = engines.first(where: \.isRecent) { return engine }
        print(
            "URLPattern: skipped, no Node 24 or newer; Config/scripts/install-libraries test installs one, "
                + "and WAYMARK_NODE names another")
        return nil
    }()

    private var isRecent: Bool {
        let script = "process.exit(typeof URLPattern === 'function' && parseInt(process.versions.node) >= 24 ? 0 : 1)"
        return (try? Command.run(program, ["-e", script]).status) == 0
    }

    /// The answers, in the order of the questions.
    func answers(to questions: [Question]) throws -> [Answer] {
        let encoder = JSONEncoder()
        var lines = Data()
        for question in questions { lines += try encoder.encode(question) + [0x0A] }
        let script = PackageRoot.url.appendingPathComponent("Config/scripts/urlpattern.mjs").path
        let written = try Command.run(program, [script], input: lines).output
        let decoder = JSONDecoder()
        return try written.split(separator: 0x0A).map { try decoder.decode(Answer.self, from: Data($0)) }
    }
}
