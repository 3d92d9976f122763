import Foundation

/// The public declarations of a folder's Swift files, as names with argument labels:
/// `RouteClient.resolve(_:explaining:)`.
///
/// Works on formatted sources: a declaration begins a line, braces are balanced.
struct PublicDeclarations {
    private struct Scope {
        var name: String
        /// In a public protocol every member is public without the word, and in a public enumeration every case.
        var kind: String
        var isPublic: Bool
        var depth: Int
    }

    private var scopes: [Scope] = []
    private var depth = 0
    private(set) var names: Set<String> = []

    init(in folders: [URL]) {
        for folder in folders {
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for path in paths.sorted() where path.hasSuffix(".swift") {
                let text = (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
                scan(text.components(separatedBy: "\n"))
            }
        }
    }

    private mutating func scan(_ lines: [String]) {
        (scopes, depth) = ([], 0)
        var index = 0
        while index < lines.count {
            let start = index
            var line = Self.code(lines[index])
            // A declaration continues until its parentheses are balanced.
            if Self.declaration(in: line) != nil {
                while Self.count(of: "(", in: line) > Self.count(of: ")", in: line), index + 1 < lines.count,
                    index - start < 40
                {
                    index += 1
                    line += " " + Self.code(lines[index]).trimmingCharacters(in: .whitespaces)
                }
            }
            scan(line)
            index += 1
        }
    }

    private mutating func scan(_ line: String) {
        defer {
            depth += Self.count(of: "{", in: line) - Self.count(of: "}", in: line)
            while let last = scopes.last, depth <= last.depth { scopes.removeLast() }
        }
        guard let (words, kind, rest) = Self.declaration(in: line) else { return }
        let context = scopes.map(\.name).joined(separator: ".")
        let inherits = kind == "case" && scopes.last?.kind == "enum" || scopes.last?.kind == "protocol"
        let isPublic = words.contains("public") || words.contains("open") || inherits && scopes.last?.isPublic == true
        if ["struct", "class", "enum", "protocol", "actor", "extension"].contains(kind) {
            let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
            guard line.contains("{") else { return }
            if isPublic, kind != "extension" { names.insert(context.isEmpty ? name : "\(context).\(name)") }
            scopes.append(Scope(name: name, kind: kind, isPublic: isPublic, depth: depth))
            // A type that opens and closes on one line has no scope.
            if Self.count(of: "{", in: line) == Self.count(of: "}", in: line) { scopes.removeLast() }
            return
        }
        guard isPublic, depth == (scopes.last.map { $0.depth + 1 } ?? 0) else { return }
        for member in Self.members(kind, rest) { names.insert(context.isEmpty ? member : "\(context).\(member)") }
    }

    /// Modifiers, keyword and the rest of the line; nil for a line without a declaration.
    private static func declaration(in line: String) -> (words: [String], kind: String, rest: String)? {
        let kinds: Set<String> = [
            "struct", "class", "enum", "protocol", "actor", "extension", "func", "var", "let", "init", "subscript",
            "case", "typealias",
        ]
        var words: [String] = []
        var rest = Substring(line.trimmingCharacters(in: .whitespaces))
        while let first = rest.split(whereSeparator: { $0 == " " }).first {
            let word = String(first.prefix { $0.isLetter || $0 == "_" || $0 == "@" })
            if kinds.contains(word), word != "class" || !rest.hasPrefix("class func") {
                let behind = rest.dropFirst(word.count).drop { $0 == " " }
                return (words, word, String(behind))
            }
            guard word.hasPrefix("@") || modifiers.contains(word) else { return nil }
            words.append(word)
            rest = rest.dropFirst(first.count).drop { $0 == " " }
        }
        return nil
    }

    private static let modifiers: Set<String> = [
        "public", "open", "static", "final", "mutating", "nonmutating", "convenience", "required", "override",
        "indirect",
        "nonisolated", "lazy", "weak", "unowned", "package", "internal", "private", "fileprivate", "borrowing",
        "consuming",
    ]

    private static func members(_ kind: String, _ rest: String) -> [String] {
        switch kind {
        // The parameters of an operator have no labels.
        case "func" where rest.first?.isLetter == false && rest.first != "_":
            [String(rest.prefix { $0 != "(" && $0 != " " })]
        case "func": [String(rest.prefix { $0 != "(" && $0 != "<" && $0 != " " }) + labels(rest)]
        case "init", "subscript": [kind + labels(rest)]
        case "case":
            split(rest.prefix { $0 != "{" }).map { item in
                item.trimmingCharacters(in: .whitespaces).prefix { $0 != "(" && $0 != " " && $0 != "=" }
                    + (item.contains("(") ? labels(item) : "")
            }
        case "typealias": [String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })]
        default: [String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" })]
        }
    }

    /// The labels of a parameter list, such as `(_:explaining:)`.
    private static func labels(_ text: String) -> String {
        guard let open = text.firstIndex(of: "(") else { return "" }
        var depth = 0
        var list = ""
        for character in text[open...] {
            if character == "(" || character == "[" || character == "<" { depth += 1 }
            if character == ")" || character == "]" || character == ">" { depth -= 1 }
            if depth == 0 { break }
            list.append(character)
        }
        let parameters = split(list.dropFirst()).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "("
            + parameters.map { parameter in
                guard let colon = parameter.firstIndex(of: ":") else { return "_:" }
                return "\(parameter[..<colon].split(separator: " ").first ?? "_"):"
            }.joined() + ")"
    }

    /// The parts between commas that are outside of brackets.
    private static func split(_ text: some StringProtocol) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            if "([<{".contains(character) { depth += 1 }
            if ")]>}".contains(character) { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }

    private static func code(_ line: String) -> String {
        guard let comment = line.range(of: "//") else { return line }
        return String(line[..<comment.lowerBound])
    }

    private static func count(of character: Character, in line: String) -> Int { line.count { $0 == character } }
}
