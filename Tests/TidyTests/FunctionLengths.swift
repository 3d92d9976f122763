import Foundation

/// Finds functions by counting braces, which is exact enough for formatted code.
enum FunctionLengths {
    struct Function {
        let name: String
        let start: Int
        let lines: Int
    }

    /// All functions of a file, with their signatures, also where a signature has several lines.
    static func inFile(_ lines: [String]) -> [Function] {
        let beginning = /^\s*(@\w+ |[a-z]+(\([a-z]+\))? )*(func |init[?(<]|subscript[(<]|deinit\b)/
        var found: [Function] = []
        var open: (name: String, start: Int, depth: Int, parentheses: Int, hasBody: Bool)?
        var depth = 0
        for (index, raw) in lines.enumerated() {
            // A comment begins after a space, so that the slashes of an address in a text are kept.
            let code = raw.firstMatch(of: /(^|\s)\/\//).map { String(raw[..<$0.range.lowerBound]) } ?? raw
            // Braces in texts do not count.
            let line = code.contains("\"") ? code.replacing(/#".*?"#|"(\\.|[^"\\])*"/, with: "\"\"") : code
            let isCandidate = ["func ", "init", "subscript", "deinit"].contains { line.contains($0) }
            if open == nil, isCandidate, line.firstMatch(of: beginning) != nil {
                open = (line, index + 1, depth, 0, false)
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            guard var function = open else { continue }
            function.parentheses += line.count { $0 == "(" } - line.count { $0 == ")" }
            // A closure may be the default of a parameter.
            let endsInBrace = line.hasSuffix("{") || line.hasSuffix("}")
            function.hasBody = function.hasBody || endsInBrace && function.parentheses <= 0
            // A requirement of a protocol has no body: the next line is empty, or begins another declaration.
            let isRequirement = !function.hasBody && line.allSatisfy(\.isWhitespace)
            open = isRequirement ? nil : function
            if function.hasBody, depth <= function.depth {
                found.append(Function(name: function.name, start: function.start, lines: index + 2 - function.start))
                open = nil
            }
        }
        return found
    }
}
