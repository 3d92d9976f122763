import Foundation

// What answers say since 0.3.0 beside what they said: the total of a list, what a 404 is about, what is wrong with a token.
extension SessionReplay {
    /// A new answer without additions that the old one does not have.
    static func withoutAdditions(_ new: String, since old: String, in recording: Recording) -> String {
        guard recording.isBefore("0.3.0") else { return new }
        var text = new
        for (mark, addition, rest) in [
            (#""total":"#, #","total":[0-9]+\}"#, "}"), (#""missing":"#, #""missing":"[a-z]+","#, ""),
            (#"error=""#, #", error="(invalid_token|insufficient_scope)""#, ""),
        ] where !old.contains(mark) {
            text = text.replacingOccurrences(of: addition, with: rest, options: .regularExpression)
        }
        return text
    }
}
