extension CommandTable {
    /// What a client of a server does.
    static let clientSide: [Command] = [.resolve, .explain, .bundle]
}
