import CanonicalJSON
import RouteImport

extension AdminCall {
    /// Requests all pages of a list and prints them as one table, or with `--json` as one document.
    ///
    /// - Parameters:
    ///   - path: the list's path.
    ///   - member: the member of a page that has its elements.
    ///   - empty: the table without rows.
    ///   - isWanted: whether an element is listed.
    ///   - row: adds the row of an element.
    /// - Returns: `.done`.
    /// - Throws: the error of the first page that fails.
    func list(
        _ path: String, member: String, _ empty: TextTable, where isWanted: (JSONValue) -> Bool = { _ in true },
        _ row: (inout TextTable, JSONValue) -> Void
    ) async throws(CommandError) -> ExitCode {
        let elements = try await elements(path, member: member).filter(isWanted)
        if arguments.has("--json") { return show(.object([member: .array(elements), "next": .null])) { _ in [] } }
        var table = empty
        for element in elements { row(&table, element) }
        if table.rows.isEmpty {
            terminal.printError("there are none")
        } else {
            table.lines.forEach(terminal.say)
        }
        return .done
    }

    /// Requests all pages of a list.
    ///
    /// - Parameters:
    ///   - path: the list's path.
    ///   - member: the member of a page that has its elements.
    /// - Returns: the elements of all pages.
    /// - Throws: the error of the first page that fails.
    func elements(_ path: String, member: String) async throws(CommandError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try await pages(path) { cursor async throws(CommandError) in
            let page = try await demand("GET", cursor).json
            elements += page[member]?.arrayValue ?? []
            return page["next"]?.stringValue
        }
        return elements
    }

    /// Follows the pages of a list to its end.
    ///
    /// - Parameters:
    ///   - path: the list's path.
    ///   - first: the cursor of the first page; nil for the beginning of the list.
    ///   - read: requests the page of a path; returns the cursor of the next page, nil to stop.
    /// - Throws: the error of the first page that fails, and exit code 4 for a list without an end: its pages name one of
    ///   them twice, or there are more than `AdminLimits.pagesMax`.
    func pages(
        _ path: String, after first: String? = nil,
        _ read: (String) async throws(CommandError) -> String?
    ) async throws(CommandError) {
        var cursor = first
        var cursors: Set<String> = []
        repeat {
            cursor = try await read(cursor.map { Self.page(path, after: $0) } ?? path)
            guard let cursor else { return }
            guard cursors.insert(cursor).inserted else {
                throw try endless(path, "the page “\(cursor)” twice")
            }
        } while cursors.count < AdminLimits.pagesMax
        throw try endless(path, "more than \(AdminLimits.pagesMax) pages; the next is “\(cursor ?? "")”")
    }

    /// The path of the page behind a cursor.
    static func page(_ path: String, after cursor: String) -> String {
        "\(path)\(path.contains("?") ? "&" : "?")after=\(escaped(cursor))"
    }

    private func endless(_ path: String, _ difference: String) throws(CommandError) -> CommandError {
        ServerConnection.impostor(try connection().text, "GET", path, difference)
    }
}

extension JSONValue {
    /// The value on several lines, without a line break at its end.
    var prettyText: String { String(PrettyJSON.text(self).dropLast()) }

    /// A member as a table's cell: a string unchanged, another value as JSON, a missing or empty one as `-`.
    func word(_ name: String) -> String {
        switch self[name] {
        case nil, .null: "-"
        case .string(let text): text.isEmpty ? "-" : text
        case .some(let value): value.text
        }
    }
}
