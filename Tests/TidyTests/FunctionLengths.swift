import Foundation

/// Finds functions by counting braces, which is exact enough for formatted code.
enum FunctionLengths {
    struct Function {
        let name: String
        let start: Int
        let lines: Int
    }

    static func inFile(_ lines: [String]) -> [Function] {
        let opening = /(^|\s)(func |init[?(<]|subscript[(<]|deinit).*\{\s*$/
        var found: [Function] = []
        var open: (name: String, start: Int, depth: Int)?
        var depth = 0
        for (index, raw) in lines.enumerated() {
            // A comment begins after a space, so that the slashes of an address in a text are kept.
            let line = raw.firstMatch(of: /(^|\s)\/\//).map { String(raw[..<$0.range.lowerBound]) } ?? raw
            let isCandidate = line.contains("func ") || line.contains("init") || line.contains("subscript")
            if open == nil, isCandidate || line.contains("deinit"), line.firstMatch(of: opening) != nil {
                open = (line, index + 1, depth)
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if let function = open, depth <= function.depth {
                found.append(Function(name: function.name, start: function.start, lines: index + 2 - function.start))
                open = nil
            }
        }
        return found
    }
}
