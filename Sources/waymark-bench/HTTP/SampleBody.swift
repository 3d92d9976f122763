/// One published body, as the server under test gives it: what nginx is handed, too.
struct SampleBody {
    /// The app's name.
    let name: String
    /// Plain.
    let identity: [UInt8]
    /// Coded.
    let gzip: [UInt8]
    /// The plain one's tag.
    let tag: String
    /// The coded one's, which clients that take gzip send back.
    var codedTag: String { "\(tag.dropLast())-gzip\"" }
}

/// Drafts of a wanted size.
enum SampleRules {
    /// A draft as `PUT …/draft` takes it.
    /// - Parameters:
    ///   - count: rules.
    ///   - mark: stands in every rule, so that two drafts with different marks differ.
    /// - Returns: its bytes.
    static func draft(_ count: Int, mark: Int = 0) -> [UInt8] {
        let rules = (0..<count).map { rule($0, mark: mark) }.joined(separator: ",")
        let settings = #"{"origins":["https://www.example.com"],"destinations":["myshop://home"],"schemes":["myshop"]}"#
        return Array(#"{"settings":\#(settings),"rules":[\#(rules)]}"#.utf8)
    }

    /// Six in ten literal, three with a capture, one with a tail.
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
    /// With a capital first letter.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
