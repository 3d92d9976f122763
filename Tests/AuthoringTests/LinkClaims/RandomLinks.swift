import LinkFiles
import RouteAnalysis
import TestSupport

/// Random patterns and addresses of a small alphabet, so that they meet often.
enum RandomLinks {
    static let package = "com.example.app"
    private static let segments = [
        "a", "b", "ab", ":x", ":x(a|b)", ":x(\\d+)", "a-:x", ":x(b|c)-b", "a\\*", "caf\u{E9}", "b.html",
    ]
    private static let parts = ["a", "b", "ab", "c", "a-b", "b-b", "12", "a*", "caf%C3%A9", "b.html", "", "A", "%20"]

    static func pattern(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...3, using: &random)
        var text = ""
        for index in 0..<count {
            let segment = segments[Int.random(in: 0..<segments.count, using: &random)]
            text += "/" + segment.replacing(":x", with: ":x\(index)")
        }
        let ending = ["", "", "/*", "/:t*"][Int.random(in: 0..<4, using: &random)]
        let query = ["", "", "", "?q=1"][Int.random(in: 0..<4, using: &random)]
        let path = (text + ending).isEmpty ? "/" : text + ending
        // Behind a capture or a wildcard, `?` would be a modifier.
        let isLiteral =
            ending.isEmpty && !(text.split(separator: "/").last ?? "").contains(where: { ":\\".contains($0) })
        return isLiteral ? path + query : path
    }

    static func path(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...4, using: &random)
        let path = (0..<count).map { _ in "/" + parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
        let query = ["", "", "?q=1", "?q=2"][Int.random(in: 0..<4, using: &random)]
        return (path.isEmpty ? "/" : path) + query
    }

    static func surface(_ claims: RuleClaims) -> LinkSurface {
        let prints = [String(repeating: "00:", count: 31) + "00"]
        return LinkSurface(
            apple: ["ABCDE12345.com.example.app"],
            android: [LinkSurface.AndroidApp(package: package, fingerprints: prints)], claims: claims.claims,
            excludes: claims.excludes)
    }

    static func isOpened(_ decision: LinkDecision) -> Bool {
        if case .opens = decision { return true }
        return false
    }
}
