extension CommandTable {
    /// What runs or administers a server.
    static let serverSide: [Command] = [.serve, .configCheck, .tokenCreate, .completion, .complete]
}
