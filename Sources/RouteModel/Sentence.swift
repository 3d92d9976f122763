/// What other rooms say in passing, as the sentences that findings are made of.
enum Sentence {
    /// The text with a capital first letter and a full stop.
    static func of(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return text }
        let begun = first.isASCII ? String(text.prefix(1)).uppercased() + text.dropFirst() : text
        let isClosed = [".", "!", "?", "\u{2026}"].contains(last) && text.last?.isWhitespace != true
        return isClosed ? begun : begun + "."
    }
}
