import CanonicalJSON
import LinkFiles
import WebAddress

/// What must hold for each input of the target `links`.
enum LinkFileProperties {
    /// A fingerprint in the form that Android asks for.
    static let fingerprint = String(repeating: "00:", count: 31) + "00"
    private static let samples = ["https://h.example/a/b?a=1#f", "https://h.example/login", "https://h.example/"]
        .compactMap { try? Address($0) }

    /// A refused file of Apple has a problem, and the place of each rule is in the document.
    static func readApple(_ bytes: [UInt8]) {
        let reading = AppleLinkFile.read(bytes)
        guard let file = reading.file else {
            return precondition(!reading.problems.isEmpty, "refused without a problem")
        }
        let root = try? JSONDocument(parsing: bytes).root
        for rule in file.details.flatMap(\.components) {
            precondition(root?.descendant(rule.place) != nil, "no value at \(rule.place)")
        }
        for sample in samples { _ = file.decision(for: sample) }
    }

    /// A refused file of Android has a problem, and the place of each rule is in the document.
    static func readAndroid(_ bytes: [UInt8]) {
        let reading = AndroidLinkFile.read(bytes)
        guard let file = reading.file else {
            return precondition(!reading.problems.isEmpty, "refused without a problem")
        }
        let root = try? JSONDocument(parsing: bytes).root
        for rule in file.statements.flatMap({ $0.rules ?? [] }) {
            precondition(root?.descendant(rule.place) != nil, "no value at \(rule.place)")
        }
        for sample in samples { _ = file.decision(for: sample, package: "a.b") }
    }

    /// Files without problems give the same addresses to the app on both systems.
    ///
    /// The lines are claims; the last one is an exclude.
    static func writeSurface(_ text: String) {
        var claims = text.split(separator: "\n").map(String.init)
        let excludes = claims.popLast().map { [$0] } ?? []
        let surface = LinkSurface(
            apple: ["ABCDE12345.a"], android: [LinkSurface.AndroidApp(package: "a.b", fingerprints: [fingerprint])],
            claims: claims, excludes: excludes)
        guard surface.problems.isEmpty else { return }
        let apple = AppleLinkFile.read(surface.appleFile).file
        let android = AndroidLinkFile.read(surface.androidFile).file
        let scope = AndroidManifestScope(of: surface, host: "h.example")
        precondition(!scope.intentFilter.contains("&&"), "a text is not escaped")
        guard let apple, let android else { preconditionFailure("a file without problems is refused") }
        for sample in samples {
            let left = isOpened(apple.decision(for: sample))
            let right = isOpened(android.decision(for: sample, package: "a.b"))
            precondition(left == right, "\(sample.href) opens on one system only")
            precondition(!right || scope.contains(sample), "the manifest of the surface lacks \(sample.href)")
        }
    }

    private static func isOpened(_ decision: LinkDecision) -> Bool {
        if case .opens = decision { return true }
        return false
    }
}
