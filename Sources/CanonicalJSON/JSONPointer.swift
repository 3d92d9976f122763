/// A way to a value inside a document (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// Names and indices from the root, unescaped.
    package var tokens: [String]

    /// The pointer to the whole document, or to what the tokens name.
    package init(_ tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Reads `"/a/0"`; nil where the text is neither empty nor begins with `/`, or holds a bad escape.
    package init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.hasPrefix("/") else { return nil }
        tokens = []
        for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let plain = Self.unescape(token) else { return nil }
            tokens.append(plain)
        }
    }

    /// The pointer to a member of what this one points to.
    package func appending(_ name: String) -> JSONPointer { JSONPointer(tokens + [name]) }

    /// The pointer to an element of what this one points to.
    package func appending(_ index: Int) -> JSONPointer { JSONPointer(tokens + [String(index)]) }

    /// The pointer as text: `~` is written `~0` and `/` is written `~1`.
    package var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// An array index as RFC 6901 section 4 writes it: digits without a leading zero.
    static func index(_ token: String) -> Int? {
        guard token == "0" || (!token.hasPrefix("0") && token.utf8.allSatisfy(ASCII.isDigit)) else { return nil }
        return Int(token)
    }

    private static func unescape(_ token: Substring) -> String? {
        var plain = String.UnicodeScalarView()
        var scalars = token.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                plain.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": plain.append("~")
            case "1": plain.append("/")
            default: return nil
            }
        }
        return String(plain)
    }
}
