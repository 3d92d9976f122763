/// One published body, as the server under test sends it; nginx serves the same bytes.
struct SampleBody {
    /// The app's name.
    let name: String
    /// The bytes without content coding.
    let identity: [UInt8]
    /// The bytes with gzip coding.
    let gzip: [UInt8]
    /// The entity tag of `identity`.
    let tag: String
    /// The entity tag of `gzip`.
    var codedTag: String { "\(tag.dropLast())-gzip\"" }
}

/// Makes drafts of a given size.
enum SampleRules {
    /// A draft as the content of `PUT …/draft`.
    /// - Parameters:
    ///   - count: the number of rules.
    ///   - mark: a number in every rule, so that drafts with different marks differ.
    /// - Returns: the JSON text.
    static func draft(_ count: Int, mark: Int = 0) -> [UInt8] {
        let rules = (0..<count).map { rule($0, mark: mark) }.joined(separator: ",")
        let settings = #"{"origins":["https://www.example.com"],"destinations":["myshop://home"],"schemes":["myshop"]}"#
        return Array(#"{"settings":\#(settings),"rules":[\#(rules)]}"#.utf8)
    }

    /// A rule: six in ten have a literal path, three a capture, one a tail.
    private static func rule(_ number: Int, mark: Int) -> String {
        let area = ["products", "orders", "account", "search", "brands", "offers", "help", "video"][number % 8]
        let path =
            switch number % 10 {
            case 6, 7, 8: "\(area)\(number)/:id/detail"
            case 9: "\(area)\(number)/archive/*"
            default: "\(area)\(number)/overview/latest"
            }
        let target =
            #"{"screen":"\#(area.capitalized)Screen","parameters":{"source":"deeplink","variant":"v\#(mark)"}}"#
        return #"{"id":"rule-\#(number)","match":["https://www.example.com/\#(path)"],"to":\#(target)}"#
    }
}

extension String {
    /// The text with a capital first letter.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
