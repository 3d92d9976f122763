/// The names in a PromQL expression: metrics with the labels of their selectors, grouping labels and functions.
struct MetricQuery {
    private(set) var metrics: [String: Set<String>] = [:]
    private(set) var grouping: Set<String> = []
    private(set) var functions: Set<String> = []
    private var words: [Word] = []

    private enum Word: Equatable {
        case name(String)
        case mark(Character)
    }

    private static let listed: Set<String> = ["by", "on", "without", "ignoring", "group_left", "group_right"]
    private static let joining: Set<String> = ["and", "or", "unless"]

    init(_ text: String) {
        split(text)
        read()
    }

    /// Splits the text into names and brackets; skips quoted strings, ranges, numbers with units and variables.
    private mutating func split(_ text: String) {
        var rest = Substring(text)
        while let letter = rest.first {
            if letter == "\"" {
                rest = rest.dropFirst().drop { $0 != "\"" }.dropFirst()
            } else if letter == "[" {
                rest = rest.drop { $0 != "]" }.dropFirst()
            } else if letter.isNumber || letter == "$" {
                rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            } else if letter.isLetter || letter == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                words.append(.name(String(name)))
                rest = rest.dropFirst(name.count)
            } else {
                if "(){}".contains(letter) { words.append(.mark(letter)) }
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func read() {
        var metric = ""
        var (isSelecting, isListing) = (false, false)
        for (index, word) in words.enumerated() {
            switch word {
            case .mark("{"): isSelecting = true
            case .mark("}"): isSelecting = false
            case .mark(")"): isListing = false
            case .mark: break
            case .name(let name):
                let isCalled = index + 1 < words.count && words[index + 1] == .mark("(")
                if isSelecting {
                    metrics[metric, default: []].insert(name)
                } else if isListing {
                    grouping.insert(name)
                } else if Self.listed.contains(name) {
                    isListing = isCalled
                } else if !Self.joining.contains(name) {
                    let isFunction = isCalled || (index + 1 < words.count && words[index + 1] == .name("by"))
                    if isFunction {
                        functions.insert(name)
                    } else {
                        metric = name
                        metrics[name, default: []].formUnion([])
                    }
                }
            }
        }
    }
}
