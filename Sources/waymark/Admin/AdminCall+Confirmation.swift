extension AdminCall {
    /// What happens where nobody can be asked.
    enum Unattended {
        /// It is done: the server keeps what was there, or nothing is lost that a release does not have.
        case proceeds
        /// It is refused until `--yes` is given: what is there would be gone.
        case refuses
    }

    /// Asks a person before something is overwritten; `--yes` and `--force` answer beforehand.
    func confirm(_ what: String, unattended: Unattended) throws(CommandError) {
        if arguments.isGiven("--yes") || arguments.isGiven("--force") { return }
        guard terminal.isInteractive else {
            if case .proceeds = unattended { return }
            throw CommandError(.usage, what, hint: "add --yes to do it")
        }
        terminal.writeError("\(what).\nGo on? [y/N] ")
        let answer = terminal.readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw CommandError(.negative, "nothing was changed") }
    }
}
