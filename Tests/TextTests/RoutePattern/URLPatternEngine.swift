import Foundation
import RouteAnalysis
import RoutePattern
import TestSupport

/// URLPattern in a real engine: Node as a child process that runs `Config/scripts/urlpattern.mjs`.
struct URLPatternEngine: Sendable {
    /// A pattern and the addresses to match.
    struct Question: Encodable {
        var pattern: Spelling
        /// The spelling that this package stores; nil if it refuses the pattern.
        var stored: Spelling?
        var base: String?
        var ignoreCase = false
        var strictSlash = false
        var addresses: [String]
    }

    /// A pattern as the constructor's argument.
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

    /// The engine's answer to a question.
    struct Answer: Decodable {
        /// Whether the engine refuses the pattern.
        var refused: Bool?
        /// An error in the script, which is a defect of the test.
        var failed: String?
        var answers: [About]?
    }

    /// The engine's answer for one address.
    struct About: Decodable {
        /// The expected captures of each alternative, with the departures that apply.
        var expected: [[String: Captured]?]?
        /// The departures that change the engine's answer.
        var departs: [Int]?
        /// The alternatives that capture the same as the engine.
        var fits: [Int]?
        /// The captures of the engine, `*` outside the path as `hostname.0`; nil for no match.
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

    /// The first of `WAYMARK_NODE`, `.build/node` and `PATH` that has URLPattern and is recent enough.
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
