import Foundation

// What differs because a difference finds more addresses since 0.3.0: each address of the recorded answer is in the new one.
extension SessionReplay {
    /// Two answers without the addresses that lead elsewhere, if the new one has all of the old one; else unchanged.
    static func withoutMoves(_ old: String, _ new: String, in recording: Recording) -> (old: String, new: String) {
        guard recording.isBefore("0.3.0"), old.contains(Self.end), new.contains(Self.end),
            addresses(old).isSubset(of: addresses(new))
        else { return (old, new) }
        return (cut(old), cut(new))
    }

    private static let end = #"],"addressesLeftOut":0"#

    /// The addresses of all witnesses.
    private static func addresses(_ text: String) -> Set<String> {
        Set(
            text.components(separatedBy: #""witness":{"address":""#).dropFirst().map { $0.prefix { $0 != "\"" } }.map(
                String.init))
    }

    private static func cut(_ text: String) -> String {
        var text = text
        for (head, end) in [(#""addresses":["#, Self.end), (#""meanings":["#, #"],"moved":"#), (#""witnesses":"#, "}")]
        {
            guard let start = text.range(of: head),
                let stop = text.range(of: end, range: start.upperBound..<text.endIndex)
            else { continue }
            text.removeSubrange(start.upperBound..<stop.lowerBound)
        }
        return text
    }
}
