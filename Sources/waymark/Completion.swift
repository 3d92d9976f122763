import RouteImport

/// What may stand next on a command line, for the shells' completion.
struct Completion: Sendable {
    let table: CommandTable

    /// The words that the last one may become; empty where only the shell knows, as with files.
    ///
    /// - Parameter words: the words after `waymark`, the unfinished one last.
    /// - Returns: whole words.
    func candidates(_ words: [String]) -> [String] {
        let unfinished = words.last ?? ""
        let before = Array(words.dropLast())
        guard let command = command(before) else {
            return names(after: before).filter { $0.hasPrefix(unfinished) }
        }
        if let option = command.options.first(where: { $0.name == before.last }), option.value != nil {
            return Self.values(option).filter { $0.hasPrefix(unfinished) }
        }
        guard unfinished.hasPrefix("-") else { return [] }
        let given = Set(before)
        let options = command.options.filter { $0.repeats || !given.contains($0.name) }.map(\.name) + ["--help"]
        return options.filter { $0.hasPrefix(unfinished) }.sorted()
    }

    /// The command that the words begin with, the longest name first.
    private func command(_ words: [String]) -> Command? {
        let named = table.commands.filter { words.starts(with: $0.name.split(separator: " ").map(String.init)) }
        return named.max { $0.name.count < $1.name.count }
    }

    /// Words that go on from the ones given towards a command's name.
    private func names(after words: [String]) -> [String] {
        let parts = table.commands.filter { !$0.isHidden }.map { $0.name.split(separator: " ").map(String.init) }
        let next = parts.filter { $0.count > words.count && $0.starts(with: words) }.map { $0[words.count] }
        let own = words.isEmpty ? ["help", "version"] : words == ["help"] ? parts.map { $0[0] } : []
        return Set(next + own).sorted()
    }

    /// What an option's value may be, where its help lists it.
    private static func values(_ option: CommandOption) -> [String] {
        switch option.name {
        case "--role": ["admin", "editor", "publisher", "viewer"]
        case "--from": ImportFormat.all.map(\.name)
        case "--match": CNRouterTable.Matching.allCases.map(\.rawValue)
        case "--order": ImportFormat.Order.allCases.map(\.rawValue)
        default: option.value.map { $0.contains("|") ? $0.split(separator: "|").map(String.init) : [] } ?? []
        }
    }
}
