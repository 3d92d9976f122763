import RouteNavigation

/// One line typed at the prompt, understood.
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
        ADDRESS             follow a link from inside the app
        link KIND ADDRESS   follow one as a \(LinkKind.allCases.map(\.rawValue).joined(separator: ", "))
        can KIND ADDRESS    say whether it could be followed, and do nothing
        login, logout       sign in, and go on with the link that waited for it; sign out
        back, dismiss       take the top screen, or the modal, away
        tab N               select a tab
        context k=v         change what the app knows about itself
        refresh             ask the server now
        show, status        the display; the release and counters
        quit
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
            guard let number = Int(words[1]) else { throw TourError("tab takes a number") }
            self = .tab(number)
        case ("link", 3): self = .open(try Self.kind(words[1]), words[2])
        case ("can", 3): self = .can(try Self.kind(words[1]), words[2])
        case (let word, 1) where word.contains(":"): self = .open(.internal, word)
        default: throw TourError("not understood; `help` lists what is")
        }
    }

    private static func kind(_ word: String) throws(TourError) -> LinkKind {
        guard let kind = LinkKind(rawValue: word) else { throw TourError("\(word) is no kind of link; see help") }
        return kind
    }
}
