import CanonicalJSON
import LinkFiles
import WebAddress

/// An operating system that reads a link file of a host.
enum LinkReader: String, CaseIterable, Sendable {
    case iOS
    case android = "Android"
    case harmony = "HarmonyOS"

    /// The path of its file.
    var path: String {
        switch self {
        case .iOS: AppleLinkFile.path
        case .android: AndroidLinkFile.path
        case .harmony: HarmonyLinkFile.path
        }
    }

    /// The member of a release's files.
    var member: String {
        switch self {
        case .iOS: "apple"
        case .android: "android"
        case .harmony: "harmony"
        }
    }

    /// The media types with which it takes the file.
    var mediaTypes: [String] {
        switch self {
        case .iOS: ["application/json", "application/pkcs7-mime"]
        case .android, .harmony: ["application/json"]
        }
    }
}

/// What an operating system makes of the answer of a host to the request for its link file.
///
/// Sources: <https://developer.apple.com/documentation/xcode/supporting-associated-domains>,
/// <https://developer.android.com/training/app-links/verify-applinks>.
struct SurfaceVerdict: Sendable {
    let host: String
    let system: LinkReader
    /// What is wrong, and what it means.
    private(set) var problems: [String] = []
    private var apple: AppleLinkFile?
    private var android: AndroidLinkFile?
    private var harmony: HarmonyLinkFile?

    /// A file that could not be fetched.
    init(_ host: String, _ system: LinkReader, failure: String) {
        (self.host, self.system) = (host, system)
        problems = ["\(failure); \(system.rawValue) reads nothing, and links open in a browser"]
    }

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - system: The system.
    ///   - answer: The answer to the first request; the systems follow no redirect.
    ///   - expected: The file of the release; nil if there is none to compare with.
    init(_ host: String, _ system: LinkReader, _ answer: ServerAnswer, expected: JSONValue?) {
        (self.host, self.system) = (host, system)
        guard answer.status == 200 else {
            let to = answer.location.map { " to \($0)" } ?? ""
            problems = [
                (300..<400).contains(answer.status)
                    ? "the host redirects\(to) with \(answer.status); \(system.rawValue) follows no redirect and reads nothing"
                    : "the host answers \(answer.status); \(system.rawValue) wants 200 and reads nothing"
            ]
            return
        }
        let type = (answer.contentType ?? "").prefix { $0 != ";" }.lowercased()
        if !system.mediaTypes.contains(type.trimmingSpaces()) {
            problems.append("the media type is \(type.isEmpty ? "missing" : type); serve application/json")
        }
        read(answer.body)
        guard let expected, (try? JSONValue(parsing: answer.body)) != expected else { return }
        problems.append("the file is not the one of the release; serve what `waymark surfaces export` writes")
    }

    private mutating func read(_ bytes: [UInt8]) {
        let found: [LinkProblem]
        switch system {
        case .iOS:
            let reading = AppleLinkFile.read(bytes)
            (apple, found) = (reading.file, reading.problems)
        case .android:
            let reading = AndroidLinkFile.read(bytes)
            (android, found) = (reading.file, reading.problems)
        case .harmony:
            let reading = HarmonyLinkFile.read(bytes)
            (harmony, found) = (reading.file, reading.problems)
        }
        problems += found.map { problem in
            problem.place.tokens.isEmpty ? problem.message : "\(problem.place): \(problem.message)"
        }
    }

    /// What the system does with an https address of the host.
    func decision(for address: Address) -> String {
        switch system {
        case .iOS:
            guard let apple else { return unread }
            return text(apple.decision(for: address))
        case .android:
            guard let android else { return unread }
            return androidDecision(android, address)
        case .harmony:
            guard let harmony else { return unread }
            return harmony.apps.isEmpty
                ? "HarmonyOS opens a browser: the file names no app"
                : "HarmonyOS opens the app \(harmony.apps.joined(separator: ", ")) if its module declares the address"
        }
    }

    private var unread: String { "\(system.rawValue) opens a browser: it cannot read the file" }

    private func text(_ decision: LinkDecision) -> String {
        switch decision {
        case .opens(let apps, let place):
            "\(system.rawValue) opens \(apps.joined(separator: ", ")) where it is installed, by \(place)"
        case .excluded(let place): "\(system.rawValue) opens a browser: \(place) excludes it"
        case .unclaimed: "\(system.rawValue) opens a browser: no rule of the file matches"
        }
    }

    private func androidDecision(_ file: AndroidLinkFile, _ address: Address) -> String {
        var decisions: [String] = []
        for statement in file.statements where statement.relations.contains(AndroidLinkFile.handlesLinks) {
            guard case .app(let name, _) = statement.target else { continue }
            let decision = text(file.decision(for: address, package: name))
            if !decisions.contains(decision) { decisions.append(decision) }
        }
        guard !decisions.isEmpty else { return "Android opens a browser: the file names no app" }
        return decisions.joined(separator: "; ") + "; before Android 15 the manifest of the app alone decides"
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
