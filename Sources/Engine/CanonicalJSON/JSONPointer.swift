/// A JSON pointer: the path to a value in a document (RFC 6901).
package struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
    /// Member names and array indices from the root, unescaped.
    package var tokens: [String]

    /// Makes a pointer from its tokens; without tokens it points to the whole document.
    package init(_ tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Parses a pointer such as `/a/0`; nil if the text is not empty and does not begin with `/`, or has an invalid
    /// escape.
    package init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        // By scalars: as characters, a slash and a combining mark behind it are one.
        let scalars = text.unicodeScalars
        guard scalars.first == "/" else { return nil }
        tokens = []
        for token in scalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let plain = Self.unescape(token) else { return nil }
            tokens.append(plain)
        }
    }

    /// The pointer to a member of the value of this pointer.
    package func appending(_ name: String) -> JSONPointer { JSONPointer(tokens + [name]) }

    /// The pointer to an element of the value of this pointer.
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

    /// Parses an array index (RFC 6901 section 4): digits without a leading zero.
    static func index(_ token: String) -> Int? {
        guard token == "0" || (!token.hasPrefix("0") && token.utf8.allSatisfy(ASCII.isDigit)) else { return nil }
        return Int(token)
    }

    private static func unescape(_ token: Substring.UnicodeScalarView) -> String? {
        var plain = String.UnicodeScalarView()
        var scalars = token.makeIterator()
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

extension JSONNode {
    /// The pointer from the document's root to this value.
    ///
    /// It is computed from the tape, so that decoders need not maintain a path.
    /// - Complexity: O(values of the document); use it for single findings, not for every node.
    package var pointer: JSONPointer {
        var pointer = JSONPointer()
        var at = JSONNode(storage: storage, entry: 0)
        while at.entry != entry {
            guard let step = at.step(towards: entry, pointer: pointer) else { return pointer }
            (at, pointer) = step
        }
        return pointer
    }

    private func step(towards target: Int, pointer: JSONPointer) -> (JSONNode, JSONPointer)? {
        for (index, element) in elements.enumerated() where element.holds(target) {
            return (element, pointer.appending(index))
        }
        for member in members where member.value.holds(target) || member.entry == target {
            return (member.value, pointer.appending(member.name))
        }
        return nil
    }

    private func holds(_ target: Int) -> Bool {
        target >= entry && target < Int(storage.tape[entry].next)
    }

    /// The value that a pointer from this node leads to; nil if there is none.
    package func descendant(_ pointer: JSONPointer) -> JSONNode? {
        var node = self
        for token in pointer.tokens {
            let child = node.kind == .array ? JSONPointer.index(token).flatMap { node[$0] } : node[token]
            guard let child else { return nil }
            node = child
        }
        return node
    }
}
