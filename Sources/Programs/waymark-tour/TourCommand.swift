import RouteNavigation

/// A command typed at the prompt.
enum TourCommand: Sendable, Hashable {
    case open(LinkKind, String)
    case refresh
    case show
    case status
    case back
    case dismiss
    case tab(Int)
    case context(String)
    case login
    case logout
    case can(LinkKind, String)
    case help
    case quit
    case nothing

    static let summary = """
        ADDRESS             follow an address of the app's own code
        link KIND ADDRESS   follow a link of a kind: \(LinkKind.allCases.map(\.rawValue).joined(separator: ", "))
        can KIND ADDRESS    print whether it could be followed; has no effects
        login, logout       sign in, and resume the link that waited; sign out
        back, dismiss       go back by one screen; dismiss the modal
        tab N               select a tab
        context k=v         change the context
        refresh             send a request to the server now
        show, status        print the display; print the release and counters
        help                print this list
        quit                end the program
        """

    /// Reads a line.
    init(_ line: String) throws(TourError) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first ?? "", words.count) {
        case ("", _): self = .nothing
        case ("refresh", 1): self = .refresh
        case ("show", 1): self = .show
        case ("status", 1): self = .status
        case ("back", 1): self = .back
        case ("dismiss", 1): self = .dismiss
        case ("help", 1): self = .help
        case ("quit", 1): self = .quit
        case ("login", 1): self = .login
        case ("logout", 1): self = .logout
        case ("context", 2...): self = .context(words[1...].joined(separator: " "))
        case ("tab", 2):
            guard let number = Int(words[1]) else { throw TourError("tab needs a number") }
            self = .tab(number)
        case ("link", 3): self = .open(try Self.kind(words[1]), words[2])
        case ("can", 3): self = .can(try Self.kind(words[1]), words[2])
        case (let word, 1) where word.contains(":"): self = .open(.internal, word)
        default: throw TourError("unknown command; `help` lists the commands")
        }
    }

    private static func kind(_ word: String) throws(TourError) -> LinkKind {
        guard let kind = LinkKind(rawValue: word), LinkKind.allCases.contains(kind) else {
            throw TourError("\(word) is not a kind of link; see help")
        }
        return kind
    }
}
